//! Replaces a folder's database by a backup, completely or not at all.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{MIGRATIONS, folder, marker};
use crate::{
    opening::OpenError,
    process::{time::wall_clock, utc},
};

/// The name of the copy until it is complete and checked.
const UNFINISHED: &str = "restore.part";
/// The names of files in a folder that contain no data of an earlier server.
const EMPTY: [&str; 3] = [folder::LOCK, "lost+found", "admin.sock"];

/// The reason why nothing was restored. The folder's database is as it was.
#[derive(Debug, thiserror::Error)]
pub enum NotRestored {
    /// The folder can't be used.
    #[error(transparent)]
    Folder(#[from] OpenError),
    /// The folder holds files already.
    #[error(
        "the data folder {path} isn't empty ({names}): choose an empty one with --data, or add --replace, which puts \
         the database that is there aside under another name",
        path = .path.display()
    )]
    NotEmpty {
        /// The path of the folder.
        path: PathBuf,
        /// Names of files in it, the first few.
        names: String,
    },
    /// The backup can't be read.
    #[error("the backup {path} can't be read ({error})", path = .path.display())]
    Source {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file can't be written.
    #[error("the backup can't be written to the data folder ({0}): nothing has changed")]
    Write(#[from] io::Error),
    /// The backup is something else, or incomplete.
    #[error(
        "the backup is damaged or no database of Senda ({0}): nothing has changed; try an older one"
    )]
    Damaged(String),
    /// The backup is of a later version.
    #[error(
        "the backup is of a newer Senda (its tables are of version {0}): restore it with that one; nothing has changed"
    )]
    Newer(i64),
}

/// The contents of a restored database, for the operator to recognise it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Restored {
    /// The number of rooms in the database.
    pub rooms: u64,
    /// The time of the last record, as in 2026-11-21 13:05:09 UTC; `None` if there is none.
    pub last: Option<String>,
    /// The path of the previous database, which was renamed.
    pub aside: Option<PathBuf>,
}

/// Replaces the database of a folder by a backup, and creates the folder if it does not exist. `-`
/// stands for a backup on standard input.
///
/// # Errors
/// Returns [`NotRestored`] if a server uses the folder; if it contains a database and `replace` is
/// false; or if the backup can't be read, is damaged, or was written by a newer Senda.
pub async fn restore(data: &Path, backup: &Path, replace: bool) -> Result<Restored, NotRestored> {
    let _lock = folder::lock(data).await?;
    if !replace {
        refuse_unless_empty(data)?;
    }
    let unfinished = data.join(UNFINISHED);
    let checked = copy(backup, &unfinished).and_then(|()| check(&unfinished));
    let placed = checked.and_then(|restored| {
        let aside = put_aside(data)?;
        marker::mark(data, &unfinished)?;
        fs::rename(&unfinished, folder::database(data))?;
        File::open(data)?.sync_all()?;
        Ok(Restored { aside, ..restored })
    });
    for file in ["", "-wal", "-shm", "-journal"] {
        // After a success there are no such files; otherwise an incomplete copy would only take
        // space.
        let _ = fs::remove_file(beside(&unfinished, file));
    }
    placed
}

fn refuse_unless_empty(data: &Path) -> Result<(), NotRestored> {
    let database = folder::database(data);
    let mut names = Vec::new();
    for entry in fs::read_dir(data)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_empty_database = entry.path() == database && entry.metadata()?.len() == 0;
        if !is_empty_database && !EMPTY.iter().any(|empty| name == *empty) {
            names.push(name.display().to_string());
        }
    }
    if names.is_empty() {
        return Ok(());
    }
    names.sort();
    names.truncate(4);
    Err(NotRestored::NotEmpty {
        path: data.to_owned(),
        names: names.join(", "),
    })
}

/// Copies a backup, with the write-ahead log beside it if it is a copy of a database in use.
fn copy(backup: &Path, unfinished: &Path) -> Result<(), NotRestored> {
    let unreadable = |error| NotRestored::Source {
        path: backup.to_owned(),
        error,
    };
    if backup == Path::new("-") {
        return write(&mut io::stdin().lock(), unfinished);
    }
    write(&mut File::open(backup).map_err(unreadable)?, unfinished)?;
    match File::open(beside(backup, "-wal")) {
        Ok(mut log) => write(&mut log, &beside(unfinished, "-wal")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(unreadable(error)),
    }
}

fn write(from: &mut impl Read, to: &Path) -> Result<(), NotRestored> {
    let mut file = folder::create_anew(to)?;
    io::copy(from, &mut file)?;
    Ok(file.sync_all()?)
}

/// Checks every page and index of a database, and that it is a database of Senda. Afterwards the
/// database is in one file.
fn check(file: &Path) -> Result<Restored, NotRestored> {
    let damaged = |error: rusqlite::Error| NotRestored::Damaged(error.to_string());
    if !marker::is_sound(file).map_err(damaged)? {
        return Err(NotRestored::Damaged(
            "its pages don't fit together".to_owned(),
        ));
    }
    let restored = summary(file).map_err(damaged)?;
    if let Some(version) = restored.1.filter(|at| !MIGRATIONS.version_exists(*at)) {
        return Err(NotRestored::Newer(version));
    }
    File::open(file)?.sync_all()?;
    Ok(restored.0)
}

/// Reads the contents that the operator is shown, and the version of the tables.
fn summary(file: &Path) -> rusqlite::Result<(Restored, Option<i64>)> {
    let database = folder::open(file)?;
    let version = "select max(version) from _sqlx_migrations";
    let version = database.query_row(version, [], |row| row.get(0))?;
    let rooms = "select count(*) from (select distinct room from record)";
    let rooms: i64 = database.query_row(rooms, [], |row| row.get(0))?;
    let last = "select max(at) from record";
    let last: Option<i64> = database.query_row(last, [], |row| row.get(0))?;
    // The last connection copies the log into the file when it is closed.
    database.close().map_err(|(_, error)| error)?;
    let restored = Restored {
        rooms: rooms.unsigned_abs(),
        last: last.map(|at| utc::moment(at.unsigned_abs())),
        aside: None,
    };
    Ok((restored, version))
}

/// Renames the existing database together with its log, without which it would lack commits.
fn put_aside(data: &Path) -> Result<Option<PathBuf>, NotRestored> {
    let database = folder::database(data);
    let is_there = [&database, &folder::write_ahead_log(data)]
        .iter()
        .any(|file| file.metadata().is_ok_and(|file| file.len() > 0));
    if !is_there {
        return Ok(None);
    }
    let aside = data.join(format!("replaced-{}.sqlite", utc::compact(wall_clock())));
    // The log is renamed first: alone it is useless, while the database without it would look
    // complete.
    for file in ["-wal", "-shm", ""] {
        let renamed = fs::rename(beside(&database, file), beside(&aside, file));
        folder::unless_missing(renamed)?;
    }
    Ok(Some(aside))
}

/// Returns a file's path with a suffix after its name.
fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(file);
    path.push(suffix);
    path.into()
}
