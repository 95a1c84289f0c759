-- The reports of players to the server's operator. They outlive their rooms.

create table report (
    id text collate "C" not null primary key,
    room text collate "C" not null,
    -- The name of the room's game in the protocol.
    game text not null,
    created_at bigint not null,
    -- The player who reports, and the one who is reported, with their names as they were shown then.
    -- A player who was forgotten is null.
    reporter text collate "C",
    reporter_name text not null,
    reported text collate "C" not null,
    reported_name text not null,
    -- The reason in the words of the protocol.
    reason text not null,
    -- The reporter's own words.
    note text,
    -- The time at which the operator settled the report.
    settled_at bigint
);

create index report_created_at on report (created_at);

-- The chat messages of reports. The last one of each is the reported one.
create table report_line (
    report text collate "C" not null,
    number bigint not null,
    created_at bigint not null,
    player text collate "C",
    name text not null,
    -- The text, or null for an emote.
    text text,
    -- The emote in the words of the protocol, or null for a text.
    emote text,
    primary key (report, number)
);

create index report_line_player on report_line (player);
