-- What is kept how long. A room counts from when something happened in it last, to the hour.
alter table room add column active_at bigint not null default 0;
-- 1 while a game runs.
alter table room add column playing integer not null default 0;
-- 1 while its log is being removed, some of it at a time: nobody finds it any more.
alter table room add column removing integer not null default 0;

update room set
    active_at = coalesce((select max(at) from record where record.room = room.id), created_at),
    playing = case when exists (
        -- Within a text of the log's JSON these words would have a backslash.
        select 1 from record where record.room = room.id and events like '%"type":"started"%'
        and version > coalesce(
            (select max(version) from finished_game where finished_game.room = room.id), 0)
    ) then 1 else 0 end;

create index room_active on room (active_at);

-- Who has or had a seat in which rooms: whoever is in none is forgotten sooner. Of the rooms before
-- this was kept it is everybody who did anything there.
create table member (
    room text not null,
    player text not null,
    primary key (room, player)
);

insert into member (room, player)
    select room, cause_player from record where cause_player is not null
    union select room, player from finished_place where player is not null;

create index member_player on member (player);
