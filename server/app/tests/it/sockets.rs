//! Tests of sockets as browsers use them: whole games, reloads, several tabs, leaving and
//! returning.

use serde_json::json;
use tokio::net::TcpSocket;

use crate::{
    client::Browser,
    game::{Table, act},
    world::World,
};

#[tokio::test]
async fn eight_play_to_the_end_while_two_watch_and_then_play_again() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 8, 2).await;
    table.play_out().await;
    for (_, tab) in table.players.iter().chain(&table.watchers) {
        assert_eq!(tab.view["phase"], "over");
        let places = tab.game()["outcome"]["places"].as_array().unwrap();
        assert_eq!(places.len(), 8);
        assert!(places.contains(&json!(1)));
        // All clients receive the same end of the game.
        assert_eq!(tab.view["seats"], table.players[0].1.view["seats"]);
        let last = tab.happenings.last().unwrap();
        assert_eq!(last["happening"]["type"], "committed");
        let seats = tab.view["seats"].as_array().unwrap();
        assert!(seats.iter().all(|seat| seat["ready"] == false));
        assert!(
            tab.happenings
                .iter()
                .any(|told| told["happening"]["type"] == "ended")
        );
    }
    // The tables derived from the log contain the game, too.
    let mut sql = world.sql().await;
    assert_eq!(sql.number("select count(*) from finished_game").await, 1);
    assert_eq!(sql.number("select count(*) from finished_place").await, 8);

    table.start().await;
    assert_eq!(table.players[0].1.view["round"], 2);
    table.play_out().await;
    for (_, tab) in &table.watchers {
        assert_eq!(
            (&tab.view["phase"], &tab.view["round"]),
            (&json!("over"), &json!(2))
        );
    }
}

#[tokio::test]
async fn a_reload_in_mid_turn_brings_back_the_same_hand_and_choices() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 3, 0).await;
    for _ in 0..7 {
        table.play().await;
    }
    let turn = table.turn();
    let (browser, tab) = &mut table.players[turn];
    let reloaded = browser.enter(&table.room).await;
    assert_eq!(reloaded.version, tab.version);
    assert_eq!(reloaded.epoch, tab.epoch);
    assert_eq!(reloaded.game(), tab.game());
    assert!(!reloaded.game()["choices"].is_null());
    assert_eq!(reloaded.seat(), tab.seat());
    *tab = reloaded;
    table.play_out().await;
}

#[tokio::test]
async fn two_tabs_of_one_person_both_receive_updates() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let browser = table.players[1].0.clone();
    let mut second = browser.enter(&table.room).await;
    // The first tab is notified of the second one.
    let first = &mut table.players[1].1;
    first.until(|tab| tab.you == second.you).await;
    table.start().await;
    for _ in 0..5 {
        let version = table.play().await;
        second.until(|tab| tab.version >= version).await;
        assert_eq!(second.game(), table.players[1].1.game());
        assert_eq!(
            second.happenings.last(),
            table.players[1].1.happenings.last()
        );
    }
    // A decision from the second tab is sent to the first one.
    while table.turn() != 1 {
        table.play().await;
    }
    let (_, decision) = table.decision();
    second
        .until(|tab| tab.version >= table.players[1].1.version)
        .await;
    let version = second.must(decision).await;
    table.see(version).await;
    // Closing one of two tabs does not count as leaving.
    let host = &mut table.players[0].1;
    host.until(|tab| tab.presence["seats"] == json!([0, 1]))
        .await;
    second.socket.close().await.unwrap();
    second.closed().await;
    let watcher = Browser::arrive(world.address, "Watcher").await;
    let _watching = watcher.enter(&table.room).await;
    host.until(|tab| tab.presence["watching"] == 1).await;
    assert_eq!(host.presence["seats"], json!([0, 1]));
}

#[tokio::test]
async fn a_player_who_leaves_and_returns_keeps_the_seat() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    table.play().await;
    let (browser, mut tab) = table.players.remove(1);
    tab.socket.close().await.unwrap();
    drop(tab);
    let host = &mut table.players[0].1;
    host.until(|tab| tab.presence["seats"] == json!([0])).await;
    let back = browser.enter(&table.room).await;
    assert_eq!(back.seat(), Some(1));
    table.players[0]
        .1
        .until(|tab| tab.presence["seats"] == json!([0, 1]))
        .await;
    table.players.push((browser, back));
    table.play_out().await;
}

#[tokio::test]
async fn a_command_sent_twice_counts_once() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let (turn, mut decision) = table.decision();
    let tab = &mut table.players[turn].1;
    decision["id"] = "the same".into();
    tab.text(&decision.to_string()).await;
    let version = tab.answer("the same").await.unwrap();
    // The connection may have been lost before the response, so that the browser sends the command
    // again.
    let (browser, _) = &table.players[turn];
    let mut again = browser.enter(&table.room).await;
    again.text(&decision.to_string()).await;
    assert_eq!(again.answer("the same").await, Ok(version));
    assert_eq!(again.version, version);
}

