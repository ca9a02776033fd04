-- Who reads what. language: what everybody sees of a game is said in it.

ALTER TABLE game ADD COLUMN language TEXT NOT NULL DEFAULT 'en';

-- chosen: a person's own choice, NULL: as Discord has it. heard: the language that Discord was last set to for him.
CREATE TABLE tongue (
    user_id INTEGER PRIMARY KEY,
    chosen TEXT,
    heard TEXT
) STRICT;
