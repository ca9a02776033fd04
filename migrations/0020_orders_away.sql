-- Whether what a person has ordered ahead is carried out while he is on vacation.

ALTER TABLE person ADD COLUMN orders_away INTEGER NOT NULL DEFAULT 1 CHECK (orders_away IN (0, 1));
