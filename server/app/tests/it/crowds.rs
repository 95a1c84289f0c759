//! Tests of overload: too many rooms, identities, requests, sockets or connections. The other
//! clients are not affected.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use senda::{
    http::{routes, when_full},
    limits,
    net::{
        listen::{self, Places, Routes},
        rate::{Bucket, Gate, Permit, Source},
    },
    settings::TrustedProxies,
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::{
    client::{Browser, Reply, ask, settings},
    game::Table,
    patience::Wire,
    world::World,
};

#[tokio::test]
async fn the_creations_of_one_address_are_limited() {
    let world = World::with(|settings| {
        settings.rooms_per_hour = 3;
        settings.sessions_per_hour = 2;
        settings.trust_proxy = TrustedProxies::Nearest;
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
    // Other clients behind the proxy come from other addresses. Addresses that a client itself
    // claims are not trusted.
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
async fn open_sockets_and_rooms_are_limited() {
    let world = World::with(|settings| {
        settings.sockets_each = 2;
        settings.rooms = 1;
    })
    .await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let first = browser.enter(&room).await;
    let reply = browser
        .send("POST", "/api/rooms", &json!({ "settings": settings() }))
        .await;
    assert_eq!(reply.problem(), (503, "full".to_owned()));
    assert_eq!(reply.header("retry-after"), Some("30"));
    let mut second = browser.tab("/api/lobby/socket").await;
    let path = format!("/api/rooms/{room}/socket");
    let refused = browser.refused(&path).await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
    // The other tabs are not affected, and a socket that closes frees its place.
    second.until(|tab| tab.rooms()[0]["room"] == *room).await;
    drop(first);
    second.until(|tab| *tab.rooms() == json!([])).await;
    browser.enter(&room).await;
}

#[tokio::test]
async fn the_requests_of_one_address_are_limited() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    tokio::time::pause();
    let home: SocketAddr = "192.0.2.1:1".parse().unwrap();
    let path = "/api/rooms/zzzzzzzzzz";
    while world.app.admission.requests.take(home.ip().into()).is_ok() {}
    let refused = wire.ask(home, "GET", path).await;
    assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
    assert!(refused.contains("\r\nretry-after: 1\r\n"), "{refused}");
    assert!(refused.contains("\"code\":\"too_many\""), "{refused}");
    // Pages are not counted, and clients at other addresses are not rejected.
    let page = wire.ask(home, "GET", "/").await;
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    let other = "192.0.2.2:1".parse().unwrap();
    let asked = wire.ask(other, "DELETE", path).await;
    assert!(asked.starts_with("HTTP/1.1 405 "), "{asked}");
}

#[tokio::test]
async fn the_socket_opens_of_one_address_are_limited() {
    let world = World::start().await;
    let wire = Wire::of(&world);
    tokio::time::pause();
    let home: SocketAddr = "192.0.2.1:1".parse().unwrap();
    while world
        .app
        .admission
        .socket_opens
        .take(home.ip().into())
        .is_ok()
    {}
    // Such requests are rejected before their session is looked up.
    for path in ["/api/lobby/socket", "/api/rooms/zzzzzzzzzz/socket"] {
        let refused = Reply::refused(
            wire.socket(home, path)
                .await
                .map_err(|error| (*error).into()),
        );
        assert_eq!(refused.status, 429);
        assert!(refused.header("retry-after").is_some());
    }
    let other = "192.0.2.2:1".parse().unwrap();
    assert!(wire.socket(other, "/api/lobby/socket").await.is_ok());
    tokio::time::advance(Duration::from_secs(1)).await;
    assert!(wire.socket(home, "/api/lobby/socket").await.is_ok());
}

/// Starts a listener with that many places, and opens a connection that occupies one.
async fn accepting(world: &World, all: u32, each: u32) -> (SocketAddr, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let places = Places {
        all,
        each,
        proxies: TrustedProxies::None,
        turned_away: 1,
        health_checks: 0,
        metrics: world.app.metrics.clone(),
    };
    let app = world.app.clone();
    tokio::spawn(listen::accept(
        listener.into(),
        places,
        Routes {
            served: routes(app.clone(), axum::Router::new()),
            when_full: when_full(app.clone()),
            ..Routes::default()
        },
        app.shutdown.clone(),
        app.tasks.clone(),
    ));
    let mut first = TcpStream::connect(address).await.unwrap();
    assert_eq!(is_live(&mut first).await, Some(()));
    (address, first)
}

/// Sends a health check on a persistent connection and reads the response; `None` if the server
/// hung up.
async fn is_live(stream: &mut TcpStream) -> Option<()> {
    let request = b"GET /health/live HTTP/1.1\r\nhost: senda\r\n\r\n";
    // If the server hung up, the error appears here or when reading.
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
async fn a_connection_beyond_the_last_place_gets_the_problem_full() {
    let world = World::start().await;
    let (address, mut first) = accepting(&world, 1, u32::MAX).await;
    let page = ask(address, "GET", "/", &[], b"").await;
    assert_eq!(page.problem(), (503, "full".to_owned()));
    assert_eq!(page.header("retry-after"), Some("30"));
    // A supervisor of the process must not conclude that it has failed.
    let health = ask(address, "GET", "/health/live", &[], b"").await;
    assert_eq!(health.status, 200);
    // A connection that sends no request is closed without waiting.
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut nothing = Vec::new();
    // The way in which the connection ends does not matter.
    let _ = silent.read_to_end(&mut nothing).await;
    assert_eq!(nothing, b"");
    assert_eq!(is_live(&mut first).await, Some(()), "as if nothing were");
    drop(first);
    // The server notices the closed connection with a delay.
    while ask(address, "GET", "/", &[], b"").await.status != 200 {}
}

/// Takes all places, from addresses in many networks.
fn fill(gate: &Gate) -> Vec<Permit> {
    let from = |number: u32| Source::from(IpAddr::from(number.to_be_bytes()));
    let places = (0..).map_while(|number| gate.enter(from(number)).ok());
    places.collect()
}

#[tokio::test]
async fn simultaneous_creations_are_limited() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let known = table.players[0].0.clone();
    let full = fill(&world.app.admission.creations_at_once);
    assert_eq!(full.len(), limits::CREATIONS_AT_ONCE as usize);
    let kind = ("content-type", "application/json");
    let open = json!({ "settings": settings() });
    for reply in [
        ask(world.address, "POST", "/api/session", &[kind], b"{}").await,
        known.send("POST", "/api/rooms", &open).await,
    ] {
        assert_eq!(reply.problem(), (503, "busy".to_owned()));
        assert_eq!(reply.header("retry-after"), Some("2"));
    }
    // Clients with a session are not affected.
    let reply = known.send("POST", "/api/session", &json!({})).await;
    assert_eq!(reply.status, 200);
    table.players[1].1 = table.players[1].0.enter(&table.room).await;
    table.play().await;
    drop(full);
    Browser::arrive(world.address, "Late")
        .await
        .room(settings())
        .await;
}

#[tokio::test]
async fn the_rate_of_all_creations_is_limited() {
    let world = World::with(|settings| settings.trust_proxy = TrustedProxies::Nearest).await;
    let mut table = Table::playing(world.address, 2, 0).await;
    // All creations of the moment are used up. The real pace is suspended while the rejections are
    // checked, since that can take long on a busy machine.
    let pace = || world.app.admission.all_creations.lock().unwrap();
    while pace().take().is_ok() {}
    let real = *pace();
    *pace() = Bucket::new(1, 1, Duration::from_hours(1));
    pace().take().unwrap();
    // Each request comes from its own address.
    let mut arrivals = Vec::new();
    for number in 0..10 {
        let from = format!("192.0.2.{number}");
        let headers = [
            ("content-type", "application/json"),
            ("x-forwarded-for", &from),
        ];
        arrivals.push(ask(world.address, "POST", "/api/session", &headers, b"{}").await);
    }
    for reply in arrivals {
        assert_eq!(reply.problem(), (503, "busy".to_owned()));
        assert_eq!(reply.header("retry-after"), Some("2"));
    }
    table.play().await;
    // Time alone restores the allowance.
    *pace() = real;
    loop {
        let headers = [("content-type", "application/json")];
        let reply = ask(world.address, "POST", "/api/session", &headers, b"{}").await;
        if reply.status == 200 {
            break;
        }
    }
}

#[tokio::test]
async fn a_rejection_for_the_load_of_others_costs_no_allowance() {
    let world = World::with(|settings| settings.sessions_per_hour = 1).await;
    let arrive = async || {
        let headers = [("content-type", "application/json")];
        ask(world.address, "POST", "/api/session", &headers, b"{}").await
    };
    let full = fill(&world.app.admission.creations_at_once);
    assert_eq!(arrive().await.problem(), (503, "busy".to_owned()));
    drop(full);
    let full = fill(&world.app.admission.requests_at_once);
    assert_eq!(arrive().await.problem(), (503, "busy".to_owned()));
    drop(full);
    let pace = |pace| *world.app.admission.all_creations.lock().unwrap() = pace;
    let mut used_up = Bucket::new(1, 1, Duration::from_hours(1));
    used_up.take().unwrap();
    pace(used_up);
    assert_eq!(arrive().await.problem(), (503, "busy".to_owned()));
    pace(Bucket::new(2, 1, Duration::from_hours(1)));
    assert_eq!(arrive().await.status, 200);
    let reply = arrive().await;
    assert_eq!(reply.problem(), (429, "too_many".to_owned()));
}

#[tokio::test]
async fn requests_from_a_whole_network_do_not_lock_others_out() {
    let world = World::with(|settings| settings.trust_proxy = TrustedProxies::Nearest).await;
    // Each of 52,000 households in one /48 creates an identity and requests its rooms.
    let household = |number: u16| {
        let [high, low] = number.to_be_bytes();
        let mut address = [0; 16];
        address[..8].copy_from_slice(&[0x20, 0x01, 0x0d, 0xb8, 0, 1, high, low]);
        Source::from(IpAddr::from(address))
    };
    let let_in = |number: &u16| {
        let source = household(*number);
        let asked = world.app.admission.requests.take(source).is_ok();
        asked && world.app.admission.sessions.take(source).is_ok()
    };
    let arrived = (0..52_000).filter(let_in).count();
    let most = limits::SESSIONS_BURST * limits::SOURCES_OF_A_SITE;
    assert!(arrived >= most as usize && arrived < 2 * most as usize);
    for (from, status) in [
        ("2001:db8:1:ffff::1", 429),
        ("2001:db8:2::1", 200),
        ("192.0.2.1", 200),
    ] {
        let headers = [
            ("content-type", "application/json"),
            ("x-forwarded-for", from),
        ];
        let reply = ask(world.address, "POST", "/api/session", &headers, b"{}").await;
        assert_eq!(reply.status, status, "{from}");
    }
}

#[tokio::test]
async fn simultaneous_handshakes_are_limited() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let browser = table.players[0].0.clone();
    let full = fill(&world.app.admission.handshakes_at_once);
    assert_eq!(full.len(), limits::HANDSHAKES_AT_ONCE as usize);
    for path in [
        "/api/lobby/socket",
        &format!("/api/rooms/{}/socket", table.room),
    ] {
        let refused = browser.refused(path).await;
        assert_eq!(refused.status, 503);
        assert_eq!(refused.header("retry-after"), Some("2"));
    }
    table.play().await;
    // A socket that has entered is not a handshake any more: one place is enough for all of them.
    let mut full = full;
    full.pop();
    let mut inside = Vec::new();
    for _ in 0..3 {
        inside.push(browser.enter(&table.room).await);
        let mut tab = browser.tab("/api/lobby/socket").await;
        tab.read().await.unwrap();
        inside.push(tab);
    }
    table.play().await;
}

#[tokio::test]
async fn simultaneous_requests_are_limited() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let full = fill(&world.app.admission.requests_at_once);
    assert_eq!(full.len(), limits::REQUESTS_AT_ONCE as usize);
    let path = format!("/api/rooms/{}", table.room);
    let reply = ask(world.address, "GET", &path, &[], b"").await;
    assert_eq!(reply.problem(), (503, "busy".to_owned()));
    assert_eq!(reply.header("retry-after"), Some("2"));
    for path in ["/", "/health/ready"] {
        let reply = ask(world.address, "GET", path, &[], b"").await;
        assert_eq!(reply.status, 200, "{path}");
    }
    table.play().await;
    drop(full);
    // Each answered request frees its place for the next.
    for _ in 0..=limits::REQUESTS_AT_ONCE {
        assert_eq!(ask(world.address, "GET", &path, &[], b"").await.status, 200);
    }
}

