-- compatible

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

