-- How far a person has come in the lesson: the step that waits for him, counted from 0. No row: not begun.

CREATE TABLE lesson (
    user_id INTEGER PRIMARY KEY,
    step INTEGER NOT NULL CHECK (step >= 0)
) STRICT;
