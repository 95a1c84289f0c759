-- What a room is in short to those who are not in it, written when it leaves memory. It can be rebuilt from the log, and is
-- where the version is not that of the last record.
create table summary (
    room text not null primary key,
    version bigint not null,
    text text not null
);
