//! The task around a room: it takes inputs in, waits until records are durable, and only then sends anything.

mod door;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, atomic::Ordering},
};

use senda_room::{
    ConnectionId, Effect, Input, Room,
    protocol::{CloseCode, ServerMessage, You},
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

use self::door::{ClientHandle, Desertion, Message};
pub use self::door::{Connection, Gone, Stub};
use crate::{
    bots::Bots,
    chance::SystemEntropy,
    limits,
    lobby::Line,
    push::{Push, Told},
    room_id::RoomId,
    store::{Lease, Log, NotStored},
    time::Clock,
    transport::Framed,
};

/// A room in memory; nothing happens until it is run.
#[derive(Debug)]
pub struct Actor<L> {
    room_id: RoomId,
    room: Room,
    log: L,
    line: Line,
    clock: Arc<dyn Clock>,
    lease: Lease,
    shutdown: CancellationToken,
    /// From those who have a part: heard before the others.
    inbox: mpsc::Receiver<Box<Message>>,
    /// From those who come, and from those who only watch.
    spectator_inbox: mpsc::Receiver<Box<Message>>,
    leaving: mpsc::UnboundedReceiver<ConnectionId>,
    desertion: Arc<Desertion>,
    clients: BTreeMap<ConnectionId, ClientHandle>,
    /// Those for whom this step has something, and who are told it as soon as nothing is to be stored.
    told: Vec<ConnectionId>,
    /// Those of a crowd for whom something waits, in the order of their turns.
    waiting: VecDeque<ConnectionId>,
    /// Whether the log has changed, so that the room must not continue from what is in memory.
    is_old: bool,
    /// When the next of them have theirs.
    turn: Instant,
    bots: Bots,
    push: Push,
    /// The bots' answers for this room; `None` before the first question.
    thoughts: Option<Thoughts>,
}

/// Where bots put their answers, and where the actor takes them from.
type Thoughts = (mpsc::Sender<Box<Input>>, mpsc::Receiver<Box<Input>>);

/// What wakes an actor.
enum Event {
    Left(ConnectionId),
    Due,
    TurnOfTheCrowd,
    Thought(Box<Input>),
    Message(Box<Message>),
}

/// Why an actor ended, other than by a panic.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum End {
    /// The server is stopping.
    Shutdown,
    /// Nobody was there for a while, or another room needed its place.
    Deserted,
    /// A record could not be stored. Nobody was told of it.
    NotStored(NotStored),
}

/// What a room needs besides itself.
#[derive(Debug)]
pub struct RoomContext<L> {
    /// Where its records go.
    pub log: L,
    /// Its line in the lobby.
    pub line: Line,
    /// Thinks for the bots.
    pub bots: Bots,
    /// Notifies people who are not looking.
    pub push: Push,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// While it holds, what is in memory may be sent.
    pub lease: Lease,
    /// Cancelled when the server stops, or the lease ends.
    pub shutdown: CancellationToken,
}

/// A room's actor and the way to reach it.
pub fn channel<L: Log>(
    room_id: RoomId,
    room: Room,
    context: RoomContext<L>,
) -> (Stub, Box<Actor<L>>) {
    let (inbox_sender, inbox) = mpsc::channel(limits::INBOX);
    let (spectator_sender, spectator_inbox) = mpsc::channel(limits::INBOX);
    // Not bounded, so that leaving can't fail; each link leaves once, and links are limited.
    let (leaving_sender, leaving) = mpsc::unbounded_channel();
    let RoomContext {
        log,
        line,
        bots,
        push,
        clock,
        lease,
        shutdown,
    } = context;
    let desertion = Arc::new(Desertion::now());
    let stub = Stub {
        inbox: inbox_sender,
        spectator_inbox: spectator_sender,
        leaving: leaving_sender,
        links: Arc::default(),
        desertion: desertion.clone(),
    };
    let clients = BTreeMap::new();
    let actor = Box::new(Actor {
        room_id,
        room,
        log,
        line,
        clock,
        lease,
        shutdown,
        inbox,
        spectator_inbox,
        leaving,
        desertion,
        clients,
        told: Vec::new(),
        waiting: VecDeque::new(),
        is_old: false,
        turn: Instant::now(),
        bots,
        push,
        thoughts: None,
    });
    (stub, actor)
}

