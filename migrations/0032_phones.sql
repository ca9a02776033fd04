-- What a person alone sees is made for a phone, or as large as what everybody sees. theme: NULL for that of each game.

CREATE TABLE display_of (
    user_id INTEGER PRIMARY KEY,
    theme TEXT,
    large INTEGER NOT NULL DEFAULT 0 CHECK (large IN (0, 1)),
    CHECK (theme IS NOT NULL OR large)
) STRICT;
INSERT INTO display_of (user_id, theme) SELECT user_id, theme FROM display;
DROP TABLE display;
ALTER TABLE display_of RENAME TO display;
