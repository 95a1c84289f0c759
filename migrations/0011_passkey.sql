-- The passkeys by which somebody is known on any of their devices: public keys only, and their ids.
create table passkey (
    id text not null primary key,
    player text not null,
    -- Its kind and its numbers.
    key text not null,
    -- Where it was made, in a few words of the browser.
    device text not null,
    created_at bigint not null,
    used_at bigint
);

create index passkey_player on passkey (player);

-- What browsers have been asked to sign and have not signed yet: the SHA-256 of each. Each counts once.
create table challenge (
    hash text not null primary key,
    expires_at bigint not null
);

create index challenge_expires on challenge (expires_at);
