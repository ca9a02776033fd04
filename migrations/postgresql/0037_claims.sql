-- compatible

-- Events that several processes may hear, by their number: who claims it first answers it.
CREATE TABLE claim (
    number BIGINT PRIMARY KEY,
    at DOUBLE PRECISION NOT NULL
);
