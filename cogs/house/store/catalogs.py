"""What each of the databases says of itself: statements that only it understands, and that give the same in both."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Catalog:
    """Statements by which a database is moved.

    `columns` gives of each column its table `of_table`, its `name`, its `kind`, its `place` in the primary key from 1
    on, or 0, and whether the database `counts` it up by itself and gives no number twice. `references` gives each
    `of_table` with an `other` that it refers to. `counters` gives the highest `number` that the column of `of_table`
    that is counted up ever had; `count_on` have it go on behind ?2 in the table ?1. `patience`: a transaction may wait
    for long while nothing is asked, and what is asked next sees who is there now. `others` is how many connections of
    the bot there are beside this one. `has_nul`: a text may hold U+0000.
    """

    columns: str
    references: str
    counters: str
    count_on: tuple[str, ...]
    patience: str
    others: str
    has_nul: bool


SQLITE = Catalog(
    columns="""
        SELECT made.name AS of_table, info.name AS name, info.type AS kind, info.pk AS place,
            info.pk = 1 AND made.sql LIKE '%AUTOINCREMENT%' AS counts
        FROM sqlite_master AS made, pragma_table_info(made.name) AS info
        WHERE made.type = 'table' AND substr(made.name, 1, 7) <> 'sqlite_'
        UNION ALL SELECT 'prediction', 'rowid', 'INTEGER', 0, 0
    """,
    references="""
        SELECT made.name AS of_table, info."table" AS other
        FROM sqlite_master AS made, pragma_foreign_key_list(made.name) AS info WHERE made.type = 'table'
    """,
    counters="SELECT name AS of_table, seq AS number FROM sqlite_sequence",
    count_on=(
        "DELETE FROM sqlite_sequence WHERE name = ?1 AND seq <= ?2",
        "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)",
    ),
    patience="SELECT 1",
    others="SELECT 0 AS number",  # its lock is held
    has_nul=True,
)

POSTGRESQL = Catalog(
    columns="""
        SELECT made.relname AS of_table, attname AS name, format_type(atttypid, atttypmod) AS kind,
            coalesce(array_position(indkey::int2[], attnum) + 1, 0) AS place, attidentity <> '' AS counts
        FROM pg_class AS made
            JOIN pg_attribute ON attrelid = made.oid AND attnum > 0 AND NOT attisdropped
            LEFT JOIN pg_index ON indrelid = made.oid AND indisprimary
        WHERE made.relkind = 'r' AND made.relnamespace = current_schema()::regnamespace
        ORDER BY made.relname, attnum
    """,
    references="""
        SELECT made.relname AS of_table, referred.relname AS other
        FROM pg_constraint
            JOIN pg_class AS made ON made.oid = conrelid JOIN pg_class AS referred ON referred.oid = confrelid
        WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
    """,
    counters="""
        SELECT made.relname AS of_table,
            pg_sequence_last_value(pg_get_serial_sequence(quote_ident(made.relname), attname)::regclass) AS number
        FROM pg_class AS made JOIN pg_attribute ON attrelid = made.oid AND attidentity <> '' AND NOT attisdropped
        WHERE made.relkind = 'r' AND made.relnamespace = current_schema()::regnamespace
    """,
    count_on=(
        """
        SELECT setval(pg_get_serial_sequence(CAST(?1 AS TEXT), attname)::regclass, CAST(?2 AS BIGINT))
        FROM pg_attribute
        WHERE attrelid = CAST(CAST(?1 AS TEXT) AS regclass) AND attidentity <> '' AND NOT attisdropped
        """,
    ),
    patience="SELECT set_config('idle_in_transaction_session_timeout', '0', TRUE), pg_stat_clear_snapshot()",
    others="""
        SELECT count(*) AS number FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'titan%' AND pid <> pg_backend_pid()
    """,
    has_nul=False,
)
