-- The person on whose device a guest played, who has no row in player. The name of the guest is removed with that
-- person.
alter table finished_place add column guest_of text;

create index finished_place_guest_of on finished_place (guest_of) where guest_of is not null;
