//! Tests of the lists of finished games and of the pages of people: what they contain, who may see
//! them, and what is left of them.

use std::{path::Path, process::Command};

use serde_json::{Value, json};

use crate::{
    client::{Browser, Reply, ask, settings},
    database::{Sql, url},
    game::Table,
    world::{Folder, World},
};

/// The number of games on a page of a list.
const PAGE: usize = 20;

async fn get(browser: &Browser, path: &str) -> Reply {
    browser.send("GET", path, &Value::Null).await
}

/// Returns the games of a list, which is there.
async fn games(browser: &Browser, path: &str) -> Vec<Value> {
    let reply = get(browser, path).await;
    assert_eq!(reply.status, 200, "{path}");
    reply.json()["games"].as_array().unwrap().clone()
}

/// Returns the names in the entry of a game, in the order of the places.
fn names(game: &Value) -> Vec<&str> {
    let players = game["players"].as_array().unwrap().iter();
    players.filter_map(|one| one["name"].as_str()).collect()
}

/// Creates a page for a player and returns its id.
async fn page(browser: &Browser, games: bool) -> String {
    let body = json!({ "games": games });
    let page = browser.send("PUT", "/api/session/page", &body).await.json();
    assert_eq!(page["games"], games);
    page["id"].as_str().unwrap().to_owned()
}

/// Copies the first game of a room, so that the room has that many. Each copy ends a millisecond
/// after the one before it.
async fn repeat(sql: &mut Sql, room: &str, rounds: std::ops::RangeInclusive<u32>) {
    let mut copies = String::new();
    for n in rounds {
        let id = format!("{n:020x}");
        let of = format!("where room = '{room}' and round = 1;\n");
        let copy = format!(
            "insert into finished_game (room, round, version, ended_at, game)
             select room, {n}, version, ended_at + {n}, game from finished_game {of}
             insert into finished_place (room, round, seat, place, player, name)
             select room, {n}, seat, place, player, name from finished_place {of}
             insert into replay (id, room, round) values ('{id}', '{room}', {n});
             insert into played (player, ended_at, game_id, game, room, round, seats, place)
             select player, ended_at + {n}, '{id}', game, room, {n}, seats, place from played {of}
             insert into public_game (game_id, ended_at, game, room, round)
             select '{id}', ended_at + {n}, game, room, {n} from public_game {of}"
        );
        copies.push_str(&copy);
    }
    sql.execute(copies).await;
}

#[tokio::test]
async fn a_player_lists_their_finished_games_and_no_one_else_does() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 3, 1).await;
    table.play_out().await;
    let mut other = Table::playing(world.address, 2, 0).await;
    other.play_out().await;
    let host = &table.players[0].0;
    let list = games(host, "/api/session/games").await;
    assert_eq!(list.len(), 1, "{list:?}");
    let game = &list[0];
    assert_eq!(game["game"], "tsuro");
    assert_eq!(game["room"], table.room);
    let mut seen = names(game);
    seen.sort_unstable();
    assert_eq!(seen, ["Host", "Player 1", "Player 2"]);
    let own = game["players"].as_array().unwrap().iter();
    let own: Vec<&Value> = own.filter(|player| player["own"] == true).collect();
    assert_eq!(own.len(), 1);
    assert_eq!(own[0]["name"], "Host");
    assert!(own[0].get("with").is_none());
    let replay = get(
        host,
        &format!("/api/games/{}", game["id"].as_str().unwrap()),
    )
    .await;
    assert_eq!(replay.status, 200);

    // Watching is not playing, and without a session there is no list.
    let watcher = &table.watchers[0].0;
    assert!(games(watcher, "/api/session/games").await.is_empty());
    for path in [
        "/api/session/games",
        "/api/session/opponents",
        "/api/session/page",
    ] {
        let anyone = ask(world.address, "GET", path, &[], &[]).await;
        assert_eq!(anyone.problem(), (401, "no_session".to_owned()), "{path}");
    }
    // A word for a person means nothing in another player's list.
    let with = game["players"].as_array().unwrap().iter();
    let mut with = with.filter_map(|player| player["with"].as_str());
    let with = with.next().unwrap();
    let path = format!("/api/session/games?with={with}");
    assert_eq!(games(host, &path).await.len(), 1);
    for stranger in [watcher, &other.players[0].0] {
        assert_eq!(get(stranger, &path).await.status, 404);
    }
    // A game of a room that a player was removed from has no links for them.
    let person = table.players[2].1.you["person"].clone();
    let remove = json!({ "type": "remove", "person": person });
    table.players[0].1.must(remove).await;
    let list = games(&table.players[2].0, "/api/session/games").await;
    assert_eq!(
        (list[0].get("id"), list[0].get("room"), list.len()),
        (None, None, 1)
    );
}

