-- The finished games of each person, in the order of a list of them: a page of the list is one range of the key. The
-- rows go with the room, and with the person. They can be rebuilt from the tables of finished games.
create table played (
    player text collate "C" not null,
    ended_at bigint not null,
    -- The id of the game, as in the table replay.
    game_id text collate "C" not null,
    game text not null,
    room text collate "C" not null,
    round bigint not null,
    -- The number of seats in the game.
    seats bigint not null,
    place bigint not null,
    primary key (player, ended_at, game_id)
);

-- Who else has played, with nothing to look up in the table.
create index played_game on played (game_id, player, place);

create index played_room on played (room);

insert into played (player, ended_at, game_id, game, room, round, seats, place)
    select own.player, finished_game.ended_at, replay.id, finished_game.game, own.room, own.round,
        (select count(*) from finished_place as seat where seat.room = own.room and seat.round = own.round),
        min(own.place)
    from finished_place as own
    join finished_game on finished_game.room = own.room and finished_game.round = own.round
    join replay on replay.room = own.room and replay.round = own.round
    where own.player is not null
    group by own.player, finished_game.ended_at, replay.id, finished_game.game, own.room, own.round;

-- The finished games of rooms that the lobby listed then, as long as the room is public.
create table public_game (
    game_id text collate "C" not null primary key,
    ended_at bigint not null,
    game text not null,
    room text collate "C" not null,
    round bigint not null
);

create index public_game_ended on public_game (ended_at, game_id);

create index public_game_room on public_game (room);

-- Of older games, those of rooms that were never anything but public. Within a text of the log's JSON the quotes have a
-- backslash.
insert into public_game (game_id, ended_at, game, room, round)
    select replay.id, finished_game.ended_at, finished_game.game, replay.room, replay.round
    from replay join finished_game on finished_game.room = replay.room and finished_game.round = replay.round
    where replay.room in (select room from record where events like '%"public":true%')
    and replay.room not in (select room from record where events like '%"public":false%'
        or events like '%"no_spectators":true%' or events like '%"type":"locked"%');

-- The pages of people who want one. Nothing leads from the id to the person but this table.
create table public_page (
    id text collate "C" not null primary key,
    player text collate "C" not null,
    created_at bigint not null,
    -- 1 if the page lists games of public rooms.
    games bigint not null
);

create unique index public_page_player on public_page (player);
