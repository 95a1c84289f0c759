//! Tests of replays over HTTP: their ids, who may see them, and their size.

use serde_json::{Value, json};

use crate::{
    client::{Browser, Reply, ask},
    database::Sql,
    game::{Table, act},
    world::World,
};

/// The maximum size in bytes of the replay of a game of Tsuro for one viewer, compressed.
const MOST_BYTES: usize = 60_000;

async fn get(browser: &Browser, path: &str) -> Reply {
    browser.send("GET", path, &json!({})).await
}

/// Returns the id of a finished game of a room.
async fn id(table: &Table, round: u32) -> String {
    let path = format!("/api/rooms/{}/games/{round}/replay", table.room);
    let replay = get(&table.players[0].0, &path).await.json();
    replay["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_finished_game_has_a_replay_under_an_id_of_its_own() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 3, 0).await;
    let of_room = format!("/api/rooms/{}/games/1/replay", table.room);
    let ana = table.players[0].0.clone();
    let none = (404, "no_such_game".to_owned());
    assert_eq!(get(&ana, &of_room).await.problem(), none);
    table.start().await;
    assert_eq!(get(&ana, &of_room).await.problem(), none, "it runs");
    table.play_out().await;
    let told = get(&ana, &of_room).await.json();
    let id = told["id"].as_str().unwrap().to_owned();
    let path = format!("/api/games/{id}");
    let by_id = get(&ana, &path).await;
    assert_eq!((by_id.status, by_id.json()), (200, told));
    let text = String::from_utf8(by_id.body.clone()).unwrap();
    assert!(!text.contains(&table.room), "it must not disclose the room");
    // The events are those of the log, and each position has a version among theirs.
    let replay = by_id.json()["replay"].clone();
    assert_eq!(replay["players"][1]["name"], "Player 1");
    let played = table.players[0].1.happenings.iter();
    let played = played.filter(|told| told["happening"]["type"] == "played");
    let played: Vec<&Value> = played.map(|told| &told["version"]).collect();
    let steps = replay["steps"].as_array().unwrap();
    assert!(steps[1..].iter().eq(played));
    let changes = replay["positions"]["changes"].as_array().unwrap();
    assert_eq!(changes.len() + 1, steps.len());

    // The other representations of the game are under the id too.
    let by_room = format!("/api/rooms/{}/games/1", table.room);
    for (mine, rooms) in [("/file", ""), ("/notation", "/notation")] {
        let (mine, rooms) = (
            get(&ana, &format!("{path}{mine}")).await,
            get(&ana, &format!("{by_room}{rooms}")).await,
        );
        assert_eq!((mine.status, mine.body.clone()), (200, rooms.body.clone()));
    }

    // The id stays when the server restarts, and in the next game.
    let mut ana = ana;
    let room = table.room.clone();
    drop(table);
    let world = world.again().await;
    ana.address = world.address;
    assert_eq!(get(&ana, &path).await.status, 200);
    let again = get(&ana, &format!("/api/rooms/{room}/games/1/replay")).await;
    assert_eq!(again.json()["id"], id);
    for wrong in [
        "0123456789abcdef0123",
        "x",
        &*room,
        &id.to_uppercase(),
        "%ff",
    ] {
        let problem = get(&ana, &format!("/api/games/{wrong}")).await.problem();
        assert_eq!(problem.0, 404, "{wrong}");
    }
}

#[tokio::test]
async fn a_replay_shows_what_its_viewer_saw() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    table.play_out().await;
    let path = format!("/api/games/{}", id(&table, 1).await);
    let watcher = &table.watchers[0].0;
    let view = async |of: &str| get(watcher, &format!("{path}?view={of}")).await;
    let start = async |of: &str| {
        let reply = view(of).await;
        assert_eq!(reply.status, 200);
        reply.json()["replay"]["positions"]["start"].clone()
    };
    assert_eq!(get(watcher, &path).await.body, view("spectator").await.body);
    let hands = |position: &Value| -> Vec<bool> {
        let hands = position["hands"].as_array().unwrap();
        hands.iter().map(|hand| hand["tiles"].is_array()).collect()
    };
    assert_eq!(hands(&start("spectator").await), [false, false]);
    assert_eq!(hands(&start("0").await), [true, false]);
    assert_eq!(hands(&start("1").await), [false, true]);
    assert_eq!(hands(&start("all").await), [true, true]);
    for none in ["2", "8", "-1", "", "everybody"] {
        let problem = view(none).await.problem();
        assert_eq!(problem, (404, "not_found".to_owned()), "{none}");
    }
}

