//! Tests of rated games over real sockets: who is rated, where the ratings are shown, and that they
//! can be computed again from the logs.

use std::{path::Path, process::Command};

use serde_json::{Value, json};

use crate::{
    client::{Browser, Reply, ask},
    database::Sql,
    game::Table,
    process::Process,
    world::{Folder, World},
};

async fn get(browser: &Browser, path: &str) -> Reply {
    browser.send("GET", path, &Value::Null).await
}

/// Returns the changes of the ratings by a game of the table's room.
async fn changes(table: &Table, round: u32) -> Vec<Value> {
    let path = format!("/api/rooms/{}/games/{round}/ratings", table.room);
    let reply = get(&table.players[0].0, &path).await;
    assert_eq!(reply.status, 200);
    reply.json()["seats"].as_array().unwrap().clone()
}

/// Creates a page that shows the ratings of a player, and returns its id.
async fn page(browser: &Browser, ratings: bool) -> String {
    let body = json!({ "games": false, "ratings": ratings });
    let page = browser.send("PUT", "/api/session/page", &body).await.json();
    assert_eq!(page["ratings"], ratings);
    page["id"].as_str().unwrap().to_owned()
}

/// Returns the whole tables of ratings as text.
async fn stored(sql: &mut Sql) -> Vec<String> {
    let mut all = Vec::new();
    for columns in [
        "'rating ' || player || ' ' || game || ' ' || seats || ' ' || person || ' ' || skill
            || ' ' || uncertainty || ' ' || games || ' ' || settled from rating",
        "'seat ' || room || ' ' || round || ' ' || seat || ' ' || ended_at || ' ' || game || ' '
            || seats || ' ' || person || ' ' || place || ' ' || skill_before || ' '
            || uncertainty_before || ' ' || skill || ' ' || uncertainty || ' ' || games
            from rated_seat",
        "'ladder ' || game || ' ' || seats || ' ' || games from ladder",
    ] {
        all.extend(sql.texts(&format!("select {columns} order by 1")).await);
    }
    all
}

fn rebuild(folder: &Path) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    command.env_clear().args(["ratings", "rebuild", "--data"]);
    command.arg(folder);
    command.envs(crate::database::url(folder).map(|url| ("SENDA_DATABASE", url)));
    command.output().unwrap()
}

