//! Rooms of other servers that many watch here: each is followed once for all of them. Its server sends what it stores
//! and tells once for this server, and has nothing to do for each who watches.

mod actor;
mod passage;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures_util::future::join_all;
use senda_room::{Feed, FeedNews, Follower, PlayerId};
use tokio::{sync::mpsc, time::timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use self::actor::{Actor, FeedOutlet};
pub use self::passage::Passage;
use crate::{
    actor::{Stub, open},
    cluster::{Session, Who},
    limits,
    reading::Reading,
    room_id::RoomId,
    store::Store,
    time::Clock,
};

/// The rooms of other servers that are followed here; cheap to clone.
#[derive(Clone, Debug)]
pub struct Followers(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    context: FollowersContext,
    slots: Mutex<HashMap<RoomId, Slot>>,
}

/// What followers need besides their rooms.
#[derive(Debug)]
pub struct FollowersContext {
    /// Where logs are read.
    pub store: Arc<Store>,
    /// Who may have them read.
    pub reading: Arc<Reading>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// When the server stops.
    pub shutdown: CancellationToken,
    /// Where the followers' tasks are tracked.
    pub tasks: TaskTracker,
}

/// How far it has come with a room.
#[derive(Debug)]
enum Slot {
    /// It begins, or could not be followed a moment ago.
    Absent,
    Here(Stub),
}

/// A room can't be followed. Those who come go to it as they do where few watch.
#[derive(Debug, thiserror::Error)]
enum NotFollowed {
    #[error("it is not with that server any more")]
    NotThere,
    #[error("its log can't be read: {0}")]
    Unread(#[from] crate::store::ReadError),
    #[error(transparent)]
    Differs(#[from] senda_room::NotFollowed),
}

impl Followers {
    /// None yet.
    pub fn new(context: FollowersContext) -> Self {
        let slots = Mutex::default();
        Self(Arc::new(Inner { context, slots }))
    }

    /// The way to a room that is followed here.
    pub fn of(&self, room: RoomId) -> Option<Stub> {
        match self.slots().get(&room)? {
            Slot::Here(stub) if !stub.is_gone() => Some(stub.clone()),
            Slot::Here(_) | Slot::Absent => None,
        }
    }

    /// Follows a room that the server at the other end of a link has, unless it is followed or that was tried just now.
    pub fn begin(&self, room: RoomId, link: &Arc<Session>) {
        if self.0.context.shutdown.is_cancelled() || self.slots().contains_key(&room) {
            return;
        }
        self.slots().insert(room, Slot::Absent);
        let (this, link) = (self.clone(), link.clone());
        let tasks = &self.0.context.tasks;
        tasks.spawn(async move {
            match this.follow(room, &link).await {
                Ok((stub, actor)) => {
                    tracing::debug!(%room, "followed");
                    this.slots().insert(room, Slot::Here(stub));
                    let code = actor.run().await;
                    tracing::debug!(%room, ?code, "not followed any more");
                }
                Err(why) => {
                    tracing::warn!(%room, %why, "a room can't be followed");
                    let shutdown = this.0.context.shutdown.cancelled();
                    // Told to stop, it does so at once.
                    let _ = timeout(limits::FOLLOW_AGAIN, shutdown).await;
                }
            }
            this.slots().remove(&room);
        });
    }

    /// A follower of the room, which begins where its server says, with the log that the database has.
    async fn follow(
        &self,
        room: RoomId,
        link: &Arc<Session>,
    ) -> Result<(Stub, Box<Actor>), NotFollowed> {
        let FollowersContext {
            store,
            reading,
            clock,
            shutdown,
            ..
        } = &self.0.context;
        let (outlet, mut fed) = mpsc::channel(limits::FED_WAITING);
        let owner = link.join(room, Who::Follower, Arc::new(FeedOutlet(outlet)));
        let owner = owner.await.map_err(|_| NotFollowed::NotThere)?;
        let first = timeout(limits::LINK_JOIN_TIME, fed.recv()).await;
        let first = first.ok().flatten().ok_or(NotFollowed::NotThere)?;
        let first: Option<Feed> = serde_json::from_slice(first.bytes()).ok();
        let Some(Feed {
            at,
            news: FeedNews::Beginning(beginning),
        }) = first
        else {
            return Err(NotFollowed::NotThere);
        };
        let turn = reading.begin(None, beginning.version).await;
        let _turn = turn.map_err(|_| NotFollowed::NotThere)?;
        let log = store.log(room).await?;
        let now = clock.now();
        // Beside the tasks that serve others: a long log takes milliseconds.
        let reads = move || Follower::begin(now, log, at, *beginning);
        let follower = reading.work(reads).await;
        // A panic there has been logged.
        let follower = follower.map_err(|_| NotFollowed::NotThere)?;
        let (stub, inboxes) = open();
        let actor = Actor::new(
            follower?,
            (owner, fed),
            inboxes,
            clock.clone(),
            shutdown.clone(),
        );
        Ok((stub, actor))
    }

    /// Has all rooms that are followed here keep nothing of a person that is theirs alone.
    pub async fn forget(&self, player: PlayerId) {
        let stubs: Vec<Stub> = {
            let slots = self.slots();
            let here = slots.values().filter_map(|slot| match slot {
                Slot::Here(stub) => Some(stub.clone()),
                Slot::Absent => None,
            });
            here.collect()
        };
        let forgetting = stubs.iter().map(|stub| stub.forget(player));
        let _ = timeout(limits::LINK_ANSWER_TIME, join_all(forgetting)).await;
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<RoomId, Slot>> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
