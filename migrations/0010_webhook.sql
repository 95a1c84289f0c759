-- Where a room's turns and results are posted to, if its host wishes it: a channel of people elsewhere.
create table webhook (
    room text not null primary key,
    -- The host who wished it.
    player text not null,
    -- How the other side wants to be told.
    channel text not null,
    -- Whoever knows it can post there, so it is shown to nobody again.
    url text not null,
    -- What a message to a program is signed with.
    secret text not null,
    -- How links to this server begin, as the host reached it.
    origin text
);

create index webhook_player on webhook (player);
