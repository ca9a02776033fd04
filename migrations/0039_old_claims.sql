-- compatible

-- Old claims are found to be forgotten without looking through all of them.
CREATE INDEX claim_at ON claim (at);
