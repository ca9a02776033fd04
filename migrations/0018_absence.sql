-- Absence: what else can happen at a deadline, votes, and seats that may be taken.

ALTER TABLE game ADD COLUMN at_deadline TEXT NOT NULL DEFAULT 'wait'
    CHECK (at_deadline IN ('wait', 'once', 'sit', 'vote', 'expel'));
UPDATE game SET at_deadline = absent;
ALTER TABLE game DROP COLUMN absent;
ALTER TABLE game RENAME COLUMN at_deadline TO absent;

-- agreed: how its players have ended it before its end.
ALTER TABLE game ADD COLUMN agreed TEXT NOT NULL DEFAULT '' CHECK (agreed IN ('', 'draw', 'off'));

-- stand_in: how the program decides for the person on the seat, in the place of `sitting`.
ALTER TABLE clock ADD COLUMN stand_in TEXT NOT NULL DEFAULT '' CHECK (stand_in IN ('', 'once', 'sit', 'asked'));
UPDATE clock SET stand_in = 'sit' WHERE sitting = 1 AND game_id IN (SELECT id FROM game WHERE absent = 'sit');
UPDATE clock SET stand_in = 'once' WHERE is_out = 1 AND game_id IN (SELECT id FROM game WHERE absent = 'once');
ALTER TABLE clock DROP COLUMN sitting;

-- seat: whose, or who asked for the end. what: the level of the program, or the end. closed NULL while it is open.
CREATE TABLE vote (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES game (id),
    about TEXT NOT NULL CHECK (about IN ('absent', 'replace', 'end')),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    what TEXT NOT NULL,
    began INTEGER NOT NULL,
    asked_at REAL NOT NULL,
    ends REAL NOT NULL,
    voters TEXT NOT NULL,
    closed TEXT CHECK (closed IN ('done', 'refused', 'late'))
) STRICT;

CREATE UNIQUE INDEX vote_open ON vote (game_id, iif(about = 'end', -1, seat)) WHERE closed IS NULL;
CREATE INDEX vote_ends ON vote (ends) WHERE closed IS NULL;

CREATE TABLE ballot (
    vote_id INTEGER NOT NULL REFERENCES vote (id),
    seat INTEGER NOT NULL,
    choice TEXT NOT NULL,
    PRIMARY KEY (vote_id, seat)
) STRICT;

-- A seat of a running game that may be taken. ends: when the offer lapses. invited: who alone may take it.
CREATE TABLE vacancy (
    game_id INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL,
    why TEXT NOT NULL CHECK (why IN ('offered', 'absent', 'empty')),
    since REAL NOT NULL,
    ends REAL,
    invited INTEGER,
    PRIMARY KEY (game_id, seat)
) STRICT;

CREATE INDEX vacancy_ends ON vacancy (ends) WHERE ends IS NOT NULL;

-- seat: where he sat, NULL for who has looked.
ALTER TABLE insider ADD COLUMN seat INTEGER;

-- Whatever of a game ends at a time: deadlines that were not dealt with, votes, offers that lapse.
CREATE VIEW ending AS
    SELECT game_id, ends FROM clock WHERE ends IS NOT NULL AND is_out = 0
    UNION ALL SELECT game_id, ends FROM vote WHERE closed IS NULL
    UNION ALL SELECT game_id, ends FROM vacancy WHERE ends IS NOT NULL;
