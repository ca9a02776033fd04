-- How often a person is reminded that a game still waits for him, in hours, and whether he hears that he is next.

ALTER TABLE person ADD COLUMN every_hours INTEGER CHECK (every_hours > 0);
ALTER TABLE person ADD COLUMN is_next INTEGER NOT NULL DEFAULT 0 CHECK (is_next IN (0, 1));
