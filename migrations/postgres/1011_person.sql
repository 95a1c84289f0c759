-- What a passkey said when it was used last: whether the device verified its holder, and its signature counter. And
-- when that counter last went back, of which the owner is warned.
alter table passkey add column verified bigint not null default 0;
alter table passkey add column sign_count bigint not null default 0;
alter table passkey add column warned_at bigint;

-- In which rooms the log says whose name: more than have or had a seat there. It can be rebuilt from the log.
create table named (
    room text collate "C" not null,
    player text collate "C" not null,
    primary key (room, player)
);

create index named_player on named (player);

-- Not as JSON: a record that is damaged must not keep the tables from being changed. Within a text of the log's JSON the
-- quotes have a backslash.
insert into named (room, player)
    select distinct room, substr(piece, 1, 36)
    from (select room, regexp_split_to_table(events, '"player":"') as piece from record
        where events like '%"player":"%') as said
    where piece like '________-____-____-____-____________"%';

-- Who is to be forgotten, and since when: until no log says their name any more.
create table forgotten (
    player text collate "C" not null primary key,
    at bigint not null
);

-- Who was forgotten while a game ran in a room: if they have a seat in it, it goes on without them.
create table never_back (
    room text collate "C" not null,
    player text collate "C" not null,
    primary key (room, player)
);
