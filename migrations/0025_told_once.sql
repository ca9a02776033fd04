-- What is told once, even so: lobby posts that the outbox delivers, and what of it is owed until it may be done.

-- The lobby post of a game. message_id: the world, the channel and the id, with colons between.
CREATE TABLE lobby_post (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    message_id TEXT NOT NULL
) STRICT;

INSERT INTO lobby_post
SELECT game.id, 'discord:' || game.channel_id || ':' || setting.value
FROM game JOIN setting ON setting.key = 'lobby-post:' || game.id;

DELETE FROM setting WHERE key GLOB 'lobby-post:*';

-- A lobby whose post was lost gets one, and all show the present.
INSERT INTO outbox (game_id, seq, kind, body, said, created_at, not_before)
SELECT id, seq, 'lobby', '', '', updated_at, 0 FROM game WHERE status = 'lobby';

-- owed: refused for want of a permission; it waits aside, and holds up nothing. tried_at: when it was first tried.
ALTER TABLE outbox ADD COLUMN owed INTEGER NOT NULL DEFAULT 0 CHECK (owed IN (0, 1));
ALTER TABLE outbox ADD COLUMN tried_at REAL;

-- locked_at: when the thread would not let us write, which it may do though others can be opened.
ALTER TABLE place ADD COLUMN locked_at REAL;

CREATE INDEX outbox_owed ON outbox (game_id) WHERE owed AND done_at IS NULL;
CREATE INDEX games_of_guild ON game (guild_id, id);
CREATE INDEX games_that_rest ON game (guild_id) WHERE suspended IS NOT NULL;
