//! Tests of rooms that enter and leave the memory, with a real store.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use futures_util::FutureExt;
use senda::{
    live::{
        actor::Arrival,
        drain::Drain,
        lobby::Lobby,
        registry::{Registry, RegistryContext, Unavailable},
    },
    net::{
        rate::Source,
        transport::{Outlet, Transport},
    },
    notifications::push::{Push, PushOptions},
    process::{metrics::Metrics, time::SteadyClock},
};
use senda_room::{Alarm, Finished, Opening, Person, PlayerId, Record, Room, Time, protocol::Name};
use senda_store::{Lease, Log, NotStored, RoomId, Writer};
use serde_json::{Value, json};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    bots::bots,
    database::open,
    store::person,
    visitor::{Visitor, message_of},
    world::Folder,
};

/// The store's log, which panics when the test requests it.
#[derive(Clone, Debug)]
struct Fragile {
    writer: Writer,
    panics: Arc<AtomicBool>,
}

impl Log for Fragile {
    async fn append(
        &self,
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
        alarm: Option<Alarm>,
    ) -> Result<(), NotStored> {
        assert!(
            !self.panics.load(Ordering::Relaxed),
            "the test's log panics"
        );
        self.writer.append(room, record, finished, alarm).await
    }
}

struct Scene {
    registry: Registry<Fragile>,
    panics: Arc<AtomicBool>,
    _folder: Folder,
}

impl Scene {
    async fn set() -> Self {
        let folder = Folder::new();
        let store = Arc::new(open(folder.path()).await.unwrap());
        let panics = Arc::new(AtomicBool::new(false));
        let log = Fragile {
            writer: store.writer().clone(),
            panics: panics.clone(),
        };
        let registry = Registry::new(RegistryContext {
            store,
            log,
            restore: |now, log, _| Room::restore(now, log),
            with_lease: Lease::clone,
            lobby: Lobby::default(),
            bots: bots(),
            push: Push::new(PushOptions::default()),
            drain: Drain::default(),
            clock: Arc::new(SteadyClock::start()),
            log_reads: Arc::default(),
            most: 2,
            metrics: Metrics::default(),
            shutdown: CancellationToken::new(),
            tasks: TaskTracker::new(),
        });
        Self {
            registry,
            panics,
            _folder: folder,
        }
    }
}

fn home() -> Source {
    IpAddr::V4(Ipv4Addr::LOCALHOST).into()
}

fn nobody() -> PlayerId {
    PlayerId(uuid::Uuid::nil())
}

fn settings() -> senda_room::protocol::Settings {
    serde_json::from_value(crate::client::settings()).unwrap()
}

/// Lets a person join a room.
async fn join(scene: &Scene, room: RoomId, who: &Person) -> Visitor {
    let registry = &scene.registry;
    let join = async |transport: Arc<Transport>| {
        let outlet: Arc<dyn Outlet> = transport;
        registry
            .join(room, who, Arrival::Join(None), home(), &outlet)
            .await
    };
    Visitor::come(join).await.unwrap()
}

async fn update(visitor: &mut Visitor) -> Value {
    visitor.until(|message| message["type"] == "update").await
}

