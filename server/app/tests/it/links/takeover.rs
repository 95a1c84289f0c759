//! Tests of a server that stops, does not respond or is killed while it has rooms of others.

use std::time::{Duration, Instant};

use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};

use super::{half_go_to, linked, process, return_to};
use crate::{
    game::Table,
    nodes::{until, until_let_in},
    process::Process,
    world::{Folder, World},
};

/// Starts a process that owns a room with a game, and another server, through which every second
/// person is connected.
async fn owned_elsewhere() -> (Process, World, Table) {
    let folder = Folder::new();
    let owner = process(&folder, "a");
    let world = World::in_folder(folder, linked("b")).await;
    let mut table = Table::playing(owner.address, 4, 2).await;
    half_go_to(&mut table, world.address).await;
    (owner, world, table)
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn another_server_continues_after_the_owner_is_killed() {
    let (owner, world, mut table) = owned_elsewhere().await;
    let from = owner.address;
    let version = table.play().await;
    owner.kill();
    let killed = Instant::now();
    return_to(&mut table, world.address, world.address).await;
    let took = killed.elapsed();
    for (browser, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        if browser.address == from {
            browser.address = world.address;
            *tab = browser.enter(&table.room).await;
        }
        assert_eq!(tab.version, version, "nothing that was told is lost");
    }
    assert!(world.app.registry.has(table.room.parse().unwrap()));
    println!("taken over {took:?} after the kill");
    // The time is measured elsewhere: this machine may be busy.
    assert!(took < Duration::from_mins(1), "{took:?}");
    table.play_out().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn an_unresponsive_owner_does_not_block_other_rooms() {
    let (owner, world, mut table) = owned_elsewhere().await;
    table.play().await;
    let other = Table::playing(world.address, 2, 0).await;
    owner.signal("-STOP");
    // Enough connections to take all places for handshakes.
    let mut stranger = table.watchers[1].0.clone();
    stranger.address = world.address;
    let path = format!("/api/rooms/{}/socket", table.room);
    let coming: Vec<_> = (0..80)
        .map(|_| {
            let (stranger, path) = (stranger.clone(), path.clone());
            tokio::spawn(async move {
                let stream = TcpStream::connect(stranger.address).await.unwrap();
                stranger.try_tab_on(stream, &path).await.is_ok()
            })
        })
        .collect();
    for one in coming {
        one.await.unwrap();
    }
    // The rejected connections free their places long before the time limit of the others.
    let (browser, _) = &other.players[0];
    let entered = timeout(Duration::from_secs(2), until_let_in(browser, &other.room));
    assert!(entered.await.is_ok(), "the others wait for it");
    owner.signal("-CONT");
    // The owner was silent for less than its lease, so no client is disconnected.
    table.watchers.clear();
    table.play().await;
    // A server that is gone is known to be unreachable at once.
    owner.kill();
    for (_, tab) in table.players.iter_mut().step_by(2) {
        assert_eq!(tab.closed().await, 4000);
    }
    until(async || {
        let began = Instant::now();
        let refused = stranger.refused(&path).await;
        assert_eq!(refused.problem(), (503, "elsewhere".to_owned()));
        began.elapsed() < Duration::from_millis(500)
    })
    .await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn players_wait_for_less_than_a_second_when_the_owner_stops() {
    let (owner, world, mut table) = owned_elsewhere().await;
    let from = owner.address;
    table.play().await;
    owner.terminate();
    let stopped = Instant::now();
    let near = return_to(&mut table, world.address, world.address).await;
    let far = return_to(&mut table, from, world.address).await;
    println!(
        "after the signal all were back in {:?}, each after {:?} at most",
        stopped.elapsed(),
        near.max(far)
    );
    // A page waits for the time that it is told, 400 ms at most, and for up to half a second more.
    assert!(near.max(far) < Duration::from_secs(1));
    assert!(world.app.registry.has(table.room.parse().unwrap()));
    table.play_out().await;
    drop(owner);
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_stopping_server_disconnects_clients_of_remote_rooms() {
    let world = World::with(linked("a")).await;
    let (address, _app) = world.beside(linked("b")).await;
    let mut table = Table::playing(address, 4, 2).await;
    let (gone, stays) = (world.address, address);
    half_go_to(&mut table, gone).await;
    table.play().await;
    let stopping = tokio::spawn(world.stop());
    return_to(&mut table, gone, stays).await;
    table.play_out().await;
    let _folder = stopping.await.unwrap();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_client_waits_until_a_draining_server_releases_the_room() {
    let world = World::with(linked("a")).await;
    let (address, app) = world.beside(linked("b")).await;
    let table = Table::playing(world.address, 2, 1).await;
    let mut stranger = table.watchers[0].0.clone();
    world.app.store.drain().await;
    stranger.address = address;
    let room = table.room.clone();
    let coming = tokio::spawn(async move { stranger.enter(&room).await.version });
    sleep(Duration::from_millis(300)).await;
    assert!(!coming.is_finished(), "they are with a server that stops");
    world.app.store.leave().await;
    let came = timeout(Duration::from_secs(5), coming).await;
    assert_eq!(came.unwrap().unwrap(), table.players[0].1.version);
    assert!(app.registry.has(table.room.parse().unwrap()));
}
