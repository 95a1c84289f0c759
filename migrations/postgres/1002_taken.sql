-- How often a room was taken: whoever lets go of it lets go of what it took, not of what it took again since.
alter table placement add column taken bigint not null default 0;
