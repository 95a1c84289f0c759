//! Detects at the start that the database's file was replaced while no server ran.
//!
//! SQLite does not detect that: it applies any `-wal` file beside a database, and the result is
//! damaged. So the header of the database has a stamp ([`super::stamp`]), and a marker file beside
//! it names the starts that the stamp may be of. Copies that [`super::copy`] writes have no stamp.

use std::{
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, config::DbConfig};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, SqliteConnection};

use super::{folder, stamp::Stamp};
use crate::{
    limits,
    opening::OpenError,
    process::{time::wall_clock, utc},
    sqlite_codes,
};

/// The name of the file beside the database.
const MARKER: &str = "senda.marker";

/// The contents of the marker file.
#[derive(Debug, Deserialize, Serialize)]
struct Marker {
    /// A sentence for people who open the file.
    about: String,
    /// The time of the last start.
    started: String,
    /// The starts that the database's stamp may be of; more than one only if the last start was
    /// interrupted.
    starts: Vec<u16>,
}

impl Marker {
    fn new(starts: Vec<u16>) -> Self {
        Self {
            about: "Senda compares this file with senda.sqlite when it starts.".to_owned(),
            started: utc::moment(wall_clock()),
            starts,
        }
    }

    /// Returns the marker of a folder; `None` if there is none or it can't be read, since it only
    /// serves to give warnings.
    fn read(folder: &Path) -> Option<Self> {
        let text = fs::read(path(folder)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    fn write(&self, folder: &Path) -> io::Result<()> {
        let unfinished = folder.join("senda.marker.part");
        let mut file = folder::create_anew(&unfinished)?;
        serde_json::to_writer_pretty(&mut file, self)?;
        file.write_all(b"\n")?;
        file.sync_all()?;
        fs::rename(unfinished, path(folder))?;
        File::open(folder)?.sync_all()
    }
}

/// Compares the database of a folder with its marker and its write-ahead log, and changes nothing.
/// Returns the stamp of the file.
///
/// # Errors
/// Returns [`OpenError`] if the database is missing although there was one, or if the write-ahead
/// log belongs to another database.
pub(super) fn check(folder: &Path) -> Result<Option<Stamp>, OpenError> {
    let file = folder::database(folder);
    let log = folder::write_ahead_log(folder);
    let marker = Marker::read(folder);
    let log_metadata = log.metadata().ok().filter(|log| log.len() > 0);
    let metadata = file.metadata().ok().filter(|file| file.len() > 0);
    let Some(metadata) = metadata else {
        return match marker {
            Some(marker) => Err(OpenError::Missing {
                path: file,
                started: marker.started,
                marker: path(folder),
            }),
            // SQLite would remove the log.
            None if log_metadata.is_some() => Err(foreign_log(folder)),
            None => Ok(None),
        };
    };
    let stamp = Stamp::of_file(&file).map_err(|error| OpenError::unusable(&file, error))?;
    let other = marker
        .zip(stamp)
        .filter(|(marker, stamp)| !marker.starts.contains(&stamp.start));
    match (other, log_metadata) {
        (Some(_), Some(_)) => Err(foreign_log(folder)),
        (Some((marker, _)), None) => {
            tracing::warn!(
                database = %file.display(), last_start = marker.started,
                "the database is not the one that this folder had at the last start; that is as it should be if a \
                 backup was put there, and otherwise the wrong folder may be mounted"
            );
            Ok(stamp)
        }
        (None, Some(log)) => {
            let follows = stamp.is_none_or(|stamp| log_follows(&file, stamp));
            // A copy of nearly the same age has a stamp that fits. Replacing the file by it changes
            // the file after its log.
            if follows && (changed(&metadata) <= changed(&log) || seems_sound(&file)) {
                Ok(stamp)
            } else {
                Err(foreign_log(folder))
            }
        }
        (None, None) => Ok(stamp),
    }
}

/// Writes a new stamp into the open database and into the marker. `found` is the stamp that the
/// file had. A failure only costs the checks of the next start, so the server starts all the same.
pub(super) async fn renew(folder: &Path, found: Option<Stamp>, database: &mut SqliteConnection) {
    if let Err(error) = try_to_renew(folder, found, database).await {
        tracing::warn!(
            %error,
            "the database can't be marked, so a later start may not notice if its file is replaced"
        );
    }
}

async fn try_to_renew(
    folder: &Path,
    found: Option<Stamp>,
    database: &mut SqliteConnection,
) -> anyhow::Result<()> {
    let before: i64 = sqlx::query_scalar("pragma user_version")
        .fetch_one(&mut *database)
        .await?;
    let (before, stamp) = (Stamp::from(before), Stamp::of_new_start());
    // If the process is killed in this function, the file has one of these stamps, and the next
    // start accepts it. If the last start was killed here as well, the file may still have the
    // stamp from before it.
    let starts = found.into_iter().chain([before, stamp]);
    Marker::new(starts.map(|stamp| stamp.start).collect()).write(folder)?;
    sqlx::query(AssertSqlSafe(stamp.statement()))
        .execute(&mut *database)
        .await?;
    // The connection is closed afterwards, so its timeout need not be restored.
    let patience = format!("pragma busy_timeout = {}", limits::STAMP_MS);
    sqlx::query(AssertSqlSafe(patience))
        .execute(&mut *database)
        .await?;
    let checkpoint = "pragma wal_checkpoint(truncate)";
    let (busy, _, _): (i64, i64, i64) = sqlx::query_as(checkpoint).fetch_one(database).await?;
    if busy == 0 {
        Marker::new(vec![stamp.start]).write(folder)?;
    }
    Ok(())
}

/// Writes a marker for a database that is about to become the folder's.
pub(super) fn mark(folder: &Path, file: &Path) -> io::Result<()> {
    let stamp = Stamp::of_file(file)?;
    Marker::new(stamp.iter().map(|stamp| stamp.start).collect()).write(folder)
}

fn path(folder: &Path) -> PathBuf {
    folder.join(MARKER)
}

fn foreign_log(folder: &Path) -> OpenError {
    OpenError::ForeignLog {
        path: folder::database(folder),
        log: folder::write_ahead_log(folder),
        shared: folder::shared(folder),
    }
}

/// Returns the time of a file's last change, which no program can set.
fn changed(metadata: &fs::Metadata) -> (i64, i64) {
    (metadata.ctime(), metadata.ctime_nsec())
}

/// Returns whether the write-ahead log continues a database file with that stamp.
fn log_follows(file: &Path, stamp: Stamp) -> bool {
    let with_log = open(file).and_then(|database| Stamp::of_database(&database));
    // An error shows again when the database is opened for use.
    with_log.map_or(true, |with_log| stamp.precedes(with_log))
}

/// Returns whether a database and its log are consistent, or can't be read at all, which shows
/// again when they are opened for use.
fn seems_sound(file: &Path) -> bool {
    is_sound(file).unwrap_or(true)
}

/// Returns whether a database and its log are consistent. Both stay unchanged.
///
/// # Errors
/// Returns the error of SQLite if they can't be read.
pub(super) fn is_sound(file: &Path) -> Result<bool, rusqlite::Error> {
    let checked = open(file).and_then(|database| {
        database.query_row("pragma integrity_check(1)", [], |row| {
            row.get::<_, String>(0)
        })
    });
    match checked {
        Ok(verdict) => Ok(verdict == "ok"),
        Err(error) => match sqlite_codes::of_log(&error) {
            Some(sqlite_codes::CORRUPT | sqlite_codes::NOT_A_DATABASE) => Ok(false),
            _ => Err(error),
        },
    }
}

/// Opens a database so that its log stays beside it when it is closed again.
fn open(file: &Path) -> rusqlite::Result<Connection> {
    let database = folder::open(file)?;
    database.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(database)
}
