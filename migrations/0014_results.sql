-- How games ended, for statistics and ratings: nothing of a game stands here before it is over.

-- category: what has leaderboards of its own, see `Kit.apart`. turns: of the whole game. handoffs: how often somebody was
-- waited for anew. rated: it counts for leaderboards.
CREATE TABLE finish (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    category TEXT NOT NULL,
    turns INTEGER NOT NULL,
    handoffs INTEGER NOT NULL,
    began_at REAL NOT NULL,
    ended_at REAL NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1))
) STRICT;

-- user_id: for whom it counts; NULL: for nobody, below zero: for somebody who is forgotten. slayer: the seat that put him
-- out. seconds: how long the middle one of his own turns took. figures: what the game counts, by name, as JSON.
CREATE TABLE result (
    game_id INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    place INTEGER NOT NULL CHECK (place > 0),
    points INTEGER NOT NULL,
    slayer INTEGER,
    seconds REAL,
    figures TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT;

CREATE INDEX results_of_person ON result (user_id) WHERE user_id IS NOT NULL;

-- Deadlines of a person in the games of a server. kept, missed: all of them; the weights are what is left of these at the
-- time `at`, since old ones fade.
CREATE TABLE reliability (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    kept_weight REAL NOT NULL,
    missed_weight REAL NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT;

-- since: the entry of the log after which whoever sits there took the seat.
ALTER TABLE seat ADD COLUMN since INTEGER NOT NULL DEFAULT 0 CHECK (since >= 0);
