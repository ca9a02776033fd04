-- Games, who sits where, what was decided, and what is still to be told.

CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    version INTEGER NOT NULL,
    options TEXT NOT NULL,
    places INTEGER NOT NULL CHECK (places > 0),
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'over', 'ended')),
    seq INTEGER NOT NULL DEFAULT 0,
    awaiting TEXT NOT NULL DEFAULT '',
    suspended TEXT,
    seed BLOB NOT NULL CHECK (length(seed) = 32),
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX game_open_in_channel ON game (channel_id) WHERE status IN ('lobby', 'running');

-- user_id NULL: played by the program at the level `bot`. word: added to the dice before the game began.
CREATE TABLE seat (
    game_id INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    name TEXT NOT NULL,
    bot TEXT,
    word TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game_id, seat),
    CHECK ((user_id IS NULL) <> (bot IS NULL))
) STRICT;

CREATE UNIQUE INDEX seat_of_person ON seat (game_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX seats_of_person ON seat (user_id) WHERE user_id IS NOT NULL;

-- interaction_id: the world, a colon, and the id that this world's Discord gave.
CREATE TABLE log (
    game_id INTEGER NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    seat INTEGER NOT NULL,
    line TEXT NOT NULL,
    interaction_id TEXT UNIQUE,
    at REAL NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT;

-- seat NULL: for the game's channel. said: sentences for everybody. message_id: the world, a colon, and the id.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    body TEXT NOT NULL,
    said TEXT NOT NULL,
    buttons INTEGER NOT NULL DEFAULT 0,
    created_at REAL NOT NULL,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    message_id TEXT,
    done_at REAL,
    error TEXT
) STRICT;

CREATE INDEX outbox_undone ON outbox (game_id, seat, id) WHERE done_at IS NULL;
CREATE INDEX outbox_trouble ON outbox (game_id, id) WHERE error IS NOT NULL;

-- People whose direct messages are closed. owed: something for them was not delivered since they were last told.
CREATE TABLE closed (
    user_id INTEGER PRIMARY KEY,
    since REAL NOT NULL,
    tried_at REAL NOT NULL,
    owed INTEGER NOT NULL DEFAULT 0
) STRICT;
