-- The ids of finished games, as in the links to their replays. An id is drawn at random: nothing leads from it to the
-- room's link but this table. A column of finished_game would have to be filled in the transaction that adds it, which
-- CockroachDB rejects.
create table replay (
    id text collate "C" not null primary key,
    room text collate "C" not null,
    round bigint not null
);

create unique index replay_game on replay (room, round);

-- The digits of a random UUID before its version, and the last ones.
insert into replay (id, room, round)
    select substr(digits, 1, 12) || substr(digits, 25, 8), room, round
    from (select replace(cast(gen_random_uuid() as text), '-', '') as digits, room, round from finished_game) as drawn;
