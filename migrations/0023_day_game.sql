-- The secret from which the deals of all days are derived. The first request for one draws it.
create table day_key (
    id bigint not null primary key,
    secret text not null
);

-- The rooms in which people play the deal of a day, one for each day, kind of game and person. The rows go with the
-- room, and with the person.
create table day_game (
    day text not null,
    game text not null,
    player text not null,
    room text not null,
    primary key (day, game, player)
);

create index day_game_room on day_game (room);

create index day_game_player on day_game (player);
