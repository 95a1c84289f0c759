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
use crate::{app::App, limits, settings::Settings};

/// The parts of the name of a backup before and after its time.
const NAME: (&str, &str) = ("senda-", ".sqlite");
/// The end of the name of a backup that is not complete.
const UNFINISHED: &str = ".part";

/// The backups that are made.
#[derive(Clone, Debug)]
struct Plan {
    data: PathBuf,
    folder: PathBuf,
    every: Duration,
    keep: usize,
}

/// The reason why there is no backup.
#[derive(Debug, thiserror::Error)]
enum NoBackup {
    #[error(transparent)]
    NoCopy(#[from] NoCopy),
    #[error("the folder of the backups can't be used: {0}")]
    Folder(#[from] io::Error),
    #[error(transparent)]
    Panic(#[from] JoinError),
}

impl Plan {
    fn of(settings: &Settings) -> Option<Self> {
        let folder = settings.backup_folder.clone();
        Some(Self {
            data: settings.data.clone(),
            folder: folder.unwrap_or_else(|| settings.data.join("backups")),
            every: settings.backup_every?.0,
            keep: settings.backup_keep,
        })
    }
}

/// Makes backups until the server stops, if the settings ask for them. The first is made at once if
/// the newest that is there is older than the interval.
pub async fn run(app: App) {
    let Some(plan) = Plan::of(&app.settings) else {
        return;
    };
    let files = BlockingWork::new(1);
    while !app.shutdown.is_cancelled() {
        let rest = match back_up(&plan, app.clock.now(), &files).await {
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
async fn back_up(plan: &Plan, now: Time, files: &BlockingWork) -> Result<Duration, NoBackup> {
    let Plan {
        folder,
        every,
        keep,
        ..
    } = plan.clone();
    let backups = move || {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)?;
        backups(&folder, "")
    };
    let there = files.run(backups).await??;
    let newest = there.last().and_then(|path| time_of(path));
    let age = newest.map(|newest| Duration::from_millis(now.since(newest)));
    if let Some(rest) = age
        .and_then(|age| every.checked_sub(age))
        .filter(|rest| !rest.is_zero())
    {
        return Ok(rest);
    }
    let (before, after) = NAME;
    let file = plan
        .folder
        .join(format!("{before}{}{after}", utc::compact(now.0)));
    senda_store::backup(&plan.data, &file).await?;
    let folder = plan.folder.clone();
    let removed = files.run(move || remove_old(&folder, keep)).await??;
    tracing::info!(file = %file.display(), removed, "made a backup of the database");
    Ok(every)
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
