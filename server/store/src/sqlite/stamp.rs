//! The stamp of a database: a number in its header (`user_version`, which nothing else uses) that tells of which start
//! of a server, and of which write-ahead log since then, its file is.
//!
//! SQLite begins its write-ahead log anew after each checkpoint. The stamp is raised at the beginning of each, so a file
//! fits its log exactly if the stamp in the file is the one in the log or the one before. What a server commits without
//! this is as safe; only copies that are put in the place of the file would go unnoticed.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use rusqlite::Connection;

use crate::process::random;

/// Bytes at the start of every SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// The position of the stamp in the header of a database: four bytes, the highest first.
pub(super) const STAMP_AT: u64 = 60;
/// The position of the salts in the header of a write-ahead log, which change whenever it begins anew.
const SALTS_AT: u64 = 16;

/// A stamp. All zeros: never stamped.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Stamp {
    /// A random number for each start of a server, in the upper half of the number in the header.
    pub start: u16,
    /// The number of the write-ahead log since that start, in the lower half.
    log: u16,
}

impl Stamp {
    /// A stamp of a start.
    pub fn of_new_start() -> Self {
        Self {
            // Not above: SQLite takes the number in the header for a signed one.
            start: u16::from_le_bytes(random::bytes()) >> 1 | 1,
            log: 0,
        }
    }

    /// The stamp in a database's own file, without its log; `None` if the file is no database.
    ///
    /// # Errors
    /// The file can't be read.
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

    /// Whether a log with that stamp continues a file with this one.
    pub fn precedes(self, log: Self) -> bool {
        self.start != log.start || log.log.wrapping_sub(self.log) <= 1
    }

    /// The stamp of the next log.
    fn next(self) -> Self {
        Self {
            log: self.log.wrapping_add(1),
            ..self
        }
    }

    /// The statement that sets it.
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
    /// Of a number that SQLite has read.
    fn from(number: i64) -> Self {
        Self::from(u32::try_from(number).unwrap_or_default().to_be_bytes())
    }
}

/// Raises the stamp when the log has begun anew.
#[derive(Debug)]
pub(super) struct LogStamper {
    path: PathBuf,
    /// Opened when there is one.
    log: Option<File>,
    salts: [u8; 8],
    is_due: bool,
}

impl LogStamper {
    /// For the log with that name.
    pub fn new(path: PathBuf) -> Self {
        let mut stamper = Self {
            path,
            log: None,
            salts: [0; 8],
            is_due: false,
        };
        // One that isn't there, or still empty, begins with the next commit.
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

    /// Raises the stamp after a commit that was the first of a log. That is one more transaction for some hundreds; one that
    /// fails is made up for after the next commit.
    pub fn committed(&mut self, database: &Connection) {
        self.is_due |= self.has_restarted().unwrap_or_default();
        if self.is_due {
            self.is_due = raise(database).is_err();
        }
    }
}

fn raise(database: &Connection) -> rusqlite::Result<()> {
    let stamp = database.query_row("pragma user_version", [], |row| row.get::<_, i64>(0))?;
    database.execute_batch(&Stamp::from(stamp).next().statement())
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
        // A start that was interrupted has stamped the log alone; the marker knows both.
        assert!(Stamp::from(0_i64).precedes(first));
        assert_eq!(
            Stamp::from([0x12, 0x34, 0, 9]),
            Stamp::from(0x1234_0009_i64)
        );
    }
}
