-- Portable SQL: only TEXT, BIGINT and INTEGER, so that one folder serves every database.
-- Times are milliseconds since 1970-01-01 UTC. A file that has shipped is never changed.

-- Who has been here. A browser is known by the SHA-256 of its cookie; the cookie itself is nowhere.
create table player (
    id text not null primary key,
    token_hash text not null unique,
    name text not null,
    created_at bigint not null
);

-- The log: append-only and the whole truth. A second writer of a version is refused by the key.
create table record (
    room text not null,
    version bigint not null,
    at bigint not null,
    cause_player text,
    cause_id text,
    events text not null,
    primary key (room, version)
);

-- What follows can be rebuilt from the log.
create table room (
    id text not null primary key,
    created_at bigint not null,
    game text not null
);

create table finished_game (
    room text not null references room (id),
    round bigint not null,
    version bigint not null,
    ended_at bigint not null,
    game text not null,
    primary key (room, round)
);

create table finished_place (
    room text not null,
    round bigint not null,
    seat integer not null,
    place integer not null,
    player text,
    name text,
    primary key (room, round, seat),
    foreign key (room, round) references finished_game (room, round)
);

create index finished_place_player on finished_place (player);
