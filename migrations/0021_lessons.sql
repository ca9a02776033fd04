-- Each game has a lesson of its own, and a person comes so far in each. Until now there was that of Titan alone.

CREATE TABLE lesson_of_game (
    user_id INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    step INTEGER NOT NULL CHECK (step >= 0),
    PRIMARY KEY (user_id, ruleset)
) STRICT;

INSERT INTO lesson_of_game SELECT user_id, 'titan', step FROM lesson;

DROP TABLE lesson;

ALTER TABLE lesson_of_game RENAME TO lesson;
