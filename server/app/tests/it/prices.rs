//! Tests that expensive requests use up the allowance of the client that sends them, and of no
//! other.

use std::time::Duration;

use senda::settings::TrustedProxies;
use senda_client::Error;
use serde_json::{Value, json};

use crate::{
    client::{Browser, Tab, ask, handshake, settings},
    game::Table,
    world::World,
};

/// Requests the whole room that many times. Returns the number of received bytes and the longest
/// wait that the server has required, in milliseconds.
async fn sync(tab: &mut Tab, times: usize) -> (usize, u64) {
    for _ in 0..times {
        tab.text(r#"{"type":"sync"}"#).await;
    }
    let (mut bytes, mut again) = (0, 0);
    let (mut told, before) = (0, tab.frames().len());
    while told < times {
        let message = tab.read().await.unwrap();
        match message["type"].as_str() {
            Some("update") => told += 1,
            Some("nak") => {
                assert_eq!(message["problem"]["code"], "too_fast");
                assert_eq!(message["temporary"], true);
                again = again.max(message["problem"]["again_ms"].as_u64().unwrap());
                told += 1;
            }
            _ => {}
        }
    }
    bytes += tab.frames()[before..]
        .iter()
        .map(String::len)
        .sum::<usize>();
    (bytes, again)
}

#[tokio::test]
async fn repeated_sync_requests_are_throttled() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    // A client that returns sends one or two requests, and they are answered.
    let (browser, tab) = &mut table.players[1];
    let (whole, again) = sync(tab, 2).await;
    assert_eq!(again, 0);
    let watchers = 25;
    let mut bytes = 0;
    let mut refused = 0;
    for _ in 0..watchers {
        let mut tab = browser.enter(&table.room).await;
        // The number of requests that the rate limit of a socket permits, which a hostile page
        // would use up.
        let (some, again) = sync(&mut tab, 25).await;
        bytes += some;
        refused += usize::from(again > 0);
        tab.socket.close().await.unwrap();
    }
    assert_eq!(refused, watchers, "each was told to wait");
    let unpaid = watchers * 25 * whole / 2;
    assert!(bytes < unpaid / 2, "{bytes} of {unpaid}");
    // The allowance also covers the address as a whole, however many sockets it has.
    let here = "127.0.0.1".parse::<std::net::IpAddr>().unwrap().into();
    let mut tab = browser.enter(&table.room).await;
    // The allowance is two requests a second. On a slow machine it can take several attempts to
    // exceed it.
    let again = loop {
        while world.app.admission.syncs.take(here).is_ok() {}
        let (_, again) = sync(&mut tab, 1).await;
        if again > 0 {
            break again;
        }
    };
    assert!((1..=500).contains(&again), "{again}");
    // A client that waits as required is answered.
    tokio::time::sleep(Duration::from_millis(again)).await;
    assert_eq!(sync(&mut tab, 1).await.1, 0);
}

#[tokio::test]
async fn the_commands_of_one_address_are_limited_without_affecting_others() {
    let world = World::with(|settings| {
        settings.commands_per_hour = 30;
        settings.trust_proxy = TrustedProxies::Nearest;
    })
    .await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let mut tab = browser.enter(&room).await;
    let mut kept = 0;
    let problem = loop {
        let name = json!({ "type": "name", "name": format!("Ana {kept}") });
        match tab.command(name).await {
            Ok(_) => kept += 1,
            // The rate limit of the socket comes first; a hostile client would use several sockets.
            Err(problem) if problem["again_ms"].as_u64() < Some(1_000) => {
                let again = problem["again_ms"].as_u64().unwrap();
                tokio::time::sleep(Duration::from_millis(again)).await;
            }
            Err(problem) => break problem,
        }
    };
    assert_eq!(kept, 30);
    assert_eq!(problem["code"], "too_fast");
    assert!((100_000..=120_000).contains(&problem["again_ms"].as_u64().unwrap()));
    let elsewhere = [
        ("origin", &*format!("http://{}", world.address)),
        ("cookie", &*browser.cookie),
        ("sec-websocket-protocol", "senda.v2"),
        ("x-forwarded-for", "192.0.2.7"),
    ];
    let path = format!("/api/rooms/{room}/socket");
    let (socket, _) = handshake(world.address, &path, &elsewhere).await.unwrap();
    let mut other = Tab::of(socket);
    other
        .must(json!({ "type": "name", "name": "Elsewhere" }))
        .await;
}

#[tokio::test]
async fn reading_logs_costs_the_address_that_asks() {
    let world = World::with(|settings| {
        settings.trust_proxy = TrustedProxies::Nearest;
        settings.rooms = 1;
    })
    .await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    let (room, cookie) = (table.room.clone(), table.players[0].0.cookie.clone());
    table.players.clear();
    let registry = &world.app.registry;
    while !registry.is_deserted(room.parse().unwrap()) {
        tokio::task::yield_now().await;
    }
    // Another room takes its place in memory.
    let browser = Browser::arrive(world.address, "Ana").await;
    browser.room(settings()).await;
    assert!(!registry.has(room.parse().unwrap()));
    // The log is long, although most of its records contain no events.
    let records = "with recursive more (version) as
        (select max(version) + 1 from record where room = $1
         union all select version + 1 from more where version < 5000)
        insert into record (room, version, at, events)
        select $1, version, (select max(at) from record where room = $1), '[]' from more";
    let mut database = world.database().await;
    let lengthen = sqlx::query(records).bind(&room);
    lengthen.execute(&mut database).await.unwrap();
    let spent = "192.0.2.7";
    let source = Some(spent.parse::<std::net::IpAddr>().unwrap().into());
    let exhaust = async || while world.app.log_reads.begin(source, 0).await.is_ok() {};
    let file = format!("/api/rooms/{room}/games/1");
    let notation = format!("{file}/notation");
    let socket = format!("/api/rooms/{room}/socket");
    let origin = format!("http://{}", world.address);
    for (from, refused) in [(spent, true), ("192.0.2.8", false)] {
        let from = ("x-forwarded-for", from);
        for path in [&file, &notation] {
            exhaust().await;
            let reply = ask(world.address, "GET", path, &[from], b"").await;
            if refused {
                assert_eq!(reply.problem(), (429, "too_many".to_owned()));
                assert!(["1", "2"].map(Some).contains(&reply.header("retry-after")));
            } else {
                assert_eq!(reply.status, 200);
            }
        }
        let headers = [
            ("origin", &*origin),
            ("cookie", &*cookie),
            ("sec-websocket-protocol", "senda.v2"),
            from,
        ];
        exhaust().await;
        let answer = handshake(world.address, &socket, &headers).await;
        match answer {
            Err(Error::Refused(response)) => {
                assert_eq!((response.status, refused), (429, true));
                assert!(!registry.has(room.parse().unwrap()));
            }
            Err(error) => panic!("{error}"),
            Ok((socket, _)) => {
                assert!(!refused);
                let mut tab = Tab::of(socket);
                tab.until(|tab| tab.view != Value::Null).await;
            }
        }
    }
    // Requests for rooms in memory cost nothing, and neither do pages.
    let path = format!("/api/rooms/{room}");
    let reply = ask(
        world.address,
        "GET",
        &path,
        &[("x-forwarded-for", spent)],
        b"",
    )
    .await;
    assert_eq!(reply.status, 200);
}
