//! Tests of the common properties of all responses: the log identifies requests by an id, a panic
//! becomes a response, and generated bodies are compressed.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Command, Stdio},
};

use axum::{Router, routing::get};
use flate2::read::GzDecoder;
use senda::{http::with_frames, net::listen};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

use crate::{
    client::{Browser, Reply, ask, settings},
    game::Table,
    process::Process,
    world::{Folder, World},
};

#[tokio::test]
async fn a_panic_becomes_a_response_and_the_connection_stays_open() {
    let world = World::start().await;
    let api = Router::new().route(
        "/api/panic",
        get(async || -> &'static str { panic!("on purpose") }),
    );
    let pages = Router::new().route("/calm", get(async || "calm\n"));
    let routes = with_frames(pages, api, world.app.clone());
    let (mut near, far) = duplex(64 * 1024);
    let from = "192.0.2.1:1".parse().unwrap();
    tokio::spawn(listen::serve(far, from, routes, world.app.shutdown.clone()));
    for path in ["/api/panic", "/calm"] {
        let close = if path == "/calm" {
            "connection: close\r\n"
        } else {
            ""
        };
        let request = format!("GET {path} HTTP/1.1\r\nhost: senda\r\n{close}\r\n");
        near.write_all(request.as_bytes()).await.unwrap();
    }
    let mut answers = String::new();
    near.read_to_string(&mut answers).await.unwrap();
    let (panicked, calm) = answers.split_once("HTTP/1.1 200 OK").unwrap();
    assert!(panicked.starts_with("HTTP/1.1 500 "), "{panicked}");
    for part in [
        "\r\nx-request-id: ",
        "\r\nx-content-type-options: nosniff\r\n",
        "\r\ncontent-type: application/problem+json\r\n",
        "\r\ncache-control: no-store\r\n",
        "\"code\":\"internal\"",
    ] {
        assert!(panicked.contains(part), "{part} is not in {panicked}");
    }
    assert!(!panicked.contains("on purpose"), "{panicked}");
    assert!(calm.ends_with("\r\n\r\ncalm\n"), "{calm}");
}

fn id(reply: &Reply) -> String {
    reply.header("x-request-id").unwrap().to_owned()
}

#[tokio::test]
async fn the_log_identifies_requests_by_a_server_id_and_contains_no_secret() {
    let folder = Folder::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    command
        .env_clear()
        .args(["--listen", "127.0.0.1:0", "--log", "debug", "--data"])
        .arg(folder.path())
        .stderr(Stdio::piped());
    let mut process = Process::of(command);
    let browser = Browser::arrive(process.address, "Ana").await;
    let room = browser.room(settings()).await;
    let path = format!("/api/rooms/{room}?token=planted");
    let headers = [("cookie", &*browser.cookie), ("x-request-id", "planted")];
    let first = ask(process.address, "GET", &path, &headers, b"").await;
    let second = ask(process.address, "GET", "/api/rooms/none", &headers, b"").await;
    assert_eq!((first.status, second.status), (200, 404));
    let ids = [id(&first), id(&second)];
    assert_ne!(ids[0], ids[1]);
    let page = ask(process.address, "GET", "/", &[], b"").await;
    assert_eq!(
        page.header("x-request-id"),
        None,
        "files are many and small"
    );
    let log = BufReader::new(process.take_stderr());
    process.kill();
    let lines: Vec<_> = log.lines().map(Result::unwrap).collect();
    for (id, status) in ids.iter().zip(["status=200", "status=404"]) {
        let line = lines.iter().find(|line| line.contains(id)).unwrap();
        for part in ["method=GET", "route=\"/api/rooms/{room}\"", status] {
            assert!(line.contains(part), "{part} is not in {line}");
        }
    }
    let all = lines.join("\n");
    for secret in [&browser.cookie["senda=".len()..], "planted", &room] {
        assert!(!all.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn a_game_file_is_compressed_for_clients_that_accept_it() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 3, 0).await;
    table.play_out().await;
    let path = format!("/api/rooms/{}/games/1", table.room);
    for path in [path.clone(), format!("{path}/notation")] {
        let whole = ask(world.address, "GET", &path, &[], b"").await;
        assert_eq!(whole.header("content-encoding"), None);
        let accept = ("accept-encoding", "gzip");
        let small = ask(world.address, "GET", &path, &[accept], b"").await;
        assert_eq!(small.header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(small.header("vary"), Some("accept-encoding"));
        assert_eq!(small.header("content-type"), whole.header("content-type"));
        let mut again = Vec::new();
        let body = unchunked(&small);
        GzDecoder::new(&*body).read_to_end(&mut again).unwrap();
        assert_eq!(again, whole.body);
        assert!(2 * body.len() < whole.body.len(), "{}", body.len());
        let best = [("accept-encoding", "gzip, br")];
        let best = ask(world.address, "GET", &path, &best, b"").await;
        assert_eq!(best.header("content-encoding"), Some("br"));
    }
    // A body that fits into one packet is not worth compressing.
    let path = format!("/api/rooms/{}", table.room);
    let accept = ("accept-encoding", "gzip, br");
    let little = ask(world.address, "GET", &path, &[accept], b"").await;
    assert_eq!(little.header("content-encoding"), None);
}

/// Returns a body without its chunked encoding.
fn unchunked(reply: &Reply) -> Vec<u8> {
    assert_eq!(reply.header("transfer-encoding"), Some("chunked"));
    let (mut whole, mut rest) = (Vec::new(), &*reply.body);
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").unwrap();
        let size = std::str::from_utf8(&rest[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return whole;
        }
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 2 + size + 2..];
    }
}
