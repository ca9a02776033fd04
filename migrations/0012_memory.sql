-- A post is found by its message, to show the game as it was then.

CREATE INDEX outbox_message ON outbox (message_id) WHERE message_id IS NOT NULL;