#[tokio::test]
async fn a_list_is_filtered_and_its_pages_neither_repeat_nor_omit_games() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    let (host, guest) = (&table.players[0].0, &table.players[1].0);
    let mut sql = world.sql().await;
    repeat(&mut sql, &table.room, 2..=45).await;
    for start in [
        "/api/session/games?".to_owned(),
        "/api/games?".to_owned(),
        format!("/api/rooms/{}/games?", table.room),
    ] {
        let (mut ids, mut path, mut added) = (Vec::new(), start.clone(), 46);
        loop {
            let page = get(host, &path).await.json();
            let games = page["games"].as_array().unwrap();
            assert!(games.len() <= PAGE);
            ids.extend(games.iter().map(|game| game["id"].clone()));
            let Some(next) = page["next"].as_str() else {
                break;
            };
            assert_eq!(games.len(), PAGE);
            path = format!("{start}after={next}");
            // A game that ends meanwhile moves no other one to another page.
            let there = "select count(*) from finished_game where round = ";
            if sql.number(format!("{there}{added}")).await == 0 {
                repeat(&mut sql, &table.room, added..=added).await;
            }
            added += 1;
        }
        let before = ids.len();
        assert!((45..=48).contains(&before), "{start} {before}");
        ids.dedup();
        assert_eq!(ids.len(), before, "{start}");
    }
    // Each of the two has either won all games or none.
    let of = async |browser: &Browser, query: &str| {
        let path = format!("/api/session/games?{query}");
        games(browser, &path).await.len()
    };
    let won = [of(host, "won=true").await, of(guest, "won=true").await];
    assert!(
        won == [PAGE, 0] || won == [0, PAGE] || won == [PAGE, PAGE],
        "{won:?}"
    );
    assert_eq!(of(host, "won=false&game=tsuro").await, PAGE);
    assert_eq!(of(host, "game=tortus").await, 0);
    for wrong in [
        "game=chess",
        "after=1",
        "after=x-0123456789abcdef0123",
        "with=",
        "with=0123456789abcdef",
        "with=a,b,c,d",
        "won=perhaps",
        "other=1",
    ] {
        let path = format!("/api/session/games?{wrong}");
        assert_eq!(get(host, &path).await.problem().0, 404, "{wrong}");
    }
    // Head to head, both count the same games.
    let figures = async |browser: &Browser| {
        let people = get(browser, "/api/session/opponents").await.json();
        people["people"].as_array().unwrap().clone()
    };
    let (mine, theirs) = (figures(host).await, figures(guest).await);
    assert_eq!((mine.len(), theirs.len()), (1, 1));
    assert_eq!(mine[0]["name"], "Player 1");
    assert_eq!(mine[0]["won"], theirs[0]["lost"]);
    assert_eq!(mine[0]["lost"], theirs[0]["won"]);
    assert_eq!(mine[0]["games"], theirs[0]["games"]);
    assert_ne!(mine[0]["with"], theirs[0]["with"]);
}

