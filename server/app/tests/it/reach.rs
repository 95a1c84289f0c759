//! Tests of pages whose connection is lost or never established: the ping that checks whether it is
//! alive, and the reasons that the server gives to pages and to its operator.

use std::{
    io::{BufRead, BufReader},
    process::Command,
};

use serde_json::json;

use crate::{
    client::{Browser, Tab, ask, settings},
    game::Table,
    process::Process,
    world::{Folder, World},
};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Sends a ping, and returns the time in its answer.
async fn ping(tab: &mut Tab) -> Option<u64> {
    tab.text(r#"{"type":"ping"}"#).await;
    loop {
        let message = tab.read().await.unwrap();
        if message["type"] == "pong" {
            return message["now"].as_u64();
        }
        assert_ne!(message["type"], "nak", "{message}");
    }
}

#[tokio::test]
async fn an_idle_page_can_ping_the_server() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    let before = table.players[0].1.version;
    let (_, watcher) = &mut table.watchers[0];
    let time = ping(watcher).await.expect("this server has the room");
    let now = world.app.clock.now().0;
    assert!((now - 60_000..=now).contains(&time), "{time} at {now}");
    for (_, player) in &mut table.players {
        assert!(ping(player).await.is_some_and(|later| later >= time));
    }
    // A ping is not a command, and the other clients receive nothing because of it.
    let (_, player) = &mut table.players[0];
    ping(player).await;
    assert_eq!(player.version, before);
    let frames = &player.frames()[player.frames().len() - 2..];
    assert!(
        frames.iter().all(|frame| frame.contains("pong")),
        "{frames:?}"
    );
    // The lobby has no clock.
    let watcher = Browser::arrive(world.address, "Zoe").await;
    let mut lobby = watcher.tab("/api/lobby/socket").await;
    assert_eq!(ping(&mut lobby).await, None);
}

#[tokio::test]
async fn a_page_that_sends_too_many_pings_is_disconnected() {
    let world = World::start().await;
    let watcher = Browser::arrive(world.address, "Zoe").await;
    let mut lobby = watcher.tab("/api/lobby/socket").await;
    for _ in 0..400 {
        if lobby.socket.send(r#"{"type":"ping"}"#).await.is_err() {
            break;
        }
    }
    assert_eq!(lobby.closed().await, 4500);
    let frames = lobby.frames();
    let pongs = frames.iter().filter(|frame| frame.contains("pong"));
    let most = world.app.settings.messages_per_second * 4;
    assert!(pongs.count() <= most as usize);
}

#[tokio::test]
async fn a_page_can_request_the_reason_of_a_rejected_socket() {
    let world = World::start().await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let path = format!("/api/rooms/{room}/socket");
    let own = format!("http://{}", world.address);
    let cookie = ("cookie", &*browser.cookie);
    let origin = ("origin", &*own);
    let zeros = format!("senda={}", "0".repeat(64));
    let elsewhere = ("origin", "https://senda.example");
    let answers: [(&str, &[_], u16, &str); 7] = [
        (&path, &[cookie, origin], 426, "not_a_socket"),
        ("/api/lobby/socket", &[origin], 426, "not_a_socket"),
        (&path, &[origin], 401, "no_session"),
        (
            &path,
            &[("cookie", &*zeros), origin],
            401,
            "unknown_session",
        ),
        (&path, &[cookie, elsewhere], 403, "foreign_origin"),
        (
            "/api/rooms/zzzzzzzzzz/socket",
            &[cookie, origin],
            404,
            "no_such_room",
        ),
        (
            "/api/rooms/..%2f/socket",
            &[cookie, origin],
            404,
            "no_such_room",
        ),
    ];
    for (path, headers, status, code) in answers {
        let headers = [headers, &[JSON]].concat();
        let reply = ask(world.address, "POST", path, &headers, b"{}").await;
        assert_eq!(reply.problem(), (status, code.to_owned()), "{path}");
        let upgrade = (status == 426).then_some("websocket");
        assert_eq!(reply.header("upgrade"), upgrade, "{path}");
        if code == "foreign_origin" {
            assert_eq!(reply.json()["reason"], "host");
        }
    }
}

#[tokio::test]
async fn a_page_learns_that_the_server_is_full() {
    let world = World::with(|settings| settings.sockets = 4).await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let mut tabs = Vec::new();
    let path = format!("/api/rooms/{room}/socket");
    let answer = loop {
        let reply = browser.send("POST", &path, &json!({})).await;
        if reply.problem().0 != 426 || tabs.len() > 8 {
            break reply;
        }
        tabs.push(browser.tab("/api/lobby/socket").await);
    };
    let (status, code) = answer.problem();
    assert!(
        matches!((status, &*code), (503, "full") | (429, "too_many")),
        "{code}"
    );
    assert!(answer.header("retry-after").is_some());
}

