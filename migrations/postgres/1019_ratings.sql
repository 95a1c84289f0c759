-- The ratings of people, one for each game and number of seats. They can be computed again from the logs with
-- "senda ratings rebuild", except the games of rooms that were removed since. The rows go with the person.
create table rating (
    player text collate "C" not null,
    game text collate "C" not null,
    seats bigint not null,
    -- The person in the table rated_seat: the hash of the player's id.
    person text collate "C" not null,
    -- Thousandths of a point.
    skill bigint not null,
    uncertainty bigint not null,
    games bigint not null,
    -- 1 if the rating is not provisional.
    settled bigint not null,
    primary key (player, game, seats)
);

create index rating_person on rating (person, game, seats);

-- A page of the table of ratings is one range of this index.
create index rating_rank on rating (game, seats, settled, skill);

-- The players of rated games, with their ratings before and after. The rows stay when the room or a person is removed,
-- because the ratings of the others depend on them. Nothing leads from the hash to a person who was forgotten.
create table rated_seat (
    room text collate "C" not null,
    round bigint not null,
    seat bigint not null,
    ended_at bigint not null,
    game text collate "C" not null,
    -- The number of seats in the game.
    seats bigint not null,
    person text collate "C" not null,
    place bigint not null,
    skill_before bigint not null,
    uncertainty_before bigint not null,
    skill bigint not null,
    uncertainty bigint not null,
    -- The number of the person's rated games of that kind up to this one.
    games bigint not null,
    primary key (room, round, seat)
);

create index rated_seat_person on rated_seat (person, game, seats, ended_at, room, round);

create index rated_seat_ladder on rated_seat (game, seats, ended_at, room, round);

-- The games and numbers of seats that have ratings. Whoever rates a game locks its row, so that games count one after
-- the other.
create table ladder (
    game text collate "C" not null,
    seats bigint not null,
    -- The number of rated games.
    games bigint not null,
    primary key (game, seats)
);

-- Whether people also show their ratings: on their pages and in the table of the server.
alter table public_page add column ratings bigint not null default 0;