#[tokio::test]
async fn a_rated_game_shows_the_same_change_everywhere() {
    let world = World::start().await;
    let mut table = Table::rated(world.address, &[1, 2, 3]).await;
    table.start().await;
    let happenings = serde_json::to_string(&table.players[0].1.happenings).unwrap();
    assert!(happenings.contains(r#""rated":"counts""#), "{happenings}");
    table.play_out().await;
    let changed = changes(&table, 1).await;
    assert_eq!(changed.len(), 3);
    let sum: i64 = changed
        .iter()
        .map(|one| one["after"]["points"].as_i64().unwrap())
        .sum();
    assert!((4499..=4501).contains(&sum), "{sum}");
    let pages = [
        page(&table.players[0].0, true).await,
        page(&table.players[1].0, true).await,
        page(&table.players[2].0, false).await,
    ];
    let anyone = Browser::arrive(world.address, "Anyone").await;
    for (seat, (browser, tab)) in table.players.iter().enumerate() {
        let change = &changed[usize::try_from(tab.seat().unwrap()).unwrap()];
        assert_eq!(change["before"]["points"], 1500);
        assert_eq!(change["after"]["provisional"], true);
        let own = get(browser, "/api/session/ratings").await.json();
        let own = &own["ratings"][0];
        assert_eq!((&own["game"], &own["seats"]), (&json!("tsuro"), &json!(3)));
        for key in ["points", "uncertainty", "games", "provisional"] {
            assert_eq!(own[key], change["after"][key], "{key}");
        }
        assert_eq!(own["course"][0]["points"], own["points"]);
        let path = format!("/api/people/{}", pages[seat]);
        assert_eq!(&get(browser, &path).await.json()["ratings"][0], own);
        let shown = get(&anyone, &path).await.json();
        match seat {
            2 => assert!(shown.get("ratings").is_none(), "not allowed: {shown}"),
            _ => assert_eq!(&shown["ratings"][0], own),
        }
        let data = get(browser, "/api/session/data").await.json();
        assert_eq!(&data["ratings"][0], own);
    }
    let list = get(&anyone, "/api/ratings?game=tsuro&seats=3").await.json();
    assert_eq!(list["kinds"], json!([{ "game": "tsuro", "seats": 3 }]));
    assert_eq!(list["shown"], list["kinds"][0]);
    let people = list["people"].as_array().unwrap();
    assert_eq!(people.len(), 2, "the third shows none");
    let points = |index: usize| people[index]["points"].as_i64().unwrap();
    assert!(points(0) >= points(1));
    assert_eq!(
        (&people[0]["number"], &people[1]["number"]),
        (&json!(1), &json!(2))
    );
    let other = get(&anyone, "/api/ratings?seats=2").await.json();
    assert_eq!(other["shown"], Value::Null);
    for wrong in ["game=chess", "after=1", "seats=x", "other=1"] {
        let path = format!("/api/ratings?{wrong}");
        assert_eq!(get(&anyone, &path).await.problem().0, 404, "{wrong}");
    }
    let nobody = ask(world.address, "GET", "/api/session/ratings", &[], &[]).await;
    assert_eq!(nobody.problem(), (401, "no_session".to_owned()));
}

#[tokio::test]
async fn a_rated_game_with_a_bot_is_refused() {
    let world = World::start().await;
    let mut table = Table::rated(world.address, &[1]).await;
    let host = &mut table.players[0].1;
    let bot = json!({ "type": "bot", "level": "easy" });
    let refused = host.command(bot).await.unwrap_err();
    assert_eq!(refused, json!({ "code": "rated_needs", "need": "no_bots" }));
}

#[tokio::test]
async fn a_game_from_one_address_gives_no_points() {
    let world = World::start().await;
    let mut table = Table::rated(world.address, &[1, 2, 2]).await;
    let tab = &mut table.players[0].1;
    tab.until(|tab| tab.presence["rated"] == "same_network")
        .await;
    table.start().await;
    table.play_out().await;
    assert!(changes(&table, 1).await.is_empty());
    for (browser, _) in &table.players {
        let own = get(browser, "/api/session/ratings").await.json();
        assert_eq!(own["ratings"], json!([]));
    }
    let mut sql = world.sql().await;
    let log = "select count(*) from record where events like '%\"rated\":\"same_network\"%'";
    assert_eq!(sql.number(log).await, 1);
    let address = "select count(*) from record where events like '%127.0.0.%'";
    assert_eq!(sql.number(address).await, 0);
}

#[tokio::test]
async fn the_ratings_are_computed_again_from_the_logs() {
    let folder = Folder::new();
    let mut process = Process::start(folder.path());
    let mut table = Table::rated(process.address, &[1, 2]).await;
    let mut three = Table::rated(process.address, &[3, 4, 5]).await;
    for _ in 0..4 {
        table.start().await;
        table.play_out().await;
        three.start().await;
        three.play_out().await;
    }
    // A forgotten person stays in the computation, and has no rating any more.
    let guest = &three.players[2].0;
    let forgot = guest.send("DELETE", "/api/session", &Value::Null).await;
    assert_eq!(forgot.status, 204);
    let running = rebuild(folder.path());
    assert!(!running.status.success(), "a server uses the database");
    process.terminate();
    assert!(process.wait().success());
    let mut sql = Sql::of(folder.path()).await;
    let before = stored(&mut sql).await;
    assert_eq!(before.len(), 4 + 4 * 5 + 2, "{before:#?}");
    for wreck in [
        "update rated_seat set skill = 1, place = 1, uncertainty = skill_before",
        "delete from rated_seat where round = 2",
        "update rating set skill = 7 where seats = 2",
        "delete from rating where seats = 3",
        "update ladder set games = 99",
    ] {
        sql.execute(wreck).await;
    }
    assert_ne!(stored(&mut sql).await, before);
    drop(sql);
    for _ in 0..2 {
        let rebuilt = rebuild(folder.path());
        let said = String::from_utf8(rebuilt.stdout).unwrap();
        let error = String::from_utf8(rebuilt.stderr).unwrap();
        assert!(rebuilt.status.success(), "{error}");
        assert_eq!(said, "Rebuilt 4 ratings from 8 games.\n");
        let mut sql = Sql::of(folder.path()).await;
        assert_eq!(stored(&mut sql).await, before);
    }
}

#[tokio::test]
async fn games_of_removed_rooms_count_when_ratings_are_computed_again() {
    let folder = Folder::new();
    let mut process = Process::start(folder.path());
    let mut table = Table::rated(process.address, &[1, 2]).await;
    table.start().await;
    table.play_out().await;
    let room = table.room.clone();
    process.terminate();
    assert!(process.wait().success());
    let mut sql = Sql::of(folder.path()).await;
    let before = stored(&mut sql).await;
    sql.execute(format!("delete from record where room = '{room}'"))
        .await;
    sql.execute(format!("update room set removing = 1 where id = '{room}'"))
        .await;
    sql.execute("update rating set skill = 7").await;
    drop(sql);
    let rebuilt = rebuild(folder.path());
    assert!(rebuilt.status.success());
    let mut sql = Sql::of(folder.path()).await;
    assert_eq!(stored(&mut sql).await, before);
}

#[tokio::test]
async fn a_game_that_ended_before_a_rated_one_is_rated_before_it() {
    let world = World::start().await;
    let mut table = Table::rated(world.address, &[1, 2]).await;
    for _ in 0..2 {
        table.start().await;
        table.play_out().await;
    }
    let mut sql = world.sql().await;
    // The second game now seems to end in the future, as on a server whose clock is ahead.
    let later = "update rated_seat set ended_at = ended_at + 100000000 where round = 2";
    sql.execute(later).await;
    table.start().await;
    table.play_out().await;
    let (second, third) = (changes(&table, 2).await, changes(&table, 3).await);
    let first = changes(&table, 1).await;
    for seat in 0..2 {
        assert_eq!(third[seat]["after"]["games"], 2);
        assert_eq!(second[seat]["after"]["games"], 3);
    }
    // Seats are dealt anew in each game, but the points of the same two people are the same two.
    let points = |changes: &[Value], when: &str| {
        let mut points: Vec<i64> = changes
            .iter()
            .map(|one| one[when]["points"].as_i64().unwrap())
            .collect();
        points.sort_unstable();
        points
    };
    assert_eq!(points(&first, "after"), points(&third, "before"));
    assert_eq!(points(&third, "after"), points(&second, "before"));
    let own = get(&table.players[0].0, "/api/session/ratings")
        .await
        .json();
    assert_eq!(own["ratings"][0]["games"], 3);
    assert!(points(&second, "after").contains(&own["ratings"][0]["points"].as_i64().unwrap()));
}

#[tokio::test]
async fn a_forgotten_person_is_in_no_table() {
    let world = World::start().await;
    let mut table = Table::rated(world.address, &[1, 2]).await;
    table.start().await;
    table.play_out().await;
    let guest = &table.players[1].0;
    let id = page(guest, true).await;
    let anyone = Browser::arrive(world.address, "Anyone").await;
    let listed = get(&anyone, "/api/ratings").await.json();
    assert_eq!(listed["people"][0]["page"], id);
    let gone = guest.send("DELETE", "/api/session", &Value::Null).await;
    assert_eq!(gone.status, 204);
    let listed = get(&anyone, "/api/ratings").await.json();
    assert_eq!(listed["people"], json!([]));
    let mut sql = world.sql().await;
    assert_eq!(sql.number("select count(*) from rating").await, 1);
    let named = "select count(*) from rated_seat join player on rated_seat.person = player.id";
    assert_eq!(sql.number(named).await, 0);
    // The other player's change is still there.
    assert_eq!(changes(&table, 1).await.len(), 2);
}

#[tokio::test]
async fn the_pages_of_the_table_neither_repeat_nor_omit_people() {
    let world = World::start().await;
    let mut table = Table::rated(world.address, &[1, 2]).await;
    table.start().await;
    table.play_out().await;
    let host = page(&table.players[0].0, true).await;
    let mut sql = world.sql().await;
    let mut copies = String::new();
    for n in 0..120 {
        let settled = u8::from(n % 2 == 0);
        let copy = format!(
            "insert into player (id, token_hash, name, created_at, seen_at, device)
             values ('p{n}', 't{n}', 'P', 1, 1, '');
             insert into public_page (id, player, created_at, games, ratings)
             values ('{n:020x}', 'p{n}', 1, 0, 1);
             insert into rating (player, game, seats, person, skill, uncertainty, games, settled)
             values ('p{n}', 'tsuro', 2, 'h{n}', {}, 9, 9, {settled});",
            1_500_000 + n / 10
        );
        copies.push_str(&copy);
    }
    sql.execute(copies).await;
    // Ids that no player has are not shown.
    sql.execute("update rating set player = 'x' || player where player = 'p119'")
        .await;
    let (mut pages, mut path) = (Vec::new(), "/api/ratings".to_owned());
    let anyone = Browser::arrive(world.address, "Anyone").await;
    loop {
        let table = get(&anyone, &path).await.json();
        for one in table["people"].as_array().unwrap() {
            pages.push((
                one["number"].as_u64().unwrap(),
                one["page"].as_str().unwrap().to_owned(),
            ));
        }
        let Some(next) = table["next"].as_str() else {
            break;
        };
        path = format!("/api/ratings?game=tsuro&seats=2&after={next}");
    }
    assert!(pages.iter().any(|(_, page)| *page == host));
    let numbers: Vec<u64> = pages.iter().map(|(number, _)| *number).collect();
    let before = pages.len();
    pages.sort_by(|one, two| one.1.cmp(&two.1));
    pages.dedup_by(|one, two| one.1 == two.1);
    assert_eq!(pages.len(), before);
    assert!(numbers.is_sorted());
}
