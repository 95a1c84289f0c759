//! Tests of the log lines for the operator of a server.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::Stdio,
    sync::Mutex,
    time::Duration,
};

use axum::{body::Body, extract::ConnectInfo, http::Request};
use regex_lite::Regex;
use senda::{http::when_full, upkeep::hourly};
use serde_json::json;
use tower::ServiceExt;
use tracing_subscriber::fmt::MakeWriter as _;

use crate::{
    client::{Browser, ask, settings},
    game::Table,
    process::Process,
    world::{Folder, World},
};

/// Starts the program with its log at `info` and these options, lets a client do something, and
/// returns the lines of its log.
async fn log_of(options: &[&str], work: impl AsyncFnOnce(&Process)) -> Vec<String> {
    let folder = Folder::new();
    let mut command = Process::command_that_logs("info", folder.path());
    command.args(options).stderr(Stdio::piped());
    let mut process = Process::of(command);
    work(&process).await;
    process.terminate();
    let lines = BufReader::new(process.take_stderr()).lines();
    lines.map(Result::unwrap).collect()
}

/// Returns the only line that contains these words.
#[track_caller]
fn only<'a>(lines: &'a [String], words: &str) -> &'a str {
    let mut found = lines.iter().filter(|line| line.contains(words));
    match (found.next(), found.next()) {
        (Some(line), None) => line,
        _ => panic!("{words:?} is not in one line:\n{}", lines.join("\n")),
    }
}

#[tokio::test]
async fn the_start_the_rooms_and_the_games_are_logged_without_names_and_links() {
    let mut room = String::new();
    let lines = log_of(&[], async |process| {
        let mut table = Table::playing(process.address, 2, 1).await;
        table.play_out().await;
        room = table.room;
    })
    .await;
    let start = only(&lines, "Senda starts");
    assert!(start.contains("version=\""), "{start}");
    assert!(start.contains("commit=\""), "{start}");
    assert!(start.contains("database=\""), "{start}");
    assert!(start.contains("public_url=none"), "{start}");
    assert!(start.contains("trust_proxy=false"), "{start}");
    let about = format!("room={} game=\"tsuro\"", &room[..4]);
    assert!(only(&lines, "a room was opened").contains(&about));
    let started = format!("{about} round=1 people=2 bots=0");
    assert!(only(&lines, "a game started").contains(&started));
    let ended = format!("{about} round=1 people=2 bots=0 left=0");
    assert!(only(&lines, "a game ended").contains(&ended));
    for line in &lines {
        for private in ["Player 1", "Watcher", &room] {
            assert!(!line.contains(private), "{line}");
        }
    }
}

#[tokio::test]
async fn a_game_goes_on_when_the_reader_of_the_log_is_gone() {
    let folder = Folder::new();
    let mut command = Process::command_that_logs("info", folder.path());
    command.stderr(Stdio::piped());
    let mut process = Process::of(command);
    drop(process.take_stderr());
    let mut table = Table::playing(process.address, 2, 0).await;
    table.play_out().await;
    table.start().await;
}

#[tokio::test]
async fn the_numbers_of_people_and_rooms_are_logged_each_hour() {
    static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());
    let log = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(|| LINES.make_writer())
        .finish();
    let _log = tracing::subscriber::set_default(log);
    let numbers = || {
        let lines = String::from_utf8(LINES.lock().unwrap().split_off(0)).unwrap();
        let numbers = lines.lines().filter(|line| line.contains("in memory now"));
        numbers.map(str::to_owned).collect::<Vec<_>>()
    };
    let world = World::start().await;
    let table = Table::playing(world.address, 2, 1).await;
    hourly::log(&world.app).await;
    let line = numbers().pop().unwrap();
    let expected = "people=3 rooms=1 running_games=1 sockets=3 bots=0 database_bytes=";
    assert!(line.contains(expected), "{line}");
    drop(table);
    tokio::time::pause();
    tokio::time::sleep(Duration::from_mins(59)).await;
    assert_eq!(numbers(), Vec::<String>::new());
    tokio::time::sleep(Duration::from_mins(2)).await;
    assert_eq!(numbers().len(), 1);
}

