//! The interface of a room's actor for other tasks: joining the room, sending it messages, and
//! leaving.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use super::clients::ClientHandle;
use crate::{limits, net::transport::Outlet};
use senda_room::{
    ConnectionId, Input, NetworkTag, Occupancy, Person, PlayerId, Report, Summary, Time,
    protocol::{ClientMessage, CloseCode, Since},
};
use senda_store::process::lock;
use tokio::{
    sync::{
        mpsc::{self, error::TrySendError},
        oneshot,
    },
    time::Instant,
};

/// A handle that reaches a room's actor; cheap to clone.
#[derive(Clone, Debug)]
pub struct Stub {
    /// The queue of players' messages. The messages of both queues are boxed, since every room's
    /// queue reserves space for dozens of messages.
    pub(super) inbox: mpsc::Sender<Box<Message>>,
    pub(super) spectator_inbox: mpsc::Sender<Box<Message>>,
    pub(super) leaving: mpsc::UnboundedSender<ConnectionId>,
    pub(super) connections: Arc<AtomicU64>,
    idle_since: Arc<IdleSince>,
}

/// The receiving ends of an actor's queues.
#[derive(Debug)]
pub struct Inboxes {
    /// Messages of players and of the host, which are handled before those of others.
    pub inbox: mpsc::Receiver<Box<Message>>,
    /// Messages of clients that join, and of spectators.
    pub spectator_inbox: mpsc::Receiver<Box<Message>>,
    /// The connections that have left.
    pub leaving: mpsc::UnboundedReceiver<ConnectionId>,
    idle_since: Arc<IdleSince>,
}

/// Creates a handle to a room's actor, and the queues for that actor.
pub fn open() -> (Stub, Inboxes) {
    let (inbox_sender, inbox) = mpsc::channel(limits::INBOX);
    let (spectator_sender, spectator_inbox) = mpsc::channel(limits::INBOX);
    // The queue is not bounded, so that leaving can't fail. Each connection leaves once, and
    // connections are limited.
    let (leaving_sender, leaving) = mpsc::unbounded_channel();
    let idle_since = Arc::new(Mutex::new(Some(Instant::now())));
    let stub = Stub {
        inbox: inbox_sender,
        spectator_inbox: spectator_sender,
        leaving: leaving_sender,
        connections: Arc::default(),
        idle_since: idle_since.clone(),
    };
    let inboxes = Inboxes {
        inbox,
        spectator_inbox,
        leaving,
        idle_since,
    };
    (stub, inboxes)
}

/// The time since which a room has been empty. It is read when a room has to leave memory.
type IdleSince = Mutex<Option<Instant>>;

impl Inboxes {
    /// Returns the number of messages that wait.
    pub fn waiting(&self) -> usize {
        self.inbox.len() + self.spectator_inbox.len()
    }

    /// Sets whether the room is empty now.
    pub fn note(&self, is_deserted: bool) {
        let mut since = lock(&self.idle_since);
        *since = is_deserted.then(|| since.unwrap_or_else(Instant::now));
    }
}

/// The way in which a person connects to a room.
#[derive(Copy, Clone, Debug)]
pub enum Arrival {
    /// The person joins, with the snapshot of the room that the client already has.
    Join(Option<Since>),
    /// The person asks the host of the locked room to be let in. The room sends the connection
    /// nothing but a close code.
    Request,
}

/// The room is no longer in memory. The registry restores it for the next request.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Gone;

/// The parts of a room that its operator may know.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The summary of the room.
    pub summary: Summary,
    /// The numbers of its people and bots.
    pub occupancy: Occupancy,
    /// Whether the room is meant for the lobby's list.
    pub is_public: bool,
}

