-- compatible
-- Several processes on one database: what each must know of what the others have written. SQLite has one process, and no twin of
-- this.

-- How often anybody has written to a game; game_id 0: to everything. Rows outlive their game, and no number ever falls.
CREATE TABLE revision (
    game_id BIGINT PRIMARY KEY,
    number BIGINT NOT NULL
);

-- A process says in its transaction what that was about: it counts, and the others hear of it when it is committed. number: that
-- of the game, the person or the place; 0: everything.
CREATE FUNCTION tell(process TEXT, kind TEXT, number BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF kind IN ('game', 'everything') THEN
        INSERT INTO revision VALUES (tell.number, 1)
        ON CONFLICT (game_id) DO UPDATE SET number = revision.number + 1;
    END IF;
    PERFORM pg_notify('titan', process || ' ' || kind || ' ' || tell.number);
END $$;

-- What is written may follow from what a process has in memory of a game: it is written only if that is still all there is.
CREATE FUNCTION check_revision(game BIGINT, its_number BIGINT, everything BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF its_number <> coalesce((SELECT number FROM revision WHERE game_id = game), 0)
        OR everything <> coalesce((SELECT number FROM revision WHERE game_id = 0), 0) THEN
        RAISE EXCEPTION 'game % has gone on', game USING ERRCODE = 'TN001';
    END IF;
END $$;
