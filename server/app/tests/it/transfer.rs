//! Tests that everything moves between databases: from one of either kind into another one, despite
//! interruptions, and never into one that holds something else.

use std::{
    fs,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Duration,
};

use crate::{
    client::Browser,
    database::{self, Sql},
    game::Table,
    process::Process,
    recovery::{goes_on, refused, succeeded},
    world::Folder,
};

/// Returns a command on the database of the test with that folder.
fn senda(command: &str, file: &Path, folder: &Path) -> Command {
    let mut senda = senda_on_file(command, file, folder);
    senda.envs(database::url(folder).map(|url| ("SENDA_DATABASE", url)));
    senda
}

/// Returns a command on the SQLite database of a folder, even if the other tests use PostgreSQL.
fn senda_on_file(command: &str, file: &Path, folder: &Path) -> Command {
    let mut senda = Command::new(env!("CARGO_BIN_EXE_senda"));
    senda
        .env_clear()
        .arg(command)
        .arg(file)
        .arg("--data")
        .arg(folder);
    senda
}

fn run(mut command: Command) -> Output {
    command.output().unwrap()
}

/// Returns the lines of an export that depend only on the contents of the database.
fn rows(export: &[u8]) -> Vec<&str> {
    let lines: Vec<&str> = std::str::from_utf8(export).unwrap().lines().collect();
    lines[1..lines.len() - 1].to_vec()
}

/// Plays a part of a game and exports the database. Returns the data folder, the table and the
/// export.
async fn exported() -> (Folder, Table, Vec<u8>) {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::playing(process.address, 2, 0).await;
    Browser::arrive(process.address, "Zoë \"Ζ\" \\ '").await;
    for _ in 0..3 {
        table.play().await;
    }
    let export = run(senda("export", Path::new("-"), folder.path()));
    assert!(
        export.status.success() && export.stderr.is_empty(),
        "{export:?}"
    );
    process.kill();
    (folder, table, export.stdout)
}

