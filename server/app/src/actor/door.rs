//! The way to a room: joining it, talking to it, and leaving.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use super::clients::ClientHandle;
use crate::{limits, transport::Outlet};
use senda_room::{
    ConnectionId, Person, PlayerId, Report, Summary, Time,
    protocol::{ClientMessage, CloseCode, Since},
};
use tokio::{
    sync::{
        mpsc::{self, error::TrySendError},
        oneshot,
    },
    time::Instant,
};

/// Reaches a room; cheap to clone.
#[derive(Clone, Debug)]
pub struct Stub {
    /// Boxed, as below: every room's queue reserves space for dozens of messages.
    pub(super) inbox: mpsc::Sender<Box<Message>>,
    pub(super) spectator_inbox: mpsc::Sender<Box<Message>>,
    pub(super) leaving: mpsc::UnboundedSender<ConnectionId>,
    pub(super) links: Arc<AtomicU64>,
    pub(super) desertion: Arc<Desertion>,
}

/// Where a room finds what others bring it.
#[derive(Debug)]
pub struct Inboxes {
    /// From those who have a part: heard before the others.
    pub inbox: mpsc::Receiver<Box<Message>>,
    /// From those who come, and from those who only watch.
    pub spectator_inbox: mpsc::Receiver<Box<Message>>,
    /// Those who have gone.
    pub leaving: mpsc::UnboundedReceiver<ConnectionId>,
    pub(super) desertion: Arc<Desertion>,
}

/// A new way to a room, and where that finds what comes by it.
pub fn open() -> (Stub, Inboxes) {
    let (inbox_sender, inbox) = mpsc::channel(limits::INBOX);
    let (spectator_sender, spectator_inbox) = mpsc::channel(limits::INBOX);
    // Not bounded, so that leaving can't fail; each link leaves once, and links are limited.
    let (leaving_sender, leaving) = mpsc::unbounded_channel();
    let desertion = Arc::new(Desertion::now());
    let stub = Stub {
        inbox: inbox_sender,
        spectator_inbox: spectator_sender,
        leaving: leaving_sender,
        links: Arc::default(),
        desertion: desertion.clone(),
    };
    let inboxes = Inboxes {
        inbox,
        spectator_inbox,
        leaving,
        desertion,
    };
    (stub, inboxes)
}

/// Since when nobody has been in a room; read when a room has to leave memory.
#[derive(Debug)]
pub(super) struct Desertion(Mutex<Option<Instant>>);

impl Desertion {
    /// At first nobody is there.
    pub fn now() -> Self {
        Self(Mutex::new(Some(Instant::now())))
    }

    /// Notes whether somebody is there now.
    pub fn note(&self, is_deserted: bool) {
        let mut since = self.since();
        if !is_deserted {
            *since = None;
        } else if since.is_none() {
            *since = Some(Instant::now());
        }
    }

    fn since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The room is no longer in memory. If asked again, the registry brings it back.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Gone;

/// What others bring a room.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Message {
    /// Somebody comes. Who is not told that they are in has to look elsewhere.
    Join {
        link: ConnectionId,
        person: Person,
        since: Option<Since>,
        client: ClientHandle,
        joined: oneshot::Sender<()>,
    },
    /// A follower comes.
    Follow {
        link: ConnectionId,
        client: ClientHandle,
        joined: oneshot::Sender<()>,
    },
    /// A follower says something.
    Reported { link: ConnectionId, report: Report },
    /// Somebody says something.
    Said {
        link: ConnectionId,
        up: ClientMessage,
        /// Answered once the message has been handled.
        heard: Option<oneshot::Sender<()>>,
    },
    /// The room's place in memory is needed. If somebody is there, it stays and answers.
    Dismissed { stays: oneshot::Sender<()> },
    /// The room was brought back for its alarm, which was set for that time.
    Rung { at: Time },
    /// The log has changed: all connections are closed, and the room is restored from it.
    Reread,
    /// The room was restored without the name of a person, who is nobody any more.
    NeverBack { player: PlayerId },
    /// The server keeps nothing of a person any more.
    Forgotten {
        player: PlayerId,
        done: oneshot::Sender<()>,
    },
    /// Asks for the room's summary.
    Asked { answer: oneshot::Sender<Summary> },
}

/// A client's side of a connection to a room. Dropping it leaves the room.
#[derive(Debug)]
pub struct Connection {
    /// Why the room closed the connection; an error if the room failed and could not say.
    pub closing: oneshot::Receiver<CloseCode>,
    leave: Leave,
    /// Whether it is that of one who plays, or of the host.
    has_part: Arc<AtomicBool>,
    inbox_of_room: mpsc::Sender<Box<Message>>,
    spectator_inbox: mpsc::Sender<Box<Message>>,
}

#[derive(Debug)]
struct Leave {
    link: ConnectionId,
    leaving: mpsc::UnboundedSender<ConnectionId>,
}

impl Stub {
    /// Connects someone, who may have something of the room from before. The room sends what it says
    /// through `outlet`.
    ///
    /// # Errors
    /// The room is gone.
    pub async fn join(
        &self,
        person: Person,
        since: Option<Since>,
        outlet: Arc<dyn Outlet>,
    ) -> Result<Connection, Gone> {
        let (connection, client) = self.connect(outlet);
        let (joined, answer) = oneshot::channel();
        let message = Box::new(Message::Join {
            link: connection.leave.link,
            person,
            since,
            client,
            joined,
        });
        self.spectator_inbox.send(message).await.map_err(|_| Gone)?;
        answer.await.map_err(|_| Gone)?;
        Ok(connection)
    }

