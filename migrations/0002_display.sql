-- How pictures look. theme: what everybody sees of a game is drawn in, empty for the standard one.

ALTER TABLE game ADD COLUMN theme TEXT NOT NULL DEFAULT '';

-- What a person alone sees is drawn in his own theme; without a row it is drawn in that of the game.
CREATE TABLE display (
    user_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL
) STRICT;
