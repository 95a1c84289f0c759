//! Tests of `senda admin`: each command against a real server, over its Unix socket.

mod bans;
mod network;
mod reports;
mod socket;

use std::{
    io::{BufRead, BufReader},
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

use crate::{
    client::{Browser, ask, settings},
    game::{Table, act},
    process::Process,
    world::Folder,
};

/// A server in a process of its own, with the operator's socket in its folder.
pub struct Steered {
    pub folder: Folder,
    pub process: Process,
}

impl Steered {
    pub fn start(options: &[&str]) -> Self {
        Self::in_folder(Folder::new(), options)
    }

    pub fn in_folder(folder: Folder, options: &[&str]) -> Self {
        let mut command = Process::command_that_logs("info", folder.path());
        command
            .arg("--admin-socket")
            .arg(folder.path().join("admin.sock"))
            .args(options)
            .stderr(Stdio::piped());
        let process = Process::of(command);
        Self { folder, process }
    }

    /// Runs a command to the server.
    pub fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
        let command = command.env_clear().arg("admin").args(arguments);
        command.arg("--admin-socket");
        command.arg(self.folder.path().join("admin.sock"));
        command.output().unwrap()
    }

    /// Runs a command that must succeed, and returns its text.
    #[track_caller]
    pub fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments:?}: {error}");
        assert_eq!(error, "", "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must succeed, and returns its JSON.
    #[track_caller]
    pub fn json(&self, arguments: &[&str]) -> Value {
        let arguments = [arguments, &["--json"]].concat();
        serde_json::from_str(&self.text(&arguments)).unwrap()
    }

    /// Runs a command that must fail, and returns the sentence that says why.
    #[track_caller]
    pub fn error(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(output.stdout, b"", "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// Stops the server, and returns the lines of its log and its folder.
    pub fn stop(mut self) -> (Vec<String>, Folder) {
        self.process.terminate();
        let lines = BufReader::new(self.process.take_stderr()).lines();
        let lines = lines.map(Result::unwrap).collect();
        self.process.wait();
        (lines, self.folder)
    }
}

/// Returns the status and the code of the answer to a page that opens a room.
async fn why(browser: &Browser, room: &str) -> (u16, Value) {
    let path = format!("/api/rooms/{room}");
    let reply = browser.send("GET", &path, &json!(null)).await;
    (reply.status, reply.json()["code"].clone())
}

#[tokio::test]
async fn rooms_are_listed_and_shown() {
    let server = Steered::start(&[]);
    assert_eq!(server.text(&["rooms"]), "There are no rooms.\n");
    let table = Table::playing(server.process.address, 2, 1).await;
    let ana = Browser::arrive(server.process.address, "Ana").await;
    let empty = ana.room(settings()).await;
    let list = server.json(&["rooms"]);
    let rooms = list["rooms"].as_array().unwrap();
    assert_eq!((rooms.len(), &list["next"]), (2, &json!(null)));
    let of = |room: &str| rooms.iter().find(|entry| entry["room"] == room).unwrap();
    let played = of(&table.room);
    for (key, value) in [
        ("game", json!("tsuro")),
        ("phase", json!("playing")),
        ("taken", json!(2)),
        ("people", json!(3)),
        ("spectators", json!(1)),
        ("public", json!(true)),
        ("locked", json!(false)),
        ("closed", json!(false)),
        ("server", json!("here")),
    ] {
        assert_eq!(played[key], value, "{key}");
    }
    assert_eq!(of(&empty)["people"], 0);
    assert_eq!(server.json(&["room", &table.room])["phase"], "playing");
    // The list has pages.
    let first = server.json(&["rooms", "--limit", "1"]);
    let next = first["next"].as_str().unwrap();
    let second = server.json(&["rooms", "--limit", "1", "--after", next]);
    assert_ne!(first["rooms"][0]["room"], second["rooms"][0]["room"]);
    let text = server.text(&["rooms", "--limit", "1"]);
    assert!(text.starts_with("ROOM "), "{text}");
    assert!(
        text.contains("There may be more: senda admin rooms --after "),
        "{text}"
    );
    let text = server.text(&["room", &table.room]);
    assert!(text.contains("People connected  3\n"), "{text}");
    for room in ["0000000000", "x", "../people"] {
        assert_eq!(
            server.error(&["room", room]),
            "senda: there is no such room\n"
        );
    }
    let why = server.error(&["rooms", "--limit", "501"]);
    assert!(why.contains("a number from 1 to 500"), "{why}");
}

#[tokio::test]
async fn a_closed_room_sends_everybody_away_until_it_is_opened() {
    let server = Steered::start(&[]);
    let mut table = Table::playing(server.process.address, 2, 1).await;
    let room = table.room.clone();
    server.text(&["close", &room]);
    for (_, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        assert_eq!(tab.closed().await, 4511);
    }
    let browser = table.players[0].0.clone();
    assert_eq!(why(&browser, &room).await, (403, json!("room_closed")));
    let path = format!("/api/rooms/{room}/socket");
    let refused = browser.refused(&path).await;
    assert_eq!(refused.problem(), (403, "room_closed".to_owned()));
    assert_eq!(server.json(&["room", &room])["closed"], true);
    let why = server.error(&["lock", &room]);
    assert!(why.contains("senda admin open"), "{why}");
    server.text(&["open", &room]);
    let tab = browser.enter(&room).await;
    assert_eq!(tab.view["phase"], "playing", "nothing is lost");
}

#[tokio::test]
async fn a_locked_room_lets_no_new_people_in() {
    let server = Steered::start(&[]);
    let ana = Browser::arrive(server.process.address, "Ana").await;
    let room = ana.room(settings()).await;
    let mut tab = ana.enter(&room).await;
    server.text(&["lock", &room]);
    tab.until(|tab| tab.view["locked"] == true).await;
    let bruno = Browser::arrive(server.process.address, "Bruno").await;
    let path = format!("/api/rooms/{room}/socket");
    assert_eq!(bruno.tab(&path).await.closed().await, 4505);
    server.text(&["unlock", &room]);
    bruno.enter(&room).await;
}

#[tokio::test]
async fn a_deleted_room_is_gone_with_its_log() {
    let server = Steered::start(&[]);
    let mut table = Table::playing(server.process.address, 2, 0).await;
    let room = table.room.clone();
    let before = server.json(&["storage"]);
    assert_eq!(
        (&before["rooms"], &before["people"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(server.json(&["delete", &room])["done"], true);
    assert_eq!(table.players[0].1.closed().await, 4511);
    assert_eq!(
        why(&table.players[0].0, &room).await,
        (404, json!("no_such_room"))
    );
    let after = server.json(&["storage"]);
    assert_eq!((&after["rooms"], &after["records"]), (&json!(0), &json!(0)));
    assert_eq!(after["people"], 2);
    assert!(server.error(&["delete", &room]).contains("no such room"));
}

#[tokio::test]
async fn a_notice_reaches_all_open_pages_and_new_ones() {
    let server = Steered::start(&[]);
    let ana = Browser::arrive(server.process.address, "Ana").await;
    let room = ana.room(settings()).await;
    let mut tabs = [ana.enter(&room).await, ana.tab("/api/lobby/socket").await];
    let words = "No games tonight, sorry: the machine moves.";
    server.text(&["announce", words, "--minutes", "5"]);
    for tab in &mut tabs {
        tab.until(|tab| tab.notice()["text"] == words).await;
        let ms = tab.notice()["for_ms"].as_u64().unwrap();
        assert!((1..=300_000).contains(&ms), "{ms}");
    }
    let mut late = ana.tab("/api/lobby/socket").await;
    late.until(|tab| tab.notice()["text"] == words).await;
    let mut back = ana.enter(&room).await;
    back.until(|tab| tab.notice()["text"] == words).await;
    assert!(server.text(&["announce"]).contains(words));
    server.text(&["announce", "--restart", "10m"]);
    for tab in &mut tabs {
        tab.until(|tab| tab.notice()["restart_in_ms"].is_number())
            .await;
        assert_eq!(tab.notice()["text"], json!(null));
    }
    server.text(&["announce", "--clear"]);
    for tab in &mut tabs {
        tab.until(|tab| tab.notice().is_null()).await;
    }
    assert_eq!(server.text(&["announce"]), "No notice is shown.\n");
    for (arguments, words) in [
        (&["announce", ""][..], "1 to 300 characters"),
        (&["announce", &"x".repeat(301)], "1 to 300 characters"),
        (&["announce", "two\nlines"], "in one line"),
        (
            &["announce", "hello", "--minutes", "10081"],
            "at most 7 days",
        ),
        (
            &["announce", "hello", "--minutes", "0"],
            "longer than nothing",
        ),
        (&["announce", "--restart", "0s"], "longer than nothing"),
    ] {
        let why = server.error(arguments);
        assert!(why.contains(words), "{arguments:?}: {why}");
    }
}

#[tokio::test]
async fn a_drained_server_starts_no_rooms_and_no_games_and_lets_running_ones_end() {
    let server = Steered::start(&[]);
    let address = server.process.address;
    let mut running = Table::playing(address, 2, 0).await;
    let mut waiting = Table::gather(address, 2, 0).await;
    let state = server.json(&["drain"]);
    assert_eq!(
        (&state["draining"], &state["running_games"]),
        (&json!(true), &json!(1))
    );
    let ana = Browser::arrive(address, "Ana").await;
    let body = json!({ "settings": settings() });
    let refused = ana.send("POST", "/api/rooms", &body).await;
    assert_eq!(refused.problem(), (503, "draining".to_owned()));
    for (_, tab) in &mut waiting.players {
        tab.must(json!({ "type": "ready", "ready": true })).await;
    }
    let refused = waiting.players[0]
        .1
        .command(json!({ "type": "start" }))
        .await;
    assert_eq!(refused.unwrap_err()["code"], "draining");
    running.play_out().await;
    let text = server.text(&["drain", "--status"]);
    assert!(text.contains("Running games     0\n"), "{text}");
    assert_eq!(server.json(&["drain", "--off"])["draining"], false);
    waiting.start().await;
    assert_eq!(ana.send("POST", "/api/rooms", &body).await.status, 201);
}

#[tokio::test]
async fn the_bots_and_the_storage_are_shown() {
    let server = Steered::start(&["--bot-threads", "2", "--bot-pace", "0-1"]);
    let ana = Browser::arrive(server.process.address, "Ana").await;
    let room = ana.room(settings()).await;
    let mut tab = ana.enter(&room).await;
    tab.must(json!({ "type": "bot", "seat": null, "level": "easy" }))
        .await;
    tab.must(json!({ "type": "start" })).await;
    // The bot decides sooner or later: it may be its turn first, or after the player's decision.
    while server.json(&["bots"])["decided"] == 0 {
        if tab.must_decide() {
            let mark = tab.game()["choices"]["marks"][0].clone();
            let version = tab.version;
            tab.must(act(version, json!({ "type": "start", "mark": mark })))
                .await;
        } else {
            tab.read().await.unwrap();
        }
    }
    let bots = server.json(&["bots"]);
    assert_eq!((&bots["threads"], &bots["seats"]), (&json!(2), &json!(1)));
    assert!(server.text(&["bots"]).contains("Threads            2\n"));
    let text = server.text(&["storage"]);
    assert!(text.contains("Rooms           1\n"), "{text}");
    let storage = server.json(&["storage"]);
    assert!(storage["database_bytes"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn each_action_is_in_the_log_without_names() {
    let server = Steered::start(&[]);
    let ana = Browser::arrive(server.process.address, "Anabela").await;
    let room = ana.room(settings()).await;
    let people = server.json(&["people", "anab"]);
    let id = people["people"][0]["id"].as_str().unwrap().to_owned();
    for arguments in [
        &["lock", &*room][..],
        &["unlock", &room],
        &["close", &room],
        &["open", &room],
        &["announce", "A private word"],
        &["announce", "--restart", "1h"],
        &["announce", "--clear"],
        &["drain"],
        &["drain", "--off"],
        &["ban", &id, "--reason", "A private reason"],
        &["unban", &id],
        &["ban", "203.0.113.9"],
        &["delete", &room],
        &["forget", &id],
    ] {
        server.text(arguments);
    }
    let (lines, _folder) = server.stop();
    let log: Vec<_> = lines
        .iter()
        .filter(|line| line.contains("senda::admin"))
        .collect();
    for (action, subject) in [
        ("search people", "1"),
        ("lock room", &room[..4]),
        ("unlock room", &room[..4]),
        ("close room", &room[..4]),
        ("open room", &room[..4]),
        ("announce text", "3600 s"),
        ("announce restart", "3600 s"),
        ("clear notice", "-"),
        ("drain", "on"),
        ("drain", "off"),
        ("ban", &id),
        ("unban", &id),
        ("ban", "203.0.113.9/32"),
        ("delete room", &room[..4]),
        ("forget person", &id),
    ] {
        let expected = format!("action=\"{action}\" subject={subject}");
        let found = log.iter().filter(|line| line.ends_with(&expected)).count();
        assert_eq!(found, 1, "{expected}:\n{}", lines.join("\n"));
    }
    for line in &log {
        assert!(
            line.contains("INFO") && line.contains("by=socket user "),
            "{line}"
        );
    }
    for line in &lines {
        for private in ["nabela", "private", &room] {
            assert!(!line.contains(private), "{line}");
        }
    }
}

#[tokio::test]
async fn no_client_of_the_server_reaches_the_routes_of_the_operator() {
    let server = Steered::start(&[]);
    for path in [
        "/api/admin/rooms",
        "/api/admin/bans",
        "/api/admin/storage",
        "/admin",
    ] {
        let reply = ask(server.process.address, "GET", path, &[], b"").await;
        assert_eq!(reply.status, 404, "{path}");
    }
}
