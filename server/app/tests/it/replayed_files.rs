//! Tests of the replay of a game in a file that a client sends.

use serde_json::{Value, json};

use crate::{
    client::{Browser, Reply},
    game::Table,
    world::World,
};

async fn get(browser: &Browser, path: &str) -> Reply {
    browser.send("GET", path, &Value::Null).await
}

#[tokio::test]
async fn the_file_of_a_game_is_replayed_and_nothing_of_it_is_stored() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    let host = &table.players[0].0;
    let list = get(host, "/api/session/games").await.json();
    let id = list["games"][0]["id"].clone();
    let path = format!("/api/games/{}", id.as_str().unwrap());
    let file = get(host, &format!("{path}/file")).await.json();
    let mut sql = world.sql().await;
    let mut rows = async || {
        let mut rows = Vec::new();
        for table in ["record", "finished_game", "played", "room", "player"] {
            rows.push(sql.number(format!("select count(*) from {table}")).await);
        }
        rows
    };
    let before = rows().await;
    for view in ["spectator", "0", "all"] {
        let stored = get(host, &format!("{path}?view={view}")).await.json();
        let posted = host
            .send("POST", &format!("/api/replay?view={view}"), &file)
            .await;
        assert_eq!(posted.status, 200);
        let (stored, posted) = (&stored["replay"], &posted.json()["replay"]);
        for part in ["options", "players", "outcome", "positions"] {
            assert_eq!(stored[part], posted[part], "{view} {part}");
        }
    }
    assert_eq!(rows().await, before);

    // Other files, and games that do not follow the rules, are rejected.
    let refused = async |body: &Value| host.send("POST", "/api/replay", body).await.problem();
    let bad = (422, "bad_game_file".to_owned());
    let mut wrong = file.clone();
    wrong["outcome"]["places"] = json!([2, 2]);
    let mut unfinished = file.clone();
    unfinished["steps"].as_array_mut().unwrap().pop();
    for body in [&json!({}), &json!([1]), &wrong, &unfinished] {
        assert_eq!(refused(body).await, bad);
    }
    let nobody = host.send("POST", "/api/replay?view=2", &file).await;
    assert_eq!(nobody.problem(), (404, "not_found".to_owned()));
    let large = json!({ "format": "x".repeat(senda_room::limits::GAME_FILE_BYTES) });
    assert_eq!(refused(&large).await, (413, "too_large".to_owned()));

    // An address can't keep the server busy with files.
    let mut sent = 0;
    let limited = loop {
        let problem = refused(&json!({})).await;
        if problem != bad {
            break problem;
        }
        sent += 1;
        assert!(sent < 100);
    };
    assert_eq!(limited.0, 429);
}
