-- Those who do not sit at a table may see it opened, some Game-Turns late.

-- late: how many, 0 for never.
ALTER TABLE game ADD COLUMN late INTEGER NOT NULL DEFAULT 0 CHECK (late = 0 OR late >= 2);

-- saw: not one who sat there, but one who has looked. He takes no seat of it any more.
ALTER TABLE insider ADD COLUMN saw INTEGER NOT NULL DEFAULT 0 CHECK (saw IN (0, 1));
