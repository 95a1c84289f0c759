//! Too many: of rooms, identities, requests, sockets and connections. The others notice nothing.

use std::net::SocketAddr;

use senda::http::{
    listen::{self, Places},
    routes,
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_tungstenite::tungstenite;

use crate::{
    client::{Browser, ask, handshake, settings},
    patience::Wire,
    world::World,
};

#[tokio::test]
async fn one_address_makes_so_many_rooms_and_identities() {
    let world = World::with(|settings| {
        settings.rooms_per_hour = 3;
        settings.sessions_per_hour = 2;
        settings.trust_proxy = true;
    })
    .await;
    let browser = Browser::arrive(world.address, "Ana").await;
    for _ in 0..3 {
        browser.room(settings()).await;
    }
    let open = json!({ "settings": settings() });
    let reply = browser.send("POST", "/api/rooms", &open).await;
    assert_eq!(reply.problem(), (429, "too_many".to_owned()));
    let again: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=1_200).contains(&again));
    assert_eq!(world.app.registry.in_memory(), 3);

    let headers = [("content-type", "application/json")];
    assert_eq!(
        ask(world.address, "POST", "/api/session", &headers, b"{}")
            .await
            .status,
        200
    );
    let reply = ask(world.address, "POST", "/api/session", &headers, b"{}").await;
    assert_eq!(reply.problem(), (429, "too_many".to_owned()));
    // Behind the proxy others come from elsewhere; what they claim themselves is not believed.
    let headers = [headers[0], ("x-forwarded-for", "127.0.0.1, 192.0.2.7")];
    assert_eq!(
        ask(world.address, "POST", "/api/session", &headers, b"{}")
            .await
            .status,
        200
    );
    let headers = [headers[0], ("x-forwarded-for", "192.0.2.8, 127.0.0.1")];
    assert_eq!(
        ask(world.address, "POST", "/api/session", &headers, b"{}")
            .await
            .status,
        429
    );
}

#[tokio::test]
async fn so_many_sockets_and_rooms_are_open_at_once() {
    let world = World::with(|settings| {
        settings.sockets_each = 2;
        settings.rooms = 1;
    })
    .await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let reply = browser
        .send("POST", "/api/rooms", &json!({ "settings": settings() }))
        .await;
    assert_eq!(reply.problem(), (503, "full".to_owned()));
    let first = browser.enter(&room).await;
    let mut second = browser.tab("/api/lobby/socket").await;
    let origin = format!("http://{}", world.address);
    let path = format!("/api/rooms/{room}/socket");
    let headers = [
        ("origin", &*origin),
        ("cookie", &*browser.cookie),
        ("sec-websocket-protocol", "senda.v1"),
    ];
    let Err(error) = handshake(world.address, &path, &headers).await else {
        panic!("let in")
    };
    let tungstenite::Error::Http(response) = *error else {
        panic!("{error}")
    };
    assert_eq!(response.status(), 429);
    assert!(response.headers().contains_key("retry-after"));
    // The others notice nothing; and whoever leaves makes room.
    second.until(|tab| tab.rooms[0]["room"] == *room).await;
    drop(first);
    second.until(|tab| tab.rooms == json!([])).await;
    browser.enter(&room).await;
}

#[tokio::test]
async fn one_address_asks_so_often() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    tokio::time::pause();
    let home: SocketAddr = "192.0.2.1:1".parse().unwrap();
    let path = "/api/rooms/zzzzzzzzzz";
    while world.app.requests.take(home.ip().into()).is_ok() {}
    let refused = wire.ask(home, "GET", path).await;
    assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
    assert!(refused.contains("\r\nretry-after: 1\r\n"), "{refused}");
    assert!(refused.contains("\"code\":\"too_many\""), "{refused}");
    // Pages are not counted, and others are not refused.
    let page = wire.ask(home, "GET", "/").await;
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    let other = "192.0.2.2:1".parse().unwrap();
    let asked = wire.ask(other, "DELETE", path).await;
    assert!(asked.starts_with("HTTP/1.1 405 "), "{asked}");
}

#[tokio::test]
async fn one_address_opens_sockets_so_often() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    tokio::time::pause();
    let home: SocketAddr = "192.0.2.1:1".parse().unwrap();
    while world.app.knocks.take(home.ip().into()).is_ok() {}
    // Nobody is looked up for them either.
    for path in ["/api/lobby/socket", "/api/rooms/zzzzzzzzzz/socket"] {
        let Err(error) = wire.socket(home, path).await else {
            panic!("let in")
        };
        let tungstenite::Error::Http(response) = *error else {
            panic!("{error}")
        };
        assert_eq!(response.status(), 429);
        assert!(response.headers().contains_key("retry-after"));
    }
    let other = "192.0.2.2:1".parse().unwrap();
    assert!(wire.socket(other, "/api/lobby/socket").await.is_ok());
    tokio::time::advance(std::time::Duration::from_secs(1)).await;
    assert!(wire.socket(home, "/api/lobby/socket").await.is_ok());
}

/// Accepts connections with these places, besides the server's own.
async fn accepting(world: &World, places: Places) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = world.app.clone();
    tokio::spawn(listen::accept(
        listener,
        places,
        routes(app.clone()),
        app.shutdown.clone(),
        app.tasks.clone(),
    ));
    address
}

/// Asks on a connection that stays open, and reads the answer; `None` if it was hung up on.
async fn is_live(stream: &mut TcpStream) -> Option<()> {
    let request = b"GET /health/live HTTP/1.1\r\nhost: senda\r\n\r\n";
    // One who is hung up on learns it here or when reading.
    let _ = stream.write_all(request).await;
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\nlive\n") {
        if !matches!(stream.read_buf(&mut answer).await, Ok(1..)) {
            return None;
        }
    }
    Some(())
}

#[tokio::test]
async fn a_connection_beyond_the_last_place_waits_for_one() {
    let world = World::start().await;
    let places = Places { all: 1, each: None };
    let address = accepting(&world, places).await;
    let mut first = TcpStream::connect(address).await.unwrap();
    assert_eq!(is_live(&mut first).await, Some(()));
    let mut second = TcpStream::connect(address).await.unwrap();
    second
        .write_all(b"GET /health/live HTTP/1.1\r\nhost: senda\r\n\r\n")
        .await
        .unwrap();
    for _ in 0..20 {
        assert_eq!(is_live(&mut first).await, Some(()));
    }
    let nothing = second.try_read(&mut [0; 1]).unwrap_err();
    assert_eq!(nothing.kind(), std::io::ErrorKind::WouldBlock);
    drop(first);
    assert_eq!(is_live(&mut second).await, Some(()));
}

#[tokio::test]
async fn one_address_has_so_many_connections() {
    let world = World::start().await;
    let places = Places {
        all: 10,
        each: Some(1),
    };
    let address = accepting(&world, places).await;
    let mut first = TcpStream::connect(address).await.unwrap();
    assert_eq!(is_live(&mut first).await, Some(()));
    let mut second = TcpStream::connect(address).await.unwrap();
    assert_eq!(is_live(&mut second).await, None, "hung up on");
    assert_eq!(is_live(&mut first).await, Some(()), "as if nothing were");
    drop(first);
    // The server notices in its own time.
    loop {
        let mut third = TcpStream::connect(address).await.unwrap();
        if is_live(&mut third).await.is_some() {
            break;
        }
    }
}
