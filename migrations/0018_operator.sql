-- The decisions of the server's operator. They are no part of any room's log.

-- The people and networks that may not use this server.
create table server_ban (
    -- The id of a player, or a network such as 203.0.113.0/24.
    subject text not null primary key,
    reason text not null,
    created_at bigint not null,
    -- The time at which the ban ends, if it does.
    until bigint
);

-- The rooms that the operator has closed: no one enters them until they are opened again.
create table closed_room (
    room text not null primary key,
    created_at bigint not null
);

-- The notice on all pages: one row at most.
create table operator_notice (
    id bigint not null primary key,
    -- The text; empty for the announcement of a restart, which pages have a sentence for.
    text text not null,
    -- The time of the restart that is announced.
    restart_at bigint,
    -- The time until which pages show the notice.
    until bigint not null
);