#[tokio::test]
async fn the_latest_games_are_those_of_rooms_that_are_and_were_public() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    let anyone = Browser::arrive(world.address, "Anyone").await;
    let latest = async || games(&anyone, "/api/games").await;
    let list = latest().await;
    assert_eq!(list.len(), 1);
    assert!(list[0].get("room").is_none(), "{list:?}");
    let text = serde_json::to_string(&list).unwrap();
    assert!(!text.contains(&table.room) && !text.contains("with"));
    assert_eq!(games(&anyone, "/api/games?game=tortus").await.len(), 0);

    // A room that becomes private takes its games with it, and public again it brings none back.
    let set = async |table: &mut Table, change: &[(&str, bool)]| {
        let mut settings = settings();
        for (setting, on) in change {
            settings[*setting] = (*on).into();
        }
        let message = json!({ "type": "set", "settings": settings });
        let version = table.players[0].1.must(message).await;
        table.see(version).await;
    };
    set(&mut table, &[("public", false)]).await;
    assert!(latest().await.is_empty());
    table.start().await;
    table.play_out().await;
    set(&mut table, &[("public", true)]).await;
    assert!(latest().await.is_empty());
    // No one could have watched these games either.
    set(&mut table, &[("public", true), ("no_spectators", true)]).await;
    table.start().await;
    table.play_out().await;
    set(&mut table, &[("public", true)]).await;
    let lock = json!({ "type": "lock", "locked": true });
    table.players[0].1.must(lock).await;
    table.start().await;
    table.play_out().await;
    assert!(latest().await.is_empty());
    let unlock = json!({ "type": "lock", "locked": false });
    table.players[0].1.must(unlock).await;
    table.start().await;
    table.play_out().await;
    assert_eq!(latest().await.len(), 1);

    // All of them are in the room's own list, for everyone with its link but the removed.
    let path = format!("/api/rooms/{}/games", table.room);
    let all = games(&anyone, &path).await;
    let rounds: Vec<&Value> = all.iter().map(|game| &game["round"]).collect();
    assert_eq!(rounds, [5, 4, 3, 2, 1]);
    let none = get(&anyone, "/api/rooms/aaaaaaaaaa/games").await;
    assert_eq!(none.problem(), (404, "no_such_room".to_owned()));
    let person = table.players[1].1.you["person"].clone();
    let remove = json!({ "type": "remove", "person": person });
    table.players[0].1.must(remove).await;
    let refused = get(&table.players[1].0, &path).await;
    assert_eq!(refused.problem(), (403, "removed".to_owned()));
}

#[tokio::test]
async fn without_a_public_lobby_there_are_no_latest_games() {
    let world = World::with(|settings| settings.public_lobby = false).await;
    let anyone = Browser::arrive(world.address, "Anyone").await;
    let refused = get(&anyone, "/api/games").await;
    assert_eq!(refused.problem(), (404, "not_found".to_owned()));
    assert_eq!(get(&anyone, "/games/latest").await.status, 404);
    assert_eq!(get(&anyone, "/games").await.status, 200);
}

#[tokio::test]
async fn a_page_of_a_person_is_there_only_if_they_want_it() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    let anyone = Browser::arrive(world.address, "Anyone").await;
    let host = table.players[0].0.clone();
    let own = get(&host, "/api/session/page").await.json();
    assert_eq!(own, json!({ "id": null, "games": false, "ratings": false }));
    let id = page(&host, false).await;
    let shown = get(&anyone, &format!("/api/people/{id}")).await.json();
    assert_eq!(shown["name"], "Host");
    assert_eq!(shown["figures"][0]["games"], 1);
    assert_eq!(shown["figures"][0]["seats"], 2);
    assert!(shown.get("list").is_none(), "{shown}");
    let own = get(&host, &format!("/api/people/{id}")).await.json();
    assert_eq!(own["own"], true);
    // Only now the name in a list leads there.
    let linked = |games: &[Value]| -> Vec<Value> {
        let players = games[0]["players"].as_array().unwrap().iter();
        players.filter_map(|one| one.get("page").cloned()).collect()
    };
    assert_eq!(linked(&games(&anyone, "/api/games").await), [id.as_str()]);

    // The page lists games of public rooms if the person wants that, and no others.
    assert_eq!(page(&host, true).await, id);
    let shown = get(&anyone, &format!("/api/people/{id}")).await.json();
    assert_eq!(shown["list"]["games"].as_array().unwrap().len(), 1);
    let mut private = settings();
    private["public"] = false.into();
    let set = json!({ "type": "set", "settings": private });
    table.players[0].1.must(set).await;
    let shown = get(&anyone, &format!("/api/people/{id}")).await.json();
    assert_eq!(shown["list"]["games"], json!([]));
    assert_eq!(shown["figures"][0]["games"], 1);

    // A page that was there is answered as one that never was.
    let there = get(&anyone, &format!("/p/{id}")).await;
    assert_eq!(there.status, 200);
    let gone = host.send("DELETE", "/api/session/page", &Value::Null).await;
    assert_eq!(gone.status, 204);
    let mut answers = Vec::new();
    for id in [&*id, "0123456789abcdef0123", "nobody"] {
        let api = get(&anyone, &format!("/api/people/{id}")).await;
        assert_eq!(api.problem(), (404, "no_such_person".to_owned()));
        let page = get(&anyone, &format!("/p/{id}")).await;
        assert_eq!(page.status, 404);
        answers.push((api.body.clone(), page.body.clone()));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert!(linked(&games(&host, "/api/session/games").await).is_empty());
    assert_ne!(page(&host, true).await, id, "another page has another id");
}

