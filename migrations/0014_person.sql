-- What a passkey said when it was used last: whether the device verified its holder, and its signature counter. And
-- when that counter last went back, of which the owner is warned.
alter table passkey add column verified bigint not null default 0;
alter table passkey add column sign_count bigint not null default 0;
alter table passkey add column warned_at bigint;

-- In which rooms the log says whose name: more than have or had a seat there. It can be rebuilt from the log.
create table named (
    room text not null,
    player text not null,
    primary key (room, player)
);

create index named_player on named (player);

insert into named (room, player)
    select distinct record.room, item.value
    from record, json_tree(case when json_valid(record.events) then record.events else '[]' end) as item
    where record.events like '%"player":"%' and item.key = 'player' and item.type = 'text'
    and length(item.value) = 36;

-- Who is to be forgotten, and since when: until no log says their name any more.
create table forgotten (
    player text not null primary key,
    at bigint not null
);

-- Who was forgotten while a game ran in a room: if they have a seat in it, it goes on without them.
create table never_back (
    room text not null,
    player text not null,
    primary key (room, player)
);
