//! Tests that a backup made while the server runs suffices to continue elsewhere.

use std::{
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
    time::Duration,
};

use crate::{client::Tab, game::Table, process::Process, world::Folder};

pub fn backup(data: &Path, file: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_senda"))
        .env_clear()
        .arg("backup")
        .arg(file)
        .arg("--data")
        .arg(data)
        .output()
        .unwrap()
}

fn position(tab: &Tab) -> (u64, String) {
    (tab.version, tab.game().to_string())
}

#[tokio::test]
async fn a_backup_of_a_running_server_restores_the_game() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::playing(process.address, 2, 1).await;
    for _ in 0..3 {
        table.play().await;
    }
    let before = position(&table.watchers[0].1);
    let copies = Folder::new();
    let file = copies.path().join("copy.sqlite");
    let output = backup(folder.path(), &file);
    assert!(output.status.success(), "{output:?}");
    let mode = file.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let printed = backup(folder.path(), Path::new("-"));
    assert!(printed.status.success() && printed.stderr.is_empty());
    assert!(printed.stdout.starts_with(b"SQLite format 3\0"));
    // The server was not disturbed, and no temporary files are left.
    table.play().await;
    let left = std::fs::read_dir(folder.path()).unwrap();
    let mut left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(
        left,
        [
            "admin.sock",
            "senda.lock",
            "senda.marker",
            "senda.sqlite",
            "senda.sqlite-shm",
            "senda.sqlite-wal"
        ]
    );
    process.kill();

    let written = std::fs::read(&file).unwrap();
    for copy in [written, printed.stdout] {
        let restored = Folder::new();
        std::fs::write(restored.path().join("senda.sqlite"), copy).unwrap();
        let process = Process::start(restored.path());
        let mut browser = table.watchers[0].0.clone();
        browser.address = process.address;
        assert_eq!(position(&browser.enter(&table.room).await), before);
        process.kill();
    }
}

#[test]
fn a_failed_backup_is_explained_in_one_sentence() {
    let folder = Folder::new();
    let copy = folder.path().join("copy.sqlite");
    let refusal = |output: Output, words: &str| {
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(words), "{said}");
    };
    refusal(backup(folder.path(), &copy), "there is no database in");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let process = Process::start(folder.path());
    std::fs::write(&copy, "somebody's").unwrap();
    refusal(backup(folder.path(), &copy), "is there already");
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), "somebody's");
    let nowhere = folder.path().join("nowhere/copy.sqlite");
    refusal(backup(folder.path(), &nowhere), "the copy can't be written");
    process.kill();
}

/// Returns the names of the files in a folder in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

#[tokio::test]
async fn regular_backups_are_made_when_they_are_due_and_the_newest_are_kept() {
    let folder = Folder::new();
    let backups = folder.path().join("copies");
    std::fs::create_dir(&backups).unwrap();
    for name in [
        "senda-20250101T000000Z.sqlite",
        "senda-20250102T000000Z.sqlite",
        "senda-20250103T000000Z.sqlite",
        "senda-20250104T000000Z.sqlite.part",
        "senda-holidays.sqlite",
    ] {
        std::fs::write(backups.join(name), "old").unwrap();
    }
    let start = || {
        let mut command = Process::command(folder.path());
        command.args([
            "--backup-every",
            "1d",
            "--backup-keep",
            "2",
            "--backup-folder",
        ]);
        Process::of({
            command.arg(&backups);
            command
        })
    };
    let process = start();
    let table = Table::playing(process.address, 2, 1).await;
    let before = position(&table.watchers[0].1);
    // The first line of the log after the backup has been made and the old ones have been removed.
    let due = |names: &[String]| names.len() == 3 && names[0].contains("20250103");
    while !due(&names(&backups)) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    process.kill();
    let there = names(&backups);
    assert_eq!(
        there[2], "senda-holidays.sqlite",
        "it is not a regular backup"
    );

    // A backup that is less than a day old suffices, also after a restart.
    let process = start();
    let mut browser = table.watchers[0].0.clone();
    browser.address = process.address;
    assert_eq!(position(&browser.enter(&table.room).await), before);
    process.terminate();
    drop(process);
    assert_eq!(names(&backups), there);

    let copy = backups.join(&there[1]);
    let mode = copy.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let restored = Folder::new();
    std::fs::copy(copy, restored.path().join("senda.sqlite")).unwrap();
    Process::start(restored.path()).kill();
}
