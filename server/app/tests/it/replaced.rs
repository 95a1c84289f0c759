//! Tests that a starting server notices that the database is missing or does not belong to its
//! write-ahead log.

use std::{
    fs,
    io::Read,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::Command,
};

use sqlx::Connection;

use crate::{
    backup::backup,
    beginnings::refusal,
    client::{Browser, settings},
    game::Table,
    process::Process,
    world::{Folder, database},
};

/// Starts a game, lets `copy` copy the database, creates more rooms and kills the server. Returns
/// the data folder and the path of the copy.
async fn killed(rooms: usize, copy: impl FnOnce(&Path, &Path)) -> (Folder, PathBuf) {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::playing(process.address, 2, 0).await;
    table.play().await;
    let file = folder.path().join("b.sqlite");
    copy(folder.path(), &file);
    for _ in 0..rooms {
        let host = Browser::arrive(process.address, "Host").await;
        host.room(settings()).await;
    }
    process.kill();
    assert!(folder.path().join("senda.sqlite-wal").exists());
    (folder, file)
}

fn contents(folder: &Path) -> Vec<Vec<u8>> {
    let of = |name| fs::read(folder.join(name)).unwrap();
    vec![of("senda.sqlite"), of("senda.sqlite-wal")]
}

#[tokio::test]
async fn a_backup_next_to_another_write_ahead_log_is_rejected() {
    for rooms in [1, 3, 12] {
        let (folder, file) = killed(rooms, |data, file| {
            assert!(backup(data, file).status.success());
        })
        .await;
        fs::copy(&file, folder.path().join("senda.sqlite")).unwrap();
        let before = contents(folder.path());
        let output = Process::command(folder.path()).output().unwrap();
        let said = refusal(&output);
        assert!(
            said.contains("move senda.sqlite-wal and senda.sqlite-shm away"),
            "{said}"
        );
        assert!(said.contains("senda restore FILE --replace"), "{said}");
        assert_eq!(contents(folder.path()), before);
        for log in ["senda.sqlite-wal", "senda.sqlite-shm"] {
            fs::remove_file(folder.path().join(log)).unwrap();
        }
        Process::start(folder.path()).kill();
    }
}

/// A plain copy of the file has the stamp of the killed start, but lacks the pages that a
/// checkpoint has written since.
#[tokio::test]
async fn a_plain_copy_next_to_a_later_write_ahead_log_is_rejected() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::playing(process.address, 2, 0).await;
    let file = folder.path().join("senda.sqlite");
    let copy = fs::read(&file).unwrap();
    for _ in 0..3 {
        table.play().await;
    }
    let mut beside = database(folder.path()).await;
    let checkpoint = sqlx::query_as::<_, (i64, i64, i64)>("pragma wal_checkpoint(truncate)");
    assert_eq!(checkpoint.fetch_one(&mut beside).await.unwrap().0, 0);
    // Closing the last connection removes the log.
    beside.close().await.unwrap();
    table.play().await;
    process.kill();
    let whole = fs::read(&file).unwrap();
    fs::write(&file, copy).unwrap();
    let output = Process::command(folder.path()).output().unwrap();
    assert!(refusal(&output).contains("was replaced"));
    fs::write(&file, whole).unwrap();
    Process::start(folder.path()).kill();
}

#[tokio::test]
async fn a_missing_database_is_reported() {
    let (folder, _) = killed(1, |_, _| ()).await;
    let database = folder.path().join("senda.sqlite");
    let whole = fs::read(&database).unwrap();
    fs::remove_file(&database).unwrap();
    let missing = |folder: &Path| {
        let said = refusal(&Process::command(folder).output().unwrap());
        assert!(said.contains("is missing or empty"), "{said}");
        assert!(said.contains(" UTC): put it back"), "{said}");
        assert!(said.contains("remove "), "{said}");
    };
    missing(folder.path());
    assert!(!database.exists(), "none is made");
    fs::write(&database, "").unwrap();
    missing(folder.path());
    fs::write(&database, whole).unwrap();
    Process::start(folder.path()).kill();
    // An operator who wants an empty database removes all files.
    for file in [
        "senda.sqlite",
        "senda.sqlite-wal",
        "senda.sqlite-shm",
        "senda.marker",
    ] {
        fs::remove_file(folder.path().join(file)).unwrap();
    }
    Process::start(folder.path()).kill();
}

