-- compatible

-- The same view, with the column that 0035 added. It comes alone: whoever reads locks the view, and then the table.
CREATE OR REPLACE VIEW sendable AS
SELECT outbox.* FROM outbox JOIN game ON game.id = game_id
WHERE done_at IS NULL
    AND (suspended IS NULL OR user_id IS NOT NULL OR relay IS NOT NULL)
    AND (frozen IS NULL OR kind <> 'remind')
    AND (kind <> 'news' OR suspended IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM outbox AS early
        WHERE early.game_id = outbox.game_id AND early.seat IS NULL AND early.user_id IS NULL AND early.relay IS NULL
            AND early.done_at IS NULL AND early.id < outbox.id AND early.aside = 0
            AND early.place <> '' AND early.kind IN ('text', 'picture', 'replay')));

-- The shards of several processes. heard_at: when `process` was last connected as one. From lost_at until back_at it was not
-- heard before that, for longer than hinders nobody.
CREATE TABLE shard (
    count BIGINT NOT NULL CHECK (count > 0),
    number BIGINT NOT NULL CHECK (number >= 0 AND number < count),
    process TEXT COLLATE "C" NOT NULL,
    heard_at DOUBLE PRECISION NOT NULL,
    lost_at DOUBLE PRECISION,
    back_at DOUBLE PRECISION,
    PRIMARY KEY (count, number)
);

