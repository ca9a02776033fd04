-- Whether the program gives hints and odds to the players of a game: to all of them, or to none.

ALTER TABLE game ADD COLUMN hints INTEGER NOT NULL DEFAULT 1 CHECK (hints IN (0, 1));
