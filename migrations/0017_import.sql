-- The import that is copying rows into this database. No server uses the database until it is done.

create table import (
    -- The id of the export that the rows are from.
    source text not null primary key,
    -- The number of its rows that are stored.
    stored bigint not null
);
