-- Devices on which somebody is told that it is their turn, though no page is open: where the browser's push service
-- takes messages, and the keys that only the browser can read them by.
create table push (
    -- The SHA-256 of the device's cookie.
    device text collate "C" not null primary key,
    player text collate "C" not null,
    endpoint text collate "C" not null,
    p256dh text not null,
    auth text not null,
    created_at bigint not null
);

create index push_player on push (player);
create index push_endpoint on push (endpoint);

-- By which push services know this server: made when it is first needed, and then never changed.
create table push_key (
    id bigint not null primary key,
    pair text not null
);
