-- When a person last did anything with the bot, to the hour: who does so is there to be asked.

CREATE TABLE seen (
    user_id INTEGER PRIMARY KEY,
    at REAL NOT NULL
) STRICT;

-- From when to when nobody could reach the bot, of late and for long: in that time nobody becomes absent.

CREATE TABLE outage (
    since REAL PRIMARY KEY,
    until REAL NOT NULL
) STRICT;