impl<L: Log> Actor<L> {
    /// Runs until the server stops, nobody has been there for [`limits::DESERTED`], or a record can't be stored. Boxed:
    /// a task would otherwise hold it twice, as an argument and in its future.
    pub async fn run(mut self: Box<Self>) -> End {
        let mut idle_since = None;
        loop {
            let due = self.room.deadline().map(|due| self.clock.instant(due));
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
            let event = tokio::select! {
                biased;
                () = self.shutdown.cancelled() => {
                    self.close_all(CloseCode::Restarting);
                    return Box::pin(self.rest(End::Shutdown)).await;
                }
                Some(link) = self.leaving.recv() => Event::Left(link),
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => Event::Due,
                () = sleep_until(self.turn), if !self.waiting.is_empty() => Event::TurnOfTheCrowd,
                Some(thought) = next(&mut self.thoughts) => Event::Thought(thought),
                Some(message) = self.inbox.recv() => Event::Message(message),
                Some(message) = self.spectator_inbox.recv() => match *message {
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
            // Boxed: a room waits most of the time, and would otherwise keep the space for it.
            let done = Box::pin(self.see_to(event)).await;
            if let Err(reason) = done {
                self.close_all(match reason {
                    NotStored::Unable(_) => CloseCode::NoStorage,
                    NotStored::Ended => CloseCode::Restarting,
                    NotStored::Taken | NotStored::Refused(_) | NotStored::Damaged(_) => {
                        CloseCode::RoomReset
                    }
                });
                return End::NotStored(reason);
            }
            if self.is_old {
                self.close_all(CloseCode::RoomReset);
                return End::Deserted;
            }
            self.desertion.note(self.room.is_deserted());
            self.line.show(self.room.listing());
        }
    }

    /// Leaves memory. The room's summary stays, for requests while it is gone. Call it boxed: every room would
    /// otherwise keep the space for it.
    async fn rest(&self, end: End) -> End {
        if self.lease.holds() {
            let summary = self.room.summary();
            self.log.keep_summary(self.room_id, summary).await;
        }
        end
    }

    async fn see_to(&mut self, event: Event) -> Result<(), NotStored> {
        match event {
            Event::Left(link) => self.leave(link).await,
            Event::Due => self.step(Input::Tick).await,
            Event::TurnOfTheCrowd => self.tell_some_of_the_crowd().await,
            Event::Thought(thought) => self.step(*thought).await,
            Event::Message(message) => self.take(*message).await,
        }
    }

    async fn take(&mut self, message: Message) -> Result<(), NotStored> {
        match message {
            Message::Join {
                link,
                person,
                since,
                client,
                joined,
            } => {
                // If the caller is gone, its leaving was handled before, and nothing would remove this client.
                if joined.send(()).is_err() {
                    return Ok(());
                }
                self.clients.insert(link, client);
                self.step(Input::Joined {
                    connection: link,
                    person,
                    since,
                })
                .await
            }
            Message::Said { link, up, heard } => {
                if let Some(heard) = heard {
                    // If the sender is gone, nobody is waiting.
                    let _ = heard.send(());
                }
                self.step(Input::Message {
                    connection: link,
                    message: up,
                })
                .await
            }
            Message::Rung { at } => self.step(Input::Rung { at }).await,
            Message::Reread => {
                self.is_old = true;
                Ok(())
            }
            Message::Dismissed { stays } => {
                // The caller may be gone.
                let _ = stays.send(());
                Ok(())
            }
            Message::Cut { player } => {
                for link in self.room.connections_of(player) {
                    self.close(link, CloseCode::RoomReset);
                    self.step(Input::Left { connection: link }).await?;
                }
                Ok(())
            }
            Message::Asked { answer } => {
                let _ = answer.send(self.room.summary());
                Ok(())
            }
        }
    }

    /// What somebody said before leaving still counts, and it is waiting in the other queue.
    async fn leave(&mut self, link: ConnectionId) -> Result<(), NotStored> {
        for _ in 0..self.inbox.len() {
            match self.inbox.try_recv() {
                Ok(message) if !self.shutdown.is_cancelled() => self.take(*message).await?,
                _ => break,
            }
        }
        self.clients.remove(&link);
        self.step(Input::Left { connection: link }).await
    }

    /// Carries out the effects of an input in order, and of the inputs that these lead to.
    async fn step(&mut self, input: Input) -> Result<(), NotStored> {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let effects = self.room.step(self.clock.now(), input, &mut SystemEntropy);
            self.may_tell()?;
            for effect in effects {
                match effect {
                    Effect::Append {
                        record,
                        finished,
                        alarm,
                    } => {
                        // What is stored already must not wait for the disk.
                        self.send(&mut inputs);
                        let room = self.room_id;
                        self.log.append(room, record, finished, alarm).await?;
                        self.may_tell()?;
                    }
                    Effect::Alarm(alarm) => self.log.keep_alarm(self.room_id, alarm).await,
                    Effect::Tell { to, message: down } => {
                        if let ServerMessage::You(you) = &down {
                            self.note_part(&to, you);
                        }
                        let (text, shapes) = senda_wire::pack(&down);
                        self.tell(&to, &Framed::of(text), shapes, &mut inputs);
                    }
                    Effect::Think(question) => {
                        let answer = self.thoughts();
                        self.bots.ask(question, answer);
                    }
                    Effect::Hint { to, question } => {
                        let answer = self.thoughts();
                        self.bots.advise(to, question, answer);
                    }
                    Effect::Notify(news) => self.push.tell(self.room_id, Told::Person(news)),
                    Effect::Announce(announcement) => {
                        self.push.tell(self.room_id, Told::Channel(announcement));
                    }
                    Effect::Close { connection, code } => self.close(connection, code),
                }
            }
            self.send(&mut inputs);
        }
        Ok(())
    }

    /// Unless the lease holds, another process may have taken the room over. So the lease is checked after an input and
    /// before anybody is sent its effects: then nobody can have seen anything newer elsewhere before they came here.
    fn may_tell(&self) -> Result<(), NotStored> {
        if self.lease.holds() {
            Ok(())
        } else {
            Err(NotStored::Ended)
        }
    }

    /// Tells some of those for whom something waits, so that a crowd holds up nobody who plays.
    async fn tell_some_of_the_crowd(&mut self) -> Result<(), NotStored> {
        self.turn = Instant::now() + limits::CROWD_PAUSE;
        for _ in 0..limits::CROWD_TOLD_TOGETHER.min(self.waiting.len()) {
            let link = self.waiting.pop_front().expect("one of them");
            let follows = self
                .clients
                .get_mut(&link)
                .is_none_or(ClientHandle::catch_up);
            if !follows {
                self.close(link, CloseCode::TooSlow);
                self.step(Input::Left { connection: link }).await?;
            }
        }
        Ok(())
    }

    /// Where bots put their answers.
    fn thoughts(&mut self) -> mpsc::Sender<Box<Input>> {
        let (sender, _) = self.thoughts.get_or_insert_with(|| mpsc::channel(1));
        sender.clone()
    }

    /// Has something for those connections, which [`Actor::send`] sends. Each of a crowd has to wait for
    /// their turn, unless they are told something of their own before.
    fn tell(
        &mut self,
        to: &[ConnectionId],
        text: &Framed,
        shapes: u32,
        inputs: &mut VecDeque<Input>,
    ) {
        for &link in to {
            let Some(client) = self.clients.get_mut(&link) else {
                continue;
            };
            if to.len() <= limits::CROWD {
                self.told.push(link);
            } else if client.later.is_empty() {
                self.waiting.push_back(link);
            }
            client.push(text, shapes);
            if client.later.len() > limits::OUTBOX {
                self.lose(link, inputs);
            }
        }
    }

    /// Sends what the step has for each connection, in one write for all of it.
    fn send(&mut self, inputs: &mut VecDeque<Input>) {
        let mut told = std::mem::take(&mut self.told);
        for link in told.drain(..) {
            let client = self.clients.get_mut(&link);
            if !client.is_none_or(ClientHandle::catch_up) {
                self.lose(link, inputs);
            }
        }
        self.told = told;
    }

    /// Ends the connection of one who can't follow.
    fn lose(&mut self, link: ConnectionId, inputs: &mut VecDeque<Input>) {
        self.close(link, CloseCode::TooSlow);
        inputs.push_back(Input::Left { connection: link });
    }

    /// Those who have a part in the room are heard before those who only watch.
    fn note_part(&self, links: &[ConnectionId], you: &You) {
        let has_part = you.seat.is_some() || you.host;
        for client in links.iter().filter_map(|link| self.clients.get(link)) {
            client.has_part.store(has_part, Ordering::Relaxed);
        }
    }

    fn close(&mut self, link: ConnectionId, code: CloseCode) {
        if let Some(mut client) = self.clients.remove(&link) {
            // Whoever is too slow for the rest returns to it.
            let _ = client.catch_up();
            // Whoever has gone already needs no reason.
            let _ = client.closing.send(code);
        }
    }

    fn close_all(&mut self, code: CloseCode) {
        for (_, mut client) in std::mem::take(&mut self.clients) {
            // Whoever is too slow for the rest returns to it.
            let _ = client.catch_up();
            // Whoever has gone already needs no reason.
            let _ = client.closing.send(code);
        }
    }
}

/// The next answer of a bot; waits for ever if none was asked.
async fn next(thoughts: &mut Option<Thoughts>) -> Option<Box<Input>> {
    thoughts.as_mut()?.1.recv().await
}
