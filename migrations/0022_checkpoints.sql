-- What a game was after some of its entries, so that looking back need not replay all of it. A cache: `program` is a
-- digest of the program that wrote a row and alone reads it, and nothing is lost with the rows.

CREATE TABLE checkpoint (
    game_id INTEGER NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    program TEXT NOT NULL,
    course BLOB NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT;
