//! Tests of finished games: who may download their files, and the output of the commands that read
//! them.

use std::process::{Command, Output};

use senda_rules::{AnyGame, Game, GameKind, Secret, Shuffler, Viewer};
use serde_json::{Value, json};

use crate::{
    client::{Browser, Reply, ask},
    game::Table,
    world::{Folder, World},
};

const FOUR: &str = include_str!("../../../room/tests/cases/game_file/four.json");

async fn get(world: &World, path: &str) -> Reply {
    ask(world.address, "GET", path, &[], &[]).await
}

async fn get_with(method: &str, world: &World, path: &str) -> Reply {
    let origin = format!("http://{}", world.address);
    ask(world.address, method, path, &[("origin", &*origin)], &[]).await
}

fn senda(arguments: &[&str], folder: &Folder) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    command.args(arguments).current_dir(folder.path());
    command.output().unwrap()
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Returns a folder with the file of an honest game after a change.
fn kept(change: impl FnOnce(&mut Value)) -> Folder {
    let folder = Folder::new();
    let mut value: Value = serde_json::from_str(FOUR).unwrap();
    change(&mut value);
    std::fs::write(folder.path().join("game.json"), value.to_string()).unwrap();
    folder
}

#[tokio::test]
async fn a_finished_game_can_be_downloaded_verified_and_replayed() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 3, 0).await;
    let path = format!("/api/rooms/{}/games/1", table.room);
    assert_eq!(
        get(&world, &path).await.problem(),
        (404, "no_such_game".to_owned())
    );
    table.start().await;
    assert_eq!(
        get(&world, &path).await.problem(),
        (404, "no_such_game".to_owned())
    );
    table.play_out().await;
    let reply = get(&world, &path).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), Some("application/json"));
    let named = reply.header("content-disposition").unwrap();
    assert!(
        named.starts_with("attachment; filename=\"senda-tsuro-2"),
        "{named}"
    );
    assert!(named.ends_with("-game-1.json\""), "{named}");
    let text = String::from_utf8(reply.body.clone()).unwrap();
    // The file must not disclose the room's link.
    assert!(!text.contains(&table.room) && !named.contains(&table.room));
    let file = reply.json();
    assert_eq!(file["format"], "senda-game/1");
    assert_eq!(file["seats"][1]["name"], "Player 1");
    // The file contains the game that all players have seen.
    let ended = table.players[0].1.happenings.iter().rev();
    let ended = ended
        .map(|told| &told["happening"])
        .find(|happening| happening["type"] == "ended")
        .unwrap();
    assert_eq!(file["outcome"], ended["outcome"]);
    assert_eq!(file["secret"], ended["secret"]);

    let folder = Folder::new();
    std::fs::write(folder.path().join("game.json"), &reply.body).unwrap();
    let (code, out, err) = said(&senda(&["verify", "game.json"], &folder));
    assert_eq!((code, &*err), (Some(0), ""), "{out}");
    assert!(out.ends_with("The game was dealt as committed, and played by the rules.\n"));
    let (code, out, err) = said(&senda(&["replay", "game.json"], &folder));
    assert_eq!((code, &*err), (Some(0), ""), "{out}");
    assert!(out.contains("Result: 1. "), "{out}");

    let notation = get(&world, &format!("{path}/notation")).await;
    assert_eq!(notation.status, 200);
    assert_eq!(
        notation.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    let notation = String::from_utf8(notation.0.body).unwrap();
    assert!(notation.starts_with("Senda notation 1\nGame 1: Tsuro, rules"));
    assert!(notation.contains("Player 2"), "{notation}");

    // The file comes from the log: the next process serves it too, and the game after it changes
    // nothing.
    let world = world.again().await;
    assert_eq!(get(&world, &path).await.body, reply.body);
}

/// Files that older programs have written: their shuffles are checked as usual. If the rules of
/// that version are not available, the result says so and names the version that has them.
#[test]
fn a_file_of_older_rules_is_verified_as_far_as_possible() {
    let folder = Folder::new();
    let run = |command: &str, file: &str| {
        std::fs::write(folder.path().join("game.json"), file).unwrap();
        said(&senda(&[command, "game.json"], &folder))
    };
    let same = include_str!("../../../room/tests/cases/rules_1/tsuro-2020.json");
    let (code, out, err) = run("verify", same);
    assert_eq!((code, &*err), (Some(0), ""), "{out}");
    assert!(
        out.contains("begun by version 1 of the rules of Tsuro."),
        "{out}"
    );
    assert!(out.ends_with("The game was dealt as committed, and played by the rules.\n"));

    let changed = include_str!("../../../room/tests/cases/rules_1/section_x.json");
    let (code, out, err) = run("verify", changed);
    assert_eq!((code, &*err), (Some(3), ""), "{out}");
    assert!(
        out.contains("by a Senda that has version 1 of them"),
        "{out}"
    );
    assert!(out.ends_with("Whether it was played by its rules is NOT known.\n"));
    let (code, out, err) = run("replay", changed);
    assert_eq!(code, Some(3), "{err}");
    assert!(
        out.contains("0. Deal") && err.contains("version 1"),
        "{err}"
    );

    // A false shuffle is detected under any version of the rules.
    let pile = changed.find("\"piles\":[[\"").unwrap() + 11;
    let (a, rest) = changed[pile..].split_once("\",\"").unwrap();
    let (b, rest) = rest.split_once("\",\"").unwrap();
    let lie = format!("{}{b}\",\"{a}\",\"{rest}", &changed[..pile]);
    let (code, out, _) = run("verify", &lie);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("NOT as committed"), "{out}");
}

