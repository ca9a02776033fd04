-- compatible

-- claimed_by: which of several processes is sending a row; it stays when that process died. NULL: none.
ALTER TABLE outbox ADD COLUMN claimed_by TEXT;
