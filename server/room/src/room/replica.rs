//! A replica of a room that runs on another server. It serves spectators.

use crate::{
    audience::{Audience, Moment},
    decide,
    limits::PRESENCE_EVERY_MS,
    log::{LogEvent, Record},
    person::{Person, PlayerId},
    protocol::{CloseCode, ServerMessage, Since},
    state::RoomState,
    step::{Beginning, ClockTimes, ConnectionId, Effect, Feed, FeedPayload, Report},
    time::Time,
};

/// A replica of a room that runs on another server, for the spectators on this one: a state machine
/// driven by [`Replica::step`]. It makes no decisions and stores nothing.
///
/// A client that connects, or requests a full update, receives nothing before the room has
/// confirmed, after that request, that it is still on its server. If the room has moved, other
/// clients may already have received a newer state.
#[derive(Clone, Debug)]
pub struct Replica {
    state: RoomState,
    clock_times: ClockTimes,
    audience: Audience,
    clocks: ClockOfRoom,
    /// The latest time, by the clock of the room.
    seen: Time,
    /// The clients that wait for an answer, each with the number of the question.
    waiting: Vec<(u64, WaitingClient)>,
    /// The number of the last question, and of the last question that was answered.
    asked: u64,
    answered: u64,
    /// The time of the last report of spectators to the room, and whether they have changed since
    /// then.
    reported: Option<Time>,
    has_changed: bool,
}

/// An input of a replica.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub enum ReplicaInput {
    /// A person has connected, and the replica [serves](Replica::takes) them.
    Joined {
        connection: ConnectionId,
        person: Person,
        since: Option<Since>,
    },
    /// The connection of a client has ended.
    Left { connection: ConnectionId },
    /// A client requests the updates that it has missed.
    Synced {
        connection: ConnectionId,
        since: Option<Since>,
    },
    /// The server has deleted the data of this person.
    Forgotten { player: PlayerId },
    /// The room has sent a feed message.
    Fed(Feed),
    /// The clock has reached [`Replica::deadline`].
    Tick,
}

/// An effect of a replica. The caller processes effects in order.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub enum ReplicaEffect {
    /// Send a message to these connections. The message is the same for all of them, so the caller
    /// serialises it once.
    Send {
        to: Vec<ConnectionId>,
        message: ServerMessage,
    },
    /// Close a connection with this code.
    Close {
        connection: ConnectionId,
        code: CloseCode,
    },
    /// Send a report to the room.
    Report(Report),
}

/// The error of a replica that received data which does not continue its state, or belongs to
/// another room.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct ReplicaError(&'static str);

/// A client that waits until the room has confirmed that it is still on its server.
#[derive(Clone, Debug)]
enum WaitingClient {
    Joined(ConnectionId, Person, Option<Since>),
    Synced(ConnectionId, Option<Since>),
}

/// The offset in milliseconds between the room's clock and the local clock. One of the two values
/// is 0.
#[derive(Copy, Clone, Debug)]
struct ClockOfRoom {
    ahead_ms: u64,
    behind_ms: u64,
}

impl ClockOfRoom {
    fn of(here: Time, there: Time) -> Self {
        Self {
            ahead_ms: there.since(here),
            behind_ms: here.since(there),
        }
    }

    /// Converts a local time to the time of the room.
    fn there(self, here: Time) -> Time {
        Time(here.plus(self.ahead_ms).since(Time(self.behind_ms)))
    }

    /// Converts a time of the room to the local time.
    fn here(self, there: Time) -> Time {
        Time(there.plus(self.behind_ms).since(Time(self.ahead_ms)))
    }
}

impl Replica {
    /// Creates a replica from the room's initial message and its log up to the version in that
    /// message. `now` is the local time, and `at` is the time of the message by the clock of the
    /// room.
    ///
    /// # Errors
    /// Returns [`ReplicaError`] if the log can't be read or does not match the message.
    pub fn begin(
        now: Time,
        mut log: Vec<Record>,
        at: Time,
        beginning: Beginning,
    ) -> Result<Self, ReplicaError> {
        log.truncate(beginning.version as usize);
        let state = RoomState::of(log);
        let mut state = state.map_err(|_| ReplicaError("its log can't be read"))?;
        state.set_timeline(beginning.timeline);
        let replica = Self {
            state,
            clock_times: beginning.clock_times,
            audience: Audience::of_replica(beginning.presence, beginning.chat),
            clocks: ClockOfRoom::of(now, at),
            seen: at,
            waiting: Vec::new(),
            asked: 0,
            answered: 0,
            reported: None,
            has_changed: false,
        };
        if replica.state.version != beginning.version {
            return Err(ReplicaError("its log is shorter"));
        }
        if replica.moment(at).as_json() != beginning.view {
            return Err(ReplicaError("its log shows another room"));
        }
        Ok(replica)
    }

