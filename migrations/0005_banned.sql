-- Who has been removed from a room and not let in again. It can be rebuilt from the log.
create table banned (
    room text not null,
    player text not null,
    -- Never given to anybody else in the room.
    number bigint not null,
    primary key (room, player)
);

-- In which words a record's events are written, so that words of a later program are no damage.
alter table record add column format integer not null default 1;

-- Records from before this are in SQLite, so that its functions for JSON may read them. Nothing is
-- taken from what can't be read: its room can't be continued.
insert into banned (room, player, number)
    with event as materialized (
        select record.room as room, case item.type when 'object' then item.value end as json
        from record,
            json_each(case when json_valid(record.events) then record.events else '[]' end) as item
        where record.events like '%"barred"%' or record.events like '%"readmitted"%'
    ), ban as (
        select room, json ->> '$.person.player' as player, max(json ->> '$.barred') as number
        from event where json ->> '$.type' = 'barred'
        group by room, json ->> '$.person.player'
    )
    select room, player, number from ban
    where player is not null and number is not null and not exists (
        select 1 from event where event.room = ban.room
        and json ->> '$.type' = 'readmitted' and json ->> '$.barred' = ban.number);