#[tokio::test]
async fn a_removed_person_gets_no_replay() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    table.play_out().await;
    let path = format!("/api/games/{}", id(&table, 1).await);
    let watcher = table.watchers[0].0.clone();
    assert_eq!(get(&watcher, &path).await.status, 200);
    let person = table.watchers[0].1.you["person"].clone();
    let remove = json!({ "type": "remove", "person": person });
    table.players[0].1.must(remove).await;
    for rest in ["", "/file", "/notation"] {
        let refused = get(&watcher, &format!("{path}{rest}")).await;
        assert_eq!(refused.problem(), (403, "removed".to_owned()));
    }
    // A browser that is not known here may come with the link alone.
    let origin = format!("http://{}", world.address);
    let anyone = ask(world.address, "GET", &path, &[("origin", &*origin)], &[]).await;
    assert_eq!(anyone.status, 200);
}

#[tokio::test]
async fn the_replay_of_a_game_is_small_enough_for_a_phone() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 8, 0).await;
    table.play_out().await;
    let path = format!("/api/games/{}", id(&table, 1).await);
    for view in ["spectator", "0", "all"] {
        let path = format!("{path}?view={view}");
        let headers = [("accept-encoding", "gzip")];
        let reply = ask(world.address, "GET", &path, &headers, &[]).await;
        assert_eq!(reply.header("content-encoding"), Some("gzip"));
        let plain = ask(world.address, "GET", &path, &[], &[]).await.body.len();
        println!("{view}: {} bytes of {plain}", reply.body.len());
        assert!(reply.body.len() < MOST_BYTES, "{view}");
    }
}

/// The games of an earlier release get their ids when the tables are changed.
#[tokio::test]
async fn games_from_before_there_were_replays_have_ids() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 2, 0).await;
    for _ in 0..2 {
        table.start().await;
        table.play_out().await;
    }
    let ids = [id(&table, 1).await, id(&table, 2).await];
    assert_ne!(ids[0], ids[1]);
    let mut ana = table.players[0].0.clone();
    let room = table.room.clone();
    drop(table);
    let folder = world.stop().await;
    let mut sql = Sql::of(folder.path()).await;
    for table in [
        "replay",
        "played",
        "public_game",
        "public_page",
        "rating",
        "rated_seat",
        "ladder",
    ] {
        sql.execute(format!("drop table {table}")).await;
    }
    sql.execute("delete from _sqlx_migrations where version in (20, 21, 22, 1017, 1018, 1019)")
        .await;
    drop(sql);
    let world = World::in_folder(folder, |_| ()).await;
    ana.address = world.address;
    let own = get(&ana, "/api/session/games").await.json();
    let latest = get(&ana, "/api/games").await.json();
    for list in [&own, &latest] {
        assert_eq!(list["games"].as_array().unwrap().len(), 2, "{list}");
    }
    for (round, before) in (1_usize..).zip(ids) {
        let path = format!("/api/rooms/{room}/games/{round}/replay");
        let id = get(&ana, &path).await.json()["id"].clone();
        assert_ne!(id, before, "it is drawn anew");
        assert_eq!(own["games"][2 - round]["id"], id);
        assert_eq!(latest["games"][2 - round]["id"], id);
        let path = format!("/api/games/{}", id.as_str().unwrap());
        assert_eq!(get(&ana, &path).await.status, 200);
    }
}

