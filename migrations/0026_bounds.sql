-- What was asked for of late in one game is looked up each time that something is asked for.

CREATE INDEX request_of_game ON request (game_id, asked_at);

-- How many games wait for players is counted before another one is opened.

CREATE INDEX game_in_lobby ON game (guild_id) WHERE status = 'lobby';
