-- What stood among the settings under keys that were looked for, each in a table of its own.

-- What a person has written down about a legion, for themselves alone.
CREATE TABLE note (
    game_id INTEGER NOT NULL REFERENCES game (id),
    user_id INTEGER NOT NULL,
    legion TEXT NOT NULL,
    text TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (game_id, user_id, legion)
) STRICT;

CREATE INDEX note_user ON note (user_id);

INSERT INTO note
WITH old AS (SELECT substr(key, 6) AS key, value FROM setting WHERE key GLOB 'note [0-9]* [0-9]* *' AND value <> ''),
    of_game AS (
        SELECT CAST(key AS INTEGER) AS game, substr(key, instr(key, ' ') + 1) AS key, value FROM old
    )
SELECT game, CAST(key AS INTEGER), substr(key, instr(key, ' ') + 1), value FROM of_game
WHERE game IN (SELECT id FROM game);

DELETE FROM setting WHERE key GLOB 'note *';

-- Up to which entry, as everybody counts them, the story of a game was told to all.
CREATE TABLE chronicle (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    number INTEGER NOT NULL
) STRICT;

INSERT INTO chronicle
SELECT game.id, CAST(value AS INTEGER) FROM game JOIN setting ON setting.key = 'chronicle ' || game.id;

DELETE FROM setting WHERE key GLOB 'chronicle *';
