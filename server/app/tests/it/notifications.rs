//! Tests of notifications under load: neither the devices of one person nor one push service delay
//! the notifications or moves of others.

use std::time::Duration;

use senda_push::Patience;
use serde_json::{Value, json};
use tokio::{
    net::UdpSocket,
    time::{Instant, sleep, timeout},
};

use crate::{
    client::Browser,
    game::Table,
    push::{Reader, look, show, subscribe},
    receiver::Receiver,
    world::World,
};

/// The number of a hostile guest's devices: more than any number of places.
const MANY: usize = 600;
/// A response of a push service that requires a long pause.
const BUSY: &str = "429 Too Many Requests\r\nretry-after: 600";
/// The time limit for something that takes milliseconds.
const PROMPT: Duration = Duration::from_secs(2);

async fn world() -> World {
    World::with(|settings| {
        settings.allow_private_addresses = true;
        settings.push_patience = Patience::new([Duration::ZERO; 3]);
    })
    .await
}

/// Gives the owner of a device that many additional ones, each with its own endpoint. The number of
/// the device replaces the `#` in the endpoint.
async fn multiply(world: &World, browser: &Browser, endpoint: &str, count: usize) {
    let first = endpoint.replace('#', "0");
    let subscribed = subscribe(browser, &Reader::new(7), &first).await;
    assert_eq!(subscribed.status, 204);
    let (before, after) = endpoint.split_once('#').unwrap();
    let mut sql = world.sql().await;
    let added = sql.execute(format!(
        "insert into push (device, player, endpoint, p256dh, auth, created_at)
         with recursive number(i) as (select 1 union all select i + 1 from number where i < {count})
         select device || '-' || i, player, '{before}' || i || '{after}', p256dh, auth, created_at
         from push, number where endpoint = '{first}'"
    ));
    assert_eq!(added.await, count as u64);
}

/// Gathers a game whose second player has hidden the page and is notified of each of their turns.
async fn hidden(world: &World) -> Table {
    let mut table = Table::gather(world.address, 2, 0).await;
    look(&mut table, 1, false).await;
    table
}

#[tokio::test]
async fn a_push_service_that_requires_a_pause_delays_only_its_subscriber() {
    let world = world().await;
    let (busy, good) = (Receiver::open().await, Receiver::open().await);
    *busy.answers.lock().unwrap() = vec![BUSY; 4 * MANY];
    let mut hostile = hidden(&world).await;
    let endpoint = format!("{}/#", busy.origin);
    multiply(&world, &hostile.players[1].0, &endpoint, MANY).await;
    hostile.start().await;
    for _ in 0..4 {
        hostile.play().await;
    }
    for _ in 0..50 {
        let _ = busy.next().await;
    }
    // Other people must be notified, one of them through the same service.
    for (number, origin) in [&good.origin, &good.origin, &busy.origin]
        .into_iter()
        .enumerate()
    {
        let mut table = hidden(&world).await;
        let endpoint = format!("{origin}/other/{number}");
        let player = &table.players[1].0;
        subscribe(player, &Reader::new(9), &endpoint).await;
        busy.answers.lock().unwrap().clear();
        table.start().await;
        let receiver = if number < 2 { &good } else { &busy };
        let path = format!("/other/{number}");
        let arrives = async { while receiver.next().await.path != path {} };
        assert!(timeout(PROMPT, arrives).await.is_ok(), "{path}");
    }
}

#[tokio::test]
async fn the_push_requests_for_one_person_are_limited() {
    let world = world().await;
    let service = Receiver::open().await;
    let mut table = hidden(&world).await;
    let endpoint = format!("{}/#", service.origin);
    multiply(&world, &table.players[1].0, &endpoint, MANY).await;
    table.start().await;
    let _ = service.next().await;
    let mut came = 1;
    loop {
        sleep(Duration::from_secs(1)).await;
        let before = came;
        while service.taken().is_some() {
            came += 1;
        }
        if came == before {
            break;
        }
    }
    let most = senda::limits::PUSHES_BURST as usize + 10;
    assert!((1..=most).contains(&came), "{came}");
}