#[tokio::test]
async fn another_database_than_at_the_last_start_is_logged() {
    let (folder, _) = killed(1, |_, _| ()).await;
    let mut process = Process::start_by(Command::new("env"), folder.path());
    process.terminate();
    let mut log = String::new();
    process.take_stderr().read_to_string(&mut log).unwrap();
    assert!(!log.contains("is not the one"), "{log}");
    let (other, file) = killed(1, |data, file| {
        assert!(backup(data, file).status.success());
    })
    .await;
    fs::copy(file, folder.path().join("senda.sqlite")).unwrap();
    let mut process = Process::start_by(Command::new("env"), folder.path());
    process.terminate();
    let mut log = String::new();
    process.take_stderr().read_to_string(&mut log).unwrap();
    assert!(log.contains("is not the one that this folder had"), "{log}");
    drop(other);
}

/// An open reader prevents each start from writing its stamp into the file, as a kill at that
/// moment does.
#[tokio::test]
async fn starts_that_are_killed_early_are_not_taken_for_a_replacement() {
    let (folder, _) = killed(1, |_, _| ()).await;
    let mut reader = database(folder.path()).await;
    let mut reading = reader.begin().await.unwrap();
    sqlx::query("select count(*) from record")
        .fetch_one(&mut *reading)
        .await
        .unwrap();
    for _ in 0..3 {
        Process::start(folder.path()).kill();
    }
}

/// The user id of the container image.
const USER: u32 = 65_532;

/// Returns the command that runs the server as the image's user, from a path that this user can
/// access.
fn as_user(folder: &Path, program: &Path) -> Command {
    let server = Process::command(folder);
    let mut command = Command::new(program);
    command
        .env_clear()
        .args(server.get_args())
        .uid(USER)
        .gid(USER);
    command
}

#[test]
fn a_path_of_another_user_is_reported_with_the_command_that_helps() {
    let home = Folder::new();
    if home.path().metadata().unwrap().uid() != 0 {
        eprintln!("only root can start a program as another user");
        return;
    }
    let program = home.path().join("senda");
    fs::copy(env!("CARGO_BIN_EXE_senda"), &program).unwrap();
    let mounted = home.path().join("senda-data");
    fs::create_dir(&mounted).unwrap();
    let said = refusal(&as_user(&mounted, &program).output().unwrap());
    let place = mounted.display();
    assert!(
        said.contains(&format!("the data folder {place} can't be used")),
        "{said}"
    );
    assert!(said.contains("Senda runs as 65532:65532"), "{said}");
    assert!(
        said.contains(&format!("`chown -R 65532:65532 {place}`")),
        "{said}"
    );
    chown(&mounted, Some(USER), Some(USER)).unwrap();
    // Another program has left the file there.
    for name in ["senda.sqlite", "senda.sqlite-wal", "senda.lock"] {
        let file = mounted.join(name);
        // The previous server may have left its own file.
        let _ = fs::remove_file(&file);
        fs::write(&file, "").unwrap();
        let said = refusal(&as_user(&mounted, &program).output().unwrap());
        let file = file.display();
        assert!(
            said.contains(&format!("the file {file} can't be used")),
            "{said}"
        );
        assert!(
            said.contains(&format!("`chown 65532:65532 {file}`")),
            "{said}"
        );
        fs::remove_file(mounted.join(name)).unwrap();
    }
    // The file belongs to the user, but is read-only.
    let own = mounted.join("senda.sqlite");
    fs::write(&own, "").unwrap();
    chown(&own, Some(USER), Some(USER)).unwrap();
    fs::set_permissions(&own, PermissionsExt::from_mode(0o400)).unwrap();
    let said = refusal(&as_user(&mounted, &program).output().unwrap());
    assert!(
        said.contains(&format!("`chmod u+rw {}`", own.display())),
        "{said}"
    );
}
