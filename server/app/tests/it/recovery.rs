//! Tests that one command restores a backup. It verifies the backup first and keeps the replaced
//! database.

use std::{
    fs,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output, Stdio},
};

use crate::{
    backup::backup,
    client::{Browser, settings},
    game::Table,
    process::Process,
    world::{Folder, database},
};

fn restore(data: &Path, file: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    command
        .env_clear()
        .arg("restore")
        .arg(file)
        .args(more)
        .arg("--data")
        .arg(data);
    command
}

pub fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
pub fn refused(output: &Output, words: &str) {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(words), "{said}");
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Starts a game, makes a backup and kills the server. Returns the data folder, the table and the
/// folder with the backup.
async fn killed() -> (Folder, Table, Folder) {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::playing(process.address, 2, 0).await;
    table.play().await;
    let copies = Folder::new();
    succeeded(&backup(folder.path(), &copies.path().join("b.sqlite")));
    process.kill();
    (folder, table, copies)
}

/// Asserts that the game continues from the state in the backup.
pub async fn goes_on(folder: &Path, table: &mut Table) {
    let process = Process::start(folder);
    for (browser, tab) in &mut table.players {
        let version = tab.version;
        browser.address = process.address;
        *tab = browser.enter(&table.room).await;
        assert_eq!(tab.version, version);
    }
    table.play().await;
    process.kill();
}

#[tokio::test]
async fn a_backup_becomes_the_database_of_an_empty_folder() {
    let (_folder, mut table, copies) = killed().await;
    let file = copies.path().join("b.sqlite");
    // The file is readable for all and belongs to root, as `docker cp` would leave it.
    fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    let (new, piped) = (Folder::new(), Folder::new());
    fs::create_dir(piped.path().join("lost+found")).unwrap();
    let said = succeeded(&restore(new.path(), &file, &[]).output().unwrap());
    assert!(said.starts_with("Restored 1 room into "), "{said}");
    assert!(said.contains(" UTC.\n"), "{said}");
    let mut child = restore(piped.path(), Path::new("-"), &[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(&fs::read(&file).unwrap()).unwrap();
    drop(input);
    succeeded(&child.wait_with_output().unwrap());
    for folder in [new, piped] {
        let database = folder.path().join("senda.sqlite");
        let mode = database.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let left = names(folder.path());
        let left: Vec<_> = left.iter().filter(|name| *name != "lost+found").collect();
        assert_eq!(left, ["senda.lock", "senda.marker", "senda.sqlite"]);
        goes_on(folder.path(), &mut table).await;
        // The second folder also starts from the state in the backup.
        for (_, tab) in &mut table.players {
            tab.version -= 1;
        }
    }
}

#[tokio::test]
async fn an_existing_database_is_kept_under_another_name() {
    let (folder, mut table, copies) = killed().await;
    let file = copies.path().join("b.sqlite");
    let before = names(folder.path());
    assert!(
        before.contains(&"senda.sqlite-wal".to_owned()),
        "{before:?}"
    );
    let output = restore(folder.path(), &file, &[]).output().unwrap();
    refused(&output, "isn't empty (senda.marker, senda.sqlite, ");
    assert_eq!(names(folder.path()), before);
    let output = restore(folder.path(), &file, &["--replace"]).output();
    let said = succeeded(&output.unwrap());
    assert!(said.contains("is kept as "), "{said}");
    goes_on(folder.path(), &mut table).await;
    // The replaced database is complete, including its write-ahead log.
    let aside = names(folder.path());
    let aside = aside.iter().find(|name| name.starts_with("replaced-"));
    let aside = folder.path().join(aside.unwrap());
    let again = Folder::new();
    let said = succeeded(&restore(again.path(), &aside, &[]).output().unwrap());
    assert!(said.starts_with("Restored 1 room into "), "{said}");
}

#[tokio::test]
async fn an_invalid_backup_changes_nothing() {
    let (folder, _table, copies) = killed().await;
    let file = copies.path().join("b.sqlite");
    let whole = fs::read(&file).unwrap();
    let bad = copies.path().join("bad.sqlite");
    let before = names(folder.path());
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle..middle + 4_096].fill(0xA5);
    for contents in [
        Vec::new(),
        b"a shopping list\n".repeat(500),
        whole[..whole.len() / 2].to_vec(),
        damaged,
    ] {
        fs::write(&bad, contents).unwrap();
        let output = restore(folder.path(), &bad, &["--replace"]).output();
        refused(&output.unwrap(), "is damaged or no database of Senda");
        assert_eq!(names(folder.path()), before);
    }
    let nowhere = copies.path().join("nowhere.sqlite");
    let output = restore(folder.path(), &nowhere, &["--replace"]).output();
    refused(&output.unwrap(), "can't be read");
    assert_eq!(names(folder.path()), before);
    // A backup of a later version is rejected as well.
    fs::write(copies.path().join("senda.sqlite"), whole).unwrap();
    let mut newer = database(copies.path()).await;
    sqlx::query("update _sqlx_migrations set version = 9999 where version = 1")
        .execute(&mut newer)
        .await
        .unwrap();
    drop(newer);
    let newer = copies.path().join("senda.sqlite");
    let output = restore(folder.path(), &newer, &["--replace"]).output();
    refused(&output.unwrap(), "is of a newer Senda");
    assert_eq!(names(folder.path()), before);
}

#[tokio::test]
async fn a_restore_is_rejected_while_a_server_runs() {
    let (folder, _table, copies) = killed().await;
    let file = copies.path().join("b.sqlite");
    let process = Process::start(folder.path());
    let output = restore(folder.path(), &file, &["--replace"]).output();
    refused(&output.unwrap(), "another Senda already uses");
    let host = Browser::arrive(process.address, "Host").await;
    host.room(settings()).await;
    process.kill();
}
