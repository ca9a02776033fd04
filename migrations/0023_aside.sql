-- How often our own program could not read or deliver a row. Such a row is kept, and tried again; what stands behind it
-- does not wait for it.
ALTER TABLE outbox ADD COLUMN aside INTEGER NOT NULL DEFAULT 0;

-- What may be sent as far as its game goes. While nobody may act, nobody is reminded of it; of games that are suspended
-- only what goes elsewhere; and news of a battle wait until it has the place that they lead to.
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

-- What is due, and what of it is the first for its target.
CREATE INDEX outbox_due ON outbox (not_before) WHERE done_at IS NULL;
DROP INDEX outbox_undone;
CREATE INDEX outbox_undone ON outbox (game_id, seat, user_id, relay, id) WHERE done_at IS NULL;
