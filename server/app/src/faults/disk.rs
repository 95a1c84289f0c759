//! A disk that takes nothing, or says that it has not, and on which the process dies.

use rusqlite::{
    Connection, Transaction,
    ffi::{self, SQLITE_FULL, SQLITE_IOERR},
};

use super::{
    given::{orders, reach},
    order::{self, Point},
};
use crate::store::Disk;

/// A disk that fails on order.
#[derive(Debug)]
pub struct FaultyDisk<D>(pub D);

impl<D: Disk> Disk for FaultyDisk<D> {
    fn begin<'c>(&self, connection: &'c mut Connection) -> rusqlite::Result<Transaction<'c>> {
        reach(Point::BeforeBegin);
        refuse(order::Disk::Broken, SQLITE_IOERR)?;
        self.0.begin(connection)
    }

    fn commit(&self, transaction: Transaction<'_>) -> rusqlite::Result<()> {
        reach(Point::BeforeCommit);
        refuse(order::Disk::Full, SQLITE_FULL)?;
        self.0.commit(transaction)?;
        reach(Point::AfterCommit);
        refuse(order::Disk::Mute, SQLITE_IOERR)
    }
}

/// On such a disk what SQLite says.
fn refuse(such: order::Disk, code: i32) -> rusqlite::Result<()> {
    if orders().disk == such {
        return Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
    }
    Ok(())
}
