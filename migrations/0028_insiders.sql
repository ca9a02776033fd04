-- A game that somebody who plays in it has changed alone, with nobody there to ask, counts in no rating.

ALTER TABLE game ADD COLUMN unrated INTEGER NOT NULL DEFAULT 0 CHECK (unrated IN (0, 1));

-- What may be asked for, too: a deed that somebody who plays may not do alone, in one line.

CREATE TABLE asked (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    began INTEGER NOT NULL,
    asked_at REAL NOT NULL,
    wanted TEXT NOT NULL,
    agreed TEXT NOT NULL DEFAULT '',
    closed TEXT CHECK (closed IN ('done', 'refused', 'withdrawn', 'late')),
    what TEXT NOT NULL DEFAULT 'back' CHECK (what IN ('back', 'pause', 'resume', 'settle', 'deed')),
    deed TEXT NOT NULL DEFAULT ''
) STRICT;

INSERT INTO asked SELECT *, '' FROM request;
DROP TABLE request;
ALTER TABLE asked RENAME TO request;

CREATE UNIQUE INDEX request_open ON request (game_id) WHERE closed IS NULL;
CREATE INDEX request_of_game ON request (game_id, asked_at);

-- What was done in somebody's place is a secret of the seat: only the seat stays on the record.

UPDATE deed SET reason = CASE WHEN instr(reason, ' ') THEN substr(reason, 1, instr(reason, ' ') - 1) ELSE reason END
    WHERE what = 'act-for';
