//! The rooms in memory. A room is restored from its log when a caller asks for it.

mod find;
mod restore;
mod slot;
mod space;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use futures_util::future::join_all;
use senda_room::{
    Effect, NotRestored, Occupancy, Opening, Person, PlayerId, Record, Room, Summary, Time,
    protocol::{CloseCode, Settings},
};
use senda_store::{Lease, Log, NotStored, RoomId, RoomLease, Store, process::lock};
use tokio::time::timeout;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use self::find::Found;
use self::slot::Slot;
use crate::{
    limits,
    live::{
        actor::{self, Arrival, Connection, End, Inspection, RoomContext, Stub},
        bots::Bots,
        drain::Drain,
        lobby::{ListedBy, Lobby},
        log_reads::LogReads,
        quarantine::{Quarantine, RoomFault},
    },
    net::{
        rate::{Source, TooFast},
        transport::Outlet,
    },
    notifications::push::Push,
    process::{
        chance::{self, SystemEntropy},
        metrics::{Limit, Metrics},
        telemetry::LogThrottle,
        time::Clock,
    },
};

/// The rooms in memory, whose records are written to `L`; cheap to clone.
#[derive(Clone, Debug)]
pub struct Registry<L>(Arc<Inner<L>>);

#[derive(Debug)]
struct Inner<L> {
    context: RegistryContext<L>,
    slots: Mutex<HashMap<RoomId, Slot>>,
    /// The tasks of the rooms' actors.
    rooms: TaskTracker,
    quarantine: Quarantine,
    unread: LogThrottle,
}

/// The services that the rooms use.
#[derive(Debug)]
pub struct RegistryContext<L> {
    /// The store that records are read from.
    pub store: Arc<Store>,
    /// The log that records are written to; it writes to the store.
    pub log: L,
    /// The function that restores a room from its records.
    pub restore: Restore,
    /// The function that returns the lease that a room checks before it sends anything, given the
    /// lease of the process.
    pub with_lease: fn(&Lease) -> Lease,
    /// The list of public rooms.
    pub lobby: Lobby,
    /// The computation of the bots' decisions.
    pub bots: Bots,
    /// The notifications of people who have no page of the room open and visible.
    pub push: Push,
    /// The switch that keeps games from being started.
    pub drain: Drain,
    /// The clock of the process.
    pub clock: Arc<dyn Clock>,
    /// The limits on reading logs.
    pub log_reads: Arc<LogReads>,
    /// The maximum number of rooms in memory. In addition, another [`limits::RESERVE`]th of that
    /// number is reserved for rooms that players return to.
    pub most: usize,
    /// The figures of the process.
    pub metrics: Metrics,
    /// Cancelled when the server stops.
    pub shutdown: CancellationToken,
    /// The tracker of the rooms' tasks, which have to end at shutdown.
    pub tasks: TaskTracker,
}

/// A function that restores a room from its records, at that time, on that timeline of the
/// database.
pub type Restore = fn(Time, &mut dyn Iterator<Item = Record>, u32) -> Result<Room, NotRestored>;