    /// Returns whether the replica serves this person: it serves spectators only. The room itself
    /// serves all others.
    pub fn takes(&self, person: &Person) -> bool {
        let player = person.player;
        !person.is_bot() && !self.state.has_part(player) && player != self.state.creator
    }

    /// Returns whether no client is connected or waits.
    pub fn is_deserted(&self) -> bool {
        self.audience.is_empty() && self.waiting.is_empty()
    }

    /// Returns the local time at which the replica needs a [`ReplicaInput::Tick`].
    pub fn deadline(&self) -> Option<Time> {
        let crowd = self.audience.due(self.seen);
        let dues = [crowd, self.report_due(self.seen)];
        let due = dues.into_iter().flatten().min();
        due.map(|due| self.clocks.here(due))
    }

    /// Applies an input at a local time and returns the effects.
    ///
    /// # Errors
    /// Returns [`ReplicaError`] if a feed message does not continue the replica's state. The caller
    /// then has to serve the connected clients in another way.
    pub fn step(
        &mut self,
        now: Time,
        input: ReplicaInput,
    ) -> Result<Vec<ReplicaEffect>, ReplicaError> {
        let mut out = Vec::new();
        if let ReplicaInput::Fed(feed) = &input {
            self.clocks = ClockOfRoom::of(now, feed.at);
        }
        self.seen = self.seen.max(self.clocks.there(now));
        match input {
            ReplicaInput::Joined {
                connection,
                person,
                since,
            } => self.wait(WaitingClient::Joined(connection, person, since)),
            ReplicaInput::Synced { connection, since } => {
                self.wait(WaitingClient::Synced(connection, since));
            }
            ReplicaInput::Left { connection } => self.left(connection, &mut out),
            ReplicaInput::Forgotten { player } => {
                let id = self.state.person_id(player);
                let connections = self.audience.forget(player, id).into_iter();
                let code = CloseCode::RoomReset;
                out.extend(connections.map(|connection| Effect::Close { connection, code }));
            }
            ReplicaInput::Fed(feed) => self.fed(feed, &mut out)?,
            ReplicaInput::Tick => {}
        }
        let moment = Moment::of_replica(&self.state, &self.clock_times, self.seen);
        self.audience.send_to_crowd(&moment, &mut out);
        let effects = out.into_iter().filter_map(|effect| match effect {
            Effect::Send { to, message } => Some(ReplicaEffect::Send { to, message }),
            Effect::Close { connection, code } => Some(ReplicaEffect::Close { connection, code }),
            // The audience produces no other effects in a replica, because a replica makes no
            // decisions.
            _ => None,
        });
        let reports = [self.ask(), self.report()].into_iter().flatten();
        Ok(effects.chain(reports.map(ReplicaEffect::Report)).collect())
    }

