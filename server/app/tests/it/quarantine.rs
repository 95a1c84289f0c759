//! Tests that a log that cannot be replayed makes only its own room unavailable. The server reports
//! the reason and never writes to that log.

use senda_room::FORMAT;
use serde_json::{Value, json};

use crate::{client::ask, game::Table, world::World};

/// A server with an intact room, and a room whose records were changed directly in the database.
struct Scene {
    world: World,
    good: Table,
    bad: Table,
    records: Vec<(i64, String)>,
}

async fn records(world: &World, room: &str) -> Vec<(i64, String)> {
    let mut database = world.database().await;
    sqlx::query_as("select version, events from record where room = $1 order by version")
        .bind(room)
        .fetch_all(&mut database)
        .await
        .unwrap()
}

impl Scene {
    async fn set(change: impl Fn(&mut Vec<Value>)) -> Self {
        Self::of_format(FORMAT, change).await
    }

    /// Creates the scene, with the records changed by a program that writes that format.
    async fn of_format(format: u32, change: impl Fn(&mut Vec<Value>)) -> Self {
        let world = World::start().await;
        let good = Table::gather(world.address, 2, 0).await;
        let mut bad = Table::playing(world.address, 2, 0).await;
        bad.play().await;
        let mut log: Vec<Value> = records(&world, &bad.room)
            .await
            .iter()
            .map(|(_, events)| serde_json::from_str(events).unwrap())
            .collect();
        change(&mut log);
        let mut database = world.database().await;
        for (version, events) in (1_i64..).zip(&log) {
            let sql = if events.is_null() {
                "delete from record where room = $1 and version = $2"
            } else {
                "update record set events = $3, format = $4 where room = $1 and version = $2"
            };
            sqlx::query(sql)
                .bind(&bad.room)
                .bind(version)
                .bind(events.as_str().map_or(events.to_string(), str::to_owned))
                .bind(format)
                .execute(&mut database)
                .await
                .unwrap();
        }
        drop(database);
        let records = records(&world, &bad.room).await;
        let world = world.again().await;
        Self {
            world,
            good,
            bad,
            records,
        }
    }

    /// Asserts that the players of the changed room return to it, find it in that phase, and see
    /// that happening.
    async fn goes_on(mut self, phase: &str, told: Option<&str>) {
        for (browser, tab) in &mut self.bad.players {
            browser.address = self.world.address;
            *tab = browser.enter(&self.bad.room).await;
            assert_eq!(tab.view["phase"], phase);
            let mut types = tab.happenings.iter().map(|told| &told["happening"]["type"]);
            assert!(told.is_none_or(|told| types.any(|kind| kind == told)));
        }
        if phase == "lobby" {
            self.bad.start().await;
        }
        self.bad.play().await;
    }

    /// Asserts that everyone gets the reason, nothing is written, and the other room continues.
    async fn costs_its_room_alone(mut self, reason: &str) {
        let address = self.world.address;
        let path = format!("/api/rooms/{}", self.bad.room);
        let says_so = async || {
            let reply = ask(address, "GET", &path, &[], b"").await;
            assert_eq!(reply.problem(), (503, "room_unavailable".to_owned()));
            assert_eq!(reply.json()["reason"], reason);
            assert!(reply.header("retry-after").is_some());
        };
        let mut browser = self.bad.players[0].0.clone();
        browser.address = address;
        let refused = browser.refused(&format!("{path}/socket")).await;
        assert_eq!(refused.status, 503);
        says_so().await;
        assert_eq!(records(&self.world, &self.bad.room).await, self.records);
        // Further requests do not read the log again.
        let mut database = self.world.database().await;
        sqlx::query("update record set events = '[]' where room = $1")
            .bind(&self.bad.room)
            .execute(&mut database)
            .await
            .unwrap();
        says_so().await;
        for (browser, tab) in &mut self.good.players {
            browser.address = address;
            *tab = browser.enter(&self.good.room).await;
        }
        self.good.start().await;
        self.good.play().await;
    }
}

