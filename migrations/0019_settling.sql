-- What may be asked for, too: to let the program play out what is played in the open.
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
    what TEXT NOT NULL DEFAULT 'back' CHECK (what IN ('back', 'pause', 'resume', 'settle'))
) STRICT;

INSERT INTO asked SELECT * FROM request;
DROP TABLE request;
ALTER TABLE asked RENAME TO request;

CREATE UNIQUE INDEX request_open ON request (game_id) WHERE closed IS NULL;
