//! Somebody is forgotten: nothing has their name any more, and the games they played stay whole.

use serde_json::{Value, json};

use crate::{
    client::{Browser, ask, settings},
    database::Sql,
    game::Table,
    restart::Process,
    world::Folder,
};

const NAME: &str = "Zuleika";

/// Rows anywhere that have the name.
async fn named(sql: &mut Sql) -> i64 {
    let mut rows = 0;
    for (table, column) in [
        ("record", "events"),
        ("player", "name"),
        ("finished_place", "name"),
        ("summary", "text"),
    ] {
        let like = format!("select count(*) from {table} where {column} like '%{NAME}%'");
        rows += sql.number(&like).await;
    }
    rows
}

#[tokio::test]
async fn nothing_has_the_name_any_more_and_the_games_stay_whole() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::gather(process.address, 2, 0).await;
    let mut sql = Sql::of(folder.path()).await;
    let (host, guest) = (0, 1);
    let renamed = json!({ "name": NAME });
    let reply = table.players[guest]
        .0
        .send("PUT", "/api/session", &renamed)
        .await;
    assert_eq!(reply.status, 200);
    table.players[guest]
        .1
        .must(json!({ "type": "name", "name": NAME }))
        .await;
    table.start().await;
    while table.is_playing() {
        table.play().await;
    }
    // Another game runs, and another room is theirs alone.
    table.start().await;
    table.play().await;
    let other = table.players[guest].0.room(settings()).await;
    assert!(named(&mut sql).await > 3);
    let records = "select count(*) from record";
    let before = sql.number(records).await;

    let gone = table.players[guest]
        .0
        .send("DELETE", "/api/session", &Value::Null)
        .await;
    assert_eq!(gone.status, 204);
    assert_eq!(named(&mut sql).await, 0);
    assert_eq!(
        sql.number(records).await,
        before,
        "nothing that happened is gone"
    );
    let again = table.players[guest]
        .0
        .send("GET", "/api/session/rooms", &Value::Null)
        .await;
    assert_eq!(again.status, 401, "nobody is that person any more");

    // Those who were there come back to the same game, and see somebody in it.
    let (browser, _) = &table.players[host];
    let tab = browser.enter(&table.room).await;
    assert_eq!(tab.view["phase"], "playing");
    assert_eq!(tab.view["seats"][1]["name"], "Someone");
    assert_eq!(tab.view["standing"].as_array().unwrap().len(), 2);
    let file = format!("/api/rooms/{}/games/1", table.room);
    let file = ask(process.address, "GET", &file, &[], b"").await;
    assert_eq!(file.status, 200);
    let file = file.json();
    let names = file["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| &seat["name"]);
    assert!(names.clone().any(|name| name == "Someone"), "{file}");
    let room = Browser::arrive(process.address, "Ana").await;
    let tab = room.enter(&other).await;
    assert_eq!(tab.view["host"]["name"], "Someone");
    process.kill();
}
