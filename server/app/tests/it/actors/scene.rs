//! A running room with a host, and a log that a test controls.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use senda::{
    live::{
        actor::{self, Actor, Arrival, End, Gone, RoomContext, Stub},
        drain::Drain,
        lobby::{ListedBy, Lobby},
    },
    net::transport::Transport,
    notifications::push::{Push, PushOptions},
    process::{
        chance::SystemEntropy,
        metrics::Metrics,
        time::{Clock, SteadyClock},
    },
};
use senda_room::{
    Alarm, Effect, Finished, NetworkTag, Person, Record, Room, Time,
    protocol::{ClientMessage, CloseCode},
};
use senda_store::{Lease, Log, NotStored, RoomId};
use serde_json::{Value, json};
use tokio::{
    sync::{Semaphore, watch},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use crate::{
    bots::bots,
    store::person,
    visitor::{Visitor, message_of},
};

/// A log in memory.
#[derive(Clone)]
pub struct Notebook {
    pub records: Arc<Mutex<Vec<Record>>>,
    pub begun: watch::Sender<usize>,
    /// Holds one permit for each record that may be finished.
    pub pen: Arc<Semaphore>,
    pub fate: Arc<Mutex<Fate>>,
}

#[derive(Copy, Clone)]
pub enum Fate {
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
pub struct Scene {
    pub notebook: Notebook,
    pub stub: Stub,
    pub host: Person,
    pub lobby: Lobby,
    pub lease: Lease,
    pub shutdown: CancellationToken,
    pub running: JoinHandle<End>,
}

impl Scene {
    pub fn set(clock: &Value) -> Self {
        Self::under(clock, Lease::always())
    }

    pub fn under(clock: &Value, lease: Lease) -> Self {
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
        let lobby = Lobby::default();
        let shutdown = CancellationToken::new();
        let id = RoomId::draw();
        let around = RoomContext {
            log: notebook.clone(),
            bots: bots(),
            push: Push::new(PushOptions::default()),
            metrics: Metrics::default(),
            line: lobby.line(id, clock.now(), ListedBy::default()),
            opener: None,
            clock,
            drain: Drain::default(),
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

    pub fn last_version(&self) -> u64 {
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

    pub async fn join(&self, who: Person) -> Visitor {
        self.try_join(who).await.unwrap()
    }

    pub async fn try_join(&self, who: Person) -> Result<Visitor, Gone> {
        Visitor::come(async |transport: Arc<Transport>| {
            self.stub
                .join(who, Arrival::Join(None), NetworkTag(1), transport)
                .await
        })
        .await
    }

    /// Lets the room wait for its log: the player's new name is not stored until the returned
    /// number of permits is added again.
    pub async fn hold(&self, player: &Visitor) -> usize {
        let held = self.notebook.pen.forget_permits(Semaphore::MAX_PERMITS);
        let mut begun = self.notebook.begun.subscribe();
        begun.mark_unchanged();
        player.say(rename("n", "Zoe")).await.unwrap();
        begun.changed().await.unwrap();
        held
    }

    /// Starts a game of the host and another player.
    pub async fn game(&self) -> [Visitor; 2] {
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

/// Lets a quiet time pass, and drops what the visitors were sent until its end.
pub async fn settle(visitors: &mut [Visitor]) {
    tokio::time::sleep(Duration::from_secs(10)).await;
    for visitor in visitors {
        visitor.waiting();
    }
}

/// Asserts that the visitor's connection was closed, and that no message came before.
pub async fn is_sent_away(visitor: &mut Visitor, code: CloseCode) {
    assert_eq!((&mut visitor.connection.closing).await, Ok(code));
    assert_eq!(visitor.waiting(), Vec::<Value>::new());
}

pub fn rename(id: &str, name: &str) -> ClientMessage {
    message_of(&json!({ "type": "name", "id": id, "name": name }))
}
