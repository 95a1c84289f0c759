//! Tests of the task that runs a room, on a paused clock and with a log that the test controls.

mod scene;

use std::{sync::Arc, time::Duration};

use senda::{
    limits,
    live::actor::{Arrival, End},
    net::transport::Transport,
};
use senda_room::{NetworkTag, protocol::CloseCode};
use senda_store::{Lease, NotStored};
use serde_json::{Value, json};
use tokio::{sync::oneshot::error::TryRecvError, time::Instant};
use tokio_util::sync::CancellationToken;

use self::scene::{Fate, Scene, is_sent_away, rename, settle};
use crate::{
    store::person,
    visitor::{Visitor, message_of},
};

#[tokio::test(start_paused = true)]
async fn a_change_is_published_only_after_it_is_stored() {
    let scene = Scene::set(&json!({ "type": "none" }));
    let mut players = scene.game().await;
    settle(&mut players).await;
    let [mut host, mut other] = players;
    let held = scene.hold(&host).await;
    tokio::time::sleep(Duration::from_hours(1)).await;
    assert!(host.waiting().is_empty() && other.waiting().is_empty());
    let version = scene.last_version() + 1;
    scene.notebook.pen.add_permits(held);
    let ack = host.until(|message| message["type"] == "ack").await;
    assert_eq!(
        (&ack["id"], &ack["version"]),
        (&json!("n"), &json!(version))
    );
    other.until(|message| message["version"] == version).await;
    assert_eq!(scene.last_version(), version);
}

#[tokio::test(start_paused = true)]
async fn a_record_that_is_refused_ends_the_room_and_is_never_published() {
    let mut scene = Scene::set(&json!({ "type": "none" }));
    let mut players = scene.game().await;
    settle(&mut players).await;
    *scene.notebook.fate.lock().unwrap() = Fate::Refused;
    players[0].say(rename("n", "Zoe")).await.unwrap();
    assert_eq!(
        (&mut scene.running).await.unwrap(),
        End::NotStored(NotStored::Taken)
    );
    for visitor in &mut players {
        is_sent_away(visitor, CloseCode::RoomReset).await;
        assert!(visitor.say(rename("o", "Eve")).await.is_err());
    }
    assert!(scene.stub.is_gone());
}

