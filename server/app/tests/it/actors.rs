//! Tests of the task that runs a room, on a paused clock and with a log that the test controls.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use senda::{
    limits,
    live::{
        actor::{self, Actor, End, Gone, RoomContext, Stub},
        lobby::{ListedBy, Lobby},
    },
    net::transport::Transport,
    notifications::push::Push,
    process::{
        chance::SystemEntropy,
        time::{Clock, SteadyClock},
    },
};
use senda_room::{
    Alarm, Effect, Finished, Person, Record, Room, Time,
    protocol::{ClientMessage, CloseCode},
};
use senda_store::{Lease, Log, NotStored, RoomId};
use serde_json::{Value, json};
use tokio::{
    sync::{Semaphore, oneshot::error::TryRecvError, watch},
    task::JoinHandle,
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use crate::{
    bots::bots,
    store::person,
    visitor::{Visitor, message_of},
};

/// A log in memory.
#[derive(Clone)]
struct Notebook {
    records: Arc<Mutex<Vec<Record>>>,
    begun: watch::Sender<usize>,
    /// Holds one permit for each record that may be finished.
    pen: Arc<Semaphore>,
    fate: Arc<Mutex<Fate>>,
}

#[derive(Copy, Clone)]
enum Fate {
    Stored,
    Refused,
    Panics,
}

impl Log for Notebook {
    async fn append(
        &self,
        _: RoomId,
        record: Record,
        _: Option<Finished>,
        _: Option<Alarm>,
    ) -> Result<(), NotStored> {
        self.begun.send_modify(|begun| *begun += 1);
        self.pen.acquire().await.unwrap().forget();
        match *self.fate.lock().unwrap() {
            Fate::Stored => {
                self.records.lock().unwrap().push(record);
                Ok(())
            }
            Fate::Refused => Err(NotStored::Taken),
            Fate::Panics => panic!("the test's log panics"),
        }
    }
}

/// A running room with a host.
struct Scene {
    notebook: Notebook,
    stub: Stub,
    host: Person,
    lobby: Lobby,
    lease: Lease,
    shutdown: CancellationToken,
    running: JoinHandle<End>,
}

impl Scene {
    fn set(clock: &Value) -> Self {
        Self::under(clock, Lease::always())
    }

    fn under(clock: &Value, lease: Lease) -> Self {
        let mut settings = crate::client::settings();
        settings["clock"] = clock.clone();
        let settings = serde_json::from_value(settings).unwrap();
        let notebook = Notebook {
            records: Arc::default(),
            begun: watch::Sender::default(),
            pen: Arc::new(Semaphore::new(Semaphore::MAX_PERMITS)),
            fate: Arc::new(Mutex::new(Fate::Stored)),
        };
        let clock = Arc::new(SteadyClock::start_at(Time(1_000_000)));
        let host = person("Ana");
        let (room, effects) =
            Room::create(clock.now(), 1, settings, host.clone(), &mut SystemEntropy);
        for effect in effects {
            if let Effect::Append { record, .. } = effect {
                notebook.records.lock().unwrap().push(record);
            }
        }
        let lobby = Lobby::new();
        let shutdown = CancellationToken::new();
        let id = RoomId::draw();
        let around = RoomContext {
            log: notebook.clone(),
            bots: bots(),
            push: Push::default(),
            line: lobby.line(id, clock.now(), ListedBy::default()),
            opener: None,
            clock,
            lease: lease.clone(),
            shutdown: shutdown.clone(),
        };
        let (stub, actor): (Stub, Box<Actor<Notebook>>) = actor::channel(id, room, around);
        let running = tokio::spawn(actor.run());
        Self {
            notebook,
            stub,
            host,
            lobby,
            lease,
            shutdown,
            running,
        }
    }

    fn last_version(&self) -> u64 {
        u64::from(
            self.notebook
                .records
                .lock()
                .unwrap()
                .last()
                .unwrap()
                .version,
        )
    }

    async fn join(&self, who: Person) -> Visitor {
        self.try_join(who).await.unwrap()
    }

    async fn try_join(&self, who: Person) -> Result<Visitor, Gone> {
        Visitor::come(async |transport: Arc<Transport>| self.stub.join(who, None, transport).await)
            .await
    }

    /// Starts a game of the host and another player.
    async fn game(&self) -> [Visitor; 2] {
        let mut host = self.join(self.host.clone()).await;
        let mut other = self.join(person("Bo")).await;
        for message in [
            json!({ "type": "sit", "id": "1" }),
            json!({ "type": "ready", "id": "2", "ready": true }),
        ] {
            other.say(message_of(&message)).await.unwrap();
        }
        other
            .until(|message| message["type"] == "ack" && message["id"] == "2")
            .await;
        host.say(message_of(&json!({ "type": "start", "id": "1" })))
            .await
            .unwrap();
        for visitor in [&mut host, &mut other] {
            visitor
                .until(|message| message["view"]["phase"] == "playing")
                .await;
        }
        [host, other]
    }
}

fn rename(id: &str, name: &str) -> ClientMessage {
    message_of(&json!({ "type": "name", "id": id, "name": name }))
}

#[tokio::test(start_paused = true)]
async fn a_change_is_published_only_after_it_is_stored() {
    let scene = Scene::set(&json!({ "type": "none" }));
    let [mut host, mut other] = scene.game().await;
    let held = scene.notebook.pen.forget_permits(Semaphore::MAX_PERMITS);
    tokio::time::sleep(Duration::from_secs(10)).await;
    host.waiting();
    other.waiting();
    let mut begun = scene.notebook.begun.subscribe();
    begun.mark_unchanged();
    host.say(rename("n", "Zoe")).await.unwrap();
    begun.changed().await.unwrap();
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
    let [mut host, mut other] = scene.game().await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    host.waiting();
    other.waiting();
    *scene.notebook.fate.lock().unwrap() = Fate::Refused;
    host.say(rename("n", "Zoe")).await.unwrap();
    assert_eq!(
        (&mut scene.running).await.unwrap(),
        End::NotStored(NotStored::Taken)
    );
    for visitor in [&mut host, &mut other] {
        assert_eq!(
            (&mut visitor.connection.closing).await,
            Ok(CloseCode::RoomReset)
        );
        assert_eq!(visitor.waiting(), Vec::<Value>::new());
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
    let join =
        async |transport: Arc<Transport>| scene.stub.join(person("Slow"), None, transport).await;
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

/// Asserts that the visitor was sent nothing but the request to reconnect.
async fn is_sent_away(visitor: &mut Visitor) {
    assert_eq!(
        (&mut visitor.connection.closing).await,
        Ok(CloseCode::Restarting)
    );
    assert_eq!(visitor.waiting(), Vec::<Value>::new());
}

#[tokio::test(start_paused = true)]
async fn nothing_is_published_after_the_lease_has_ended() {
    // The record is stored, but the room may have continued on another server meanwhile.
    let mut scene = Scene::under(&json!({ "type": "none" }), lease());
    let [mut host, mut other] = scene.game().await;
    let held = scene.notebook.pen.forget_permits(Semaphore::MAX_PERMITS);
    tokio::time::sleep(Duration::from_secs(10)).await;
    host.waiting();
    other.waiting();
    let mut begun = scene.notebook.begun.subscribe();
    begun.mark_unchanged();
    host.say(rename("n", "Zoe")).await.unwrap();
    begun.changed().await.unwrap();
    scene.lease.end();
    scene.notebook.pen.add_permits(held);
    let end = (&mut scene.running).await.unwrap();
    assert_eq!(end, End::NotStored(NotStored::Ended));
    is_sent_away(&mut host).await;
    is_sent_away(&mut other).await;
}

#[tokio::test(start_paused = true)]
async fn a_visitor_receives_nothing_after_the_lease_has_ended() {
    let mut scene = Scene::under(&json!({ "type": "none" }), lease());
    let mut host = scene.join(scene.host.clone()).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    host.waiting();
    scene.lease.end();
    let mut late = scene.join(person("Late")).await;
    let end = (&mut scene.running).await.unwrap();
    assert_eq!(end, End::NotStored(NotStored::Ended));
    is_sent_away(&mut late).await;
    is_sent_away(&mut host).await;
}

#[tokio::test(start_paused = true)]
async fn a_command_sent_before_leaving_is_executed() {
    let scene = Scene::set(&json!({ "type": "none" }));
    let [mut host, other] = scene.game().await;
    let held = scene.notebook.pen.forget_permits(Semaphore::MAX_PERMITS);
    // The room waits for the disk. Meanwhile a player sends a last command.
    let mut begun = scene.notebook.begun.subscribe();
    begun.mark_unchanged();
    host.say(rename("n", "Zoe")).await.unwrap();
    begun.changed().await.unwrap();
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
    let held = scene.notebook.pen.forget_permits(Semaphore::MAX_PERMITS);
    let mut begun = scene.notebook.begun.subscribe();
    begun.mark_unchanged();
    host.say(rename("n", "Zoe")).await.unwrap();
    begun.changed().await.unwrap();
    let stub = scene.stub.clone();
    let hasty =
        async move |transport: Arc<Transport>| stub.join(person("Hasty"), None, transport).await;
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
    tokio::time::sleep(Duration::from_secs(10)).await;
    for watcher in &mut crowd {
        watcher.waiting();
    }
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
    let held = scene.notebook.pen.forget_permits(Semaphore::MAX_PERMITS);
    let mut begun = scene.notebook.begun.subscribe();
    begun.mark_unchanged();
    let watcher = scene.join(person("Asks")).await;
    host.say(rename("a", "Zoe")).await.unwrap();
    begun.changed().await.unwrap();
    // The room is busy. Meanwhile many visitors join, and a spectator requests the whole view
    // repeatedly.
    for _ in 0..100 {
        let stub = scene.stub.clone();
        let new =
            async move |transport: Arc<Transport>| stub.join(person("New"), None, transport).await;
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
