-- Orders given ahead: secrets of whoever sits there. They go when another takes the seat.

-- user_id: who gave it. place: the order in which they are looked at. line: the order as the game keeps it.
CREATE TABLE standing_order (
    game_id INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    place INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game_id, seat, number)
) STRICT;

-- When the orders of a seat are looked at next, NULL: not before something has changed. began: the phase in which they
-- last had something to say; done: the entries that they then made, parted by commas; asked: the order that then asked.
-- rests: the phase for which their owner took back what they did. latest: the highest number that an order ever had.
CREATE TABLE firing (
    game_id INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    due REAL,
    began INTEGER NOT NULL,
    done TEXT NOT NULL,
    asked INTEGER NOT NULL,
    rests INTEGER,
    latest INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT;

CREATE INDEX firing_due ON firing (due) WHERE due IS NOT NULL;

-- What a person was told of his orders, in his language.
CREATE TABLE order_note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;

CREATE INDEX order_notes ON order_note (game_id, seat, id);

-- How long orders wait before they answer.
ALTER TABLE game ADD COLUMN answer TEXT NOT NULL DEFAULT 'random_short'
    CHECK (answer IN ('random_short', 'none', 'hourly_batches'));
