//! The moments of a commit at which tests can inject faults.

use std::io;

/// A hook that the writer calls at each moment of a commit. Tests of whole processes let the commit
/// fail there. Each call may block, since the writer has a thread for it.
pub trait Disk: Send + Sync + 'static {
    /// Runs before anything is written.
    ///
    /// # Errors
    /// Returns the error of a database that can't be written.
    fn begin(&self) -> io::Result<()>;

    /// Runs after everything is written and before it is committed.
    ///
    /// # Errors
    /// Returns the error of a database that can't commit.
    fn commit(&self) -> io::Result<()>;

    /// Runs after everything is durable and before any caller gets the result.
    ///
    /// # Errors
    /// Returns an error that the callers get, as if nothing had been stored.
    fn committed(&self) -> io::Result<()>;
}

/// A hook that injects no faults.
#[derive(Copy, Clone, Debug)]
pub struct PlainDisk;

impl Disk for PlainDisk {
    fn begin(&self) -> io::Result<()> {
        Ok(())
    }

    fn commit(&self) -> io::Result<()> {
        Ok(())
    }

    fn committed(&self) -> io::Result<()> {
        Ok(())
    }
}
