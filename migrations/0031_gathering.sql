-- How a game is set up, and who may sit down before it begins.

-- setup: whether colors, first markers or armies are drawn for everybody at the start, or each player chooses.
ALTER TABLE game ADD COLUMN setup TEXT NOT NULL DEFAULT 'chosen' CHECK (setup IN ('chosen', 'drawn'));

-- joining: whether everybody who sees the channel may take a seat, or only whom the host seats.
ALTER TABLE game ADD COLUMN joining TEXT NOT NULL DEFAULT 'all' CHECK (joining IN ('all', 'host'));
