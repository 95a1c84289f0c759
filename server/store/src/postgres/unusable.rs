//! Why a database is not used, each in a sentence that says what to do.

use super::database_url::BadDatabaseUrl;

/// Why a PostgreSQL database can't be used. Nothing that was stored has changed.
#[derive(Debug, thiserror::Error)]
pub enum NotUsable {
    /// The address leads nowhere.
    #[error("the address of the database can't be used: {0}")]
    Address(#[from] BadDatabaseUrl),
    /// It does not answer, or lets nobody in.
    #[error(
        "the database can't be reached ({0}): see that it runs, and that --database or SENDA_DATABASE has its host, \
         port and name, and the user and password that it lets in"
    )]
    Unreachable(String),
    /// It would lose what it has said is stored.
    #[error(transparent)]
    NotDurable(#[from] NotDurable),
}

/// Why a database would lose what it has said is stored.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotDurable {
    /// It does not wait for its disk.
    #[error(
        "the database does not wait for its disk (fsync = off), so moves that were told would be lost with its \
         machine's power: set fsync = on in postgresql.conf and restart it"
    )]
    Fsync,
    /// It can't mend a page that was half written.
    #[error(
        "the database could not mend a page that was half written when its machine lost power (full_page_writes = \
         off): set full_page_writes = on in postgresql.conf and restart it"
    )]
    FullPageWrites,
    /// It only follows another.
    #[error(
        "the database is a standby, which can't be written to: give the address of the primary"
    )]
    Standby,
}
