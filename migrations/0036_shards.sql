-- compatible

-- The shards of several processes. heard_at: when `process` was last connected as one. From lost_at until back_at it was not
-- heard before that, for longer than hinders nobody.
CREATE TABLE shard (
    count INTEGER NOT NULL CHECK (count > 0),
    number INTEGER NOT NULL CHECK (number >= 0 AND number < count),
    process TEXT NOT NULL,
    heard_at REAL NOT NULL,
    lost_at REAL,
    back_at REAL,
    PRIMARY KEY (count, number)
) STRICT;