/// Starts an import from its standard input, and passes it the beginning of an export.
fn begun(folder: &Path, export: &[u8]) -> Child {
    let mut child = senda("import", Path::new("-"), folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // A process that refuses the export may not read all of it.
    let _ = input.write_all(export);
    child.stdin = Some(input);
    child
}

#[tokio::test]
async fn a_game_goes_on_in_another_database_of_either_kind() {
    let (_folder, mut table, export) = exported().await;
    let files = Folder::new();
    let file = files.path().join("senda.export");
    fs::write(&file, &export).unwrap();

    // From the first kind to a file and back.
    let (other, back) = (Folder::new(), Folder::new());
    let said = succeeded(&run(senda_on_file("import", &file, other.path())));
    assert!(said.starts_with("Imported 1 room with "), "{said}");
    let second = files.path().join("second.export");
    let said = succeeded(&run(senda_on_file("export", &second, other.path())));
    assert!(said.starts_with("Exported 1 room with "), "{said}");
    let mode = second.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(rows(&fs::read(&second).unwrap()), rows(&export));
    succeeded(&run(senda("import", &second, back.path())));
    let third = run(senda("export", Path::new("-"), back.path())).stdout;
    assert_eq!(rows(&third), rows(&export));
    goes_on(back.path(), &mut table).await;
}

#[tokio::test]
async fn an_export_of_a_running_server_is_of_one_moment() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::playing(process.address, 2, 0).await;
    let export = senda("export", Path::new("-"), folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    for _ in 0..6 {
        table.play().await;
    }
    let export = export.wait_with_output().unwrap();
    assert!(export.status.success());
    process.kill();
    let other = Folder::new();
    let file = other.path().with_extension("export");
    fs::write(&file, &export.stdout).unwrap();
    let imported = run(senda("import", &file, other.path()));
    fs::remove_file(&file).unwrap();
    succeeded(&imported);
    // The room can be entered: its log is complete up to that moment.
    let process = Process::start(other.path());
    let mut browser = table.players[0].0.clone();
    browser.address = process.address;
    assert!(browser.enter(&table.room).await.version > 0);
    process.kill();
}

#[tokio::test]
async fn an_interrupted_import_continues_and_no_server_starts_before() {
    let (_folder, mut table, export) = exported().await;
    let target = Folder::new();
    let mut stored = 0;
    for end in ends_of_tables(&export) {
        let mut child = begun(target.path(), &export[..end]);
        // The process stores the rows of that table and waits for more input.
        let before = stored;
        while stored <= before {
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert!(child.try_wait().unwrap().is_none(), "{child:?}");
            stored = stored_rows(target.path()).await.unwrap_or(before);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let server = Process::command(target.path()).output().unwrap();
        refused(&server, "was not completed: run `senda import` again");
        let second = run(senda("export", Path::new("-"), target.path()));
        refused(&second, "was not completed");
    }
    let mut child = begun(target.path(), &export);
    drop(child.stdin.take());
    succeeded(&child.wait_with_output().unwrap());
    let copy = run(senda("export", Path::new("-"), target.path())).stdout;
    assert_eq!(rows(&copy), rows(&export));
    goes_on(target.path(), &mut table).await;
}

/// Returns the lengths of the beginnings of an export that end with the line after a table's rows.
fn ends_of_tables(export: &[u8]) -> Vec<usize> {
    let mut end = 0;
    let mut ends = Vec::new();
    let mut is_after_row = false;
    for line in export.split_inclusive(|byte| *byte == b'\n') {
        end += line.len();
        let is_row = line.starts_with(b"{\"row\"");
        if is_after_row && !is_row {
            ends.push(end);
        }
        is_after_row = is_row;
    }
    // The line after the last table's rows ends the export.
    ends.pop();
    assert!(ends.len() > 2, "{ends:?}");
    ends
}

/// Returns the number of rows that an import has stored so far; `None` if it has not begun.
async fn stored_rows(folder: &Path) -> Option<i64> {
    if database::url(folder).is_none() && !folder.join("senda.sqlite").exists() {
        return None;
    }
    let mut sql = Sql::of(folder).await;
    let stored = "select coalesce(max(stored), 0) from import";
    // The tables may not be there yet.
    sql.try_number(stored).await.ok()
}

#[tokio::test]
async fn an_import_that_was_cut_off_begins_anew_with_another_export() {
    let (folder, mut table, export) = exported().await;
    let target = Folder::new();
    let mut child = begun(target.path(), &export[..export.len() * 2 / 3]);
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    refused(
        &output,
        "the import was not completed: it is cut off after line",
    );
    let again = run(senda("export", Path::new("-"), folder.path())).stdout;
    assert_ne!(again, export, "it has an id of its own");
    let mut child = begun(target.path(), &again);
    drop(child.stdin.take());
    succeeded(&child.wait_with_output().unwrap());
    goes_on(target.path(), &mut table).await;
}

#[tokio::test]
async fn an_import_mixes_nothing_and_stores_nothing_of_a_damaged_export() {
    let (folder, _table, export) = exported().await;
    let files = Folder::new();
    let file = files.path().join("senda.export");
    let text = String::from_utf8(export.clone()).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from));
        text.replacen(from, to, 1)
    };
    let empty = Folder::new();
    for (content, words) in [
        (String::new(), "it is no export of Senda"),
        ("{\"rows\":1}\n".to_owned(), "it is no export of Senda"),
        (changed("\"export\":1", "\"export\":2"), "a newer Senda"),
        (changed("Zoë", "Zoe"), "its checksum doesn't fit"),
        (changed("{\"row\":[", "{\"row\":"), "is damaged"),
        (
            text[..text.len() - 1].to_owned(),
            "it is cut off after line",
        ),
    ] {
        fs::write(&file, content).unwrap();
        let output = run(senda("import", &file, empty.path()));
        refused(&output, "nothing has changed");
        refused(&output, words);
    }
    assert!(!empty.path().join("senda.sqlite").exists());
    fs::write(&file, &export).unwrap();
    let output = run(senda("import", &file, folder.path()));
    refused(
        &output,
        "the database isn't empty (its table player has rows)",
    );
    let process = Process::start(empty.path());
    let output = run(senda("import", &file, empty.path()));
    refused(&output, "use");
    process.kill();
}

#[tokio::test]
async fn an_export_of_other_tables_is_refused_with_its_version() {
    let (_folder, _table, export) = exported().await;
    let text = String::from_utf8(export).unwrap();
    let text = text.replace("\"token_hash\",\"name\"", "\"token_hash\",\"nickname\"");
    let target = Folder::new();
    let mut child = begun(target.path(), text.as_bytes());
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    refused(
        &output,
        &format!("the export is of Senda {}", env!("CARGO_PKG_VERSION")),
    );
}

#[test]
fn a_failed_export_is_explained_in_one_sentence() {
    let (folder, files) = (Folder::new(), Folder::new());
    let file = files.path().join("senda.export");
    let output = run(senda_on_file("export", &file, folder.path()));
    refused(&output, "there is no database in");
    assert!(!folder.path().join("senda.sqlite").exists());
    Process::start_in_file(folder.path()).kill();
    fs::write(&file, "somebody's").unwrap();
    let output = run(senda_on_file("export", &file, folder.path()));
    refused(&output, "is there already");
    assert_eq!(fs::read_to_string(&file).unwrap(), "somebody's");
    let nowhere = files.path().join("nowhere/senda.export");
    let output = run(senda_on_file("export", &nowhere, folder.path()));
    refused(&output, "the export can't be written");
    let missing = files.path().join("missing");
    let output = run(senda_on_file("import", &missing, folder.path()));
    refused(&output, "missing can't be read");
}
