//! The task around a room. It passes inputs to the room, waits until the resulting records are
//! durable, and only then sends messages.

mod clients;
mod door;
mod milestones;
mod reports;

use std::{collections::VecDeque, sync::Arc};

use senda_room::{
    ConnectionId, Effect, Input, Room,
    protocol::{CloseCode, CommandId, ServerMessage},
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

pub use self::door::{Arrival, Connection, Gone, Inspection, Stub};
use self::milestones::Milestones;
pub(crate) use self::{
    clients::Clients,
    door::{Inboxes, Message, open},
};
use crate::{
    limits,
    live::{bots::Bots, drain::Drain, lobby::Line},
    net::{rate::Source, transport::Framed},
    notifications::push::{Push, QueuedNotification},
    process::{
        chance::SystemEntropy,
        metrics::{Counted, Metrics},
        time::Clock,
    },
};
use senda_store::{Lease, Log, NotStored, PendingWrite, RoomId};

/// The actor of a room in memory. It does nothing until it is run.
#[derive(Debug)]
pub struct Actor<L> {
    room_id: RoomId,
    room: Room,
    context: RoomContext<L>,
    inboxes: Inboxes,
    clients: Clients,
    /// The close code of all clients if the room must not continue from its state in memory: its
    /// log has changed, or the operator has closed it.
    ends: Option<CloseCode>,
    /// The channel for the answers of bots and of the store, or `None` before the first question.
    thoughts: Option<Thoughts>,
    /// The part of this room in the figures of the process.
    counted: Counted,
}

/// The channel for the answers of bots and of the store, and its receiver in the actor.
type Thoughts = (mpsc::Sender<Box<Input>>, mpsc::Receiver<Box<Input>>);

/// An event that wakes the actor.
enum Event {
    Left(ConnectionId),
    Due,
    TurnOfTheCrowd,
    Thought(Box<Input>),
    Message(Box<Message>),
}

/// The reason why an actor ended, other than a panic.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum End {
    /// The server has been asked to stop.
    Shutdown,
    /// The room was empty for a while, or another room needed its place.
    Deserted,
    /// A record could not be stored. No client was sent it.
    NotStored(NotStored),
}

/// The services that a room uses.
#[derive(Debug)]
pub struct RoomContext<L> {
    /// The log that the room's records are written to.
    pub log: L,
    /// The room's entry in the lobby's list.
    pub line: Line,
    /// The computation of the bots' decisions.
    pub bots: Bots,
    /// The address that the room was opened from in this process, or `None` if an alarm restored
    /// it.
    pub opener: Option<Source>,
    /// The notifications of people who have no page of the room open and visible.
    pub push: Push,
    /// The figures of the process.
    pub metrics: Metrics,
    /// The clock of the process.
    pub clock: Arc<dyn Clock>,
    /// The switch that keeps games from being started.
    pub drain: Drain,
    /// The lease that must hold for the room's state in memory to be sent to clients.
    pub lease: Lease,
    /// Cancelled when the server stops, or when the lease ends.
    pub shutdown: CancellationToken,
}

/// Creates a room's actor and the stub that reaches it.
pub fn channel<L: Log>(
    room_id: RoomId,
    room: Room,
    context: RoomContext<L>,
) -> (Stub, Box<Actor<L>>) {
    let (stub, inboxes) = open();
    let counted = Counted::new(&context.metrics.census, room.occupancy());
    let actor = Box::new(Actor {
        room_id,
        room,
        context,
        inboxes,
        clients: Clients::new(),
        ends: None,
        thoughts: None,
        counted,
    });
    (stub, actor)
}

