-- Where things are told: a live card in the channel, a thread for the log, one for each battle.

-- posts: 'card', or 'channel' for everything in the channel.
ALTER TABLE game ADD COLUMN posts TEXT NOT NULL DEFAULT 'card' CHECK (posts IN ('card', 'channel'));

-- place: empty for the channel, else the key of a place. user_id: a person, whether he has a seat or not. echo: it stands in
-- another place too. struck: its picture was taken back. said: sentences, as a list of [entry, sentence, taken back].
-- message_id: the world, the channel or thread, and the id, with colons between.
ALTER TABLE outbox ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN user_id INTEGER;
ALTER TABLE outbox ADD COLUMN echo INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN struck INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET message_id = NULL;
UPDATE outbox SET said = json_array(json_array(seq, said, json('false'))) WHERE said <> '';

DROP INDEX outbox_undone;
CREATE INDEX outbox_undone ON outbox (game_id, seat, user_id, id) WHERE done_at IS NULL;
CREATE INDEX outbox_kinds ON outbox (game_id, kind, id);

-- The places of a game beside its channel. thread_id NULL: there is none yet. posted_at: when it last got a post.
CREATE TABLE place (
    game_id INTEGER NOT NULL REFERENCES game (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    thread_id TEXT,
    posted_at REAL NOT NULL DEFAULT 0,
    refused_at REAL,
    PRIMARY KEY (game_id, key)
) STRICT;

CREATE INDEX place_of_thread ON place (thread_id) WHERE thread_id IS NOT NULL;

-- The live card. row_id: the outbox row that it shows. line: what is left of it when another takes its place.
CREATE TABLE card (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    row_id INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    posted_at REAL NOT NULL,
    line TEXT NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Who has the news of a game sent though he does not play.
CREATE TABLE follower (
    game_id INTEGER NOT NULL REFERENCES game (id),
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT;
