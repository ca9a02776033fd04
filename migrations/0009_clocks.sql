-- Deadlines, who decides when one has passed, and when people sleep, are away and want to be told.

-- absent: what happens then. held: since when the clocks of a game that rests stand still.
ALTER TABLE game ADD COLUMN pace TEXT NOT NULL DEFAULT 'none';
ALTER TABLE game ADD COLUMN absent TEXT NOT NULL DEFAULT 'wait' CHECK (absent IN ('wait', 'once', 'sit'));
ALTER TABLE game ADD COLUMN held REAL;

-- what is asked for: to go back, to let the game rest, to let it go on.
ALTER TABLE request ADD COLUMN what TEXT NOT NULL DEFAULT 'back' CHECK (what IN ('back', 'pause', 'resume'));

-- proxy: the program decided in the place of whoever sits there.
ALTER TABLE log ADD COLUMN proxy INTEGER NOT NULL DEFAULT 0 CHECK (proxy IN (0, 1));

-- began: the phase that it was started in. since NULL: the game does not wait for this seat. due: its window ends.
-- ends: its bank is used up too. missed: deadlines in a row. is_out: the deadline of this wait was dealt with.
CREATE TABLE clock (
    game_id INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    began INTEGER NOT NULL,
    since REAL,
    due REAL,
    ends REAL,
    bank REAL NOT NULL CHECK (bank >= 0),
    spent INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    is_out INTEGER NOT NULL,
    sitting INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT;

CREATE INDEX clock_ends ON clock (ends) WHERE ends IS NOT NULL AND is_out = 0;

-- When a person sleeps, in minutes of the day in his zone, and how he hears that a game waits for him.
CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    zone TEXT NOT NULL,
    quiet_from INTEGER,
    quiet_until INTEGER,
    pings TEXT NOT NULL CHECK (pings IN ('mention', 'dm', 'off')),
    reminders INTEGER NOT NULL CHECK (reminders IN (0, 1)),
    CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
) STRICT;

CREATE TABLE vacation (
    user_id INTEGER NOT NULL,
    begins REAL NOT NULL,
    ends REAL NOT NULL CHECK (ends > begins),
    PRIMARY KEY (user_id, begins)
) STRICT;