#[tokio::test]
async fn a_failed_room_is_restored_on_the_next_join() {
    let scene = Scene::set().await;
    let ana = person("Ana");
    let room = scene
        .registry
        .create(settings(), Opening::default(), ana.clone(), home())
        .await
        .unwrap();
    let mut before = join(&scene, room, &ana).await;
    assert_eq!(update(&mut before).await["version"], 1);
    before
        .say(message_of(
            &json!({ "type": "name", "id": "1", "name": "Stored" }),
        ))
        .await
        .unwrap();
    let stored = update(&mut before).await;
    assert_eq!(stored["version"], 2);

    scene.panics.store(true, Ordering::Relaxed);
    before
        .say(message_of(
            &json!({ "type": "name", "id": "2", "name": "Lost" }),
        ))
        .await
        .unwrap();
    assert!(
        (&mut before.connection.closing).await.is_err(),
        "it could not say why"
    );
    scene.panics.store(false, Ordering::Relaxed);

    let ana = Person {
        name: Name::new("Stored").unwrap(),
        ..ana
    };
    let mut after = join(&scene, room, &ana).await;
    let restored = update(&mut after).await;
    assert_eq!(restored["version"], 2);
    assert_eq!(restored["view"]["seats"], stored["view"]["seats"]);
    assert_eq!(
        scene.registry.in_memory(),
        1,
        "the room that failed is gone"
    );
    after
        .say(message_of(
            &json!({ "type": "name", "id": "2", "name": "Kept now" }),
        ))
        .await
        .unwrap();
    assert_eq!(update(&mut after).await["version"], 3);
}

#[tokio::test]
async fn requests_for_unknown_rooms_leave_nothing_behind() {
    let scene = Scene::set().await;
    for _ in 0..3 {
        let unknown = scene.registry.get(RoomId::draw(), nobody(), home()).await;
        assert!(matches!(unknown, Err(Unavailable::NoSuchRoom)));
    }
    // A caller that drops its request before the response leaves nothing behind either, alone or
    // together with others. The response comes from another thread and may be there at once; such
    // an attempt does not count.
    let mut hung_up = 0;
    for _ in 0..10_000 {
        let id = RoomId::draw();
        let mut hasty = Box::pin(scene.registry.get(id, nobody(), home()));
        let mut other = Box::pin(scene.registry.get(id, nobody(), home()));
        let both_wait =
            (&mut hasty).now_or_never().is_none() && (&mut other).now_or_never().is_none();
        drop(hasty);
        if both_wait {
            assert_eq!(scene.registry.in_memory(), 1, "the other still waits");
            hung_up += 1;
        }
        drop(other);
        assert_eq!(scene.registry.in_memory(), 0);
        if hung_up == 3 {
            break;
        }
    }
    assert_eq!(hung_up, 3, "who hung up while the answer was on its way");
    assert_eq!(scene.registry.in_memory(), 0);
}

#[tokio::test]
async fn simultaneous_requests_get_the_same_room() {
    let scene = Scene::set().await;
    let room = scene
        .registry
        .create(settings(), Opening::default(), person("Ana"), home())
        .await
        .unwrap();
    let (first, second) = tokio::join!(
        scene.registry.get(room, nobody(), home()),
        scene.registry.get(room, nobody(), home())
    );
    assert!(!first.unwrap().is_gone() && !second.unwrap().is_gone());
    assert_eq!(scene.registry.in_memory(), 1);
}

#[tokio::test]
async fn a_room_in_memory_is_never_removed() {
    let scene = Scene::set().await;
    let ana = person("Ana");
    let create = scene
        .registry
        .create(settings(), Opening::default(), ana.clone(), home());
    let room = create.await.unwrap();
    // With a shared database, the room enters the memory on the first request.
    scene.registry.get(room, nobody(), home()).await.unwrap();
    let later = Time(u64::MAX / 4);
    assert_eq!(scene.registry.hide(room, later).await, Ok(false));
    assert_eq!(scene.registry.hide(room, Time(0)).await, Ok(false));
    join(&scene, room, &ana).await;
    // Other rooms need its place.
    for _ in 0..2 {
        let another = scene
            .registry
            .create(settings(), Opening::default(), ana.clone(), home());
        let another = another.await.unwrap();
        scene.registry.get(another, nobody(), home()).await.unwrap();
    }
    assert!(!scene.registry.has(room));
    // A request during the removal waits and gets its result.
    let (hidden, asked) = tokio::join!(
        scene.registry.hide(room, later),
        scene.registry.get(room, nobody(), home())
    );
    assert_eq!(hidden, Ok(true));
    assert!(matches!(asked, Err(Unavailable::NoSuchRoom)), "{asked:?}");
}
