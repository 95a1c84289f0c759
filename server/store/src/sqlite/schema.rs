//! The tables are brought to this version at the start: a copy first, then all of it or nothing.

use std::{
    io,
    path::{Path, PathBuf},
};

use sqlx::{Connection, SqliteConnection, migrate::Migrator};

use super::copy;
use crate::opening::OpenError;

/// Copies that are kept, the newest ones.
const COPIES: usize = 3;
/// How the name of a copy begins; the version of its tables and its time follow.
const COPY: &str = "before-update-";
/// The time in the name of a copy: its text's order is the order of time.
const NOW: &str = "select strftime('%Y%m%dT%H%M%SZ', 'now')";
/// The same for another time, in milliseconds.
pub(super) const NAME_OF_TIME: &str = "select strftime('%Y%m%dT%H%M%SZ', $1 / 1000, 'unixepoch')";
/// The first version whose tables are written with all deleted bytes overwritten.
const CLEARED: i64 = 14;

/// Brings the tables to the last of the migrations.
///
/// # Errors
/// The database is of a newer Senda, can't be copied, or a migration fails: then it is as it was.
pub(super) async fn bring_up(
    folder: &Path,
    database: &mut SqliteConnection,
    migrations: &Migrator,
) -> Result<(), OpenError> {
    let applied = applied(database).await?;
    let known = migrations.iter().map(|migration| migration.version).max();
    let known = known.unwrap_or_default();
    if let Some(&at) = applied.iter().find(|at| !migrations.version_exists(**at)) {
        return Err(OpenError::Newer { at, known });
    }
    let waiting = |at: i64| !applied.contains(&at);
    let pending = migrations.iter().filter(|one| waiting(one.version)).count();
    let from = applied.last().copied();
    if let Some(from) = from.filter(|_| pending > 0) {
        let copy = keep_copy(folder, database, from).await?;
        tracing::info!(
            from, to = known, copy = %copy.display(),
            "the database is brought to this version; a copy of it as it was is kept for some weeks"
        );
        if from < CLEARED {
            clear(database).await?;
        }
    }
    let mut transaction = database.begin_with("begin immediate").await?;
    // Without a commit, all of it is taken back, what succeeded included.
    migrations.run(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// The migrations that have been applied, in order; none for a new database.
async fn applied(database: &mut SqliteConnection) -> Result<Vec<i64>, sqlx::Error> {
    let table = "select count(*) from sqlite_schema where name = '_sqlx_migrations'";
    let is_there: i64 = sqlx::query_scalar(table).fetch_one(&mut *database).await?;
    if is_there == 0 {
        return Ok(Vec::new());
    }
    sqlx::query_scalar("select version from _sqlx_migrations order by version")
        .fetch_all(database)
        .await
}

/// Copies the database, and forgets the oldest copies.
async fn keep_copy(
    folder: &Path,
    database: &mut SqliteConnection,
    version: i64,
) -> Result<PathBuf, OpenError> {
    let refused = |error: io::Error| OpenError::Copy(error.to_string());
    let now: String = sqlx::query_scalar(NOW).fetch_one(&mut *database).await?;
    let copy = folder.join(format!("{COPY}{version:04}-{now}.sqlite"));
    let unfinished = folder.join("before-update.part");
    copy::write(database, &unfinished, &copy)
        .await
        .map_err(|reason| OpenError::Copy(reason.to_string()))?;
    forget_oldest(folder).map_err(refused)?;
    Ok(copy)
}

/// Writes the database once more, so that nothing deleted is left in free pages: versions before this one left it there.
/// It comes before the tables change, so that it is done once more if the process ends in between. It takes as much
/// space as the copy has just taken.
async fn clear(database: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    tracing::info!("what was deleted is cleared from the database's file, once");
    sqlx::query("vacuum").execute(&mut *database).await?;
    sqlx::query("pragma wal_checkpoint(truncate)")
        .execute(database)
        .await?;
    Ok(())
}

fn forget_oldest(folder: &Path) -> io::Result<()> {
    let copies = copies(folder)?;
    let old = copies.len().saturating_sub(COPIES);
    copies[..old]
        .iter()
        .try_for_each(|(_, path)| std::fs::remove_file(path))
}

/// Removes the copies that are older than a time, as it is in their names; how many there were.
pub(super) fn remove_older(folder: &Path, time: &str) -> io::Result<usize> {
    let mut copies = copies(folder)?;
    copies.retain(|(made, _)| &**made < time);
    copies
        .iter()
        .try_for_each(|(_, path)| std::fs::remove_file(path))?;
    Ok(copies.len())
}

/// The copies in a folder, each behind the time in its name, the oldest first.
fn copies(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut copies: Vec<(String, PathBuf)> = std::fs::read_dir(folder)?
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_str()?;
            let rest = name.strip_prefix(COPY)?.strip_suffix(".sqlite")?;
            let (_, time) = rest.split_once('-')?;
            Some((time.to_owned(), path))
        })
        .collect();
    copies.sort();
    Ok(copies)
}
