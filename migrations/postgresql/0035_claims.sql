-- compatible

-- What is read of the outbox beside this locks the view first, and then the table: in the same order there is no deadlock.
DROP VIEW sendable;

-- claimed_by: which of several processes is sending a row; it stays when that process died. NULL: none.
ALTER TABLE outbox ADD COLUMN claimed_by TEXT COLLATE "C";

-- The same view as before, with that column.
CREATE VIEW sendable AS
SELECT outbox.* FROM outbox JOIN game ON game.id = game_id
WHERE done_at IS NULL
    AND (suspended IS NULL OR user_id IS NOT NULL OR relay IS NOT NULL)
    AND (frozen IS NULL OR kind <> 'remind')
    AND (kind <> 'news' OR suspended IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM outbox AS early
        WHERE early.game_id = outbox.game_id AND early.seat IS NULL AND early.user_id IS NULL AND early.relay IS NULL
            AND early.done_at IS NULL AND early.id < outbox.id AND early.aside = 0
            AND early.place <> '' AND early.kind IN ('text', 'picture', 'replay')));