#[tokio::test]
async fn a_forgotten_person_is_in_no_list() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    let (host, guest) = (table.players[0].0.clone(), table.players[1].0.clone());
    let id = page(&guest, true).await;
    let data = get(&guest, "/api/session/data").await.json();
    assert_eq!(data["page"]["id"], id);
    assert_eq!(data["page"]["games"], true);
    let game = games(&guest, "/api/session/games").await[0].clone();
    assert_eq!(data["games"][0]["id"], game["id"]);
    assert_eq!(data["games"][0]["seats"], 2);

    table.start().await;
    table.play().await;
    let gone = guest.send("DELETE", "/api/session", &Value::Null).await;
    assert!([202, 204].contains(&gone.status));
    let page = get(&host, &format!("/api/people/{id}")).await;
    assert_eq!(page.problem(), (404, "no_such_person".to_owned()));
    assert!(
        get(&host, "/api/session/opponents").await.json()["people"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let list = games(&host, "/api/session/games").await;
    let mut shown = names(&list[0]);
    shown.sort_unstable();
    assert_eq!(shown, ["Host", "Someone"]);
    let players = list[0]["players"].as_array().unwrap();
    assert!(players.iter().all(|one| one.get("with").is_none()));
    let mut sql = world.sql().await;
    assert_eq!(sql.number("select count(*) from played").await, 1);
    assert_eq!(sql.number("select count(*) from public_page").await, 0);
    // The link to the replay gives no more than before.
    let id = game["id"].as_str().unwrap();
    let replay = get(&host, &format!("/api/games/{id}")).await;
    let text = String::from_utf8(replay.body.clone()).unwrap();
    assert!(text.contains("Someone") && !text.contains("Player 1"));
}

#[tokio::test]
async fn history_moves_to_another_database() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    let mut host = table.players[0].0.clone();
    let id = page(&host, true).await;
    let paths = [
        "/api/session/games".to_owned(),
        "/api/games".to_owned(),
        format!("/api/people/{id}"),
    ];
    let mut before = Vec::new();
    for path in &paths {
        before.push(get(&host, path).await.json());
    }
    drop(table);
    let folder = world.stop().await;
    let file = folder.path().join("senda.export");
    let other = Folder::new();
    for (command, folder) in [("export", &folder), ("import", &other)] {
        run(command, &file, folder.path());
    }
    let world = World::in_folder(other, |_| ()).await;
    host.address = world.address;
    for (path, before) in paths.iter().zip(before) {
        assert_eq!(get(&host, path).await.json(), before, "{path}");
    }
}

fn run(command: &str, file: &Path, folder: &Path) {
    let mut senda = Command::new(env!("CARGO_BIN_EXE_senda"));
    senda
        .env_clear()
        .arg(command)
        .arg(file)
        .arg("--data")
        .arg(folder)
        .envs(url(folder).map(|url| ("SENDA_DATABASE", url)));
    let output = senda.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