/// A message to a room's actor.
#[derive(Debug)]
pub enum Message {
    /// A client or a replica joins the room, or a person asks the host of the locked room to be let
    /// in: `input` says which. If `joined` is dropped without an answer, the caller must find the
    /// room again.
    Join {
        connection: ConnectionId,
        /// The person's network; `None` for a replica.
        network: Option<(PlayerId, NetworkTag)>,
        client: ClientHandle,
        joined: oneshot::Sender<()>,
        input: Input,
    },
    /// An input that nothing waits for.
    Input(Input),
    /// A message that a spectator sends. `handled` is answered when it is about to be handled.
    FromSpectator {
        connection: ConnectionId,
        message: ClientMessage,
        handled: oneshot::Sender<()>,
    },
    /// The room's place in memory is needed. If the room is not empty, it stays and answers.
    Dismissed { stays: oneshot::Sender<()> },
    /// The log has changed, or the operator closes the room. All connections are closed with this
    /// code, and the room leaves memory.
    End { code: CloseCode },
    /// The server deletes the personal data of a player.
    Forgotten {
        player: PlayerId,
        done: oneshot::Sender<()>,
    },
    /// A request for what the operator may know of the room.
    Inspected { answer: oneshot::Sender<Inspection> },
    /// A request for the summary of the room.
    Asked { answer: oneshot::Sender<Summary> },
}

/// A client's side of a connection to a room. Dropping it leaves the room.
#[derive(Debug)]
pub struct Connection {
    /// The close code of the connection, or an error if the room failed and could not send one.
    pub closing: oneshot::Receiver<CloseCode>,
    leave: Leave,
    /// Whether the client is a player or the host.
    has_part: Arc<AtomicBool>,
    inbox_of_room: mpsc::Sender<Box<Message>>,
    spectator_inbox: mpsc::Sender<Box<Message>>,
}

#[derive(Debug)]
struct Leave {
    connection: ConnectionId,
    leaving: mpsc::UnboundedSender<ConnectionId>,
}

impl Stub {
    /// Connects a person, to whom the room sends its messages through `outlet`.
    ///
    /// # Errors
    /// Returns [`Gone`] if the room has left memory.
    pub async fn join(
        &self,
        person: Person,
        arrival: Arrival,
        network: NetworkTag,
        outlet: Arc<dyn Outlet>,
    ) -> Result<Connection, Gone> {
        let network = Some((person.player, network));
        let input = |connection| match arrival {
            Arrival::Join(since) => Input::Joined {
                connection,
                person,
                since,
            },
            Arrival::Request => Input::EntryRequested { connection, person },
        };
        self.connect(&self.spectator_inbox, network, outlet, input)
            .await
    }

    /// Connects a replica. The room sends its feed through `outlet`.
    ///
    /// # Errors
    /// Returns [`Gone`] if the room has left memory.
    pub async fn follow(&self, outlet: Arc<dyn Outlet>) -> Result<Connection, Gone> {
        let input = |connection| Input::ReplicaJoined { connection };
        self.connect(&self.inbox, None, outlet, input).await
    }

