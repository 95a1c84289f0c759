//! Backups at regular intervals. The newest ones are kept.

use std::{
    fs::DirBuilder,
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    time::Duration,
};

use senda_room::Time;
use senda_store::{
    NoCopy,
    process::{blocking::BlockingWork, utc},
};
use tokio::task::JoinError;

use super::wait;
use crate::{
    app::App,
    limits,
    settings::{Interval, Settings},
};

/// The parts of the name of a backup before and after its time.
const NAME: (&str, &str) = ("senda-", ".sqlite");
/// The end of the name of a backup that is not complete.
const UNFINISHED: &str = ".part";

/// The backups that are made.
#[derive(Clone, Debug)]
struct Plan {
    data: PathBuf,
    folder: PathBuf,
    keep: usize,
}

/// The reason why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum NoBackup {
    /// The database can't be copied.
    #[error(transparent)]
    NoCopy(#[from] NoCopy),
    /// The folder can't be used.
    #[error("the folder of the backups can't be used: {0}")]
    Folder(#[from] io::Error),
    /// The thread that works on files has panicked.
    #[error(transparent)]
    Panic(#[from] JoinError),
}

impl Plan {
    fn of(settings: &Settings) -> Self {
        let folder = settings.backup_folder.clone();
        Self {
            data: settings.data.clone(),
            folder: folder.unwrap_or_else(|| settings.data.join("backups")),
            keep: settings.backup_keep,
        }
    }
}

/// Makes backups until the server stops, if the settings ask for them. The first is made at once if
/// the newest that is there is older than the interval.
pub async fn run(app: App) {
    let Some(Interval(every)) = app.settings.backup_every else {
        return;
    };
    let plan = Plan::of(&app.settings);
    let files = BlockingWork::new(1);
    while !app.shutdown.is_cancelled() {
        let rest = match back_up(&plan, every, app.clock.now(), &files).await {
            Ok(rest) => rest,
            Err(error) => {
                tracing::warn!("there is no backup, and it is tried again in an hour: {error}");
                limits::BACKUP_AGAIN
            }
        };
        wait(&app.shutdown, rest).await;
    }
}

/// Makes a backup if one is due, and returns the time until the next one.
async fn back_up(
    plan: &Plan,
    every: Duration,
    now: Time,
    files: &BlockingWork,
) -> Result<Duration, NoBackup> {
    let folder = plan.folder.clone();
    let there = files.run(move || made(&folder)).await??;
    let newest = there.last().and_then(|path| time_of(path));
    let age = newest.map(|newest| Duration::from_millis(now.since(newest)));
    if let Some(rest) = age
        .and_then(|age| every.checked_sub(age))
        .filter(|rest| !rest.is_zero())
    {
        return Ok(rest);
    }
    copy(plan, now, files).await?;
    Ok(every)
}

/// Makes a backup now, into the folder of the regular ones, and returns its file.
///
/// # Errors
/// Returns [`NoBackup`] if there is none.
pub async fn make(settings: &Settings, now: Time) -> Result<PathBuf, NoBackup> {
    let (plan, files) = (Plan::of(settings), BlockingWork::new(1));
    let folder = plan.folder.clone();
    files.run(move || made(&folder)).await??;
    copy(&plan, now, &files).await
}

/// Creates the folder if it does not exist, and returns the backups in it, the oldest first.
fn made(folder: &Path) -> io::Result<Vec<PathBuf>> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    backups(folder, "")
}

/// Copies the database, and removes all but the newest backups.
async fn copy(plan: &Plan, now: Time, files: &BlockingWork) -> Result<PathBuf, NoBackup> {
    let (before, after) = NAME;
    let file = plan
        .folder
        .join(format!("{before}{}{after}", utc::compact(now.0)));
    senda_store::backup(&plan.data, &file).await?;
    let (folder, keep) = (plan.folder.clone(), plan.keep);
    let removed = files.run(move || remove_old(&folder, keep)).await??;
    tracing::info!(file = %file.display(), removed, "made a backup of the database");
    Ok(file)
}

/// Returns the backups in a folder, the oldest first. Their names end with `more`.
fn backups(folder: &Path, more: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.and_then(|name| name.strip_suffix(more));
        if name.is_some_and(|name| time_of(Path::new(name)).is_some()) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the time that the name of a backup tells.
fn time_of(path: &Path) -> Option<Time> {
    let name = path.file_name()?.to_str()?;
    let time = name.strip_prefix(NAME.0)?.strip_suffix(NAME.1)?;
    utc::of_compact(time).map(Time)
}

/// Removes all but the newest backups, and what interrupted attempts have left. Returns the number
/// of removed backups.
fn remove_old(folder: &Path, keep: usize) -> io::Result<usize> {
    let there = backups(folder, "")?;
    let old = &there[..there.len().saturating_sub(keep)];
    for path in old.iter().chain(&backups(folder, UNFINISHED)?) {
        std::fs::remove_file(path)?;
    }
    Ok(old.len())
}
