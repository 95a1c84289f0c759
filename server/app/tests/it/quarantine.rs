//! A log that can't be continued costs its room alone, says why, and is never written to.

use senda_room::FORMAT;
use serde_json::{Value, json};

use crate::{client::ask, game::Table, world::World};

/// A game of which one record has been changed behind the server's back, and a good one.
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

    /// Changed by a program that writes that format.
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

    /// The players of that room come back and see a room in that phase, to which that was told.
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

    /// Everybody is told the reason, nothing is written, and the others play on.
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
        // Asked again, it is not read again.
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

/// The happening of that type, in the record that has one.
fn find<'log>(log: &'log mut [Value], kind: &str) -> &'log mut Value {
    log.iter_mut()
        .flat_map(|events| events.as_array_mut().unwrap())
        .find(|event| event["type"] == kind)
        .unwrap()
}

#[tokio::test]
async fn a_record_that_is_not_json() {
    let scene = Scene::set(|log| log[2] = "[{\"ty".into()).await;
    scene.costs_its_room_alone("corrupt").await;
}

#[tokio::test]
async fn a_gap_in_the_log() {
    let scene = Scene::set(|log| log[1] = Value::Null).await;
    scene.costs_its_room_alone("corrupt").await;
}

#[tokio::test]
async fn a_log_without_its_beginning() {
    let scene = Scene::set(|log| log[0] = Value::Null).await;
    scene.costs_its_room_alone("corrupt").await;
}

#[tokio::test]
async fn happenings_that_no_game_allows() {
    // A tile of which nothing is known, in the log that knows everything.
    let scene = Scene::set(|log| find(log, "started")["events"][0]["pile"][0] = Value::Null).await;
    scene.costs_its_room_alone("corrupt").await;
}

#[tokio::test]
async fn a_seat_that_the_game_does_not_have() {
    let scene = Scene::set(|log| find(log, "played")["events"][0]["seat"] = 7.into()).await;
    scene.costs_its_room_alone("corrupt").await;
}

/// Each game has a version of its own; what an older program said of all of them is of no account.
#[tokio::test]
async fn a_room_of_other_rules_goes_on() {
    let scene = Scene::set(|log| find(log, "created")["rules"] = 999.into()).await;
    scene.goes_on("playing", None).await;
}

#[tokio::test]
async fn a_game_of_earlier_rules_goes_on() {
    let scene = Scene::set(|log| find(log, "started")["events"][0]["rules"] = 1.into()).await;
    scene.goes_on("playing", Some("revised")).await;
}

#[tokio::test]
async fn a_game_of_forgotten_rules_is_over_and_its_room_plays_on() {
    let scene = Scene::set(|log| find(log, "started")["events"][0]["rules"] = 0.into()).await;
    scene.goes_on("lobby", Some("abandoned")).await;
}

#[tokio::test]
async fn a_game_of_later_rules() {
    let scene = Scene::set(|log| find(log, "started")["events"][0]["rules"] = 999.into()).await;
    scene.costs_its_room_alone("newer").await;
}

/// An event of which nobody has heard.
fn news() -> Value {
    json!({ "type": "teleported", "seat": 1 })
}

#[tokio::test]
async fn an_event_that_is_not_known_yet() {
    let add = |log: &mut Vec<Value>| log[2].as_array_mut().unwrap().push(news());
    let scene = Scene::of_format(FORMAT + 1, add).await;
    scene.costs_its_room_alone("newer").await;
}

#[tokio::test]
async fn a_word_that_is_not_known_yet() {
    let add = |log: &mut Vec<Value>| find(log, "sat")["cushion"] = "soft".into();
    let scene = Scene::of_format(FORMAT + 1, add).await;
    scene.costs_its_room_alone("newer").await;
}

#[tokio::test]
async fn an_event_that_this_program_should_know() {
    let add = |log: &mut Vec<Value>| log[2].as_array_mut().unwrap().push(news());
    let scene = Scene::set(add).await;
    scene.costs_its_room_alone("corrupt").await;
}

/// A later program writes its format also where it says nothing new.
#[tokio::test]
async fn a_record_of_a_later_format_that_says_nothing_new() {
    let scene = Scene::of_format(FORMAT + 1, |_| ()).await;
    scene.goes_on("playing", None).await;
}
