-- Beside what a game was after an entry, what the entries since the checkpoint before it tell whom: by it a page of the
-- log is found without a replay of the game. Still a cache that another program throws away.

DROP TABLE checkpoint;

CREATE TABLE checkpoint (
    game_id INTEGER NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    program TEXT NOT NULL,
    course BLOB NOT NULL,
    notes BLOB NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT;
