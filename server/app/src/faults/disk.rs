//! A disk that takes nothing, or says that it has not, and on which the process dies.

use std::io;

use sqlx::{Sqlite, SqliteConnection, Transaction};

use super::{
    given::{orders, reach},
    order::{self, Point},
};
use crate::store::Disk;

/// A disk that fails on order.
#[derive(Debug)]
pub struct FaultyDisk<D>(pub D);

impl<D: Disk> Disk for FaultyDisk<D> {
    async fn begin<'c>(
        &self,
        connection: &'c mut SqliteConnection,
    ) -> sqlx::Result<Transaction<'c, Sqlite>> {
        reach(Point::BeforeBegin);
        refuse(order::Disk::Broken, "disk I/O error")?;
        self.0.begin(connection).await
    }

    async fn commit(&self, transaction: Transaction<'_, Sqlite>) -> sqlx::Result<()> {
        reach(Point::BeforeCommit);
        refuse(order::Disk::Full, "database or disk is full")?;
        self.0.commit(transaction).await?;
        reach(Point::AfterCommit);
        refuse(order::Disk::Mute, "disk I/O error")
    }
}

/// On such a disk what SQLite says.
fn refuse(such: order::Disk, words: &str) -> sqlx::Result<()> {
    if orders().disk == such {
        return Err(io::Error::other(words).into());
    }
    Ok(())
}
