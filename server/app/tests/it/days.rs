//! Tests of games with days per turn, when the time of a turn runs out while no player is
//! connected.

use std::time::Duration;

use serde_json::json;

use crate::{client::settings, database::Sql, game::Table, process::Process, world::Folder};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Starts a game of two players with a day for each turn, and plays one move.
async fn begun(process: &Process) -> Table {
    let mut table = Table::gather(process.address, 2, 0).await;
    let mut wanted = settings();
    wanted["clock"] = json!({ "type": "days", "days": 1 });
    let set = json!({ "type": "set", "settings": wanted });
    table.players[0].1.must(set).await;
    table.start().await;
    table.play().await;
    table
}

async fn alarm(sql: &mut Sql, room: &str) -> i64 {
    let at = format!("select at from alarm where room = '{room}'");
    sql.number(&at).await
}

async fn last(sql: &mut Sql, room: &str) -> i64 {
    let version = format!("select max(version) from record where room = '{room}'");
    sql.number(&version).await
}

#[tokio::test]
async fn a_turn_ends_in_an_empty_room_of_a_killed_server() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let table = begun(&process).await;
    let room = &table.room;
    let mut sql = Sql::of(folder.path()).await;
    let (due, version) = (alarm(&mut sql, room).await, last(&mut sql, room).await);
    let moved = format!("select max(at) from record where room = '{room}'");
    // The first alarm is a reminder, after half of the time.
    assert_eq!(due, sql.number(&moved).await + DAY_MS / 2);
    process.kill();

    // Before an alarm is due, no room is restored.
    let process = Process::start(folder.path());
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(last(&mut sql, room).await, version);
    process.kill();

    // Moves all times two days into the past.
    for column in ["record", "alarm"] {
        let ago = format!("update {column} set at = at - {}", 2 * DAY_MS);
        assert!(sql.execute(ago).await > 0);
    }
    let process = Process::start(folder.path());
    while last(&mut sql, room).await == version {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let next = alarm(&mut sql, room).await;
    assert!(next > due - DAY_MS, "the other has a day from now");
    process.kill();
}

#[tokio::test]
async fn a_game_that_is_over_has_no_alarm() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = begun(&process).await;
    let mut sql = Sql::of(folder.path()).await;
    let alarms = "select count(*) from alarm";
    assert_eq!(sql.number(alarms).await, 1);
    while table.is_playing() {
        table.play().await;
    }
    assert_eq!(sql.number(alarms).await, 0);
    process.kill();
}