/// Returns the first happening of that type in the log.
fn find<'log>(log: &'log mut [Value], kind: &str) -> &'log mut Value {
    log.iter_mut()
        .flat_map(|events| events.as_array_mut().unwrap())
        .find(|event| event["type"] == kind)
        .unwrap()
}

#[tokio::test]
async fn a_record_that_is_not_json_makes_the_room_unavailable() {
    let scene = Scene::set(|log| log[2] = "[{\"ty".into()).await;
    scene.costs_its_room_alone("corrupt").await;
}

#[tokio::test]
async fn a_gap_in_the_log_makes_the_room_unavailable() {
    let scene = Scene::set(|log| log[1] = Value::Null).await;
    scene.costs_its_room_alone("corrupt").await;
}

#[tokio::test]
async fn a_log_without_its_beginning_makes_the_room_unavailable() {
    let scene = Scene::set(|log| log[0] = Value::Null).await;
    scene.costs_its_room_alone("corrupt").await;
}

#[tokio::test]
async fn an_impossible_event_makes_the_room_unavailable() {
    // The tile is hidden, which is impossible in the log.
    let scene = Scene::set(|log| find(log, "started")["events"][0]["pile"][0] = Value::Null).await;
    scene.costs_its_room_alone("corrupt").await;
}

#[tokio::test]
async fn a_seat_outside_the_game_makes_the_room_unavailable() {
    let scene = Scene::set(|log| find(log, "played")["events"][0]["seat"] = 7.into()).await;
    scene.costs_its_room_alone("corrupt").await;
}

/// Each game has its own version of the rules. The common version that older programs have stored
/// is ignored.
#[tokio::test]
async fn a_room_created_with_other_rules_continues() {
    let scene = Scene::set(|log| find(log, "created")["rules"] = 999.into()).await;
    scene.goes_on("playing", None).await;
}

#[tokio::test]
async fn a_game_of_earlier_rules_continues() {
    let scene = Scene::set(|log| find(log, "started")["events"][0]["rules"] = 1.into()).await;
    scene.goes_on("playing", Some("revised")).await;
}

#[tokio::test]
async fn a_game_of_unsupported_rules_is_abandoned_and_its_room_continues() {
    let scene = Scene::set(|log| find(log, "started")["events"][0]["rules"] = 0.into()).await;
    scene.goes_on("lobby", Some("abandoned")).await;
}

#[tokio::test]
async fn a_game_of_later_rules_makes_the_room_unavailable() {
    let scene = Scene::set(|log| find(log, "started")["events"][0]["rules"] = 999.into()).await;
    scene.costs_its_room_alone("newer").await;
}

/// Returns an event of an unknown type.
fn news() -> Value {
    json!({ "type": "teleported", "seat": 1 })
}

#[tokio::test]
async fn an_unknown_event_of_a_later_format_is_reported_as_newer() {
    let add = |log: &mut Vec<Value>| log[2].as_array_mut().unwrap().push(news());
    let scene = Scene::of_format(FORMAT + 1, add).await;
    scene.costs_its_room_alone("newer").await;
}

#[tokio::test]
async fn an_unknown_field_of_a_later_format_is_reported_as_newer() {
    let add = |log: &mut Vec<Value>| find(log, "sat")["cushion"] = "soft".into();
    let scene = Scene::of_format(FORMAT + 1, add).await;
    scene.costs_its_room_alone("newer").await;
}

#[tokio::test]
async fn an_unknown_event_of_this_format_is_reported_as_corrupt() {
    let add = |log: &mut Vec<Value>| log[2].as_array_mut().unwrap().push(news());
    let scene = Scene::set(add).await;
    scene.costs_its_room_alone("corrupt").await;
}

/// A later program writes its format number even if the record contains nothing new.
#[tokio::test]
async fn a_record_of_a_later_format_without_new_words_is_replayed() {
    let scene = Scene::of_format(FORMAT + 1, |_| ()).await;
    scene.goes_on("playing", None).await;
}