/// The reason why a room is unavailable.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    /// The room does not exist.
    #[error("there is no such room")]
    NoSuchRoom,
    /// Too many rooms are in memory, and each of them is in use.
    #[error("too many rooms are in memory, with somebody in each")]
    Full,
    /// Too many rooms were restored for that address.
    #[error("too many rooms were brought back for that address")]
    TooFast(#[from] TooFast),
    /// The operator has closed the room.
    #[error("the operator has closed the room")]
    Closed,
    /// Another server has the room.
    #[error("another server has the room")]
    Elsewhere,
    /// Nothing can be stored or read right now, so no room can be restored.
    #[error("the disk is full, or fails")]
    NoStorage,
    /// The log can't be continued.
    #[error("the room's log can't be continued")]
    Quarantined(RoomFault),
    /// A new room could not be stored.
    #[error(transparent)]
    NotStored(#[from] NotStored),
    /// The room ends each time as soon as it is in memory.
    #[error("the room ends again and again")]
    KeepsEnding,
}

/// The number of times that a room that has just ended is restored for the same caller, and the
/// number of ids that are tried for a new room that can't be stored.
const ATTEMPTS: usize = 3;

impl<L: Log> Registry<L> {
    /// Creates a registry without rooms.
    pub fn new(context: RegistryContext<L>) -> Self {
        Self(Arc::new(Inner {
            context,
            slots: Mutex::default(),
            rooms: TaskTracker::new(),
            quarantine: Quarantine::default(),
            unread: LogThrottle::new(),
        }))
    }

    /// Creates a new room. The settings must have passed [`Settings::check`], and the setup of the
    /// opening must be that of their start.
    ///
    /// # Errors
    /// Returns [`Unavailable`] if the room could not be stored, or if memory is full of rooms that
    /// are in use.
    pub async fn create(
        &self,
        settings: Settings,
        opening: Opening,
        host: Person,
        source: Source,
    ) -> Result<RoomId, Unavailable> {
        let space = self.make_space(self.0.context.most).await;
        self.counted(space)?;
        let now = self.0.context.clock.now();
        let epoch = u32::from_le_bytes(chance::bytes());
        let entropy = &mut SystemEntropy;
        let (room, effects) = Room::open(now, epoch, settings, host, opening, entropy);
        let id = self.store_new(effects).await?;
        let Occupancy { game, .. } = room.occupancy();
        tracing::info!(room = %id.short(), game = game.word(), "a room was opened");
        // It belongs to the server that a player opens it on. Until then, its summary names its
        // creator.
        if self.0.context.store.is_shared() {
            let summary = room.summary();
            self.0.context.log.keep_summary(id, summary).await;
            return Ok(id);
        }
        let stub = self.begin(id, room, now, RoomLease::always(), Some(source));
        lock(&self.0.slots).insert(id, Slot::of(stub));
        Ok(id)
    }

    /// Stores a new room's first records under an unused id. The id decides which page of the
    /// database they are on: if that page is damaged, another id is tried.
    async fn store_new(&self, effects: Vec<Effect>) -> Result<RoomId, NotStored> {
        let mut attempts = 1;
        loop {
            let id = RoomId::draw();
            let stored = async {
                for effect in effects.clone() {
                    // No client is connected yet, so there are no messages to send.
                    if let Effect::Append {
                        record,
                        finished,
                        alarm,
                    } = effect
                    {
                        let log = &self.0.context.log;
                        log.append(id, record, finished, alarm).await?;
                    }
                }
                Ok(id)
            };
            match stored.await {
                Err(NotStored::Damaged(_)) if attempts < ATTEMPTS => attempts += 1,
                stored => return stored,
            }
        }
    }

    /// Checks whether a stored room is available, for a caller that needs no room in memory:
    /// nothing is restored for it.
    ///
    /// # Errors
    /// Returns [`Unavailable`] if the room is known to be unavailable.
    pub fn ask(&self, id: RoomId) -> Result<(), Unavailable> {
        if self.has(id) { Ok(()) } else { self.check(id) }
    }

    /// Returns the room, restored from its log if it is not in memory.
    ///
    /// # Errors
    /// Returns [`Unavailable`] if there is no such room, its log can't be continued, too many rooms
    /// were restored for that address, or memory is full of rooms that are in use.
    pub async fn get(
        &self,
        id: RoomId,
        who: PlayerId,
        source: Source,
    ) -> Result<Stub, Unavailable> {
        let most = self.0.context.most;
        let (guard, only_for) = if let Ok(guard) = self.wait_for_place(id, most).await {
            (guard, None)
        } else {
            // Rooms in use must not keep out a game that waits for this player: there is a reserve
            // for rooms whose players return to a full server.
            let with_reserve = most + most.div_ceil(limits::RESERVE);
            let guard = self.wait_for_place(id, with_reserve).await;
            (self.counted(guard)?, Some(who))
        };
        let restored = guard
            .room
            .get_or_try_init(|| self.restore(id, only_for, Some(source)));
        self.counted(restored.await.cloned())
    }

    /// Passes a result on, and counts a refusal for lack of memory.
    fn counted<T>(&self, result: Result<T, Unavailable>) -> Result<T, Unavailable> {
        if let Err(Unavailable::Full) = result {
            self.0.context.metrics.refusals.count(Limit::Rooms);
        }
        result
    }

    /// Restores a room without any client, so that it handles its alarm, which was set for the time
    /// `at`.
    ///
    /// # Errors
    /// As [`Registry::get`].
    pub async fn wake(&self, id: RoomId, at: Time) -> Result<(), Unavailable> {
        self.bring_back(id).await?.ring(at).await;
        Ok(())
    }

    /// Connects a client to a room, which sends its messages through `outlet`.
    ///
    /// # Errors
    /// As [`Registry::get`].
    pub async fn join(
        &self,
        id: RoomId,
        person: &Person,
        arrival: Arrival,
        source: Source,
        outlet: &Arc<dyn Outlet>,
    ) -> Result<Connection, Unavailable> {
        for _ in 0..ATTEMPTS {
            let stub = self.get(id, person.player, source).await?;
            let joined = stub.join(person.clone(), arrival, source.tag(), outlet.clone());
            if let Ok(connection) = joined.await {
                return Ok(connection);
            }
        }
        Err(Unavailable::KeepsEnding)
    }

    /// Connects a replica to a room, if the room is in memory. The room sends the replica's feed
    /// through `outlet`.
    ///
    /// # Errors
    /// Returns [`Unavailable::Elsewhere`] if the room is not in memory here.
    pub async fn follow(
        &self,
        id: RoomId,
        outlet: &Arc<dyn Outlet>,
    ) -> Result<Connection, Unavailable> {
        let stub = self.stub(id).ok_or(Unavailable::Elsewhere)?;
        let followed = stub.follow(outlet.clone()).await;
        followed.map_err(|_| Unavailable::Elsewhere)
    }

    /// Returns a room's summary, if it is in memory.
    pub async fn summary(&self, id: RoomId) -> Option<Summary> {
        self.stub(id)?.summary().await
    }

    /// Ends a room in memory because its log has changed, so that it is restored from the new log.
    pub async fn reread(&self, id: RoomId) {
        if let Some(stub) = self.stub(id) {
            stub.end(CloseCode::RoomReset).await;
            self.forget(id, &stub);
        }
    }

    /// Sends all people of a room away, if it is in memory, and ends it there.
    pub async fn close(&self, id: RoomId) {
        if let Some(stub) = self.stub(id) {
            stub.end(CloseCode::Closed).await;
            self.forget(id, &stub);
        }
    }

    /// Returns what the operator may know of a room, if it is in memory.
    pub async fn inspect(&self, id: RoomId) -> Option<Inspection> {
        self.stub(id)?.inspect().await
    }

    /// Has all rooms in memory delete the personal data of a player. A busy room is not waited for:
    /// its log is rewritten later, and then it leaves memory.
    pub async fn forget_everywhere(&self, player: PlayerId) {
        let stubs: Vec<Stub> = {
            let slots = lock(&self.0.slots);
            slots
                .values()
                .filter_map(|slot| slot.stub())
                .cloned()
                .collect()
        };
        let forgetting = stubs.iter().map(|stub| stub.forget(player));
        let _ = timeout(limits::LINK_ANSWER_TIME, join_all(forgetting)).await;
    }

    /// Restores a room without any client, because its game waits for a player who never returns or
    /// its alarm is due.
    ///
    /// # Errors
    /// As [`Registry::get`].
    pub async fn bring_back(&self, id: RoomId) -> Result<Stub, Unavailable> {
        let guard = self.wait_for_place(id, self.0.context.most).await?;
        let restored = guard.room.get_or_try_init(|| self.restore(id, None, None));
        restored.await.cloned()
    }

    /// Returns the number of rooms in memory.
    pub fn in_memory(&self) -> usize {
        lock(&self.0.slots).len()
    }

    /// Waits until no room is left in memory, after the server was asked to stop.
    pub async fn ended(&self) {
        self.0.rooms.close();
        self.0.rooms.wait().await;
    }

    /// Returns whether the room is in memory.
    pub fn has(&self, id: RoomId) -> bool {
        lock(&self.0.slots)
            .get(&id)
            .is_some_and(|slot| slot.stub().is_some())
    }

    /// Returns whether the room is in memory without any client.
    pub fn is_deserted(&self, id: RoomId) -> bool {
        let stub = self.stub(id);
        stub.is_some_and(|stub| stub.idle_since().is_some())
    }

    /// Returns the stub of a room in memory.
    fn stub(&self, id: RoomId) -> Option<Stub> {
        lock(&self.0.slots).get(&id)?.stub().cloned()
    }

    /// Runs a room until it ends, and then empties its slot. The room was opened from the address
    /// `opener`.
    fn begin(
        &self,
        id: RoomId,
        room: Room,
        created: Time,
        ownership: RoomLease,
        opener: Option<Source>,
    ) -> Stub {
        let inner = &self.0.context;
        let lease = (inner.with_lease)(&ownership.lease);
        let listed_by = ListedBy::new(room.creator(), opener);
        let context = RoomContext {
            log: inner.log.clone(),
            bots: inner.bots.clone(),
            push: inner.push.clone(),
            metrics: inner.metrics.clone(),
            line: inner.lobby.line(id, created, listed_by),
            opener,
            clock: inner.clock.clone(),
            drain: inner.drain.clone(),
            shutdown: lease.over(&inner.shutdown).clone(),
            lease,
        };
        let (stub, actor) = actor::channel(id, room, context);
        let registry = self.clone();
        let own = stub.clone();
        let running = self.0.rooms.track_future(actor.run());
        inner.tasks.spawn(async move {
            match tokio::spawn(running).await {
                // On shutdown all rooms end, and their ownership is released together.
                Ok(End::Shutdown) => return registry.forget(id, &own),
                Ok(End::Deserted) => tracing::debug!(room = %id, "nobody is there any more"),
                // The writer logs the records that it can't store, once for all rooms.
                Ok(End::NotStored(NotStored::Unable(_) | NotStored::Ended)) => {}
                // If the room were restored, it would fail again, and its log would be read in
                // vain.
                Ok(End::NotStored(reason @ NotStored::Damaged(_))) => {
                    registry.quarantine(id, RoomFault::Corrupt, &reason.to_string());
                }
                Ok(End::NotStored(reason)) => {
                    tracing::error!(room = %id, %reason, "a record was not stored; the room begins anew");
                }
                Err(panic) => tracing::error!(room = %id, %panic, "the room failed; it begins anew"),
            }
            registry.forget(id, &own);
            // Boxed: the task would otherwise reserve the space for this future as long as the room
            // is in memory.
            Box::pin(registry.release(id, ownership)).await;
        });
        stub
    }

    /// Empties the slot, unless a new room is in it already.
    fn forget(&self, id: RoomId, stub: &Stub) {
        let mut slots = lock(&self.0.slots);
        let present = slots.get(&id).and_then(|slot| slot.stub());
        if present.is_some_and(|present| present.is_same(stub)) {
            slots.remove(&id);
        }
    }
}
