//! Tests of restarts: the process ends, by a signal or a kill, and all clients return to the same
//! position.

use std::{
    net::SocketAddr,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    client::{Browser, Tab, ask},
    game::Table,
    memory::kept_out,
    process::Process,
    world::{Folder, World},
};

/// Returns the parts of a tab's state that must be the same after a restart.
fn position(tab: &Tab) -> (u64, u64, Value, Value, Value) {
    let of = |key: &str| tab.view[key].clone();
    (
        tab.epoch,
        tab.version,
        of("game"),
        of("seats"),
        tab.you["seat"].clone(),
    )
}

async fn come_back(table: &mut Table, address: SocketAddr) {
    for (browser, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        browser.address = address;
        *tab = browser.enter(&table.room).await;
    }
}

#[tokio::test]
async fn a_killed_server_restores_the_same_position() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::playing(process.address, 4, 1).await;
    for _ in 0..9 {
        table.play().await;
    }
    let people = |table: &Table| -> Vec<_> {
        table
            .players
            .iter()
            .chain(&table.watchers)
            .map(|(_, tab)| position(tab))
            .collect()
    };
    let before = people(&table);
    process.kill();

    let process = Process::start(folder.path());
    come_back(&mut table, process.address).await;
    assert_eq!(people(&table), before);
    assert!(table.is_playing());
    for _ in 0..3 {
        table.play().await;
    }
    world_goes_on(table, process, folder).await;
}

/// Kills the server while decisions are in transit, and asserts that no acknowledged one is lost.
async fn world_goes_on(mut table: Table, mut process: Process, folder: Folder) {
    for _ in 0..4 {
        if !table.is_playing() {
            break;
        }
        let (turn, decision) = table.decision();
        let tab = &mut table.players[turn].1;
        let before = tab.version;
        let id = tab.order(decision).await;
        let acknowledged = tokio::time::timeout(Duration::from_millis(2), tab.answer(&id)).await;
        process.kill();
        process = Process::start(folder.path());
        come_back(&mut table, process.address).await;
        let after = table.players[turn].1.version;
        match acknowledged {
            Ok(answer) => assert!(after >= answer.unwrap(), "an acknowledged decision is lost"),
            Err(_) => assert!(
                (before..=before + 1).contains(&after),
                "{before} became {after}"
            ),
        }
    }
    table.play_out().await;
}

/// The command is in transit when the server is killed, and is sent again to the next process. The
/// spectators have returned in another order.
#[tokio::test]
async fn a_removal_resent_after_a_kill_affects_only_the_intended_person() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let table = Table::gather(process.address, 1, 3).await;
    let (host, mut tab) = table.players.into_iter().next().unwrap();
    tab.until(|tab| tab.presence["watching"] == 3).await;
    let people = tab.presence["people"].as_array().unwrap();
    let meant = people.iter().find(|person| person["name"] == "Watcher 1");
    let person = meant.unwrap()["person"].clone();
    process.kill();
    let remove = json!({ "type": "remove", "id": "resent", "person": person }).to_string();

    let process = Process::start(folder.path());
    let [mut first, mut meant, mut last] =
        <[_; 3]>::try_from(table.watchers).unwrap_or_else(|_| panic!("three watch"));
    for browser in [&mut first.0, &mut meant.0, &mut last.0] {
        browser.address = process.address;
    }
    let host = Browser {
        address: process.address,
        ..host
    };
    last.1 = last.0.enter(&table.room).await;
    let mut tab = host.enter(&table.room).await;
    first.1 = first.0.enter(&table.room).await;
    // There are three spectators again, but the intended one is not among them.
    let stranger = Browser::arrive(process.address, "Stranger").await;
    let mut strange = stranger.enter(&table.room).await;
    tab.until(|tab| tab.presence["watching"] == 3).await;
    tab.text(&remove).await;
    let refused = tab.answer("resent").await.unwrap_err();
    assert_eq!(refused["code"], "no_such_person");
    meant.1 = meant.0.enter(&table.room).await;
    tab.text(&remove).await;
    tab.answer("resent").await.unwrap();
    assert_eq!(meant.1.closed().await, 4502);
    // The others are still connected and see the ban.
    for tab in [&mut first.1, &mut last.1, &mut strange] {
        tab.until(|tab| tab.view["barred"][0]["name"] == "Watcher 1")
            .await;
    }
}

#[tokio::test]
async fn a_stopping_server_asks_clients_to_reconnect_and_ends_in_time() {
    let folder = Folder::new();
    let mut command = Process::command_that_logs("info", folder.path());
    command.stderr(Stdio::piped());
    let mut process = Process::of(command);
    let mut table = Table::gather(process.address, 2, 1).await;
    let mut lobby = table.players[0].0.tab("/api/lobby/socket").await;
    table.start().await;
    table.play().await;
    let log = process.take_stderr();
    process.terminate();
    let asked = Instant::now();
    for (_, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        assert_eq!(tab.closed().await, 4000);
        assert!((500..=2_500).contains(&tab.closing.unwrap()));
    }
    assert_eq!(lobby.closed().await, 4000);
    assert!(process.wait().success());
    assert!(asked.elapsed() < Duration::from_secs(5));
    let said = std::io::read_to_string(log).unwrap();
    let committed = said
        .lines()
        .find(|line| line.contains("committed since the start"));
    assert!(
        committed.is_some_and(|line| line.contains("longest=")),
        "{said}"
    );
}

