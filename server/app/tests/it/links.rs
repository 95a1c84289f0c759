//! Tests of several servers that share a database and are linked: each accepts any socket,
//! whichever of them has the room. `cargo xtask test --only postgres` runs them.

mod takeover;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use senda::{App, Server, cluster::Who, net::transport::Transport, settings::Settings};
use senda_room::protocol::{CloseCode, Name};
use serde_json::json;
use tokio::{
    io::duplex,
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};

use crate::{
    client::{Browser, ask, settings},
    game::Table,
    line::Line,
    nodes::until_let_in,
    process::Process,
    world::{self, Folder, World},
};

const KEY: &str = "a key that only these tests know, and that is long";
const OTHER_KEY: &str = "a key that nobody knows in these tests, though it is long";
/// The time limit for an immediate reaction, with a margin for a busy machine.
const SOON: Duration = Duration::from_secs(5);

/// Configures a server with that name in a cluster with that key.
fn linked_by(key: &'static str, name: &'static str) -> impl FnOnce(&mut Settings) {
    move |settings| {
        settings.cluster.node = Some(name.to_owned());
        settings.cluster.listen = Some("127.0.0.1:0".parse().unwrap());
        settings.cluster.key = Some(key.parse().unwrap());
    }
}

pub fn linked(name: &'static str) -> impl FnOnce(&mut Settings) {
    linked_by(KEY, name)
}

/// Returns an address where nothing listens yet.
async fn free() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    listener.local_addr().unwrap()
}

#[tokio::test]
async fn a_server_that_others_could_not_reach_does_not_start() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap();
    let refusal = async |listen: SocketAddr, has_key: bool| {
        let folder = Folder::new();
        let mut settings = world::settings(folder.path());
        linked("a")(&mut settings);
        settings.cluster.listen = Some(listen);
        settings.cluster.key = settings.cluster.key.filter(|_| has_key);
        Server::open(settings).await.unwrap_err().to_string()
    };
    let anywhere = "0.0.0.0:0".parse().unwrap();
    for (listen, has_key, words) in [
        (anywhere, false, "--cluster-key-file"),
        (anywhere, true, "--cluster-address"),
        (address, true, &*format!("can't listen on {address}")),
    ] {
        let refusal = refusal(listen, has_key).await;
        assert!(refusal.contains(words), "{refusal}");
    }
}

/// Starts two servers; the second one connects to the first through a line.
pub async fn with_line() -> (World, (SocketAddr, App), Line) {
    let listen = free().await;
    let line = Line::to(listen).await;
    let world = World::with(|settings| {
        linked("a")(settings);
        settings.cluster.listen = Some(listen);
        settings.cluster.address = Some(line.address.to_string());
    })
    .await;
    let other = world.beside(linked("b")).await;
    (world, other, line)
}

/// Connects every second person, including the host, to another server.
async fn half_go_to(table: &mut Table, address: SocketAddr) {
    let people = table.players.iter_mut().chain(&mut table.watchers);
    for (browser, tab) in people.step_by(2) {
        browser.address = address;
        *tab = browser.come_back(&table.room, tab).await;
    }
}

