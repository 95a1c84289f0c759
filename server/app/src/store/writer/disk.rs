//! How a transaction begins and ends.

use sqlx::{Connection, Sqlite, SqliteConnection, Transaction};

/// What the writer's transactions are committed to.
pub trait Disk: Send + Sync + 'static {
    /// Begins a transaction, alone among all writers.
    ///
    /// # Errors
    /// The database can't be written.
    fn begin<'c>(
        &self,
        connection: &'c mut SqliteConnection,
    ) -> impl Future<Output = sqlx::Result<Transaction<'c, Sqlite>>> + Send;

    /// Commits it: all of it is durable when this returns.
    ///
    /// # Errors
    /// Nothing of it is there.
    fn commit(
        &self,
        transaction: Transaction<'_, Sqlite>,
    ) -> impl Future<Output = sqlx::Result<()>> + Send;
}

/// The disk, as SQLite uses it.
#[derive(Copy, Clone, Debug)]
pub struct SqliteDisk;

impl Disk for SqliteDisk {
    async fn begin<'c>(
        &self,
        connection: &'c mut SqliteConnection,
    ) -> sqlx::Result<Transaction<'c, Sqlite>> {
        connection.begin_with("begin immediate").await
    }

    async fn commit(&self, transaction: Transaction<'_, Sqlite>) -> sqlx::Result<()> {
        transaction.commit().await
    }
}
