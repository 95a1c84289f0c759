-- When what has been kept for long enough was searched for last, by the machine's clock as it was then: in one row
-- at most. A clock that has jumped since then is not believed at once.
create table swept (
    at bigint not null
);