impl<L: Log> Actor<L> {
    /// Runs until the server stops, the room has been empty for [`limits::DESERTED`]
    /// ([`limits::RESTS`] if it has a deadline), or a record can't be stored. Boxed: a task would
    /// otherwise hold the actor twice, as an argument and in its future.
    pub async fn run(mut self: Box<Self>) -> End {
        let mut idle_since = None;
        loop {
            let due = self
                .room
                .deadline()
                .map(|due| self.context.clock.instant(due));
            let leaves = self.room.can_rest().then(|| {
                let patience = match due {
                    Some(_) => limits::RESTS,
                    None => limits::DESERTED,
                };
                *idle_since.get_or_insert_with(Instant::now) + patience
            });
            if leaves.is_none() {
                idle_since = None;
            }
            let wake = due.into_iter().chain(leaves).min();
            let turn = self.clients.turn();
            let event = tokio::select! {
                biased;
                () = self.context.shutdown.cancelled() => {
                    self.clients.close_all(CloseCode::Restarting);
                    return Box::pin(self.rest(End::Shutdown)).await;
                }
                Some(connection) = self.inboxes.leaving.recv() => Event::Left(connection),
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => Event::Due,
                () = sleep_until(turn.unwrap_or_else(Instant::now)), if turn.is_some() => {
                    Event::TurnOfTheCrowd
                }
                Some(thought) = next(&mut self.thoughts) => Event::Thought(thought),
                Some(message) = self.inboxes.inbox.recv() => Event::Message(message),
                Some(message) = self.inboxes.spectator_inbox.recv() => match *message {
                    Message::Dismissed { .. } if self.room.is_deserted() => {
                        return Box::pin(self.rest(End::Deserted)).await;
                    }
                    _ => Event::Message(message),
                },
            };
            let is_time = |at: Instant| at <= Instant::now();
            let rests = leaves.is_some_and(is_time) && !due.is_some_and(is_time);
            if rests && matches!(event, Event::Due) {
                return Box::pin(self.rest(End::Deserted)).await;
            }
            // Boxed: a room waits most of the time, and would otherwise reserve the space for this
            // future.
            let done = Box::pin(self.handle(event)).await;
            if let Err(reason) = done {
                self.clients.close_all(match reason {
                    NotStored::Unable(_) => CloseCode::NoStorage,
                    NotStored::Ended => CloseCode::Restarting,
                    NotStored::Taken | NotStored::Refused(_) | NotStored::Damaged(_) => {
                        CloseCode::RoomReset
                    }
                });
                return End::NotStored(reason);
            }
            if let Some(code) = self.ends {
                self.clients.close_all(code);
                return End::Deserted;
            }
            self.inboxes.note(self.room.is_deserted());
            self.context.line.show(self.room.listing());
            self.counted.update(self.room.occupancy());
        }
    }

    /// Leaves memory. The room's summary is stored for requests while the room is not in memory.
    /// Callers must box the future: every room would otherwise reserve the space for it.
    async fn rest(&self, end: End) -> End {
        if self.context.lease.holds() {
            let summary = self.room.summary();
            self.context.log.keep_summary(self.room_id, summary).await;
        }
        end
    }

    async fn handle(&mut self, event: Event) -> Result<(), NotStored> {
        match event {
            Event::Left(connection) => self.leave(connection).await,
            Event::Due => self.step(Input::Tick).await,
            Event::TurnOfTheCrowd => {
                self.clients.send_to_some_of_the_crowd();
                for connection in self.clients.take_lost() {
                    self.step(Input::Left { connection }).await?;
                }
                Ok(())
            }
            Event::Thought(thought) => self.step(*thought).await,
            Event::Message(message) => self.take(*message).await,
        }
    }

    async fn take(&mut self, message: Message) -> Result<(), NotStored> {
        let waiting = self.inboxes.waiting() as u64;
        self.context.metrics.play.inbox.record(waiting);
        match message {
            Message::Join {
                connection,
                network,
                client,
                joined,
                input,
            } => {
                // If the caller is gone, its leaving was handled before, and nothing would remove
                // this client.
                if joined.send(()).is_err() {
                    return Ok(());
                }
                self.clients.insert(connection, client);
                if let Some((player, network)) = network {
                    self.step(Input::CameFrom { player, network }).await?;
                }
                self.step(input).await
            }
            Message::Input(input) => self.step(input).await,
            Message::FromSpectator {
                connection,
                message,
                handled,
            } => {
                // If the sender is gone, no task waits for this.
                let _ = handled.send(());
                self.step(Input::Message {
                    connection,
                    message,
                })
                .await
            }
            Message::End { code } => {
                self.ends = Some(code);
                Ok(())
            }
            Message::Dismissed { stays } => {
                // The caller may be gone.
                let _ = stays.send(());
                Ok(())
            }
            Message::Forgotten { player, done } => {
                self.step(Input::Forgotten { player }).await?;
                // The caller may be gone.
                let _ = done.send(());
                Ok(())
            }
            Message::Inspected { answer } => {
                let _ = answer.send(Inspection {
                    summary: self.room.summary(),
                    occupancy: self.room.occupancy(),
                    is_public: self.room.is_public(),
                });
                Ok(())
            }
            Message::Asked { answer } => {
                let _ = answer.send(self.room.summary());
                Ok(())
            }
        }
    }

    /// Removes a client. The messages that it sent before it left still count, and they may wait in
    /// the other queue.
    async fn leave(&mut self, connection: ConnectionId) -> Result<(), NotStored> {
        for _ in 0..self.inboxes.inbox.len() {
            match self.inboxes.inbox.try_recv() {
                Ok(message) if !self.context.shutdown.is_cancelled() => self.take(*message).await?,
                _ => break,
            }
        }
        self.clients.remove(connection);
        self.step(Input::Left { connection }).await
    }

