-- What of another finished game a game started from: its deal or a position of it. Null for a game that began anew, and
-- for all that ended before this was kept.
alter table finished_game add column start text;
