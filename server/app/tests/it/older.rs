//! Tests of data from earlier releases in `tests/fixtures`. Each release has a folder with the
//! database of a server that was killed during games, and files of finished games as users have
//! downloaded them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use senda_rules::{AnyGame, Game, Seats};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use crate::{
    client::{Browser, Tab, ask},
    game::imagined,
    process::Process,
    world::{Folder, database},
};

fn releases() -> impl Iterator<Item = PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path())
}

/// Starts the current program on that data, without deleting expired data.
fn start(folder: &Folder) -> Process {
    let mut command = Process::command(folder.path());
    for days in ["finished", "deserted", "visitors"] {
        command.args([&format!("--keep-{days}-days"), "0"]);
    }
    Process::of(command)
}

/// Returns the browser of a player of that release, after replacing their cookie.
async fn browser(database: &mut SqliteConnection, player: &str, number: u8) -> Browser {
    let token = [number; 32];
    sqlx::query("update player set token_hash = $1 where id = $2")
        .bind(hex::encode(Sha256::digest(token)))
        .bind(player)
        .execute(database)
        .await
        .unwrap();
    Browser {
        address: ([127, 0, 0, 1], 0).into(),
        cookie: format!("senda={}", hex::encode(token)),
    }
}

/// Returns a game that looks like the running one to the tab's owner; `None` if no game runs.
fn world(tab: &Tab) -> Option<AnyGame> {
    imagined(tab.game()).filter(|_| tab.view["phase"] == "playing")
}

/// Makes one decision that is due and waits until everyone has received it; returns whether there
/// was one.
async fn decide(tabs: &mut [(Browser, Tab)], choice: usize) -> bool {
    for at in 0..tabs.len() {
        let tab = &mut tabs[at].1;
        let Some(world) = world(tab) else { continue };
        let acting = |seats: Seats| seats.iter().find(|s| tab.seat() == Some(s.index() as u64));
        let Some(seat) = acting(world.acting()) else {
            continue;
        };
        let legal = world.legal_actions(seat);
        let action = serde_json::to_value(&legal[choice % legal.len()]).unwrap();
        let act = json!({ "type": "act", "version": tab.version, "action": action });
        let version = tab.must(act).await;
        for (_, tab) in tabs {
            tab.until(|tab| tab.version >= version).await;
        }
        return true;
    }
    false
}

#[tokio::test]
async fn rooms_of_earlier_releases_open_and_their_games_continue() {
    for release in releases() {
        let folder = Folder::new();
        fs::copy(
            release.join("senda.sqlite"),
            folder.path().join("senda.sqlite"),
        )
        .unwrap();
        let mut stored = database(folder.path()).await;
        let rooms: Vec<(String, String, i64, i64)> = sqlx::query_as(
            "select id, game, playing, (select count(*) from record where room = id) from room",
        )
        .fetch_all(&mut stored)
        .await
        .unwrap();
        let mut kinds = Vec::new();
        let mut number = 0;
        for (room, game, playing, records) in rooms {
            let members: Vec<String> =
                sqlx::query_scalar("select player from member where room = $1")
                    .bind(&room)
                    .fetch_all(&mut stored)
                    .await
                    .unwrap();
            let mut players = Vec::new();
            for player in members {
                number += 1;
                players.push(browser(&mut stored, &player, number).await);
            }
            let process = start(&folder);
            let mut tabs = Vec::new();
            for mut player in players {
                player.address = process.address;
                let tab = player.enter(&room).await;
                tabs.push((player, tab));
            }
            let all_seen = |(_, tab): &(Browser, Tab)| tab.version >= records.unsigned_abs();
            assert!(tabs.iter().all(all_seen), "{room}");
            let is_playing = tabs[0].1.view["phase"] == "playing";
            assert_eq!(is_playing, playing == 1, "{room}");
            if !is_playing {
                continue;
            }
            for choice in 0..5 {
                assert!(
                    decide(&mut tabs, choice).await,
                    "{room}: somebody has to decide"
                );
            }
            process.kill();
            let process = start(&folder);
            for (player, tab) in &mut tabs {
                player.address = process.address;
                *tab = player.come_back(&room, tab).await;
            }
            decide(&mut tabs, 0).await;
            kinds.push(game);
        }
        kinds.sort();
        kinds.dedup();
        assert_eq!(
            kinds,
            ["section_x", "tortus", "tsuro"],
            "a game of each runs"
        );
    }
}

#[tokio::test]
async fn game_files_of_earlier_releases_are_identical_and_verify() {
    let mut games = Vec::new();
    for release in releases() {
        let folder = Folder::new();
        fs::copy(
            release.join("senda.sqlite"),
            folder.path().join("senda.sqlite"),
        )
        .unwrap();
        let process = start(&folder);
        for entry in fs::read_dir(release.join("games")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let (room, round) = name.split_once('-').unwrap();
            let before: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            let url = format!("/api/rooms/{room}/games/{round}");
            let reply = ask(process.address, "GET", &url, &[], b"").await;
            assert_eq!(reply.json(), before, "{name}");
            for command in ["verify", "replay"] {
                let mut senda = Command::new(env!("CARGO_BIN_EXE_senda"));
                let output = senda.arg(command).arg(&path).output().unwrap();
                assert!(output.status.success(), "{command} {name}");
            }
            games.push(before["options"]["game"].as_str().unwrap().to_owned());
        }
    }
    games.sort();
    assert_eq!(games, ["section_x", "tortus", "tsuro"]);
}
