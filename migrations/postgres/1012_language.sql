-- The languages that players have chosen, and those of the messages that rooms post.

-- The language of a player on all their devices; null: each browser's own.
alter table player add column language text;

-- The language of the messages that a room posts.
alter table webhook add column language text not null default 'en';
