//! Tests of resuming a room from a known version: through a real socket, while others play on,
//! after a kill of the process, and with an invalid query.

use serde_json::{Value, json};

use crate::{
    client::{Browser, Tab, settings},
    game::Table,
    process::Process,
    world::{Folder, World},
};

/// Returns the last update that a tab has received.
fn update(tab: &Tab) -> Value {
    let mut messages = tab.messages().iter();
    let update = messages.rfind(|message| message["type"] == "update");
    update.expect("an update").clone()
}

/// Returns the versions of the happenings in an update.
fn told(update: &Value) -> Vec<u64> {
    let told = update["happenings"].as_array().unwrap().iter();
    let mut versions: Vec<u64> = told.map(|told| told["version"].as_u64().unwrap()).collect();
    // The last move of a game and the end of the game have the same version.
    versions.dedup();
    versions
}

/// Drops a player's tab while the game goes on for some moves; the player continues in another tab.
/// Returns the player's index, the dropped tab, and the number of moves that it missed.
async fn drop_one(table: &mut Table, moves: usize) -> (usize, Tab, usize) {
    let (turn, _) = table.decision();
    let who = (turn + moves) % table.players.len();
    let browser = table.players[who].0.clone();
    let empty = browser.enter(&table.room).await;
    let dropped = std::mem::replace(&mut table.players[who].1, empty);
    let mut missed = 0;
    while missed < moves && table.is_playing() {
        table.play().await;
        missed += 1;
    }
    (who, dropped, missed)
}

#[tokio::test]
async fn a_dropped_connection_is_resumed() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 3, 1).await;
    for moves in 0..4 {
        if !table.is_playing() {
            assert!(moves > 2, "nobody is out before the third tile");
            break;
        }
        let (who, dropped, missed) = drop_one(&mut table, moves).await;
        let (browser, stayed) = &table.players[who];
        let back = browser.come_back(&table.room, &dropped).await;
        let update = update(&back);
        assert_eq!(update["from"], dropped.version);
        assert_eq!(told(&update).len(), missed, "one for each move: {update}");
        assert!(
            told(&update)
                .iter()
                .all(|version| *version > dropped.version)
        );
        assert_eq!((back.version, &back.view), (stayed.version, &stayed.view));
        // From there on the tab receives the same happenings as the others.
        assert_eq!(back.happenings.last(), stayed.happenings.last());
        table.players[who].1 = back;
    }
}

#[tokio::test]
async fn a_connection_is_resumed_after_a_kill() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::playing(process.address, 3, 0).await;
    for _ in 0..3 {
        table.play().await;
    }
    let (who, dropped, _) = drop_one(&mut table, 2).await;
    let stayed = table.players[who].1.happenings.clone();
    process.kill();

    let process = Process::start(folder.path());
    let browser = &mut table.players[who].0;
    browser.address = process.address;
    let back = browser.come_back(&table.room, &dropped).await;
    let update = update(&back);
    assert_eq!(update["from"], dropped.version);
    assert_eq!(told(&update).len(), 2);
    assert_eq!(back.happenings.last(), stayed.last());
    // A tab with all happenings gets none.
    let again = browser.come_back(&table.room, &back).await;
    assert_eq!(told(&self::update(&again)), [] as [u64; 0]);
}

#[tokio::test]
async fn a_repeated_command_gets_its_lost_response_after_a_kill() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::gather(process.address, 2, 0).await;
    let (browser, tab) = &mut table.players[1];
    let message = json!({"type": "ready", "id": "cut-after-send", "ready": true});
    tab.text(&message.to_string()).await;
    let first = tab.answer("cut-after-send").await.unwrap();
    // A command that changes nothing has a response to keep, too.
    let same = json!({"type": "colour", "id": "same", "colour": tab.view["seats"][1]["colour"]});
    tab.text(&same.to_string()).await;
    let second = tab.answer("same").await.unwrap();
    tab.must(json!({"type": "ready", "ready": false})).await;
    let colour = json!({"type": "colour", "colour": "black"});
    tab.must(colour).await;
    process.kill();

    let process = Process::start(folder.path());
    browser.address = process.address;
    let mut back = browser.come_back(&table.room, tab).await;
    back.text(&message.to_string()).await;
    assert_eq!(back.answer("cut-after-send").await, Ok(first));
    back.text(&same.to_string()).await;
    assert_eq!(back.answer("same").await, Ok(second));
    assert_eq!(back.view["seats"][1]["ready"], false);
    assert_eq!(back.view["seats"][1]["colour"], "black");
}

#[tokio::test]
async fn an_invalid_query_is_rejected() {
    let world = World::start().await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    for query in [
        "",
        "epoch=1",
        "version=1",
        "epoch=1&version=",
        "epoch=1&version=-1",
        "epoch=1&version=+1",
        "epoch=1&version=1.0",
        "epoch=1&version=4294967296",
        "epoch=one&version=1",
        "epoch=1&version=1&version=2",
        "epoch=1&version=1&token=2",
        "epoch=1&version=1&",
        "Epoch=1&version=1",
        "epoch=%31&version=1",
    ] {
        let path = format!("/api/rooms/{room}/socket?{query}");
        let refused = browser.refused(&path).await;
        assert_eq!(refused.problem(), (400, "bad_query".to_owned()), "{query}");
    }
    // For a version of another epoch or from the future, the whole view is sent.
    let tab = browser.enter(&room).await;
    let epoch = tab.epoch;
    for (epoch, version) in [(epoch, 4_000_000), (epoch ^ 1, tab.version), (epoch, 0)] {
        let path = format!("/api/rooms/{room}/socket?epoch={epoch}&version={version}");
        let mut back = browser.tab(&path).await;
        back.until(|tab| tab.version > 0).await;
        assert_eq!(update(&back)["from"], 0);
        assert_eq!(back.happenings, tab.happenings);
    }
    // The tabs of a person are counted.
    let mut second = browser.enter(&room).await;
    second.until(|tab| tab.you["tabs"].as_u64() > Some(1)).await;
}
