//! The stamp of a database: a number in its header (`user_version`, which has no other use) that
//! identifies a start of a server, and one of the write-ahead logs since then.
//!
//! SQLite restarts its write-ahead log after each checkpoint. The stamp is raised whenever the log
//! restarts, so a file fits its log exactly if the stamp in the file is the one in the log or the
//! one before. Commits are as safe without this; only copies that replace the file would go
//! unnoticed.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use rusqlite::Connection;

use crate::process::random;

/// The bytes at the start of every SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// The position of the stamp in the header of a database: four bytes, the highest first.
pub(super) const STAMP_AT: u64 = 60;
/// The position of the salts in the header of a write-ahead log, which change whenever the log
/// restarts.
const SALTS_AT: u64 = 16;

/// A stamp. It is all zeros in a database that was never stamped.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Stamp {
    /// A random number for each start of a server, in the upper half of the number in the header.
    pub start: u16,
    /// The number of the write-ahead log since that start, in the lower half.
    log: u16,
}

impl Stamp {
    /// Draws the stamp of a new start.
    pub fn of_new_start() -> Self {
        Self {
            // At most 0x7fff, since SQLite reads the number in the header as a signed one.
            start: u16::from_le_bytes(random::bytes()) >> 1 | 1,
            log: 0,
        }
    }

    /// Returns the stamp in a database's own file, without its log; `None` if the file is not a
    /// database.
    ///
    /// # Errors
    /// Returns the error of the system if the file can't be read.
    pub fn of_file(file: &Path) -> io::Result<Option<Self>> {
        let mut file = File::open(file)?;
        let mut magic = [0; MAGIC.len()];
        if file.read_exact(&mut magic).is_err() || &magic != MAGIC {
            return Ok(None);
        }
        let mut stamp = [0; 4];
        file.seek(SeekFrom::Start(STAMP_AT))?;
        file.read_exact(&mut stamp)?;
        Ok(Some(Self::from(stamp)))
    }

    /// Returns whether a log with that stamp continues a file with this one.
    pub fn precedes(self, log: Self) -> bool {
        self.start != log.start || log.log.wrapping_sub(self.log) <= 1
    }

    /// Returns the stamp of the next log.
    fn next(self) -> Self {
        Self {
            log: self.log.wrapping_add(1),
            ..self
        }
    }

    /// Reads the stamp of an open database.
    pub fn of_database(database: &Connection) -> rusqlite::Result<Self> {
        let number = database.query_row("pragma user_version", [], |row| row.get::<_, i64>(0));
        number.map(Self::from)
    }

    /// Returns the statement that sets the stamp.
    pub fn statement(self) -> String {
        let number = u32::from(self.start) << 16 | u32::from(self.log);
        format!("pragma user_version = {number}")
    }
}

impl From<[u8; 4]> for Stamp {
    fn from([a, b, c, d]: [u8; 4]) -> Self {
        Self {
            start: u16::from_be_bytes([a, b]),
            log: u16::from_be_bytes([c, d]),
        }
    }
}

impl From<i64> for Stamp {
    /// Converts a number that SQLite has read.
    fn from(number: i64) -> Self {
        Self::from(u32::try_from(number).unwrap_or_default().to_be_bytes())
    }
}

/// Raises the stamp when the write-ahead log has restarted.
#[derive(Debug)]
pub(super) struct LogStamper {
    path: PathBuf,
    /// The log; `None` until it exists.
    log: Option<File>,
    salts: [u8; 8],
    is_due: bool,
}

impl LogStamper {
    /// Creates a stamper for the log with that path.
    pub fn new(path: PathBuf) -> Self {
        let mut stamper = Self {
            path,
            log: None,
            salts: [0; 8],
            is_due: false,
        };
        // A log that is missing or empty starts with the next commit.
        let _ = stamper.has_restarted();
        stamper
    }

    fn has_restarted(&mut self) -> io::Result<bool> {
        let log = match &mut self.log {
            Some(log) => log,
            none => none.insert(File::open(&self.path)?),
        };
        let before = self.salts;
        log.read_exact_at(&mut self.salts, SALTS_AT)?;
        Ok(self.salts != before)
    }

    /// Raises the stamp after the first commit of a log. That is one more transaction for some
    /// hundreds. If it fails, it is repeated after the next commit.
    pub fn committed(&mut self, database: &Connection) {
        self.is_due |= self.has_restarted().unwrap_or_default();
        if self.is_due {
            self.is_due = raise(database).is_err();
        }
    }
}

fn raise(database: &Connection) -> rusqlite::Result<()> {
    database.execute_batch(&Stamp::of_database(database)?.next().statement())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_fits_its_own_log_and_the_next() {
        let first = Stamp::of_new_start();
        let second = first.next();
        assert!(first.precedes(first) && first.precedes(second));
        assert!(!first.precedes(second.next()) && !second.precedes(first));
        let last = Stamp {
            log: u16::MAX,
            ..first
        };
        assert!(last.precedes(last.next()) && last.next() == first);
        // An interrupted start has stamped only the log. The marker has both stamps.
        assert!(Stamp::from(0_i64).precedes(first));
        assert_eq!(
            Stamp::from([0x12, 0x34, 0, 9]),
            Stamp::from(0x1234_0009_i64)
        );
    }
}
