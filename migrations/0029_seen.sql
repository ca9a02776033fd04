-- When somebody who sits in a game last did anything there, to the hour: who does so is there to be asked.

CREATE TABLE seen (
    game_id INTEGER NOT NULL REFERENCES game (id),
    user_id INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT;

CREATE INDEX seen_user ON seen (user_id);

-- From when to when nobody could reach the bot, of late and for long: in that time nobody becomes absent.

CREATE TABLE outage (
    since REAL PRIMARY KEY,
    until REAL NOT NULL
) STRICT;
