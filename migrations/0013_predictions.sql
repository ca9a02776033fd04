-- What those who only watch foretell of a game, and who knows too much of it for that.

-- A question that nobody can answer any more. answer: how it was decided, empty while that is still to come.
CREATE TABLE question (
    game_id INTEGER NOT NULL REFERENCES game (id),
    key TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (game_id, key)
) STRICT;

-- sure: from 1, a guess, to 3. points NULL until it is decided.
CREATE TABLE prediction (
    game_id INTEGER NOT NULL REFERENCES game (id),
    question TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    answer TEXT NOT NULL,
    sure INTEGER NOT NULL CHECK (sure BETWEEN 1 AND 3),
    points INTEGER,
    PRIMARY KEY (game_id, question, user_id)
) STRICT;

CREATE INDEX predictions_of_user ON prediction (user_id);

-- Whose name stands at nothing that he did and others see.
CREATE TABLE unnamed (
    user_id INTEGER PRIMARY KEY
) STRICT;

-- Who sat at a game that still runs, and has got up. He knows more of it than everybody.
CREATE TABLE insider (
    game_id INTEGER NOT NULL REFERENCES game (id),
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT;
