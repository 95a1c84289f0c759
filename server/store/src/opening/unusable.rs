//! The reasons why a PostgreSQL database is not used, each in a sentence that tells the operator
//! what to do.

use super::database_url::BadDatabaseUrl;

/// The reason why a PostgreSQL database can't be used. The stored data has not changed.
#[derive(Debug, thiserror::Error)]
pub enum NotUsable {
    /// The URL of the database is invalid.
    #[error("the address of the database can't be used: {0}")]
    Address(#[from] BadDatabaseUrl),
    /// The database does not answer, or rejects the connection.
    #[error(
        "the database can't be reached ({0}): see that it runs, and that --database or SENDA_DATABASE has its host, \
         port and name, and the user and password that it lets in"
    )]
    Unreachable(String),
    /// The database could lose commits.
    #[error(transparent)]
    NotDurable(#[from] NotDurable),
}

/// The reason why a database could lose commits.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotDurable {
    /// The database does not wait for its disk.
    #[error(
        "the database does not wait for its disk (fsync = off), so moves that were told would be lost with its \
         machine's power: set fsync = on in postgresql.conf and restart it"
    )]
    Fsync,
    /// The database can't repair a page that was half written.
    #[error(
        "the database could not mend a page that was half written when its machine lost power (full_page_writes = \
         off): set full_page_writes = on in postgresql.conf and restart it"
    )]
    FullPageWrites,
    /// The database is a standby of another one.
    #[error(
        "the database is a standby, which can't be written to: give the address of the primary"
    )]
    Standby,
}
