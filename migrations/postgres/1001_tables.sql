-- The tables of migrations/0001 to 0005 as PostgreSQL has them, and those by which one process at a time writes.
-- Only text, bigint and integer, and nothing that YugabyteDB and CockroachDB lack. Times are milliseconds since
-- 1970-01-01 UTC. A file that has shipped is never changed.
--
-- Keys are compared byte by byte: the order of a language may change with the system's libraries, and an index
-- that was sorted by the old one is then wrong.

-- Who has been here. A browser is known by the SHA-256 of its cookie; the cookie itself is nowhere.
create table player (
    id text collate "C" not null primary key,
    token_hash text collate "C" not null unique,
    name text not null,
    created_at bigint not null,
    -- When they were last here, to the day.
    seen_at bigint
);

-- The log: append-only and the whole truth. A second writer of a version is refused by the key.
create table record (
    room text collate "C" not null,
    version bigint not null,
    at bigint not null,
    cause_player text,
    cause_id text,
    events text not null,
    -- In which words the events are written, so that words of a later program are no damage.
    format integer not null default 1,
    primary key (room, version)
);

-- What follows, up to the table of bans, can be rebuilt from the log.
create table room (
    id text collate "C" not null primary key,
    created_at bigint not null,
    game text not null,
    -- When something happened in it last, to the hour.
    active_at bigint not null default 0,
    -- 1 while a game runs.
    playing integer not null default 0,
    -- 1 while its log is being removed, some of it at a time: nobody finds it any more.
    removing integer not null default 0
);

create index room_active on room (active_at, id);

create table finished_game (
    room text collate "C" not null references room (id),
    round bigint not null,
    version bigint not null,
    ended_at bigint not null,
    game text not null,
    primary key (room, round)
);

create table finished_place (
    room text collate "C" not null,
    round bigint not null,
    seat integer not null,
    place integer not null,
    player text collate "C",
    name text,
    primary key (room, round, seat),
    foreign key (room, round) references finished_game (room, round)
);

create index finished_place_player on finished_place (player);

-- Who has or had a seat in which rooms: whoever is in none is forgotten sooner.
create table member (
    room text collate "C" not null,
    player text collate "C" not null,
    primary key (room, player)
);

create index member_player on member (player);

-- Who has been removed from a room and not let in again.
create table banned (
    room text collate "C" not null,
    player text collate "C" not null,
    -- Never given to anybody else in the room.
    number bigint not null,
    primary key (room, player)
);

-- When what has been kept for long enough was searched for last: in one row at most.
create table swept (
    at bigint not null
);

-- The processes that may write. A row that is gone never returns: whoever finds its own gone writes no more.
create table node (
    -- Drawn at each registration.
    instance text collate "C" not null primary key,
    name text collate "C" not null unique,
    -- Where others reach it; empty if they can't.
    address text not null,
    beat bigint not null,
    -- The newest words of the log that it reads.
    format bigint not null,
    draining bigint not null,
    rooms bigint not null
);

-- Which of them holds a room: nobody if that is null, or an instance that is gone.
create table placement (
    room text collate "C" not null primary key,
    holder text collate "C",
    format bigint not null
);
