-- The players who have entered the code that opening rooms needs.

-- The SHA-256 in hexadecimal of the code that the player entered; null: none. A new code is asked
-- for again.
alter table player add column creator text;
