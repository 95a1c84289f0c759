//! How a transaction begins and ends.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// What the writer's transactions are committed to. It may block: the writer has a thread for it.
pub trait Disk: Send + Sync + 'static {
    /// Begins a transaction, alone among all writers.
    ///
    /// # Errors
    /// The database can't be written.
    fn begin<'c>(&self, connection: &'c mut Connection) -> rusqlite::Result<Transaction<'c>>;

    /// Commits it: all of it is durable when this returns.
    ///
    /// # Errors
    /// Nothing of it is there.
    fn commit(&self, transaction: Transaction<'_>) -> rusqlite::Result<()>;
}

/// The disk, as SQLite uses it.
#[derive(Copy, Clone, Debug)]
pub struct SqliteDisk;

impl Disk for SqliteDisk {
    fn begin<'c>(&self, connection: &'c mut Connection) -> rusqlite::Result<Transaction<'c>> {
        connection.transaction_with_behavior(TransactionBehavior::Immediate)
    }

    fn commit(&self, transaction: Transaction<'_>) -> rusqlite::Result<()> {
        transaction.commit()
    }
}
