//! The task around a replica. It receives the feed of the room's server and serves the spectators
//! on this server.

use std::{collections::VecDeque, sync::Arc};

use senda_room::{
    ConnectionId, Feed, Input, Replica, ReplicaEffect, ReplicaInput,
    protocol::{ClientMessage, CloseCode},
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

use crate::{
    cluster::RemoteConnection,
    limits,
    live::actor::{Clients, Inboxes, Message},
    net::transport::{Framed, Outlet},
    process::time::Clock,
};

/// The actor of a replica in memory. It does nothing until it is run.
#[derive(Debug)]
pub(super) struct Actor {
    room: Replica,
    /// The connection to the room itself, and the feed that has arrived over it.
    host: RemoteConnection,
    fed: mpsc::Receiver<Framed>,
    inboxes: Inboxes,
    clients: Clients,
    clock: Arc<dyn Clock>,
    shutdown: CancellationToken,
}

/// The outlet that puts the feed from the room's server into the replica's queue.
#[derive(Debug)]
pub(super) struct FeedOutlet(pub mpsc::Sender<Framed>);

impl Outlet for FeedOutlet {
    fn send(&self, texts: VecDeque<Framed>) -> bool {
        texts.into_iter().all(|text| self.0.try_send(text).is_ok())
    }
}

/// An event that wakes the actor.
enum Event {
    Left(ConnectionId),
    Due,
    TurnOfTheCrowd,
    Fed(Framed),
    Message(Box<Message>),
}

impl Actor {
    pub fn new(
        room: Replica,
        (host, fed): (RemoteConnection, mpsc::Receiver<Framed>),
        inboxes: Inboxes,
        clock: Arc<dyn Clock>,
        shutdown: CancellationToken,
    ) -> Box<Self> {
        Box::new(Self {
            room,
            host,
            fed,
            inboxes,
            clients: Clients::new(),
            clock,
            shutdown,
        })
    }

    /// Runs until the server stops, the room ends or can't be followed, or there has been no
    /// spectator for [`limits::RESTS`]. Returns the close code that the clients were sent.
    pub async fn run(mut self: Box<Self>) -> CloseCode {
        let mut idle_since = None;
        let code = loop {
            let is_deserted = self.room.is_deserted();
            let leaves =
                is_deserted.then(|| *idle_since.get_or_insert_with(Instant::now) + limits::RESTS);
            if leaves.is_none() {
                idle_since = None;
            }
            let due = self.room.deadline().map(|due| self.clock.instant(due));
            let wake = due.into_iter().chain(leaves).min();
            let turn = self.clients.turn();
            let event = tokio::select! {
                biased;
                () = self.shutdown.cancelled() => break CloseCode::Restarting,
                code = &mut self.host.closing => break code.unwrap_or(CloseCode::Restarting),
                Some(connection) = self.inboxes.leaving.recv() => Event::Left(connection),
                Some(text) = self.fed.recv() => Event::Fed(text),
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => Event::Due,
                () = sleep_until(turn.unwrap_or_else(Instant::now)), if turn.is_some() => {
                    Event::TurnOfTheCrowd
                }
                Some(message) = self.inboxes.inbox.recv() => Event::Message(message),
                Some(message) = self.inboxes.spectator_inbox.recv() => Event::Message(message),
            };
            let rests = leaves.is_some_and(|at| at <= Instant::now());
            if rests && matches!(event, Event::Due) {
                break CloseCode::RoomReset;
            }
            if let Err(code) = self.handle(event).await {
                break code;
            }
        };
        self.clients.close_all(code);
        code
    }

    async fn handle(&mut self, event: Event) -> Result<(), CloseCode> {
        match event {
            Event::Left(connection) => {
                self.clients.remove(connection);
                self.step(ReplicaInput::Left { connection }).await
            }
            Event::Due => self.step(ReplicaInput::Tick).await,
            Event::TurnOfTheCrowd => {
                self.clients.send_to_some_of_the_crowd();
                self.forget_lost().await
            }
            Event::Fed(text) => {
                let feed: Result<Feed, _> = serde_json::from_slice(&text.0);
                // The other server has another version.
                let feed = feed.map_err(|_| CloseCode::RoomReset)?;
                self.step(ReplicaInput::Fed(feed)).await
            }
            Event::Message(message) => self.take(*message).await,
        }
    }

    async fn take(&mut self, message: Message) -> Result<(), CloseCode> {
        match message {
            Message::Join {
                connection,
                client,
                joined,
                input: Input::Joined { person, since, .. },
                ..
            } => {
                // A client whose `joined` is dropped without an answer joins the room itself.
                if !self.room.takes(&person) || joined.send(()).is_err() {
                    return Ok(());
                }
                self.clients.insert(connection, client);
                self.step(ReplicaInput::Joined {
                    connection,
                    person,
                    since,
                })
                .await
            }
            Message::FromSpectator {
                connection,
                message,
                handled,
            } => {
                // A client that has disconnected meanwhile does not wait.
                let _ = handled.send(());
                match message {
                    ClientMessage::Sync { since } => {
                        self.step(ReplicaInput::Synced { connection, since }).await
                    }
                    // Whether a spectator's page is visible makes no difference, and all other
                    // messages are for the room.
                    _ => Ok(()),
                }
            }
            Message::Forgotten { player, done } => {
                self.step(ReplicaInput::Forgotten { player }).await?;
                // The caller may be gone.
                let _ = done.send(());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn step(&mut self, input: ReplicaInput) -> Result<(), CloseCode> {
        let effects = self.room.step(self.clock.now(), input);
        let effects = effects.map_err(|why| {
            tracing::error!(%why, "a room can't be followed any more");
            CloseCode::RoomReset
        })?;
        for effect in effects {
            match effect {
                ReplicaEffect::Send { to, message } => {
                    let (text, shapes) = senda_wire::pack(&message);
                    self.clients.queue(&to, &Framed::of(text), shapes);
                }
                ReplicaEffect::Close { connection, code } => self.clients.close(connection, code),
                ReplicaEffect::Report(report) => {
                    let report = serde_json::to_string(&report).expect("plain values");
                    // Messages that are ready must not wait for the room.
                    self.clients.send();
                    let sent = self.host.send(&report).await;
                    sent.map_err(|_| CloseCode::Restarting)?;
                }
            }
        }
        self.clients.send();
        Box::pin(self.forget_lost()).await
    }

    /// Removes the clients whose connections were closed because they were too slow.
    async fn forget_lost(&mut self) -> Result<(), CloseCode> {
        for connection in self.clients.take_lost() {
            self.step(ReplicaInput::Left { connection }).await?;
        }
        Ok(())
    }
}
