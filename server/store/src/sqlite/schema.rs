//! Migrates the tables at the start: first a copy, then all migrations or none.

use std::{
    io,
    path::{Path, PathBuf},
};

use sqlx::{Connection, SqliteConnection, migrate::Migrator};

use super::copy;
use crate::opening::OpenError;

/// The number of copies that are kept, the newest ones.
const COPIES: usize = 3;
/// The beginning of the name of a copy; the version of its tables and its time follow.
const COPY: &str = "before-update-";
/// The query for the present time in the name of a copy. The order of these texts is the order of
/// time.
const NOW: &str = "select strftime('%Y%m%dT%H%M%SZ', 'now')";
/// The query for a given time in that form, from milliseconds.
pub(super) const NAME_OF_TIME: &str = "select strftime('%Y%m%dT%H%M%SZ', $1 / 1000, 'unixepoch')";
/// The first version whose tables are written with all deleted bytes overwritten.
const CLEARED: i64 = 14;

/// Runs all missing migrations after a copy of the database.
///
/// # Errors
/// Returns [`OpenError`] if the tables are of a newer Senda, if the database can't be copied, or if
/// a migration fails. The database is unchanged then.
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
    // Without the commit, all migrations are rolled back, including those that succeeded.
    migrations.run(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Returns the versions of the applied migrations in order; none for a new database.
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

/// Copies the database, and removes the oldest copies.
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

/// Rewrites the database, so that no deleted bytes stay in free pages, where earlier versions of
/// this program left them. That is done before the tables change, so that it is repeated if the
/// process ends in between. It takes as much space as the copy has just taken.
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

/// Removes the copies that are older than a time in the form of their names. Returns their number.
pub(super) fn remove_older(folder: &Path, time: &str) -> io::Result<usize> {
    let mut copies = copies(folder)?;
    copies.retain(|(made, _)| &**made < time);
    copies
        .iter()
        .try_for_each(|(_, path)| std::fs::remove_file(path))?;
    Ok(copies.len())
}

/// Returns the copies in a folder with the times in their names, the oldest first.
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