#[tokio::test]
async fn the_access_log_is_read_by_the_documented_filter() {
    let filter = fs::read_to_string("../../docs/operate/fail2ban.conf").unwrap();
    let mut filter = filter.lines();
    let pattern = filter.find_map(|line| line.strip_prefix("failregex = "));
    let pattern = pattern
        .unwrap()
        .replace("<HOST>", "(?P<host>[0-9A-Fa-f.:]+)");
    let pattern = Regex::new(&pattern).unwrap();
    let options = [
        "--access-log",
        "--rooms-per-hour",
        "1",
        "--trust-proxy=127.0.0.1",
    ];
    let lines = log_of(&options, async |process| {
        let browser = Browser::arrive(process.address, "Ana").await;
        browser.room(settings()).await;
        let body = json!({ "settings": settings() }).to_string();
        let headers = |client| {
            [
                ("content-type", "application/json"),
                ("cookie", browser.cookie.as_str()),
                ("x-forwarded-for", client),
            ]
        };
        for status in [201, 429, 429] {
            let headers = headers("2001:db8::7");
            let reply = ask(
                process.address,
                "POST",
                "/api/rooms",
                &headers,
                body.as_bytes(),
            );
            assert_eq!(reply.await.status, status);
        }
        // A client that writes the text of such a line into a header bans no other address.
        let forged = "x INFO senda::access: request client=192.0.2.9 method=GET route=/ status=429 \
            code=too_many milliseconds=0";
        let headers = [("origin", forged), ("x-forwarded-for", "192.0.2.8")];
        let reply = ask(process.address, "POST", "/api/session", &headers, b"{}").await;
        assert_eq!(reply.problem(), (403, "foreign_origin".to_owned()));
        ask(process.address, "GET", "/health/live", &[], b"").await;
    })
    .await;
    assert!(lines.iter().any(|line| line.contains("client=192.0.2.9")));
    let banned = |prefix: &str| {
        let hosts = lines.iter().filter_map(|line| {
            let line = format!("{prefix}{line}");
            Some(pattern.captures(&line)?["host"].to_owned())
        });
        hosts.collect::<Vec<_>>()
    };
    assert_eq!(banned(""), ["2001:db8::7"; 2], "{}", lines.join("\n"));
    assert_eq!(banned("host senda[42]: "), ["2001:db8::7"; 2]);
    // Lines in the journal have no time of their own, and fail2ban removes the time of other lines.
    for prefix in ["", "host senda[42]: "] {
        let hosts = lines.iter().filter_map(|line| {
            let (_, untimed) = line.split_once('Z')?;
            let line = format!("{prefix}{untimed}");
            Some(pattern.captures(&line)?["host"].to_owned())
        });
        assert_eq!(hosts.collect::<Vec<_>>(), ["2001:db8::7"; 2], "{prefix}");
    }
    // The refusals are in one line of the ordinary log as well, with the change to make.
    assert!(only(&lines, "limit=\"rooms_of_address\"").contains("raise --rooms-per-hour"));
    let access = lines.iter().filter(|line| line.contains("senda::access: "));
    let access: Vec<_> = access.collect();
    assert!(access.iter().all(|line| !line.contains("/health/")));
    assert!(
        access
            .iter()
            .any(|line| line.contains("route=/api/rooms status=201"))
    );
}

#[tokio::test]
async fn the_access_log_has_the_connections_that_a_limit_refuses() {
    static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());
    let log = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(|| LINES.make_writer())
        .finish();
    let _log = tracing::subscriber::set_default(log);
    let world = World::with(|settings| settings.access_log = true).await;
    let mut request = Request::get("/").body(Body::empty()).unwrap();
    let peer = SocketAddr::from(([192, 0, 2, 7], 5_000));
    request.extensions_mut().insert(ConnectInfo(peer));
    let response = when_full(world.app.clone()).oneshot(request).await.unwrap();
    assert_eq!(response.status(), 503);
    let lines = String::from_utf8(LINES.lock().unwrap().clone()).unwrap();
    let expected = "client=192.0.2.7 method=GET route=- status=503 code=full";
    assert!(lines.contains(expected), "{lines}");
}

#[tokio::test]
async fn no_request_is_logged_without_the_access_log() {
    let options = ["--public-url", "https://senda.example", "--trust-proxy"];
    let lines = log_of(&options, async |process| {
        let headers = [("host", "senda.example"), ("x-forwarded-for", "192.0.2.7")];
        let reply = ask(process.address, "GET", "/", &headers, b"").await;
        assert_eq!(reply.status, 200);
    })
    .await;
    let access = lines.iter().filter(|line| line.contains("senda::access"));
    assert_eq!(access.count(), 0);
    let start = only(&lines, "Senda starts");
    let expected = "public_url=https://senda.example trust_proxy=true";
    assert!(start.contains(expected), "{start}");
}
