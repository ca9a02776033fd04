"""All that stands in a database, into another one: table by table, and compared once it is there.

Both are at the same version of the tables. What is here reads in a snapshot of the one and writes in one transaction of
the other, which somebody else has opened and keeps or gives up.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter

from cogs.house.store.catalogs import Catalog
from cogs.house.store.database import Snapshot, TableRow, Transaction
from cogs.house.store.game_rows import chairs_of, game_of
from cogs.house.store.log import lines_of
from cogs.house.values.records import Chair, Game, StoredLine

OWN = frozenset({"schema_version", "revision"})
"""Tables in which each database speaks of itself."""

BATCH = 200
"""Rows that are read and written at once: some have pieces of a game of many kilobytes."""

LEAVING = 20
"""Tenths of a second that connections have to go after which they count as somebody's: the server needs a moment."""

Row = tuple[object, ...]


class Unmovable(Exception):
    """Nothing was moved, for a reason with facts; the sentence to `discord.console.moving-<code>` says it."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table: its columns, those of its primary key among them, which of them say yes or no, and which counts up."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    booleans: frozenset[str]
    counter: str | None


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game with who sits there and its lines, as a database has it."""

    game: Game
    chairs: tuple[Chair, ...]
    lines: tuple[StoredLine, ...]


class Source:
    """The database that is read."""

    def __init__(self, opened: Snapshot, catalog: Catalog) -> None:
        self._opened, self._catalog = opened, catalog

    async def check_unused(self) -> None:
        """Raises Unmovable `in-use` if another process of the bot has it."""
        for _ in range(LEAVING):
            await self._opened.read(self._catalog.patience)
            if (await self._opened.one(self._catalog.others))["number"] == 0:
                return
            await asyncio.sleep(0.1)
        raise Unmovable("in-use")

    async def tables(self) -> tuple[TableLayout, ...]:
        """All that is moved, each after those that it refers to."""
        columns = await self._opened.read(self._catalog.columns)
        references = await self._opened.read(self._catalog.references)
        before: dict[str, set[str]] = {row["of_table"]: set() for row in columns if row["of_table"] not in OWN}
        for row in references:
            before[row["of_table"]].add(row["other"])
        order = TopologicalSorter({name: sorted(before[name]) for name in sorted(before)}).static_order()
        return tuple(_table(name, [row for row in columns if row["of_table"] == name]) for name in order)

    async def rows(self, table: TableLayout) -> AsyncIterator[Sequence[Row]]:
        """All rows in the order of their keys, some at a time."""
        columns, key = ", ".join(table.columns), ", ".join(table.key)
        places = [table.columns.index(name) for name in table.key]
        # The names are those of the catalog.
        first = f"SELECT {columns} FROM {table.name} ORDER BY {key} LIMIT ?"  # noqa: S608
        further = f"SELECT {columns} FROM {table.name} WHERE ({key}) > ({_marks(table.key)}) ORDER BY {key} LIMIT ?"  # noqa: S608
        rows = await self._opened.read(first, BATCH)
        while rows:
            found = [tuple(row) for row in rows]
            yield found
            rows = await self._opened.read(further, *(found[-1][place] for place in places), BATCH)

    async def counters(self) -> dict[str, int]:
        """The highest number that was ever given, by the table for which it is counted."""
        return {row["of_table"]: row["number"] or 0 for row in await self._opened.read(self._catalog.counters)}

    async def games(self) -> tuple[int, ...]:
        """The numbers of all games, in order."""
        return tuple(row["id"] for row in await self._opened.read("SELECT id FROM game ORDER BY id"))

    async def game(self, number: int) -> KeptGame:
        """A game."""
        row = await self._opened.one("SELECT * FROM game WHERE id = ?", number)
        return KeptGame(game_of(row), await chairs_of(self._opened, number), await lines_of(self._opened, number))


class Target(Source):
    """The database that is written."""

    def __init__(self, opened: Transaction, catalog: Catalog) -> None:
        super().__init__(opened, catalog)
        self._writing = opened

    async def check_empty(self) -> None:
        """Raises Unmovable `not-empty` if anything stands there already."""
        for table in await self.tables():
            if await self._opened.read(f"SELECT 1 FROM {table.name} LIMIT 1"):  # noqa: S608  # of the catalog
                raise Unmovable("not-empty", table=table.name)

    async def take(self, source: Source) -> int:
        """Writes all that stands in another database, and gives how many rows that is.

        Raises Unmovable `other-tables` if that has something for which there is no place here, `different` if anything
        stands here otherwise than there.
        """
        ours = {table.name: table for table in await self.tables()}
        theirs, counters = await source.tables(), await source.counters()
        for table in theirs:
            if table.name not in ours or not set(table.columns) <= set(ours[table.name].columns):
                raise Unmovable("other-tables", table=table.name)
        for table in theirs:
            await self._write(source, table, ours[table.name].booleans)
            if ours[table.name].counter is not None:
                await self._count_on(ours[table.name], counters.get(table.name, 0))
        return sum([await self._compared(source, table) for table in theirs])

    async def _write(self, source: Source, table: TableLayout, booleans: frozenset[str]) -> None:
        columns = ", ".join(table.columns)
        sql = f"INSERT INTO {table.name} ({columns}) VALUES ({_marks(table.columns)})"  # noqa: S608  # of the catalog
        yes_or_no = [name in booleans for name in table.columns]
        async for rows in source.rows(table):
            kept = [self._kept(row) for row in rows]
            await self._writing.write_each(
                sql,
                [
                    [
                        bool(value) if is_boolean and value is not None else value
                        for is_boolean, value in zip(yes_or_no, row, strict=True)
                    ]
                    for row in kept
                ],
            )

    async def _count_on(self, table: TableLayout, number: int) -> None:
        highest = await self._opened.one(f"SELECT max({table.counter}) AS number FROM {table.name}")  # noqa: S608
        number = max(number, highest["number"] or 0)
        if number:
            for sql in self._catalog.count_on:
                await self._writing.write(sql, table.name, number)

    async def _compared(self, source: Source, table: TableLayout) -> int:
        """How many rows there are, of which each is the same on both sides."""
        count, theirs = 0, source.rows(table)
        async for ours in self.rows(table):
            found = [self._kept(row) for row in await anext(theirs, ())]
            if found != ours:
                raise Unmovable("different", table=table.name)
            count += len(ours)
        if await anext(theirs, None) is not None:
            raise Unmovable("different", table=table.name)
        return count

    def _kept(self, row: Row) -> Row:
        """A row as it can be kept here: where a text can't hold U+0000, U+FFFD stands in its place."""
        if self._catalog.has_nul:
            return row
        return tuple(value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in row)


def _table(name: str, columns: Sequence[TableRow]) -> TableLayout:
    return TableLayout(
        name,
        tuple(row["name"] for row in columns),
        tuple(row["name"] for row in sorted(columns, key=lambda row: int(row["place"])) if row["place"]),
        frozenset(row["name"] for row in columns if row["kind"] == "boolean"),
        next((row["name"] for row in columns if row["counts"]), None),
    )


def _marks(columns: Iterable[str]) -> str:
    return ", ".join("?" for _ in columns)
