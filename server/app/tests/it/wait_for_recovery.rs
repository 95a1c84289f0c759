//! Tests of clients that enter rooms of a server that has stopped sending heartbeats.

use std::time::Duration;

use tokio::{net::TcpStream, time::timeout};

use crate::{
    game::Table,
    links::{linked, process},
    nodes::{SHORT, until},
    world::{Folder, World},
};

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_client_waits_until_the_rooms_of_a_silent_server_are_free() {
    let folder = Folder::new();
    let owner = process(&folder, "a");
    let world = World::in_folder(folder, |settings| {
        linked("b")(settings);
        settings.cluster.lease_times = SHORT;
    })
    .await;
    let mut table = Table::playing(owner.address, 2, 0).await;
    let version = table.play().await;
    let store = world.app.store.clone();
    let mut others = store.others().unwrap();
    let others = others.wait_for(|others| !others.is_empty()).await;
    let address = others.unwrap()[0].clone();
    owner.kill();
    // A client that requests the room now has to wait.
    let is_silent = async || {
        let waiting = store.wait_for_recovery(&address);
        timeout(Duration::from_millis(10), waiting).await.is_err()
    };
    until(is_silent).await;
    let path = format!("/api/rooms/{}/socket", table.room);
    let comes = table.players.iter_mut().map(async |(browser, _)| {
        browser.address = world.address;
        let stream = TcpStream::connect(world.address).await.unwrap();
        browser.try_tab_on(stream, &path).await.unwrap()
    });
    for mut tab in futures_util::future::join_all(comes).await {
        tab.until(|tab| tab.version == version).await;
    }
    assert!(world.app.registry.has(table.room.parse().unwrap()));
    assert!(!store.wait_for_recovery(&address).await, "it is gone");
}
