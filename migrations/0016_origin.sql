-- Games that were played elsewhere. origin: the number there, by which their dice know them; NULL: played here.

ALTER TABLE game ADD COLUMN origin INTEGER;
