-- The devices of a person beside their first, whose token is that of the player. A device is known by the SHA-256 of its
-- cookie; the cookie itself is nowhere.
create table device (
    token_hash text not null primary key,
    player text not null,
    -- What it is, in a few words of its browser.
    device text not null,
    created_at bigint not null,
    seen_at bigint not null
);

create index device_player on device (player);

alter table player add column device text not null default '';

-- What makes another device one of a person's: the SHA-256 of a code. One that expires works once; one that does not
-- (expires_at is 0) is kept by its owner, and there is one at most.
create table pass (
    code_hash text not null primary key,
    player text not null,
    expires_at bigint not null
);

create index pass_player on pass (player);