#[tokio::test]
async fn chat_is_broadcast_and_kept_for_newcomers() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 2, 1).await;
    table.watchers[0]
        .1
        .text(r#"{"type":"chat","text":"<b>hello</b>"}"#)
        .await;
    let host = &mut table.players[0].1;
    host.until(|tab| !tab.chat.is_empty()).await;
    assert_eq!(host.chat[0]["text"], "<b>hello</b>");
    assert_eq!(host.chat[0]["name"], "Watcher 0");
    let late = Browser::arrive(world.address, "Late").await;
    let mut late = late.enter(&table.room).await;
    late.until(|tab| !tab.chat.is_empty()).await;
    assert_eq!(late.chat, table.players[0].1.chat);
}

#[tokio::test]
async fn the_host_can_remove_a_person_permanently() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 2, 1).await;
    let guest = table.players[1].1.you["person"].clone();
    let host = &mut table.players[0].1;
    host.must(json!({ "type": "remove", "person": guest }))
        .await;
    let (browser, mut removed) = table.players.remove(1);
    assert_eq!(removed.closed().await, 4502);
    let mut again = browser
        .tab(&format!("/api/rooms/{}/socket", table.room))
        .await;
    assert_eq!(again.closed().await, 4502);
    assert_eq!(
        again.frames().len(),
        0,
        "one who was removed is told nothing"
    );
    // The room is not affected.
    table.players[0]
        .1
        .must(json!({ "type": "name", "name": "Still here" }))
        .await;
}

#[tokio::test]
async fn a_name_applies_in_every_room() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 1, 1).await;
    let (browser, tab) = &mut table.watchers[0];
    tab.command(json!({ "type": "name", "name": "Zoe" }))
        .await
        .unwrap();
    let reply = browser.send("POST", "/api/session", &json!({})).await;
    assert_eq!(reply.json(), json!({ "name": "Zoe" }));
    assert_eq!(
        reply.header("set-cookie"),
        None,
        "whoever is known keeps their cookie"
    );
    let other = browser.room(crate::client::settings()).await;
    assert_eq!(browser.enter(&other).await.you["name"], "Zoe");
}

#[tokio::test]
async fn the_lobby_lists_public_rooms_as_they_change() {
    let world = World::start().await;
    let watcher = Browser {
        address: world.address,
        cookie: String::new(),
    };
    let mut lobby = watcher.tab("/api/lobby/socket").await;
    lobby.until(|tab| *tab.rooms() == json!([])).await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let room = table.room.clone();
    lobby.until(|tab| tab.rooms()[0]["seated"] == 2).await;
    assert_eq!(lobby.rooms()[0]["room"], *room);
    assert_eq!(lobby.rooms()[0]["state"], "open");
    assert_eq!(lobby.rooms()[0]["game"], "tsuro");
    table.start().await;
    lobby
        .until(|tab| tab.rooms()[0]["state"] == "running")
        .await;
    let mut hidden = crate::client::settings();
    hidden["public"] = false.into();
    let private = table.players[0].0.room(hidden).await;
    let _inside = table.players[0].0.enter(&private).await;
    table.players.clear();
    lobby.until(|tab| *tab.rooms() == json!([])).await;
    assert!(lobby.frames().iter().all(|frame| !frame.contains(&private)));
}

#[tokio::test]
async fn resigning_ends_a_game_of_two() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let turn = table.turn();
    let tab = &mut table.players[turn].1;
    let version = tab
        .must(act(tab.version, json!({ "type": "resign" })))
        .await;
    table.see(version).await;
    assert_eq!(table.players[1 - turn].1.view["phase"], "over");
}

#[tokio::test]
async fn a_client_that_does_not_read_is_disconnected_without_delaying_others() {
    // Small socket buffers are filled quickly.
    let listening = TcpSocket::new_v4().unwrap();
    listening.set_send_buffer_size(4_096).unwrap();
    listening.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let world = World::on(listening.listen(64).unwrap()).await;
    let mut table = Table::gather(world.address, 8, 0).await;
    let slow = Browser::arrive(world.address, "Slow").await;
    let stream = TcpSocket::new_v4().unwrap();
    stream.set_recv_buffer_size(4_096).unwrap();
    let stream = stream.connect(world.address).await.unwrap();
    let path = format!("/api/rooms/{}/socket", table.room);
    let mut slow = slow.tab_on(stream, &path).await;
    let host = &mut table.players[0].1;
    host.until(|tab| tab.presence["watching"] == 1).await;
    // No player exceeds the rate limit; all together they cause much traffic.
    for number in 0..20 {
        for seat in 0..8 {
            let name = format!("Name {seat} {number}");
            let tab = &mut table.players[seat].1;
            let version = tab.must(json!({ "type": "name", "name": name })).await;
            table.see(version).await;
        }
    }
    let host = &mut table.players[0].1;
    host.until(|tab| tab.presence["watching"] == 0).await;
    let last = host.version;
    let code = slow.closed().await;
    assert!(slow.version < last, "all was buffered for the slow one");
    // The close code is lost if the buffers stay full until the end.
    assert!(matches!(code, 4001 | 1006), "{code}");
    table.start().await;
    table.play().await;
}
