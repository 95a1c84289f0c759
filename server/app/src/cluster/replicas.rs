//! Replicas of rooms on other servers that have many spectators here. Each such room is replicated
//! once for all of its spectators on this server. The room's own server sends its records and
//! messages once for this server, and has no work for each spectator.

mod actor;
mod revocable_outlet;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use futures_util::future::join_all;
use senda_room::{Feed, FeedPayload, PlayerId, Replica};
use senda_store::{RoomId, Store, process::lock};
use tokio::{sync::mpsc, time::timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use self::actor::{Actor, FeedOutlet};
pub use self::revocable_outlet::RevocableOutlet;
use crate::{
    cluster::{Session, Who},
    limits,
    live::{
        actor::{Stub, open},
        log_reads::LogReads,
    },
    process::time::Clock,
};

/// The replicas of other servers' rooms on this server; cheap to clone.
#[derive(Clone, Debug)]
pub struct Replicas(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    context: ReplicasContext,
    slots: Mutex<HashMap<RoomId, Slot>>,
}

/// The services that the replicas use.
#[derive(Debug)]
pub struct ReplicasContext {
    /// The store that logs are read from.
    pub store: Arc<Store>,
    /// The limits on reading logs.
    pub log_reads: Arc<LogReads>,
    /// The clock of the process.
    pub clock: Arc<dyn Clock>,
    /// Cancelled when the server stops.
    pub shutdown: CancellationToken,
    /// The tracker of the replicas' tasks, which have to end at shutdown.
    pub tasks: TaskTracker,
}

/// The state of a room's replica.
#[derive(Debug)]
enum Slot {
    /// The replica is being started, or a recent attempt has failed.
    Absent,
    Here(Stub),
}

/// The reason why a room can't be replicated. Its clients then join the room itself, as where there
/// are few spectators.
#[derive(Debug, thiserror::Error)]
enum NotFollowed {
    #[error("it is not with that server any more")]
    NotThere,
    #[error("its log can't be read: {0}")]
    Unread(#[from] senda_store::ReadError),
    #[error(transparent)]
    Differs(#[from] senda_room::ReplicaError),
}

impl Replicas {
    /// Creates an empty collection of replicas.
    pub fn new(context: ReplicasContext) -> Self {
        let slots = Mutex::default();
        Self(Arc::new(Inner { context, slots }))
    }

    /// Returns the number of replicas here.
    pub fn count(&self) -> u64 {
        let slots = lock(&self.0.slots);
        let here = slots.values().filter(|slot| matches!(slot, Slot::Here(_)));
        here.count() as u64
    }

    /// Returns the handle of a room's replica, if the room is replicated here.
    pub fn of(&self, room: RoomId) -> Option<Stub> {
        match lock(&self.0.slots).get(&room)? {
            Slot::Here(stub) if !stub.is_gone() => Some(stub.clone()),
            Slot::Here(_) | Slot::Absent => None,
        }
    }

    /// Starts to replicate a room of the server at the other end of a link, unless that has been
    /// started or a recent attempt has failed.
    pub fn begin(&self, room: RoomId, link: &Arc<Session>) {
        if self.0.context.shutdown.is_cancelled() || lock(&self.0.slots).contains_key(&room) {
            return;
        }
        lock(&self.0.slots).insert(room, Slot::Absent);
        let (this, link) = (self.clone(), link.clone());
        let tasks = &self.0.context.tasks;
        tasks.spawn(async move {
            match this.follow(room, &link).await {
                Ok((stub, actor)) => {
                    tracing::debug!(%room, "followed");
                    lock(&this.0.slots).insert(room, Slot::Here(stub));
                    let code = actor.run().await;
                    tracing::debug!(%room, ?code, "not followed any more");
                }
                Err(why) => {
                    tracing::warn!(%room, %why, "a room can't be followed");
                    let shutdown = this.0.context.shutdown.cancelled();
                    // When the server stops, the wait ends at once.
                    let _ = timeout(limits::FOLLOW_AGAIN, shutdown).await;
                }
            }
            lock(&this.0.slots).remove(&room);
        });
    }

    /// Creates a room's replica from the state that its server sends first and the log in the
    /// database.
    async fn follow(
        &self,
        room: RoomId,
        link: &Arc<Session>,
    ) -> Result<(Stub, Box<Actor>), NotFollowed> {
        let ReplicasContext {
            store,
            log_reads,
            clock,
            shutdown,
            ..
        } = &self.0.context;
        let (outlet, mut fed) = mpsc::channel(limits::FED_WAITING);
        let host = link.join(room, Who::Replica, Arc::new(FeedOutlet(outlet)));
        let host = host.await.map_err(|_| NotFollowed::NotThere)?;
        let first = timeout(limits::LINK_JOIN_TIME, fed.recv()).await;
        let first = first.ok().flatten().ok_or(NotFollowed::NotThere)?;
        let first: Option<Feed> = serde_json::from_slice(&first.0).ok();
        let Some(Feed {
            at,
            payload: FeedPayload::Beginning(beginning),
        }) = first
        else {
            return Err(NotFollowed::NotThere);
        };
        let turn = log_reads.begin(None, beginning.version).await;
        let _turn = turn.map_err(|_| NotFollowed::NotThere)?;
        let log = store.log(room).await?;
        let now = clock.now();
        // On a separate thread, since a long log takes milliseconds.
        let reads = move || Replica::begin(now, log, at, *beginning);
        let replica = log_reads.work(reads).await;
        // A panic in the work has been logged.
        let replica = replica.map_err(|_| NotFollowed::NotThere)?;
        let (stub, inboxes) = open();
        let actor = Actor::new(
            replica?,
            (host, fed),
            inboxes,
            clock.clone(),
            shutdown.clone(),
        );
        Ok((stub, actor))
    }

    /// Has all replicas on this server delete the personal data of a player.
    pub async fn forget(&self, player: PlayerId) {
        let stubs: Vec<Stub> = {
            let slots = lock(&self.0.slots);
            let here = slots.values().filter_map(|slot| match slot {
                Slot::Here(stub) => Some(stub.clone()),
                Slot::Absent => None,
            });
            here.collect()
        };
        let forgetting = stubs.iter().map(|stub| stub.forget(player));
        let _ = timeout(limits::LINK_ANSWER_TIME, join_all(forgetting)).await;
    }
}