    /// Creates a connection, and sends its client to the room with an input.
    async fn connect(
        &self,
        inbox: &mpsc::Sender<Box<Message>>,
        network: Option<(PlayerId, NetworkTag)>,
        outlet: Arc<dyn Outlet>,
        input: impl FnOnce(ConnectionId) -> Input,
    ) -> Result<Connection, Gone> {
        let connection = ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed));
        let (close, closing) = oneshot::channel();
        let has_part = Arc::<AtomicBool>::default();
        let (joined, answer) = oneshot::channel();
        let message = Box::new(Message::Join {
            connection,
            network,
            client: ClientHandle::new(outlet, close, has_part.clone()),
            joined,
            input: input(connection),
        });
        // If the caller gives up while it waits, this leaves the room.
        let leave = Leave {
            connection,
            leaving: self.leaving.clone(),
        };
        inbox.send(message).await.map_err(|_| Gone)?;
        answer.await.map_err(|_| Gone)?;
        Ok(Connection {
            closing,
            leave,
            has_part,
            inbox_of_room: self.inbox.clone(),
            spectator_inbox: self.spectator_inbox.clone(),
        })
    }

    /// Returns the time since which the room has been empty, or `None` while a client is connected.
    pub fn idle_since(&self) -> Option<Instant> {
        *lock(&self.idle_since)
    }

    /// Ends the room in memory if it is empty. Returns whether it has ended, for this reason or
    /// another.
    pub async fn dismiss(&self) -> bool {
        let (stays, answer) = oneshot::channel();
        match self
            .spectator_inbox
            .try_send(Box::new(Message::Dismissed { stays }))
        {
            Ok(()) => answer.await.is_err(),
            Err(TrySendError::Closed(_)) => true,
            // Many clients are joining.
            Err(TrySendError::Full(_)) => false,
        }
    }

    /// Informs the room that it was restored for its alarm, which was set for that time.
    pub async fn ring(&self, at: Time) {
        // A room that is gone is restored again at the next search for alarms.
        let rung = Message::Input(Input::Rung { at });
        let _ = self.inbox.send(Box::new(rung)).await;
    }

    /// Ends the room in memory, even if clients are connected. They get the close code: with
    /// [`CloseCode::RoomReset`] they reconnect to the state of its log at that time.
    pub async fn end(&self, code: CloseCode) {
        // If the room is gone, there is nothing to do.
        let _ = self.inbox.send(Box::new(Message::End { code })).await;
        self.inbox.closed().await;
    }

    /// Returns the room's summary, or `None` if the room is gone or too busy to answer.
    pub async fn summary(&self) -> Option<Summary> {
        let (answer, summary) = oneshot::channel();
        let asked = Box::new(Message::Asked { answer });
        self.spectator_inbox.try_send(asked).ok()?;
        summary.await.ok()
    }

    /// Returns what the operator may know of the room, or `None` if the room is gone or too busy to
    /// answer.
    pub async fn inspect(&self) -> Option<Inspection> {
        let (answer, inspection) = oneshot::channel();
        let inspected = Box::new(Message::Inspected { answer });
        self.spectator_inbox.try_send(inspected).ok()?;
        inspection.await.ok()
    }

    /// Locks or unlocks the room on behalf of the operator.
    ///
    /// # Errors
    /// Returns [`Gone`] if the room has left memory.
    pub async fn set_lock(&self, locked: bool) -> Result<(), Gone> {
        let message = Box::new(Message::Input(Input::LockSet { locked }));
        self.inbox.send(message).await.map_err(|_| Gone)
    }

    /// Has a game go on without a player who has been forgotten. The room has just been restored,
    /// so its inbox is empty, and this is handled before any client joins.
    pub fn never_back(&self, player: PlayerId) {
        let message = Box::new(Message::Input(Input::NeverBack { player }));
        // If the inbox is full, this is done the next time that the room is restored.
        let _ = self.inbox.try_send(message);
    }

    /// Has the room delete the personal data of a player, and returns when that is done.
    pub async fn forget(&self, player: PlayerId) {
        let (done, is_done) = oneshot::channel();
        let message = Box::new(Message::Forgotten { player, done });
        // If the room is gone, it has no personal data.
        if self.inbox.send(message).await.is_ok() {
            let _ = is_done.await;
        }
    }

    /// Returns whether both handles reach the same room in memory.
    pub fn is_same(&self, other: &Self) -> bool {
        self.inbox.same_channel(&other.inbox)
    }

    /// Returns whether the room has left memory.
    pub fn is_gone(&self) -> bool {
        self.inbox.is_closed()
    }
}

impl Connection {
    /// Sends a client's message to the room; waits while the room is busy. A spectator's message is
    /// handled when no player's message is waiting, and this call waits for that. So each spectator
    /// has at most one message in the room's queue, and their messages stay in order.
    ///
    /// # Errors
    /// Returns [`Gone`] if the room has left memory.
    pub async fn send(&self, message: ClientMessage) -> Result<(), Gone> {
        let connection = self.leave.connection;
        if self.has_part.load(Ordering::Relaxed) {
            let message = Message::Input(Input::Message {
                connection,
                message,
            });
            let sent = self.inbox_of_room.send(Box::new(message));
            return sent.await.map_err(|_| Gone);
        }
        let (handled, is_handled) = oneshot::channel();
        let message = Box::new(Message::FromSpectator {
            connection,
            message,
            handled,
        });
        let sent = self.spectator_inbox.send(message);
        sent.await.map_err(|_| Gone)?;
        is_handled.await.map_err(|_| Gone)
    }

    /// Sends a replica's report to the room.
    ///
    /// # Errors
    /// Returns [`Gone`] if the room has left memory.
    pub async fn report(&self, report: Report) -> Result<(), Gone> {
        let connection = self.leave.connection;
        let message = Message::Input(Input::ReplicaReported { connection, report });
        let sent = self.inbox_of_room.send(Box::new(message));
        sent.await.map_err(|_| Gone)
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        // If the room is gone, there is nothing to do.
        let _ = self.leaving.send(self.connection);
    }
}
