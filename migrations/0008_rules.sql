-- What the host has changed of the rules since the game was opened: option to when, in seconds since 1970, as JSON.

ALTER TABLE game ADD COLUMN changes TEXT NOT NULL DEFAULT '{}';
