-- compatible

-- Events that several processes may hear, by their number: who claims it first answers it.
CREATE TABLE claim (
    number INTEGER PRIMARY KEY,
    at REAL NOT NULL
) STRICT;