/// Opens sockets of the lobby that are never read or closed.
async fn deaf(address: SocketAddr, count: usize) -> Vec<Tab> {
    let browser = Browser {
        address,
        cookie: String::new(),
    };
    let mut tabs = Vec::new();
    for _ in 0..count {
        tabs.push(browser.tab("/api/lobby/socket").await);
    }
    tabs
}

#[tokio::test]
async fn two_hundred_silent_clients_do_not_delay_a_stopping_server() {
    let folder = Folder::new();
    let mut process = Process::start(folder.path());
    let _deaf = deaf(process.address, 200).await;
    process.terminate();
    let asked = Instant::now();
    assert!(process.wait().success());
    assert!(asked.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_second_signal_ends_the_process_at_once() {
    let folder = Folder::new();
    let mut process = Process::start(folder.path());
    let mut tabs = deaf(process.address, 2).await;
    process.terminate();
    // One client receives the closing message. The server still waits for the other one when the
    // second signal arrives.
    tabs[0].until(|tab| tab.closing.is_some()).await;
    process.terminate();
    let code = process.wait().code();
    assert_eq!(code, Some(1), "a gentle end is 0");
}

#[tokio::test]
async fn an_empty_variable_counts_as_unset() {
    let folder = Folder::new();
    let mut command = Process::command(folder.path());
    let help = command.arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let names = help.split("[env: ").skip(1);
    let names: Vec<_> = names.map(|rest| rest.split('=').next().unwrap()).collect();
    assert!(names.len() >= 11, "{names:?}");
    let mut command = Process::command(folder.path());
    command.envs(names.into_iter().map(|name| (name, "")));
    let process = Process::of(command);
    let reply = ask(process.address, "GET", "/health/ready", &[], b"").await;
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn a_second_server_on_the_same_data_is_refused_in_a_sentence() {
    let folder = Folder::new();
    let _first = Process::start(folder.path());
    let second = Process::command(folder.path()).output().unwrap();
    assert!(!second.status.success());
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(
        said.contains("another Senda already uses the data folder"),
        "{said}"
    );
}

#[test]
fn bad_settings_are_rejected_with_one_sentence() {
    for arguments in [
        ["--listen", "nowhere"],
        ["--public-url", "senda"],
        ["--log", "a=b=c"],
        ["--create", "code"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
        let output = command.env_clear().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains(arguments[0]) && said.contains(arguments[1]),
            "{said}"
        );
    }
}

#[tokio::test]
async fn the_health_check_detects_a_dead_server() {
    let check = |address: SocketAddr| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
        command
            .env_clear()
            .arg("healthcheck")
            .args(["--listen", &address.to_string()]);
        command.status().unwrap().code()
    };
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let address = process.address;
    assert_eq!(check(address), Some(0));
    assert_eq!(
        ask(address, "GET", "/health/live", &[], b"").await.status,
        200
    );
    process.kill();
    assert_eq!(check(address), Some(1));
}

#[tokio::test]
async fn the_same_process_stops_and_starts_in_mid_game() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 3, 1).await;
    for _ in 0..6 {
        table.play().await;
    }
    let before: Vec<_> = table.players.iter().map(|(_, tab)| position(tab)).collect();
    let world = world.again().await;
    come_back(&mut table, world.address).await;
    let after: Vec<_> = table.players.iter().map(|(_, tab)| position(tab)).collect();
    assert_eq!(after, before);
    table.play_out().await;
}

#[tokio::test]
async fn a_corrupt_log_makes_only_that_room_unavailable() {
    let world = World::start().await;
    let mut good = Table::gather(world.address, 2, 0).await;
    let bad = Table::gather(world.address, 2, 0).await;
    let spoil = format!(
        "update record set events = '[]' where room = '{}' and version = 1",
        bad.room
    );
    world.sql().await.execute(spoil).await;
    let world = world.again().await;
    let mut browser = bad.players[0].0.clone();
    browser.address = world.address;
    assert_eq!(kept_out(&browser, &bad.room).await, 503);
    let path = format!("/api/rooms/{}", bad.room);
    let reply = ask(world.address, "GET", &path, &[], b"").await;
    assert_eq!(reply.problem(), (503, "room_unavailable".to_owned()));
    assert!(reply.header("retry-after").is_some());
    come_back(&mut good, world.address).await;
    good.start().await;
    good.play().await;
}

/// Returns the remaining time of the current turn in milliseconds.
fn left_ms(tab: &Tab) -> u64 {
    let mut messages = tab.messages().iter();
    let update = messages.rfind(|message| message["type"] == "update");
    let update = update.unwrap();
    let until = &update["view"]["clock"]["running"][0]["until"];
    until.as_u64().unwrap() - update["now"].as_u64().unwrap()
}

#[tokio::test]
async fn clocks_do_not_run_while_the_server_is_down() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::gather(process.address, 2, 0).await;
    let mut settings = crate::client::settings();
    settings["clock"] = json!({ "type": "bank", "seconds": 600, "increment": 0 });
    let set = json!({ "type": "set", "settings": settings });
    table.players[0].1.must(set).await;
    table.start().await;
    table.play().await;
    let before = left_ms(&table.players[0].1);
    process.terminate();
    for (_, tab) in &mut table.players {
        assert_eq!(tab.closed().await, 4000);
    }
    drop(process);
    let process = Process::start(folder.path());
    come_back(&mut table, process.address).await;
    let after = left_ms(&table.players[0].1);
    assert!(after >= before, "{before} ms became {after}");
}
