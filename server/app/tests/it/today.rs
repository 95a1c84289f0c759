//! Tests of the deal of the day over HTTP: each person plays it once, and all get the same.

use senda::settings::Create;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    client::{Browser, Tab},
    world::World,
};

const TORTUS: &str = "/api/days/tortus";

async fn get(browser: &Browser, path: &str) -> Value {
    let reply = browser.send("GET", path, &json!({})).await;
    assert_eq!(reply.status, 200, "{path}");
    reply.json()
}

/// Begins the deal of the day, and returns the room.
async fn begin(browser: &Browser, path: &str) -> String {
    let reply = browser.send("POST", path, &json!({})).await;
    assert_eq!(reply.status, 201, "{path}");
    reply.json()["room"].as_str().unwrap().to_owned()
}

/// Waits until the game runs.
async fn playing(browser: &Browser, room: &str) -> Tab {
    let mut tab = browser.enter(room).await;
    tab.until(|tab| tab.view["phase"] == "playing").await;
    tab
}

/// Loses the game.
async fn resign(tab: &mut Tab) {
    while tab.view["phase"] == "playing" {
        let version = tab.version;
        let action = json!({ "game": "tortus", "type": "resign" });
        let act = json!({ "type": "act", "version": version, "action": action });
        if tab.command(act).await.is_err() {
            // A bot has decided meanwhile.
            tab.until(|tab| tab.version > version).await;
        }
    }
}

#[tokio::test]
async fn each_person_plays_the_deal_of_the_day_once_and_all_get_the_same() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let bea = Browser::arrive(world.address, "Bea").await;
    let before = get(&ana, TORTUS).await;
    assert_eq!(
        (&before["seats"], &before["players"]),
        (&json!(2), &json!(0))
    );
    assert!(before["secret"].is_null() && before["own"].is_null());

    let room = begin(&ana, TORTUS).await;
    let mut tab = playing(&ana, &room).await;
    assert_eq!(tab.view["settings"]["day"], before["day"]);
    let own = get(&ana, TORTUS).await["own"].clone();
    assert_eq!(own, json!({ "path": format!("/r/{room}") }));
    let again = ana.send("POST", TORTUS, &json!({})).await;
    assert_eq!((again.status, &again.json()["room"]), (200, &json!(room)));

    // The commitment is that of the running game, and everyone has the same.
    let others = begin(&bea, TORTUS).await;
    assert_ne!(others, room);
    let bea_tab = playing(&bea, &others).await;
    let committed = |tab: &Tab| tab.view["commitment"].clone();
    assert_eq!(committed(&tab), before["commitment"]);
    assert_eq!(committed(&bea_tab), before["commitment"]);

    resign(&mut tab).await;
    let after = get(&ana, TORTUS).await;
    assert_eq!(
        (&after["players"], &after["own"]["place"]),
        (&json!(1), &json!(2))
    );
    let game = after["own"]["game"].as_str().unwrap();
    let result = json!({ "name": "Ana", "place": 2, "own": true, "game": game });
    assert_eq!(after["results"], json!([result]));
    // Someone who may still play sees the result, and not the game.
    let seen = get(&bea, TORTUS).await["results"].clone();
    assert_eq!(seen, json!([{ "name": "Ana", "place": 2 }]));
    let seen = get(&ana, &format!("/api/games/{game}")).await;
    assert_eq!(seen["replay"]["players"][0]["name"], "Ana");
    let file = get(&ana, &format!("/api/games/{game}/file")).await;
    let secret = hex::decode(file["secret"].as_str().unwrap()).unwrap();
    let commitment = hex::encode(Sha256::digest(secret));
    assert_eq!(before["commitment"], commitment);

    // Only this way leads to such a room.
    let settings = tab.view["settings"].clone();
    let reply = ana
        .send("POST", "/api/rooms", &json!({ "settings": settings }))
        .await;
    assert_eq!(reply.problem(), (422, "bad_settings".to_owned()));
}

#[tokio::test]
async fn the_secret_of_a_day_is_public_afterwards_and_stays_the_same() {
    let world = World::start().await;
    let mut ana = Browser::arrive(world.address, "Ana").await;
    let path = "/api/days/tsuro?day=2026-01-31";
    let day = get(&ana, path).await;
    let secret = hex::decode(day["secret"].as_str().unwrap()).unwrap();
    assert_eq!(day["commitment"], hex::encode(Sha256::digest(secret)));
    for other in [
        "/api/days/tsuro?day=2026-01-30",
        "/api/days/tortus?day=2026-01-31",
        "/api/days/tsuro",
    ] {
        let other = get(&ana, other).await;
        assert_ne!(other["commitment"], day["commitment"]);
    }
    for wrong in [
        "/api/days/chess",
        "/api/days/tsuro?day=2999-01-01",
        "/api/days/tsuro?day=today",
        "/api/days/tsuro?day=2026-02-40",
        "/api/days/tsuro?date=2026-01-31",
    ] {
        let reply = ana.send("GET", wrong, &json!({})).await;
        assert_eq!(reply.problem(), (404, "not_found".to_owned()), "{wrong}");
    }
    let world = world.again().await;
    ana.address = world.address;
    assert_eq!(get(&ana, path).await, day);
}

#[tokio::test]
async fn the_games_of_a_day_are_open_afterwards_and_go_with_the_person() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let bea = Browser::arrive(world.address, "Bea").await;
    let room = begin(&ana, TORTUS).await;
    let mut tab = playing(&ana, &room).await;
    resign(&mut tab).await;
    let mut sql = world.sql().await;
    sql.execute("update day_game set day = '2026-01-31'").await;
    let path = format!("{TORTUS}?day=2026-01-31");
    let seen = get(&bea, &path).await;
    assert!(seen["results"][0]["game"].is_string());
    assert_eq!(get(&bea, TORTUS).await["players"], 0);

    let data = get(&ana, "/api/session/data").await;
    let days = json!([{ "day": "2026-01-31", "game": "tortus", "room": room }]);
    assert_eq!(data["days"], days);
    let forgotten = ana.send("DELETE", "/api/session", &json!({})).await;
    assert!(forgotten.status < 300, "{}", forgotten.status);
    assert_eq!(get(&bea, &path).await["results"], json!([]));
    assert_eq!(sql.number("select count(*) from day_game").await, 0);
}

#[tokio::test]
async fn a_deal_of_the_day_obeys_the_limits_on_rooms() {
    let world = World::with(|settings| settings.create = Create::Nobody).await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let reply = ana.send("POST", TORTUS, &json!({})).await;
    assert_eq!(reply.problem(), (403, "no_new_rooms".to_owned()));
    let nobody = Browser {
        address: world.address,
        cookie: String::new(),
    };
    let reply = nobody.send("POST", TORTUS, &json!({})).await;
    assert_eq!(reply.problem(), (401, "no_session".to_owned()));
    assert_eq!(get(&nobody, TORTUS).await["seats"], 2);
}
