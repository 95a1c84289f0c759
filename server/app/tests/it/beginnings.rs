//! Tests that a server that cannot start explains in one sentence why and what to do, exits, and
//! changes nothing.

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use senda_store::{OpenError, Store};

use crate::{
    disk::Small,
    migrations::{copies, everything, migrations, written},
    process::{Process, without_settings},
    world::Folder,
};

/// Returns the one sentence that a server prints when it exits at once.
#[track_caller]
pub fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty(), "it never listened");
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(said.lines().count(), 1, "one sentence: {said}");
    assert!(said.starts_with("senda: the "), "{said}");
    said
}

/// Returns a command that starts the server from a shell after running a line of script.
fn after(line: &str, folder: &Path) -> Command {
    let server = Process::command(folder);
    let mut shell = Command::new("sh");
    without_settings(&mut shell);
    shell
        .args(["-c", &format!("{line} exec \"$0\" \"$@\"")])
        .arg(server.get_program())
        .args(server.get_args())
        .stdin(Stdio::null());
    shell
}

#[test]
fn a_data_folder_that_cannot_be_created_is_explained() {
    let folder = Folder::new();
    let file = folder.path().join("a file");
    std::fs::write(&file, "somebody's").unwrap();
    for impossible in [
        file.join("data"),
        file.clone(),
        "/dev/full".into(),
        "/proc/senda".into(),
    ] {
        let output = Process::command(&impossible).output().unwrap();
        let said = refusal(&output);
        assert!(said.contains(impossible.to_str().unwrap()), "{said}");
        assert!(said.contains("choose with --data a folder"), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "somebody's");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The disk is full before the first tables exist. As soon as there is space, the next start is
/// like a first one.
#[test]
fn a_file_size_limit_at_the_first_start_is_explained() {
    // The limit of each file, in blocks of half a KiB: the refusal comes sooner or later.
    for blocks in [0, 8, 64] {
        let folder = Folder::new();
        let limit = format!("ulimit -f {blocks};");
        let output = after(&limit, folder.path()).output().unwrap();
        let said = refusal(&output);
        assert!(said.contains("the disk of the data folder"), "{said}");
        assert!(said.contains("and start again"), "{said}");
        Process::start(folder.path()).kill();
    }
}

#[test]
fn a_full_disk_at_the_first_start_is_explained() {
    let folder = Folder::new();
    if !Small::is_allowed(folder.path()) {
        // Mounting needs privileges; the other tests of a full disk do not.
        eprintln!("no file system can be mounted here");
        return;
    }
    for (size, advice) in [
        ("size=4k", "the disk of the data folder"),
        ("size=16k", "the disk of the data folder"),
        ("size=16k,nr_inodes=1", "free some space on its disk"),
        ("size=16k,ro", "choose with --data a folder"),
    ] {
        let mount = format!("mount -t tmpfs -o {size} tmpfs \"$FOLDER\" &&");
        let inside = after(&mount, folder.path());
        let mut unshare = Command::new("unshare");
        unshare
            .arg("-rm")
            .arg(inside.get_program())
            .args(inside.get_args())
            .env("FOLDER", folder.path());
        without_settings(&mut unshare);
        let output = unshare.output().unwrap();
        let said = refusal(&output);
        assert!(said.contains(advice), "{size}: {said}");
    }
}

#[test]
fn a_file_that_is_no_database_is_explained_and_kept() {
    let folder = Folder::new();
    let file = folder.path().join("senda.sqlite");
    std::fs::write(&file, "a shopping list\n".repeat(500)).unwrap();
    let before = std::fs::read(&file).unwrap();
    let output = Process::command(folder.path()).output().unwrap();
    let said = refusal(&output);
    assert!(said.contains("senda restore FILE --replace"), "{said}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[tokio::test]
async fn a_failed_backup_before_an_update_changes_nothing() {
    let folder = Folder::new();
    written(folder.path()).await;
    let file = folder.path().join("senda.sqlite");
    let before = everything(&file).await;
    // The place of the copy is occupied by something that cannot be removed.
    let obstacle = folder.path().join("before-update.part");
    std::fs::create_dir(&obstacle).unwrap();
    let later = migrations(&["create table later (word text not null)"]);
    let refused = Store::open_with(folder.path(), &later).await.unwrap_err();
    assert!(matches!(refused, OpenError::Copy(_)), "{refused}");
    let said = refused.to_string();
    assert!(
        said.contains("and start again; nothing has changed"),
        "{said}"
    );
    assert_eq!(everything(&file).await, before);
    assert_eq!(copies(folder.path()), std::slice::from_ref(&obstacle));
    // Once the obstacle is removed, the update succeeds.
    std::fs::remove_dir(&obstacle).unwrap();
    Store::open_with(folder.path(), &later).await.unwrap();
    assert_eq!(copies(folder.path()).len(), 1);
}