/// Returns the response to a request for a room whose games start from a finished one.
async fn open_from(browser: &Browser, start: &Value, change: &[(&str, Value)], seat: u8) -> Reply {
    let mut settings = crate::client::settings();
    settings["start"] = start.clone();
    for (key, value) in change {
        settings[key] = value.clone();
    }
    let body = json!({ "settings": settings, "seat": seat });
    browser.send("POST", "/api/rooms", &body).await
}

#[tokio::test]
async fn a_room_starts_from_the_deal_or_a_position_of_a_finished_game() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    table.play_out().await;
    let game = id(&table, 1).await;
    let ana = &table.players[0].0;
    let deal = json!({ "game": game, "seats": 2 });
    let position = json!({ "game": game, "seats": 2, "step": 3, "viewer": 1 });
    for start in [&deal, &position] {
        let opened = open_from(ana, start, &[], 1).await;
        assert_eq!(opened.status, 201);
        let room = opened.json()["room"].as_str().unwrap().to_owned();
        let tab = ana.enter(&room).await;
        assert_eq!(tab.view["settings"]["start"], *start);
        assert_eq!(tab.view["seats"].as_array().unwrap().len(), 2);
        assert_eq!(tab.seat(), Some(1));
        // The lists say what such a game has started from.
        let mut again = Table::of_host(ana.clone(), tab, room);
        again.join(table.players[1].0.clone()).await;
        again.start().await;
        let tab = &mut again.players[0].1;
        let version = tab.version;
        tab.must(act(version, json!({ "type": "resign" }))).await;
        let list = get(ana, &format!("/api/rooms/{}/games", again.room)).await;
        let part = if start == &deal { "deal" } else { "position" };
        assert_eq!(list.json()["games"][0]["start"], part);
        let own = get(ana, "/api/session/games").await.json();
        assert_eq!(own["games"][0]["start"], part);
        assert!(own["games"].as_array().unwrap().last().unwrap()["start"].is_null());
    }
    // Before any game, neither the deal nor the position is known.
    let none = "0123456789abcdef0123";
    let last = get(ana, &format!("/api/games/{game}")).await.json()["replay"]["steps"]
        .as_array()
        .unwrap()
        .len()
        - 1;
    let options = |edge: u8| {
        let mut options = crate::client::settings()["options"].clone();
        options["edge"] = edge.into();
        options
    };
    for (start, change, seat, status, code) in [
        (
            json!({ "game": none, "seats": 2 }),
            vec![],
            0,
            404,
            "no_such_game",
        ),
        (
            json!({ "game": game, "seats": 2, "step": last }),
            vec![],
            0,
            404,
            "no_such_game",
        ),
        (
            json!({ "game": game, "seats": 3 }),
            vec![],
            0,
            422,
            "bad_settings",
        ),
        (
            json!({ "game": game, "seats": 2, "viewer": 0 }),
            vec![],
            0,
            422,
            "bad_settings",
        ),
        (
            json!({ "game": "../x", "seats": 2 }),
            vec![],
            0,
            422,
            "bad_settings",
        ),
        (deal.clone(), vec![], 2, 422, "bad_settings"),
        (
            deal.clone(),
            vec![("options", options(8))],
            0,
            422,
            "bad_settings",
        ),
        (Value::Null, vec![], 1, 422, "bad_settings"),
    ] {
        let refused = open_from(ana, &start, &change, seat).await.problem();
        assert_eq!(
            refused,
            (status, code.to_owned()),
            "{start} {change:?} {seat}"
        );
    }
    // A removed person gets no more than the replay.
    let watcher = table.watchers[0].0.clone();
    let person = table.watchers[0].1.you["person"].clone();
    let remove = json!({ "type": "remove", "person": person });
    table.players[0].1.must(remove).await;
    let refused = open_from(&watcher, &deal, &[], 0).await;
    assert_eq!(refused.problem(), (403, "removed".to_owned()));
}