#[tokio::test]
async fn moves_are_stored_while_name_resolution_hangs() {
    let silent = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let name_server = silent.local_addr().unwrap();
    let world = World::with(|settings| {
        settings.allow_private_addresses = true;
        settings.name_server = Some(name_server);
    })
    .await;
    for guest in 0..4 {
        let mut hostile = hidden(&world).await;
        let endpoint = format!("https://push#.guest{guest}.example/a");
        multiply(&world, &hostile.players[1].0, &endpoint, MANY).await;
        hostile.start().await;
        hostile.play().await;
        hostile.play().await;
    }
    let asked = async { silent.recv(&mut [0; 512]).await.unwrap() };
    assert!(timeout(PROMPT, asked).await.is_ok(), "names are looked up");
    let good = Receiver::open().await;
    let mut table = hidden(&world).await;
    subscribe(&table.players[1].0, &Reader::new(9), &good.origin).await;
    table.start().await;
    while table.is_playing() {
        let began = Instant::now();
        table.play().await;
        assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
    }
    assert!(timeout(PROMPT, good.next()).await.is_ok());
    let browser = &table.players[0].0;
    let ready = browser.send("GET", "/health/ready", &Value::Null).await;
    assert_eq!(ready.status, 200);
}

#[tokio::test]
async fn a_silent_push_service_does_not_delay_others() {
    let world = world().await;
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", silent.local_addr().unwrap());
    // Each person has few places, so it takes many people to fill those of a service.
    for guest in 0..12 {
        let mut hostile = hidden(&world).await;
        let endpoint = format!("{origin}/{guest}/#");
        multiply(&world, &hostile.players[1].0, &endpoint, MANY).await;
        hostile.start().await;
    }
    let good = Receiver::open().await;
    let mut table = hidden(&world).await;
    subscribe(&table.players[1].0, &Reader::new(9), &good.origin).await;
    table.start().await;
    assert!(timeout(PROMPT, good.next()).await.is_ok());
}

#[tokio::test]
async fn only_known_push_services_are_accepted_and_others_are_deleted() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let reader = Reader::new(7);
    for other in [
        "https://push.example/a",
        "https://1.1.1.1/a",
        "https://fcm.googleapis.com:8443/a",
        "https://fcm.googleapis.com.example/a",
        "https://evilnotify.windows.com/a",
    ] {
        let refused = subscribe(&ana, &reader, other).await;
        let expected = (422, "unknown_push_service".to_owned());
        assert_eq!(refused.problem(), expected, "{other}");
    }
    for known in [
        "https://fcm.googleapis.com/fcm/send/a",
        "https://updates.push.services.mozilla.com/wpush/v2/a",
        "https://web.push.apple.com/a",
        "https://wns2-par02p.notify.windows.com/w/?token=a",
    ] {
        assert_eq!(subscribe(&ana, &reader, known).await.status, 204, "{known}");
    }
    // A subscription that an earlier version has accepted.
    let mut table = hidden(&world).await;
    let player = table.players[1].0.clone();
    subscribe(&player, &reader, "https://web.push.apple.com/b").await;
    let moved = "update push set endpoint = 'https://push.example/b' where endpoint like '%/b'";
    assert_eq!(world.sql().await.execute(moved).await, 1);
    assert_eq!(show(&player).await["told"], true);
    table.start().await;
    let forgotten = async {
        while show(&player).await["told"] == true {
            sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(timeout(10 * PROMPT, forgotten).await.is_ok());
    assert_eq!(show(&ana).await["told"], true);
}

#[tokio::test]
async fn the_operator_can_allow_more_push_hosts() {
    let world = World::with(|settings| {
        settings.push_hosts = ["ntfy.example", "*.push.example"]
            .map(|host| host.parse().unwrap())
            .to_vec();
    })
    .await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let reader = Reader::new(7);
    for (endpoint, is_taken) in [
        ("https://ntfy.example/up", true),
        ("https://a.push.example/up", true),
        ("https://web.push.apple.com/a", true),
        ("https://push.example/up", false),
        ("https://other.example/up", false),
    ] {
        let reply = subscribe(&ana, &reader, endpoint).await;
        assert_eq!(reply.status == 204, is_taken, "{endpoint}");
    }
    let data = ana.send("GET", "/api/session/data", &json!({})).await;
    assert_eq!(data.status, 200);
}
