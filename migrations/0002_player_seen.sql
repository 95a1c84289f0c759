-- When somebody was last here, to the day: their cookie is renewed then. Null until they come again
-- for those who were here before this was kept.
alter table player add column seen_at bigint;
