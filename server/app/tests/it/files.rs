//! Tests of a process with a low limit on open files: a client that takes all it can leaves enough
//! for the others.

use std::{
    io::Read,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    process::Command,
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

use crate::{
    client::{Browser, Tab, ask},
    game::Table,
    process::{Process, without_settings},
    world::Folder,
};

/// Starts the server with a limit on open files.
fn with_files(limit: &str, folder: &Path) -> Process {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit {limit}; exec \"$0\" \"$@\"")]);
    Process::start_by(shell, folder)
}

/// Opens a connection from one of this machine's loopback addresses.
async fn connect_from(last: u8, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((Ipv4Addr::new(127, 0, 0, last), 0).into())?;
    socket.connect(address).await
}

/// Opens as many silent connections as one address gets. The failed ones are not included.
async fn take_all(tries: usize, last: u8, address: SocketAddr) -> Vec<TcpStream> {
    let mut taken = Vec::new();
    for _ in 0..tries {
        let Ok(mut stream) = connect_from(last, address).await else {
            continue;
        };
        // Half a request keeps the place until its timeout.
        let _ = stream.write_all(b"GET / HTT").await;
        taken.push(stream);
    }
    taken
}

/// Opens as many sockets as one address gets.
async fn take_sockets(last: u8, address: SocketAddr) -> Vec<Tab> {
    let nobody = Browser {
        address,
        cookie: String::new(),
    };
    let mut taken = Vec::new();
    while let Ok(stream) = connect_from(last, address).await
        && let Ok(tab) = nobody.try_tab_on(stream, "/api/lobby/socket").await
    {
        taken.push(tab);
    }
    taken
}

async fn is_ready(address: SocketAddr) -> bool {
    let reply = ask(address, "GET", "/health/ready", &[], b"");
    let reply = timeout(Duration::from_secs(10), reply).await;
    reply.expect("an answer").status == 200
}

#[tokio::test]
async fn one_address_that_takes_all_files_it_can_does_not_block_others() {
    let folder = Folder::new();
    let mut process = with_files("-n 256", folder.path());
    let address = process.address;
    let sockets = take_sockets(2, address).await;
    let silent = take_all(400, 2, address).await;
    assert!(sockets.len() >= 8, "{} sockets", sockets.len());

    assert!(is_ready(address).await);
    let page = ask(address, "GET", "/r/k7m2p9qx4t", &[], b"").await;
    assert_eq!(page.status, 404, "there is no such room");
    let mut table = Table::playing(address, 4, 4).await;
    table.play_out().await;
    drop((sockets, silent));
    let complaints = process.take_stderr();
    process.kill();
    let said = std::io::read_to_string(complaints).unwrap();
    assert!(!said.contains("no connection can be accepted"), "{said}");
    assert!(said.contains("far fewer sockets than asked for"), "{said}");
}

#[tokio::test]
async fn health_checks_work_while_a_crowd_takes_all_connections() {
    let folder = Folder::new();
    let mut process = with_files("-n 256", folder.path());
    let address = process.address;
    let mut table = Table::playing(address, 2, 1).await;
    let mut crowd = Vec::new();
    for last in 2..12 {
        crowd.push(take_all(40, last, address).await);
    }
    // Players who are already connected, and the store, have the files that they need.
    table.play().await;
    let health = async {
        let healthcheck = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
            command.args(["healthcheck", "--listen", &address.to_string()]);
            command.status().unwrap()
        };
        // The crowd also comes from this machine, so it may occupy the reserved places for two
        // seconds.
        while !healthcheck().success() {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(10), health).await.unwrap();
    table.play_out().await;
    drop(crowd);
    let complaints = process.take_stderr();
    process.kill();
    let said = std::io::read_to_string(complaints).unwrap();
    assert!(!said.contains("no connection can be accepted"), "{said}");
}

#[tokio::test]
async fn a_low_soft_limit_is_raised_to_the_hard_limit() {
    let folder = Folder::new();
    let process = with_files("-Sn 200", folder.path());
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", process.id())).unwrap();
    let files = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let files: Vec<_> = files.unwrap().split_whitespace().collect();
    assert_eq!(files[3], files[4], "soft and hard");
    assert_ne!(files[3], "200");
}

#[tokio::test]
async fn running_out_of_files_is_logged_once_and_survived() {
    let folder = Folder::new();
    let mut process = with_files("-n 1024", folder.path());
    let mut complaints = process.take_stderr();
    let id = process.id().to_string();
    let limit = |files: &str| {
        let done = Command::new("prlimit")
            .args(["--pid", &id])
            .arg(format!("--nofile={files}:1024"))
            .status();
        assert!(done.unwrap().success());
    };
    assert!(is_ready(process.address).await);
    limit("10");
    let mut waiting = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(process.address).await.unwrap();
        let request = b"GET /health/live HTTP/1.1\r\nhost: senda\r\nconnection: close\r\n\r\n";
        stream.write_all(request).await.unwrap();
        waiting.push(stream);
    }
    let mut first = [0; 1];
    complaints.read_exact(&mut first).unwrap();
    // The time is long enough for several attempts.
    tokio::time::sleep(Duration::from_millis(500)).await;
    limit("1024");
    for mut stream in waiting {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }
    process.kill();
    let said = std::io::read_to_string(complaints).unwrap();
    assert_eq!(
        said.matches("no connection can be accepted").count(),
        1,
        "{said}"
    );
}

#[test]
fn too_low_a_file_limit_is_explained_in_one_sentence() {
    let folder = Folder::new();
    let command = Process::command(folder.path());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "ulimit -n 100; exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(command.get_args());
    without_settings(&mut shell);
    let output = shell.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("100 files") && said.contains("ulimit -n"),
        "{said}"
    );
}