    /// Connects a follower, which is fed through `outlet`.
    ///
    /// # Errors
    /// The room is gone.
    pub async fn follow(&self, outlet: Arc<dyn Outlet>) -> Result<Connection, Gone> {
        let (connection, client) = self.connect(outlet);
        let (joined, answer) = oneshot::channel();
        let message = Box::new(Message::Follow {
            link: connection.leave.link,
            client,
            joined,
        });
        self.inbox.send(message).await.map_err(|_| Gone)?;
        answer.await.map_err(|_| Gone)?;
        Ok(connection)
    }

    /// Both sides of a new connection.
    fn connect(&self, outlet: Arc<dyn Outlet>) -> (Connection, ClientHandle) {
        let link = ConnectionId(self.links.fetch_add(1, Ordering::Relaxed));
        let (close, closing) = oneshot::channel();
        let has_part = Arc::<AtomicBool>::default();
        let client = ClientHandle::new(outlet, close, has_part.clone());
        let leave = Leave {
            link,
            leaving: self.leaving.clone(),
        };
        let connection = Connection {
            closing,
            leave,
            has_part,
            inbox_of_room: self.inbox.clone(),
            spectator_inbox: self.spectator_inbox.clone(),
        };
        (connection, client)
    }

    /// Since when nobody has been in the room; `None` while somebody is.
    pub fn deserted_since(&self) -> Option<Instant> {
        *self.desertion.since()
    }

    /// Ends the room in memory if nobody is there; whether it has ended, for this reason or another.
    pub async fn dismiss(&self) -> bool {
        let (stays, answer) = oneshot::channel();
        match self
            .spectator_inbox
            .try_send(Box::new(Message::Dismissed { stays }))
        {
            Ok(()) => answer.await.is_err(),
            Err(TrySendError::Closed(_)) => true,
            // Many are on their way in.
            Err(TrySendError::Full(_)) => false,
        }
    }

    /// Tells the room that it was brought back for its alarm, which was set for that time.
    pub async fn ring(&self, at: Time) {
        // A room that is gone is brought back once more.
        let _ = self.inbox.send(Box::new(Message::Rung { at })).await;
    }

    /// Ends the room in memory, even if somebody is there: clients reconnect to what its log says by then.
    pub async fn reread(&self) {
        // If the room is gone, there is nothing to do.
        let _ = self.inbox.send(Box::new(Message::Reread)).await;
        self.inbox.closed().await;
    }

    /// The room's summary; `None` if it is gone or too busy to answer.
    pub async fn summary(&self) -> Option<Summary> {
        let (answer, summary) = oneshot::channel();
        let asked = Box::new(Message::Asked { answer });
        self.spectator_inbox.try_send(asked).ok()?;
        summary.await.ok()
    }

    /// Has a game go on without a person who is nobody any more. The room has just been restored, so that its inbox is
    /// empty, and this is handled before anybody comes.
    pub fn never_back(&self, player: PlayerId) {
        let message = Box::new(Message::NeverBack { player });
        // In a full inbox it waits for the next time that the room is restored.
        let _ = self.inbox.try_send(message);
    }

    /// Has the room keep nothing of a person that is theirs alone, and returns when that is so.
    pub async fn forget(&self, player: PlayerId) {
        let (done, is_done) = oneshot::channel();
        let message = Box::new(Message::Forgotten { player, done });
        // If the room is gone, it keeps nothing.
        if self.inbox.send(message).await.is_ok() {
            let _ = is_done.await;
        }
    }

    /// Whether both reach the same room in memory.
    pub fn is_same(&self, other: &Self) -> bool {
        self.inbox.same_channel(&other.inbox)
    }

    /// Whether the room is gone.
    pub fn is_gone(&self) -> bool {
        self.inbox.is_closed()
    }
}

impl Connection {
    /// Hands a message to the room; waits while the room is busy. A spectator's message is handled when no player has
    /// anything to say, and this call waits for that: so each spectator has at most one message in the room, and their
    /// messages stay in order.
    ///
    /// # Errors
    /// The room is gone.
    pub async fn say(&self, up: ClientMessage) -> Result<(), Gone> {
        let link = self.leave.link;
        if self.has_part.load(Ordering::Relaxed) {
            let heard = None;
            let said = Box::new(Message::Said { link, up, heard });
            let said = self.inbox_of_room.send(said);
            return said.await.map_err(|_| Gone);
        }
        let (heard, taken) = oneshot::channel();
        let heard = Some(heard);
        let said = Box::new(Message::Said { link, up, heard });
        let said = self.spectator_inbox.send(said);
        said.await.map_err(|_| Gone)?;
        taken.await.map_err(|_| Gone)
    }
}

impl Connection {
    /// Brings the room what a follower says.
    ///
    /// # Errors
    /// The room is gone.
    pub async fn report(&self, report: Report) -> Result<(), Gone> {
        let link = self.leave.link;
        let reported = Box::new(Message::Reported { link, report });
        let reported = self.inbox_of_room.send(reported);
        reported.await.map_err(|_| Gone)
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        // If the room is gone, nobody needs to know.
        let _ = self.leaving.send(self.link);
    }
}
