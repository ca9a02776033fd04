-- Channels that follow a game, also in other servers.

-- abroad: whether it may be followed in other servers.
ALTER TABLE game ADD COLUMN abroad INTEGER NOT NULL DEFAULT 0 CHECK (abroad IN (0, 1));

CREATE TABLE relay (
    game_id INTEGER NOT NULL REFERENCES game (id),
    channel_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, channel_id)
) STRICT;

-- relay: a channel that follows the game.
ALTER TABLE outbox ADD COLUMN relay INTEGER;