#[tokio::test]
async fn a_wrong_origin_is_rejected_with_its_cause() {
    let world = World::with(|settings| {
        settings.public_url = vec!["http://senda.example".parse().unwrap()];
    })
    .await;
    let host = ("host", "senda.example");
    for (origin, reason) in [
        ("https://senda.example", "scheme"),
        ("https://other.example", "site"),
        ("http://senda.example:8080", "site"),
    ] {
        let headers = [host, ("origin", origin), JSON];
        let reply = ask(world.address, "POST", "/api/session", &headers, b"{}").await;
        assert_eq!(reply.problem(), (403, "foreign_origin".to_owned()));
        let body = reply.json();
        assert_eq!(body["reason"], reason, "{origin}");
        assert_eq!(body["expected"], "http://senda.example");
        let detail = body["detail"].as_str().unwrap();
        assert!(
            detail.contains("--public-url http://senda.example"),
            "{detail}"
        );
        assert!(
            !detail.contains("proxy_set_header Host"),
            "Host is as it was"
        );
    }
}

/// Returns the lines in the log of a process that was sent a request many times.
async fn log_of(
    setting: &str,
    (method, path): (&str, &str),
    headers: &[(&str, &str)],
) -> Vec<String> {
    let folder = Folder::new();
    let mut starter = Command::new("env");
    starter.arg(setting);
    let mut process = Process::start_by(starter, folder.path());
    for _ in 0..20 {
        ask(process.address, method, path, headers, b"{}").await;
    }
    let log = BufReader::new(process.take_stderr());
    process.kill();
    log.lines().map(Result::unwrap).collect()
}

#[tokio::test]
async fn a_proxy_without_websockets_is_logged_once() {
    // The requests are a handshake forwarded by an nginx with its default configuration, and those
    // of a page that can't connect.
    let asked: [(_, &[(&str, &str)]); 3] = [
        (
            ("GET", "/api/rooms/k7m2p9qx4t/socket"),
            &[
                ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
                ("sec-websocket-version", "13"),
                ("sec-websocket-protocol", "senda.v2"),
            ],
        ),
        (("GET", "/api/lobby/socket"), &[]),
        (("POST", "/api/lobby/socket"), &[JSON]),
    ];
    for (request, headers) in asked {
        let lines = log_of("SENDA_LOG=warn", request, headers).await;
        assert_eq!(lines.len(), 1, "{lines:?}");
        for words in [
            "WARN",
            "header Upgrade",
            "Websockets Support",
            "proxy_set_header Upgrade",
        ] {
            assert!(lines[0].contains(words), "{lines:?}");
        }
    }
}

#[tokio::test]
async fn a_rejected_page_of_this_server_is_logged_once_with_the_cause() {
    let session = ("POST", "/api/session");
    let host = ("host", "senda.example");
    for (setting, headers, words) in [
        (
            "SENDA_PUBLIC_URL=http://senda.example",
            [host, ("origin", "https://senda.example"), JSON],
            "another scheme than that of --public-url http://senda.example",
        ),
        (
            "SENDA_LOG=warn",
            [
                ("host", "backend:8080"),
                ("origin", "http://senda.example"),
                JSON,
            ],
            "proxy_set_header Host $http_host",
        ),
        (
            "SENDA_PUBLIC_URL=http://senda.example",
            [host, ("origin", "http://www.senda.example"), JSON],
            "an address that --public-url does not name",
        ),
    ] {
        let lines = log_of(setting, session, &headers).await;
        let said: Vec<_> = lines
            .iter()
            .filter(|line| line.contains("was refused"))
            .collect();
        assert_eq!(said.len(), 1, "{lines:?}");
        assert!(said[0].contains(words), "{said:?}");
    }
    // Requests from pages of other sites are rejected every day, and the operator can't change
    // anything.
    let foreign = [
        host,
        ("origin", "http://evil.example"),
        ("sec-fetch-site", "cross-site"),
        JSON,
    ];
    let lines = log_of("SENDA_LOG=warn", session, &foreign).await;
    assert_eq!(lines, Vec::<String>::new());
}

#[tokio::test]
async fn https_without_a_public_url_is_logged_once() {
    for headers in [
        [("host", "senda.example"), ("x-forwarded-proto", "https")],
        [
            ("host", "senda.example"),
            ("origin", "https://senda.example"),
        ],
    ] {
        let lines = log_of("SENDA_LOG=warn", ("GET", "/"), &headers).await;
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].contains("start with --public-url https://senda.example"),
            "{lines:?}"
        );
    }
    let plain = [("host", "senda.example"), ("x-forwarded-proto", "http")];
    assert_eq!(
        log_of("SENDA_LOG=warn", ("GET", "/"), &plain).await,
        Vec::<String>::new()
    );
}
