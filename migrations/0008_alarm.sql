-- When a room has to be brought back into memory though nobody comes: the time of a turn that lasts for days is up. Written
-- with the record that has changed it.
create table alarm (
    room text not null primary key,
    at bigint not null
);

create index alarm_at on alarm (at, room);