    /// Executes the effects of an input in order, and those of the inputs that result from them.
    async fn step(&mut self, input: Input) -> Result<(), NotStored> {
        let mut inputs = VecDeque::from([input]);
        self.room.set_may_start(!self.context.drain.is_on());
        while let Some(input) = inputs.pop_front() {
            let effects = self
                .room
                .step(self.context.clock.now(), input, &mut SystemEntropy);
            self.check_lease()?;
            for effect in effects {
                match effect {
                    Effect::Append {
                        record,
                        finished,
                        alarm,
                    } => {
                        // Messages whose records are stored already must not wait for the disk.
                        self.send(&mut inputs);
                        let room = self.room_id;
                        let occupancy = || self.room.occupancy();
                        let milestones = Milestones::of(&record, finished.as_ref(), occupancy);
                        let begun = Instant::now();
                        self.context
                            .log
                            .append(room, record, finished, alarm)
                            .await?;
                        let play = &self.context.metrics.play;
                        play.append.record_time(begun.elapsed());
                        milestones.count(room, self.counted.occupancy().game, play);
                        self.check_lease()?;
                    }
                    Effect::Name {
                        player,
                        name,
                        reply_to,
                    } => {
                        let stored = self.context.log.keep_name(player, name).await;
                        if let Some(reply_to) = reply_to {
                            let answer = self.thoughts();
                            tokio::spawn(answer_name(stored, reply_to, answer));
                        } else {
                            // The record of the same command has waited for the disk as well, and
                            // the answer to the command waits here.
                            is_stored(stored).await;
                        }
                    }
                    Effect::Report {
                        report,
                        sender,
                        cause,
                    } => {
                        inputs.push_back(self.report(report, (sender, cause)).await);
                    }
                    Effect::Alarm(alarm) => self.context.log.keep_alarm(self.room_id, alarm).await,
                    Effect::Send { to, message } => {
                        if let ServerMessage::You(you) = &message {
                            self.clients.note_part(&to, you);
                        }
                        let (text, shapes) = senda_wire::pack(&message);
                        self.clients.queue(&to, &Framed::of(text), shapes);
                        inputs.extend(self.lost());
                    }
                    Effect::Feed { to, feed } => {
                        let text = serde_json::to_string(&feed).expect("plain values");
                        // Only another server receives it, without a frame.
                        let text = Framed(text.into_bytes().into());
                        self.clients.queue(&to, &text, 0);
                        inputs.extend(self.lost());
                    }
                    Effect::Think(question) => {
                        let answer = self.thoughts();
                        self.context.bots.ask(self.context.opener, question, answer);
                    }
                    Effect::Hint { to, question } => {
                        let answer = self.thoughts();
                        self.context
                            .bots
                            .advise(self.context.opener, to, question, answer);
                    }
                    Effect::Notify(notification) => self
                        .context
                        .push
                        .queue(self.room_id, QueuedNotification::Person(notification)),
                    Effect::Announce(announcement) => {
                        self.context
                            .push
                            .queue(self.room_id, QueuedNotification::Channel(announcement));
                    }
                    Effect::Close { connection, code } => self.clients.close(connection, code),
                }
            }
            self.send(&mut inputs);
        }
        Ok(())
    }

    /// Checks that the lease holds: without it, another process may have taken the room over. The
    /// lease is checked after an input and before its effects are sent. So no client can have seen
    /// anything newer on another server before it came here.
    fn check_lease(&self) -> Result<(), NotStored> {
        if self.context.lease.holds() {
            Ok(())
        } else {
            Err(NotStored::Ended)
        }
    }

    /// Sends the queued messages of each connection.
    fn send(&mut self, inputs: &mut VecDeque<Input>) {
        self.clients.send();
        inputs.extend(self.lost());
    }

    /// Returns the inputs for the connections that were closed because they were too slow.
    fn lost(&mut self) -> impl Iterator<Item = Input> + use<L> {
        let lost = self.clients.take_lost().into_iter();
        lost.map(|connection| Input::Left { connection })
    }

    /// Returns the sender for the answers of bots and of the store.
    fn thoughts(&mut self) -> mpsc::Sender<Box<Input>> {
        let (sender, _) = self.thoughts.get_or_insert_with(|| mpsc::channel(1));
        sender.clone()
    }
}

/// Answers a command that changes a name, when the name is stored. The room does not wait for that:
/// a crowd whose members change their names would delay the players.
async fn answer_name(
    stored: PendingWrite,
    (connection, id): (ConnectionId, CommandId),
    answer: mpsc::Sender<Box<Input>>,
) {
    is_stored(stored).await;
    // If the room is gone, so is the connection.
    let _ = answer.send(Box::new(Input::Named { connection, id })).await;
}

/// Waits until a name is stored. If it can't be stored, the player still has it in this room, and
/// may set it again.
async fn is_stored(stored: PendingWrite) {
    if let Err(reason) = stored.wait().await {
        tracing::warn!(%reason, "a name was not stored");
    }
}

/// Returns the next answer of a bot or of the store, or `None` at once if there was no question
/// yet, which disables the branch of the actor's `select!`.
async fn next(thoughts: &mut Option<Thoughts>) -> Option<Box<Input>> {
    thoughts.as_mut()?.1.recv().await
}
