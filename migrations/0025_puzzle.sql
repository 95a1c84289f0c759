-- The attempts of people at puzzles, one row for each person and puzzle. The rows go with the person.
create table puzzle_try (
    player text not null,
    game text not null,
    puzzle text not null,
    -- The number of attempts that ended.
    tries bigint not null,
    -- 0 if the person has not solved the puzzle, 1 if they have, 2 if the first attempt did, without a hint.
    solved bigint not null,
    -- The time of the last attempt, or of the first hint before any.
    at bigint not null,
    primary key (player, game, puzzle)
);

-- The ratings of people as solvers of puzzles, one for each kind of game. The rows go with the person.
create table puzzle_player (
    player text not null,
    game text not null,
    -- Thousandths of a point.
    skill bigint not null,
    uncertainty bigint not null,
    games bigint not null,
    -- The number of puzzles in a row up to the last one that the first attempt solved, and the most there ever were.
    streak bigint not null,
    best bigint not null,
    primary key (player, game)
);

-- The ratings of puzzles, from the first attempts of all people.
create table puzzle_rating (
    game text not null,
    puzzle text not null,
    skill bigint not null,
    uncertainty bigint not null,
    games bigint not null,
    primary key (game, puzzle)
);