#[tokio::test(start_paused = true)]
async fn a_panic_ends_the_connections_and_the_lobby_entry() {
    let mut scene = Scene::set(&json!({ "type": "none" }));
    let mut list = scene.lobby.watch();
    tokio::spawn(scene.lobby.clone().run());
    let [mut host, other] = scene.game().await;
    list.wait_for(|list| list.contains("Ana")).await.unwrap();
    *scene.notebook.fate.lock().unwrap() = Fate::Panics;
    host.say(rename("n", "Zoe")).await.unwrap();
    assert!((&mut scene.running).await.unwrap_err().is_panic());
    assert!((&mut host.connection.closing).await.is_err());
    assert!(other.connection.closing.await.is_err());
    assert!(scene.try_join(person("Late")).await.is_err());
    list.wait_for(|list| !list.contains("Ana")).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_clock_plays_for_a_player_whose_time_is_up() {
    let scene = Scene::set(&json!({ "type": "turn", "seconds": 15 }));
    let [mut host, _other] = scene.game().await;
    let started = Instant::now();
    let played = host
        .until(|message| message["happenings"][0]["happening"]["type"] == "played")
        .await;
    assert_eq!(played["happenings"][0]["happening"]["by"], "clock");
    assert_eq!(started.elapsed().as_secs(), 15);
}

#[tokio::test(start_paused = true)]
async fn a_deserted_room_leaves_the_memory_after_five_minutes() {
    let mut scene = Scene::set(&json!({ "type": "none" }));
    let host = scene.join(scene.host.clone()).await;
    tokio::time::sleep(Duration::from_hours(24)).await;
    assert!(!scene.running.is_finished(), "someone is there, if quiet");
    let mut host = host;
    host.waiting();
    let left = Instant::now();
    drop(host);
    assert_eq!((&mut scene.running).await.unwrap(), End::Deserted);
    assert!(left.elapsed() >= limits::DESERTED, "{:?}", left.elapsed());
    assert!(
        left.elapsed() < limits::DESERTED + Duration::from_mins(2),
        "{:?}",
        left.elapsed()
    );
    assert!(scene.try_join(person("Late")).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_is_disconnected_without_delaying_the_others() {
    let scene = Scene::set(&json!({ "type": "none" }));
    let mut host = scene.join(scene.host.clone()).await;
    let join = async |transport: Arc<Transport>| {
        scene
            .stub
            .join(
                person("Slow"),
                Arrival::Join(None),
                NetworkTag(1),
                transport,
            )
            .await
    };
    let mut slow = Visitor::come_over(4_096, join).await.unwrap();
    let mut renamings = 0;
    while let Err(TryRecvError::Empty) = slow.connection.closing.try_recv() {
        renamings += 1;
        assert!(
            renamings <= limits::OUTBOX,
            "the slow one is still buffered for"
        );
        let id = format!("{renamings}");
        host.say(rename(&id, &format!("Ana {renamings}")))
            .await
            .unwrap();
        host.until(|message| message["type"] == "ack" && message["id"] == *id)
            .await;
        if let Ok(code) = slow.connection.closing.try_recv() {
            assert_eq!(code, CloseCode::TooSlow);
            break;
        }
    }
    assert!(renamings > 10, "{renamings} messages are no long queue");
    host.until(|message| message["type"] == "presence" && message["watching"] == 0)
        .await;
    // Returning brings everything at once.
    let mut back = scene.join(person("Slow")).await;
    let update = back.until(|message| message["type"] == "update").await;
    assert_eq!(update["version"], scene.last_version());
}

#[tokio::test(start_paused = true)]
async fn a_stopping_server_delivers_published_messages_before_it_closes_connections() {
    let mut scene = Scene::set(&json!({ "type": "none" }));
    let [mut host, mut other] = scene.game().await;
    host.say(rename("n", "Zoe")).await.unwrap();
    host.until(|message| message["type"] == "ack").await;
    scene.shutdown.cancel();
    assert_eq!((&mut scene.running).await.unwrap(), End::Shutdown);
    for visitor in [&mut host, &mut other] {
        assert_eq!(
            (&mut visitor.connection.closing).await,
            Ok(CloseCode::Restarting)
        );
    }
    let told = other.waiting();
    assert!(
        told.iter()
            .any(|message| message["version"] == scene.last_version()),
        "{told:?}"
    );
}

/// Returns a lease that ends when the test ends it. The room learns of that only when it checks the
/// lease.
fn lease() -> Lease {
    let long = (Duration::ZERO, Duration::from_hours(1_000));
    Lease::of("an instance".to_owned(), 1, long, CancellationToken::new())
}

#[tokio::test(start_paused = true)]
async fn nothing_is_published_after_the_lease_has_ended() {
    // The record is stored, but the room may have continued on another server meanwhile.
    let mut scene = Scene::under(&json!({ "type": "none" }), lease());
    let mut players = scene.game().await;
    settle(&mut players).await;
    let held = scene.hold(&players[0]).await;
    scene.lease.end();
    scene.notebook.pen.add_permits(held);
    let end = (&mut scene.running).await.unwrap();
    assert_eq!(end, End::NotStored(NotStored::Ended));
    for visitor in &mut players {
        is_sent_away(visitor, CloseCode::Restarting).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_visitor_receives_nothing_after_the_lease_has_ended() {
    let mut scene = Scene::under(&json!({ "type": "none" }), lease());
    let mut visitors = vec![scene.join(scene.host.clone()).await];
    settle(&mut visitors).await;
    scene.lease.end();
    visitors.push(scene.join(person("Late")).await);
    let end = (&mut scene.running).await.unwrap();
    assert_eq!(end, End::NotStored(NotStored::Ended));
    for visitor in &mut visitors {
        is_sent_away(visitor, CloseCode::Restarting).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_command_sent_before_leaving_is_executed() {
    let scene = Scene::set(&json!({ "type": "none" }));
    let [mut host, other] = scene.game().await;
    // The room waits for the disk. Meanwhile a player sends a last command.
    let held = scene.hold(&host).await;
    other.say(rename("n", "Last word")).await.unwrap();
    drop(other);
    scene.notebook.pen.add_permits(held);
    host.until(|message| message["view"]["seats"].to_string().contains("Last word"))
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_visitor_who_gives_up_while_the_room_is_busy_never_joins() {
    let mut scene = Scene::set(&json!({ "type": "none" }));
    let host = scene.join(scene.host.clone()).await;
    let held = scene.hold(&host).await;
    let stub = scene.stub.clone();
    let hasty = async move |transport: Arc<Transport>| {
        stub.join(
            person("Hasty"),
            Arrival::Join(None),
            NetworkTag(1),
            transport,
        )
        .await
    };
    let hasty = tokio::spawn(Visitor::come(hasty));
    tokio::task::yield_now().await;
    hasty.abort();
    assert!(hasty.await.unwrap_err().is_cancelled());
    drop(host);
    scene.notebook.pen.add_permits(held);
    // The room is deserted: a visitor who gave up does not keep it in memory.
    assert_eq!((&mut scene.running).await.unwrap(), End::Deserted);
}

/// Counts the visitors that have received a message.
fn those_told(crowd: &mut [Visitor]) -> usize {
    crowd
        .iter_mut()
        .filter_map(|one| one.is_told().then_some(()))
        .count()
}

#[tokio::test(start_paused = true)]
async fn players_are_notified_before_a_crowd_and_the_crowd_receives_everything_in_order() {
    let scene = Scene::set(&json!({ "type": "none" }));
    let mut crowd = Vec::new();
    for _ in 0..10 * limits::CROWD_SENT_TOGETHER {
        crowd.push(scene.join(person("Watcher")).await);
    }
    let [mut host, _other] = scene.game().await;
    settle(&mut crowd).await;
    let before = scene.last_version();
    for (id, name) in [("a", "Zoe"), ("b", "Ana"), ("c", "Eva")] {
        host.say(rename(id, name)).await.unwrap();
        host.until(|message| message["id"] == id).await;
        let told = those_told(&mut crowd);
        assert!(told < crowd.len(), "the host waited for {told}");
    }
    let told = those_told(&mut crowd);
    // The first part of the crowd needs only time, and each part waits for its turn.
    tokio::time::sleep(3 * limits::CROWD_PAUSE).await;
    let more = those_told(&mut crowd);
    assert!(told < more && more < crowd.len(), "{told}, and then {more}");
    tokio::time::sleep(Duration::from_secs(10)).await;
    for watcher in &mut crowd {
        let updates = watcher.waiting();
        let updates = updates.iter().filter(|message| message["type"] == "update");
        let steps =
            updates.map(|message| [&message["from"], &message["version"]].map(Value::as_u64));
        let steps: Vec<_> = steps.collect();
        let [first, second] = [[0, 1], [1, 3]].map(|step| step.map(|step| Some(before + step)));
        assert_eq!(steps, [first, second], "all of it, in two messages");
    }
}

#[tokio::test(start_paused = true)]
async fn commands_of_players_go_before_those_of_a_crowd_and_of_newcomers() {
    let scene = Scene::set(&json!({ "type": "none" }));
    let [host, mut other] = scene.game().await;
    let watcher = scene.join(person("Asks")).await;
    let held = scene.hold(&host).await;
    // The room is busy. Meanwhile many visitors join, and a spectator requests the whole view
    // repeatedly.
    for _ in 0..100 {
        let stub = scene.stub.clone();
        let new = async move |transport: Arc<Transport>| {
            stub.join(person("New"), Arrival::Join(None), NetworkTag(1), transport)
                .await
        };
        tokio::spawn(Visitor::come(new));
    }
    let asking = tokio::spawn(async move {
        for _ in 0..3 {
            watcher
                .say(message_of(&json!({ "type": "sync" })))
                .await
                .unwrap();
        }
        watcher
    });
    tokio::task::yield_now().await;
    other.say(rename("b", "Bea")).await.unwrap();
    other.waiting();
    scene.notebook.pen.add_permits(held);
    other
        .until(|message| message["type"] == "ack" && message["id"] == "b")
        .await;
    let came = other.until(|message| message["type"] == "presence").await;
    assert!(
        came["watching"].as_u64() <= Some(2),
        "{came}: they were let in first"
    );
    // The requests of the others are answered afterwards.
    let mut watcher = asking.await.unwrap();
    let wholes = watcher.waiting();
    let wholes = wholes
        .iter()
        .filter(|message| message["type"] == "update" && message["from"] == 0);
    assert_eq!(
        wholes.count(),
        4,
        "one for coming, and three that were asked for"
    );
}