#[tokio::test]
async fn each_game_of_a_room_has_its_own_file() {
    let world = World::start().await;
    // With that many players, none of them exceeds the rate limit of a socket.
    let mut table = Table::gather(world.address, 5, 0).await;
    for _ in 0..2 {
        table.start().await;
        table.play_out().await;
    }
    let file = async |round: u32| {
        let path = format!("/api/rooms/{}/games/{round}", table.room);
        let reply = get(&world, &path).await;
        assert_eq!(reply.status, 200);
        reply.json()
    };
    let (first, second) = (file(1).await, file(2).await);
    assert_eq!((&first["round"], &second["round"]), (&json!(1), &json!(2)));
    assert_ne!(first["secret"], second["secret"]);
    for wrong in ["0", "3", "4294967296", "-1", "x", "1.json", "%00"] {
        let path = format!("/api/rooms/{}/games/{wrong}", table.room);
        let problem = get(&world, &path).await.problem();
        assert_eq!(problem, (404, "no_such_game".to_owned()), "{wrong}");
    }
    for room in ["zzzzzzzzzz", "x", "%ff"] {
        let reply = get(&world, &format!("/api/rooms/{room}/games/1")).await;
        assert_eq!(reply.status, 404, "{room}");
        assert!(matches!(&*reply.problem().1, "no_such_room" | "not_found"));
    }
    let path = format!("/api/rooms/{}/games/1", table.room);
    let posted = get_with("POST", &world, &path).await;
    assert_eq!(posted.problem().0, 405);
}

#[tokio::test]
async fn a_removed_person_gets_no_game_of_the_room() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    table.play_out().await;
    let path = format!("/api/rooms/{}/games/1", table.room);
    let watcher: Browser = table.watchers[0].0.clone();
    assert_eq!(watcher.send("GET", &path, &json!({})).await.status, 200);
    let person = table.watchers[0].1.you["person"].clone();
    let host = &mut table.players[0].1;
    host.must(json!({ "type": "remove", "person": person }))
        .await;
    let refused = watcher.send("GET", &path, &json!({})).await;
    assert_eq!(refused.problem(), (403, "removed".to_owned()));
    host.until(|tab| !tab.view["barred"].as_array().unwrap().is_empty())
        .await;
    let barred = host.view["barred"][0]["barred"].clone();
    host.must(json!({ "type": "readmit", "barred": barred }))
        .await;
    assert_eq!(watcher.send("GET", &path, &json!({})).await.status, 200);
}

#[test]
fn verify_lists_each_tile() {
    let folder = kept(|_| ());
    let (code, out, _) = said(&senda(&["verify", "--tiles", "game.json"], &folder));
    assert_eq!(code, Some(0));
    assert!(
        out.contains("   1. tile 29 to Wind 1: as committed\n"),
        "{out}"
    );
    assert!(
        out.contains("  13. tile  1 to the pile: as committed\n"),
        "{out}"
    );
    assert!(out.contains("all 35 tiles as committed"));
}

#[test]
fn verify_names_the_tile_that_was_swapped() {
    let folder = kept(|game| {
        game["steps"][0]["events"][0]["hands"][0][0] = json!(3);
        game["steps"][0]["events"][0]["hands"][0][1] = json!(29);
    });
    let (code, out, _) = said(&senda(&["verify", "game.json"], &folder));
    assert_eq!(code, Some(1));
    for sentence in [
        "place 1: tile 29 was committed to, the game had tile 3.",
        "place 2: tile 3 was committed to, the game had tile 29.",
        "NOT by the rules: Step 0: event 0 must be",
        "This game is NOT as it should be.",
    ] {
        assert!(out.contains(sentence), "{sentence} is not in\n{out}");
    }
    let (code, out, err) = said(&senda(&["replay", "game.json"], &folder));
    assert_eq!((code, &*out), (Some(1), ""));
    assert!(err.starts_with("senda: game.json is inconsistent. Step 0: event 0 must be"));
}

