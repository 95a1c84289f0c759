//! Tests of the operator's Unix socket.

use std::{
    fs,
    io::{Read, Write},
    os::unix::{
        fs::{FileTypeExt, PermissionsExt},
        net::UnixStream,
    },
    path::Path,
    process::{Command, Output, Stdio},
};

use crate::{process::Process, world::Folder};

fn admin(arguments: &[&str], data: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_senda"))
        .env_clear()
        .arg("admin")
        .args(arguments)
        .arg("--data")
        .arg(data)
        .output()
        .unwrap()
}

#[tokio::test]
async fn the_socket_is_beside_the_data_and_for_its_owner_alone() {
    let folder = Folder::new();
    let socket = folder.path().join("admin.sock");
    let output = admin(&["rooms"], folder.path());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("no server is running here"), "{error}");
    let process = Process::start_in_file(folder.path());
    let found = fs::metadata(&socket).unwrap();
    assert!(found.file_type().is_socket());
    assert_eq!(found.permissions().mode() & 0o777, 0o600);
    assert!(admin(&["rooms"], folder.path()).status.success());
    // A second server on the same data takes neither the data nor the socket.
    let mut second = Process::command(folder.path());
    second.env_remove("SENDA_DATABASE");
    let second = second.output().unwrap();
    assert!(!second.status.success());
    assert!(admin(&["rooms"], folder.path()).status.success());
    // A process that is killed leaves its socket behind.
    process.kill();
    let error = String::from_utf8(admin(&["rooms"], folder.path()).stderr).unwrap();
    assert!(error.contains("left from an earlier one"), "{error}");
    let process = Process::start_in_file(folder.path());
    assert!(admin(&["rooms"], folder.path()).status.success());
    // A process that is asked to stop removes it.
    let mut process = process;
    process.terminate();
    process.wait();
    assert!(!socket.exists());
}

#[tokio::test]
async fn a_server_without_the_socket_has_none() {
    let folder = Folder::new();
    let mut command = Process::command(folder.path());
    command
        .env_remove("SENDA_DATABASE")
        .env("SENDA_ADMIN_SOCKET", "off");
    let _process = Process::of(command);
    assert!(!folder.path().join("admin.sock").exists());
    let output = admin(&["rooms", "--admin-socket", "off"], folder.path());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("--admin-socket names one"), "{error}");
}

#[tokio::test]
async fn a_server_does_not_start_without_the_socket_that_it_was_told_to_open() {
    let folder = Folder::new();
    let file = folder.path().join("file");
    fs::write(&file, "data").unwrap();
    let mut command = Process::command(folder.path());
    let output = command
        .arg("--admin-socket")
        .arg(&file)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(error.contains("for senda admin"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), b"data");
}

#[tokio::test]
async fn other_programs_speak_http_on_the_socket() {
    let folder = Folder::new();
    let _process = Process::start_in_file(folder.path());
    let ask = |request: &str| {
        let mut stream = UnixStream::connect(folder.path().join("admin.sock")).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let rest = "HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let answer = ask(&format!("GET /api/admin/rooms {rest}"));
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.ends_with("{\"next\":null,\"rooms\":[]}"), "{answer}");
    for (line, status, code) in [
        ("GET /", 404, "not_found"),
        ("GET /api/admin/bans/x", 404, "not_found"),
        ("PATCH /api/admin/bans", 405, "method_not_allowed"),
        ("GET /api/admin/people", 422, "not_possible"),
        ("POST /api/admin/bans", 415, "not_json"),
    ] {
        let answer = ask(&format!("{line} {rest}"));
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{answer}"
        );
        assert!(answer.contains(&format!("\"code\":\"{code}\"")), "{answer}");
    }
}