#[tokio::test]
async fn the_connections_of_one_address_are_limited() {
    let world = World::start().await;
    let (address, mut first) = accepting(&world, 10, 1).await;
    let mut second = TcpStream::connect(address).await.unwrap();
    assert_eq!(is_live(&mut second).await, None, "hung up on");
    assert_eq!(is_live(&mut first).await, Some(()), "as if nothing were");
    drop(first);
    // The server notices the closed connection with a delay.
    loop {
        let mut third = TcpStream::connect(address).await.unwrap();
        if is_live(&mut third).await.is_some() {
            break;
        }
    }
}

#[tokio::test]
async fn slow_bodies_do_not_block_other_requests() {
    let world = World::with(|settings| settings.trust_proxy = TrustedProxies::Nearest).await;
    let mut slow = Vec::new();
    for number in 0..2 * limits::REQUESTS_AT_ONCE {
        let mut stream = TcpStream::connect(world.address).await.unwrap();
        let head = format!(
            "POST /api/session HTTP/1.1\r\nhost: senda\r\nx-forwarded-for: 192.0.2.{}\r\n\
             content-type: application/json\r\ncontent-length: 2\r\n\r\n{{",
            number % 4
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let elsewhere = ("x-forwarded-for", "198.51.100.1");
    let headers = [("content-type", "application/json"), elsewhere];
    let reply = ask(world.address, "POST", "/api/session", &headers, b"{}").await;
    assert_eq!(reply.status, 200);
    // A client that sends the rest is answered.
    let mut status = [0; 12];
    slow[0].write_all(b"}").await.unwrap();
    slow[0].read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
}