    fn moment(&self, now: Time) -> Moment<'_> {
        Moment::of_replica(&self.state, &self.clock_times, now)
    }

    /// Applies a feed message. The messages arrive in the order in which the changes occurred.
    fn fed(&mut self, feed: Feed, out: &mut Vec<Effect>) -> Result<(), ReplicaError> {
        match feed.payload {
            FeedPayload::Beginning(_) => return Err(ReplicaError("it begins twice")),
            FeedPayload::Record {
                record,
                clock_times,
            } => {
                self.state
                    .apply(&record)
                    .map_err(|_| ReplicaError("a record does not follow"))?;
                self.clock_times = clock_times;
                self.broadcast(feed.at, &record, out);
            }
            FeedPayload::ClockTimes(clock_times) => {
                self.clock_times = clock_times;
                let moment = Moment::of_replica(&self.state, &self.clock_times, feed.at);
                self.audience.send_clock_times(&moment, out);
            }
            FeedPayload::Presence(presence) => {
                let moment = Moment::of_replica(&self.state, &self.clock_times, feed.at);
                self.audience.receive_presence(&moment, presence, out);
            }
            FeedPayload::Chat(line) => {
                let moment = Moment::of_replica(&self.state, &self.clock_times, feed.at);
                self.audience.receive_chat(&moment, line, out);
            }
            FeedPayload::StillHere(question) => self.serve(question, out),
        }
        Ok(())
    }

    /// Broadcasts the changes of a record. Before that, people who get a part in the room or are
    /// removed by the record stop receiving updates. Their connections are closed afterwards.
    fn broadcast(&mut self, at: Time, record: &Record, out: &mut Vec<Effect>) {
        let removed = self.audience.disconnect_excluded(&self.state, record);
        let moved = self.audience.disconnect_participants(&self.state);
        let changes_presence = record.happened.iter().any(LogEvent::changes_presence);
        let moment = Moment::of_replica(&self.state, &self.clock_times, at);
        self.audience
            .send_record(&moment, None, changes_presence, None, out);
        let moved = moved.into_iter().map(|one| (one, CloseCode::RoomReset));
        for (connection, code) in removed.into_iter().chain(moved) {
            out.push(Effect::Close { connection, code });
        }
    }

    fn wait(&mut self, waiting: WaitingClient) {
        // The current question was asked before this client came, so the client waits for the next
        // one.
        self.waiting.push((self.asked + 1, waiting));
    }

    /// Asks one question for all clients that have come since the last question. Only one question
    /// is open at a time.
    fn ask(&mut self) -> Option<Report> {
        let next = self.asked + 1;
        let wait = self.waiting.iter().any(|(question, _)| *question == next);
        (wait && self.answered == self.asked).then(|| {
            self.asked = next;
            Report::IsItStillHere(next)
        })
    }

    /// Serves all clients that came before this question.
    fn serve(&mut self, question: u64, out: &mut Vec<Effect>) {
        self.answered = self.answered.max(question.min(self.asked));
        let answered = self.answered;
        let waiting = std::mem::take(&mut self.waiting);
        let (served, waiting) = waiting
            .into_iter()
            .partition(|(asked, _)| *asked <= answered);
        self.waiting = waiting;
        let served: Vec<(u64, WaitingClient)> = served;
        for (_, one) in served {
            match one {
                WaitingClient::Joined(connection, person, since) => {
                    self.welcome(connection, person, since, out);
                }
                WaitingClient::Synced(connection, since) => {
                    let moment = Moment::of_replica(&self.state, &self.clock_times, self.seen);
                    self.audience.update(&moment, connection, since, out);
                }
            }
        }
    }

    fn welcome(
        &mut self,
        connection: ConnectionId,
        person: Person,
        since: Option<Since>,
        out: &mut Vec<Effect>,
    ) {
        let code = if self.takes(&person) {
            decide::admit(&self.state, &self.audience, person)
        } else {
            Err(CloseCode::RoomReset)
        };
        let person = match code {
            Ok(person) => person,
            Err(code) => {
                out.push(Effect::Close { connection, code });
                return;
            }
        };
        let oldest = self.audience.connect(&self.state, connection, person);
        let code = CloseCode::TooManyTabs;
        out.extend(oldest.map(|connection| Effect::Close { connection, code }));
        let moment = Moment::of_replica(&self.state, &self.clock_times, self.seen);
        self.audience.welcome(&moment, connection, since, out);
    }

    fn left(&mut self, connection: ConnectionId, out: &mut Vec<Effect>) {
        self.waiting.retain(|(_, waiting)| match waiting {
            WaitingClient::Joined(other, ..) | WaitingClient::Synced(other, _) => {
                *other != connection
            }
        });
        if let Some(player) = self.audience.disconnect(connection) {
            self.audience.send_identity(&self.state, player, out);
        }
    }

    /// Returns the time at which the next report of spectators is due.
    fn report_due(&self, now: Time) -> Option<Time> {
        let last = self.reported;
        let due = last.map_or(now, |last| last.plus(PRESENCE_EVERY_MS));
        self.has_changed.then_some(due)
    }

    /// Reports the spectators to the room if they have changed and the last report is not too
    /// recent.
    fn report(&mut self) -> Option<Report> {
        self.has_changed |= std::mem::take(&mut self.audience.presence_changed);
        let is_due = self
            .report_due(self.seen)
            .is_some_and(|due| due <= self.seen);
        is_due.then(|| {
            (self.has_changed, self.reported) = (false, Some(self.seen));
            let (count, named) = self.audience.watching_here();
            Report::Watching { count, named }
        })
    }
}
