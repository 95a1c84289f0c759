-- The ids of finished games, as in the links to their replays. An id is drawn at random: nothing leads from it to the
-- room's link but this table.
create table replay (
    id text not null primary key,
    room text not null,
    round bigint not null
);

create unique index replay_game on replay (room, round);

insert into replay (id, room, round)
    select lower(hex(randomblob(10))), room, round from finished_game;
