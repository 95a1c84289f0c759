//! Copies the database while it is used. A copy is complete as soon as it has its final name, and
//! readable only for its owner.

use std::{
    fs::File,
    io,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{folder, stamp::STAMP_AT};
use crate::{limits, opening::DatabaseMessage};

/// The reason why no copy was made. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum NoCopy {
    /// The folder has no database.
    #[error("there is no database in {0}: choose the data folder of the server with --data")]
    NoDatabase(PathBuf),
    /// A file with the name of the copy exists already.
    #[error("{0} is there already: choose another name, or put it away")]
    Taken(PathBuf),
    /// The name can't be passed to the database engine.
    #[error("the name {0} is not UTF-8")]
    NotUtf8(PathBuf),
    /// The engine can't read the database or write the copy.
    #[error("the database can't be copied ({words})", words = DatabaseMessage(.0))]
    Database(#[from] sqlx::Error),
    /// The file of the copy can't be written.
    #[error("the copy can't be written ({0})")]
    File(#[from] io::Error),
}

/// Copies the database of a folder in its present state, whether or not a server uses it.
///
/// # Errors
/// Returns [`NoCopy`] if there is no database, if it can't be read, or if the copy can't be written
/// or exists already.
pub async fn backup(data: &Path, copy: &Path) -> Result<(), NoCopy> {
    let file = folder::database(data);
    if !file.is_file() {
        return Err(NoCopy::NoDatabase(data.to_owned()));
    }
    if copy.symlink_metadata().is_ok() {
        return Err(NoCopy::Taken(copy.to_owned()));
    }
    let unfinished = copy.with_added_extension("part");
    let mut database = SqliteConnectOptions::new()
        .filename(file)
        .busy_timeout(limits::BUSY_TIME)
        .disable_statement_logging()
        .connect()
        .await?;
    let written = write(&mut database, &unfinished, copy).await;
    database.close().await?;
    written
}

/// Copies a database to a temporary file, which gets its final name when all of it is on the disk.
pub(super) async fn write(
    database: &mut SqliteConnection,
    unfinished: &Path,
    copy: &Path,
) -> Result<(), NoCopy> {
    let path = unfinished
        .to_str()
        .ok_or_else(|| NoCopy::NotUtf8(unfinished.to_owned()))?;
    // Created here with permissions for its owner only. SQLite accepts an empty file as a missing
    // one.
    let made = folder::create_anew(unfinished)?;
    let written = sqlx::query("vacuum into $1").bind(path).execute(database);
    let written = written.await.map_err(NoCopy::from);
    // A copy has no stamp, so that a server notices if the copy replaces the original
    // (`marker.rs`).
    let unstamped = written.and_then(|_| Ok(made.write_all_at(&[0; 4], STAMP_AT)?));
    let whole = unstamped.and_then(|()| Ok(made.sync_all()?));
    if let Err(error) = whole {
        // An incomplete copy is useless, and takes space that may be what is missing.
        let _ = std::fs::remove_file(unfinished);
        return Err(error);
    }
    std::fs::rename(unfinished, copy)?;
    let folder = copy
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}
