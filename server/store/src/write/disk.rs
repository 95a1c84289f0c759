//! The moments of a commit.

use std::io;

/// What stands between the writer and the disk, and is asked at each moment of a commit: tests of whole
/// processes let it fail there. Each may block: the writer has a thread for it.
pub trait Disk: Send + Sync + 'static {
    /// There is something to be written, and nothing of it is.
    ///
    /// # Errors
    /// The database can't be written.
    fn begin(&self) -> io::Result<()>;

    /// All of it is written, and nothing is committed.
    ///
    /// # Errors
    /// It can't be.
    fn commit(&self) -> io::Result<()>;

    /// All of it is durable, and nobody has heard.
    ///
    /// # Errors
    /// Whoever waits is told that nothing of it is there.
    fn committed(&self) -> io::Result<()>;
}

/// The disk as it is.
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
