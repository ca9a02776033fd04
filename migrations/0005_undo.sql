-- Going back by consent, games that rest, what moderators did, and what games of a server begin with.

-- Who asks to go back to which entry. began: the phase in which it was asked. wanted, agreed: seats, parted by commas.
-- closed NULL while it waits for answers; else done, refused, withdrawn or late.
CREATE TABLE request (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    began INTEGER NOT NULL,
    asked_at REAL NOT NULL,
    wanted TEXT NOT NULL,
    agreed TEXT NOT NULL DEFAULT '',
    closed TEXT CHECK (closed IN ('done', 'refused', 'withdrawn', 'late'))
) STRICT;

CREATE UNIQUE INDEX request_open ON request (game_id) WHERE closed IS NULL;

-- Why nobody may act in a running game, NULL if everybody may.
ALTER TABLE game ADD COLUMN frozen TEXT;

-- What those did who may manage a server. It outlives the game.
CREATE TABLE deed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    game_id INTEGER,
    user_id INTEGER NOT NULL,
    what TEXT NOT NULL,
    reason TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;

CREATE INDEX deeds_of_guild ON deed (guild_id, id);

-- What a new game of a server begins with where nothing else is said.
CREATE TABLE preset (
    guild_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild_id, key)
) STRICT;