#[test]
fn verify_compares_with_the_commitment_and_nonce_noted_before_the_game() {
    let folder = kept(|_| ());
    let game: Value = serde_json::from_str(FOUR).unwrap();
    let verify =
        |option: &str, value: &str| said(&senda(&["verify", "game.json", option, value], &folder));
    for (option, value) in [
        ("--commitment", &game["commitment"]),
        ("--nonce", &game["nonces"][1]),
    ] {
        assert_eq!(verify(option, value.as_str().unwrap()).0, Some(0));
    }
    let (code, out, _) = verify("--commitment", &"0".repeat(64));
    assert_eq!(code, Some(1));
    assert!(
        out.contains("Before the game the commitment was 00"),
        "{out}"
    );
    let (code, out, _) = verify("--nonce", &"0".repeat(32));
    assert_eq!(code, Some(1));
    assert!(out.contains("is not among those that the shuffle was made of"));
    let (code, _, err) = verify("--nonce", "abc");
    assert_eq!(code, Some(2));
    assert!(err.contains("expected hexadecimal of 16 bytes"), "{err}");
}

#[test]
fn replay_draws_each_position_and_stops_where_the_file_is_wrong() {
    let folder = kept(|_| ());
    let (code, out, err) = said(&senda(&["replay", "game.json"], &folder));
    assert_eq!((code, &*err), (Some(0), ""));
    assert!(out.contains("1. Wind 4: marker to f3:3\n"), "{out}");
    assert!(
        out.contains("\n     a     b     c     d     e     f\n 1   ."),
        "{out}"
    );
    assert!(
        out.ends_with("Result: 1. Wind 2, 2. Wind 3, 3. Wind 4, 4. Wind 1\n")
            || out.contains("Result: 1. ")
    );

    for (change, words, wrong) in [
        (
            (vec!["outcome", "places"], json!([1, 1, 1, 1])),
            "After the last step: the places must be",
            1,
        ),
        (
            (vec!["rules"], json!(99)),
            "it was played by version 99 of the rules",
            3,
        ),
    ] {
        let folder = kept(|game| {
            let (path, now) = change;
            *path.iter().fold(game, |value, key| &mut value[*key]) = now;
        });
        let (code, _, err) = said(&senda(&["replay", "game.json"], &folder));
        assert_eq!(code, Some(wrong), "{err}");
        assert!(err.contains(words), "{err}");
    }
    let folder = kept(|game| {
        game["rules"] = GameKind::Tsuro.rules().into();
        game["steps"][0]["events"][0]["rules"] = game["rules"].clone();
        game["steps"][1]["action"]["mark"] = json!("c3:0");
    });
    let (code, _, err) = said(&senda(&["replay", "game.json"], &folder));
    assert_eq!(code, Some(1));
    assert!(err.contains("Step 1: the decision is illegal"), "{err}");
}

#[test]
fn a_file_that_is_no_game_is_rejected_with_one_sentence() {
    let folder = Folder::new();
    let path = folder.path().join("game.json");
    for command in ["verify", "replay"] {
        let (code, _, err) = said(&senda(&[command, "missing.json"], &folder));
        assert_eq!(code, Some(2));
        assert!(
            err.starts_with("senda: missing.json can't be read: No such file"),
            "{err}"
        );
        for (content, words) in [
            (Vec::new(), "line 1, column 0: EOF"),
            (b"{\n  \"format\": nothing".to_vec(), "line 2, column"),
            (b"{}".to_vec(), "it has no \"format\""),
            (
                b"{\"format\": \"senda-game/9\"}".to_vec(),
                "its format is \"senda-game/9\"",
            ),
            (vec![b' '; 2 * 1024 * 1024], "it is longer than 1024 KiB"),
            (vec![0xff; 10], "line 1, column"),
            // Text from the file is escaped before it reaches the terminal.
            (
                FOUR.replacen("\"dealt\"", "\"\\u001b[2J\"", 1).into_bytes(),
                "unknown variant `\u{fffd}[2J`",
            ),
            (
                FOUR.replacen("\"seat\":3", "\"seat\":30", 1).into_bytes(),
                "a seat is a number from 0 to 7",
            ),
        ] {
            std::fs::write(&path, content).unwrap();
            let (code, out, err) = said(&senda(&[command, "game.json"], &folder));
            assert_eq!((code, &*out), (Some(2), ""), "{words}");
            assert!(err.contains(words), "{words} is not in {err}");
            assert_eq!(err.lines().count(), 1);
        }
    }
}

#[test]
fn a_file_with_a_position_that_no_game_can_have_is_rejected_with_one_sentence() {
    let folder = kept(|game| {
        let options = serde_json::from_value(game["options"].clone()).unwrap();
        let mut dealt = AnyGame::new(&options, 4, None).unwrap();
        let events = dealt.open(&mut Shuffler::new(&Secret([1; 32]), &[], 0));
        dealt.apply_all(&events);
        let mut position = serde_json::to_value(dealt.view(Viewer::Omniscient)).unwrap();
        // Two players hold the same tiles.
        position["hands"][1] = position["hands"][0].clone();
        game["format"] = json!("senda-game/4");
        game["start"] = json!({ "game": "0123456789abcdef0123", "seats": 4, "step": 0 });
        game["position"] = position;
    });
    for command in ["verify", "replay"] {
        let (code, out, err) = said(&senda(&[command, "game.json"], &folder));
        assert_eq!((code, &*out), (Some(2), ""), "{err}");
        assert!(err.contains("no game can have the position"), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}