/// Reconnects everyone whose socket was on the server `from`, as a page does on request. Returns
/// the longest time that one of them waited.
async fn return_to(table: &mut Table, from: SocketAddr, to: SocketAddr) -> Duration {
    let mut longest = Duration::ZERO;
    let people = table.players.iter_mut().chain(&mut table.watchers);
    for (browser, tab) in people.filter(|(browser, _)| browser.address == from) {
        assert_eq!(tab.closed().await, 4000, "they are asked to come back");
        let again = tab.closing.expect("a time to come back in");
        assert!(again <= 400, "{again}");
        browser.address = to;
        longest = longest.max(until_let_in(browser, &table.room).await);
        *tab = browser.come_back(&table.room, tab).await;
    }
    longest
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_game_can_be_played_through_any_server() {
    let world = World::with(linked("a")).await;
    let (address, app) = world.beside(linked("b")).await;
    let mut table = Table::gather(world.address, 4, 3).await;
    let room = table.room.parse().unwrap();
    half_go_to(&mut table, address).await;
    table.start().await;
    for _ in 0..6 {
        table.play().await;
    }
    assert!(world.app.registry.has(room) && !app.registry.has(room));

    // A player who returns continues from their version and gets all messages sent meanwhile.
    let epoch = table.players[0].1.epoch;
    half_go_to(&mut table, address).await;
    assert_eq!(table.players[0].1.epoch, epoch, "the room has not moved");
    table.players[0]
        .1
        .text(r#"{"type":"chat","text":"by b"}"#)
        .await;
    for (_, tab) in &mut table.players {
        tab.until(|tab| tab.chat.iter().any(|line| line["text"] == "by b"))
            .await;
    }
    // An invalid message is rejected by the server that receives it.
    table.players[0].1.text("nonsense").await;
    table.players[0].1.until(|tab| !tab.naks().is_empty()).await;

    // A person removed by the host is disconnected on any server.
    let (host, rest) = table.players.split_first_mut().unwrap();
    let people = host.1.presence["people"].as_array().unwrap();
    let watcher = people.iter().find(|person| person["name"] == "Watcher 1");
    let person = watcher.unwrap()["person"].clone();
    host.1
        .must(json!({ "type": "remove", "person": person }))
        .await;
    let (browser, tab) = &mut table.watchers[1];
    assert_eq!(tab.closed().await, 4502);
    assert!([world.address, address].contains(&browser.address));
    table.watchers.remove(1);
    assert_eq!(rest.len(), 3);
    table.play_out().await;
    for server in [world.address, address] {
        for path in ["", "/games/1", "/games/1/notation"] {
            let path = format!("/api/rooms/{room}{path}");
            let reply = ask(server, "GET", &path, &[], b"").await;
            assert_eq!(reply.status, 200, "{path}");
        }
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn every_server_lists_the_rooms_of_all_servers() {
    let world = World::with(linked("a")).await;
    let (address, _app) = world.beside(linked("b")).await;
    let table = Table::gather(world.address, 2, 0).await;
    let host = Browser::arrive(address, "Bo").await;
    let room = host.room(settings()).await;
    let _tab = host.enter(&room).await;
    let both = [table.room.as_str(), &room];
    for server in [world.address, address] {
        let visitor = Browser::arrive(server, "Cai").await;
        let mut lobby = visitor.tab("/api/lobby/socket").await;
        lobby
            .until(|lobby| {
                let rooms = lobby.rooms().as_array();
                let shown = |room: &&str| {
                    rooms.is_some_and(|rooms| rooms.iter().any(|one| one["room"] == **room))
                };
                both.iter().all(shown)
            })
            .await;
    }
    let _folder = world.stop().await;
    let visitor = Browser::arrive(address, "Dee").await;
    let mut lobby = visitor.tab("/api/lobby/socket").await;
    lobby
        .until(|lobby| {
            lobby
                .rooms()
                .as_array()
                .is_some_and(|rooms| rooms.len() == 1)
        })
        .await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_server_with_another_key_is_rejected() {
    let world = World::with(linked("a")).await;
    let (address, app) = world.beside(linked_by(OTHER_KEY, "b")).await;
    let table = Table::playing(world.address, 2, 1).await;
    let mut stranger = table.watchers[0].0.clone();
    stranger.address = address;
    let path = format!("/api/rooms/{}/socket", table.room);
    let refused = stranger.refused(&path).await;
    assert_eq!(refused.problem(), (503, "elsewhere".to_owned()));
    let links = app.links.as_ref().unwrap();
    let there = world.app.links.as_ref().unwrap().address();
    assert!(links.reach(there).await.is_none());

    // A peer that sends nothing or nonsense is disconnected.
    for said in [&b""[..], &[0xff; 400], b"GET / HTTP/1.1\r\n\r\n"] {
        let mut stream = TcpStream::connect(there).await.unwrap();
        // The server may hang up before it has read everything.
        let _ = tokio::io::AsyncWriteExt::write_all(&mut stream, said).await;
        let mut answer = Vec::new();
        let reading = tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut answer);
        let read = timeout(SOON, reading).await.expect("an end");
        assert!(read.is_err() || answer.is_empty());
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn clients_reconnect_after_a_link_is_cut() {
    let (world, (address, app), line) = with_line().await;
    let mut table = Table::playing(world.address, 4, 2).await;
    half_go_to(&mut table, address).await;
    table.play().await;
    for _ in 0..3 {
        line.cut();
        return_to(&mut table, address, address).await;
        table.play().await;
    }
    assert!(!app.registry.has(table.room.parse().unwrap()));

    // A silent link ends after a while. Players connected to the owner play on meanwhile.
    line.hold(true);
    let mut stranger = table.players[0].0.clone();
    for (_, tab) in table.players.iter_mut().step_by(2) {
        assert_eq!(tab.closed().await, 4000);
    }
    stranger.address = address;
    let refused = stranger
        .refused(&format!("/api/rooms/{}/socket", table.room))
        .await;
    assert_eq!(refused.problem(), (503, "elsewhere".to_owned()));
    line.hold(false);
    for (browser, tab) in table.players.iter_mut().step_by(2) {
        *tab = until_back(browser, &table.room).await;
    }
    table.watchers.clear();
    table.play_out().await;
}

/// Returns to a room as soon as the server lets the browser in.
async fn until_back(browser: &Browser, room: &str) -> crate::client::Tab {
    until_let_in(browser, room).await;
    browser.enter(room).await
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_slow_reader_does_not_delay_the_others_on_a_link() {
    let world = World::with(linked("a")).await;
    let (address, app) = world.beside(linked("b")).await;
    let mut table = Table::playing(world.address, 4, 0).await;
    half_go_to(&mut table, address).await;
    let there = world.app.links.as_ref().unwrap().address();
    let link = app.links.as_ref().unwrap().reach(there).await.unwrap();
    let mut slow = Vec::new();
    for number in 0..20 {
        let (near, far) = duplex(4_096);
        let transport = Arc::new(Transport::accept(far).await);
        let player = senda_room::PlayerId(uuid::Uuid::from_u128(number));
        let who = Who::Guest {
            person: senda_room::Person::human(player, Name::new("Slow").unwrap()),
            since: None,
            source: "192.0.2.1".parse().unwrap(),
            has_other_shapes: false,
        };
        let room = table.room.parse().unwrap();
        let joined = link.join(room, who, transport.clone()).await;
        let connection = joined.unwrap();
        slow.push((connection, transport, near));
    }
    let mut moves = 0;
    for (connection, ..) in &mut slow {
        while connection.closing.try_recv().is_err() {
            let (host, _) = table.players.split_first_mut().unwrap();
            // The other connections of the link receive messages at once although the slow ones do
            // not.
            let name = format!("Host {moves}");
            let renamed = host.1.must(json!({ "type": "name", "name": name }));
            timeout(SOON, renamed).await.expect("an answer");
            moves += 1;
            assert!(moves < 1_000, "somebody who reads nothing is kept for ever");
            sleep(Duration::from_millis(100)).await;
        }
        assert!(moves > 0);
    }
    table.play_out().await;
}

/// Starts a process that is linked with the others on the folder's database.
pub fn process(folder: &Folder, name: &str) -> Process {
    let mut command = Process::command(folder.path());
    command
        .args(["--node", name, "--cluster-listen", "127.0.0.1:0"])
        .env("SENDA_CLUSTER_KEY", KEY);
    Process::of(command)
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn sockets_are_closed_for_the_same_reasons_on_every_server() {
    let world = World::with(linked("a")).await;
    let (address, app) = world.beside(linked("b")).await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let mut browser = table.players[1].0.clone();
    browser.address = address;
    let mut tabs = Vec::new();
    for _ in 0..8 {
        tabs.push(browser.enter(&table.room).await);
    }
    // The player has eight tabs on the other server, so the earlier tab exceeds the limit.
    assert_eq!(
        table.players[1].1.closed().await,
        CloseCode::TooManyTabs as u16
    );
    table.players[1] = (browser, tabs.remove(0));
    table.play().await;
    drop(tabs);
    assert_eq!(app.registry.in_memory(), 0, "the other server has the room");
    // The list shows the state of rooms in the memory of the other server.
    let list = async |browser: &Browser| {
        let reply = browser.send("GET", "/api/session/rooms", &json!(null));
        reply.await.json()["rooms"][0].clone()
    };
    let turn = table.turn();
    for (seat, (browser, _)) in table.players.iter().enumerate() {
        let browser = Browser {
            address,
            ..browser.clone()
        };
        assert_eq!(list(&browser).await["your_turn"], seat == turn);
    }
    // Signing a device out closes its sockets on all servers.
    let mut host = table.players.remove(0);
    host.0.address = address;
    let devices = host.0.send("GET", "/api/session/devices", &json!(null));
    let id = devices.await.json()["devices"][0]["id"].clone();
    let path = format!("/api/session/devices/{}", id.as_str().unwrap());
    let gone = host.0.send("DELETE", &path, &json!(null)).await;
    assert_eq!(gone.status, 204);
    assert_eq!(host.1.closed().await, CloseCode::RoomReset as u16);
}
