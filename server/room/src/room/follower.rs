//! A room that another server has, shown to those who only watch.

use crate::{
    audience::Audience,
    decide,
    feed::{Beginning, Feed, FeedNews, Moments, Report},
    limits::PRESENCE_EVERY_MS,
    log::{LogEvent, Record},
    moment::Moment,
    person::{Person, PlayerId},
    protocol::{CloseCode, ServerMessage, Since},
    state::RoomState,
    step::{ConnectionId, Effect},
    time::Time,
};

/// A room that is elsewhere, for those who only watch it here: a value that steps. It decides nothing, and stores nothing.
///
/// Whoever comes, or asks for everything once more, is told nothing before the room has said after that that it is still
/// where it is: others may have been told newer things by then if it is not.
#[derive(Clone, Debug)]
pub struct Follower {
    state: RoomState,
    moments: Moments,
    audience: Audience,
    clocks: ClockOfRoom,
    /// The latest time, by the clock of the room.
    seen: Time,
    /// Who wait for the answer to the question of that number.
    waiting: Vec<(u64, Waiting)>,
    /// The number of the last question, and of the last one that was answered.
    asked: u64,
    answered: u64,
    /// When the room was last told who watches here, and whether that has changed since.
    reported: Option<Time>,
    has_changed: bool,
}

/// What comes to a follower.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
#[allow(clippy::large_enum_variant)] // carried in at once, never stored
pub enum FollowerInput {
    /// A connection has been made by somebody whom it [takes](Follower::takes).
    Joined {
        connection: ConnectionId,
        person: Person,
        since: Option<Since>,
    },
    /// A connection has ended.
    Left { connection: ConnectionId },
    /// Somebody asks for what they have missed.
    Synced {
        connection: ConnectionId,
        since: Option<Since>,
    },
    /// The server keeps nothing of a person any more.
    Forgotten { player: PlayerId },
    /// The room tells something.
    Fed(Feed),
    /// Time has passed: [`Follower::deadline`] is reached.
    Tick,
}

/// What a follower does, in this order.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // carried out at once and dropped, never stored
#[allow(missing_docs)]
pub enum FollowerEffect {
    /// Send a message. It is the same for all: serialise it once.
    Tell {
        to: Vec<ConnectionId>,
        message: ServerMessage,
    },
    /// End a connection.
    Close {
        connection: ConnectionId,
        code: CloseCode,
    },
    /// Tell the room something.
    Report(Report),
}

/// What is fed does not follow what was there before, or is of another room.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct NotFollowed(&'static str);

/// Who waits until it is sure that the room is still where it is.
#[derive(Clone, Debug)]
enum Waiting {
    Joined(ConnectionId, Person, Option<Since>),
    Synced(ConnectionId, Option<Since>),
}

/// By how many milliseconds the clock of the room is ahead of the one here, or behind it.
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

    /// What time it is there.
    fn there(self, here: Time) -> Time {
        Time(here.plus(self.ahead_ms).since(Time(self.behind_ms)))
    }

    /// What time it is here.
    fn here(self, there: Time) -> Time {
        Time(there.plus(self.behind_ms).since(Time(self.ahead_ms)))
    }
}

impl Follower {
    /// Begins with what the room has told, at a time of the clock here, and with the log up to the version that it named.
    ///
    /// # Errors
    /// The log is not the one of which the room has told.
    pub fn begin(
        now: Time,
        mut log: Vec<Record>,
        at: Time,
        beginning: Beginning,
    ) -> Result<Self, NotFollowed> {
        log.truncate(beginning.version as usize);
        let state = RoomState::of(log);
        let mut state = state.map_err(|_| NotFollowed("its log can't be read"))?;
        state.set_timeline(beginning.timeline);
        let follower = Self {
            state,
            moments: beginning.moments,
            audience: Audience::of_follower(beginning.presence, beginning.chat),
            clocks: ClockOfRoom::of(now, at),
            seen: at,
            waiting: Vec::new(),
            asked: 0,
            answered: 0,
            reported: None,
            has_changed: false,
        };
        if follower.state.version() != beginning.version {
            return Err(NotFollowed("its log is shorter"));
        }
        if follower.moment(at).as_json() != beginning.view {
            return Err(NotFollowed("its log shows another room"));
        }
        Ok(follower)
    }

    /// Whether somebody is served here: who only watches. All others are served by the room itself.
    pub fn takes(&self, person: &Person) -> bool {
        let player = person.player;
        !person.is_bot() && !self.state.has_part(player) && player != self.state.creator()
    }

    /// Whether nobody is here.
    pub fn is_deserted(&self) -> bool {
        self.audience.is_empty() && self.waiting.is_empty()
    }

    /// When it wants a [`FollowerInput::Tick`], by the clock here.
    pub fn deadline(&self) -> Option<Time> {
        let crowd = self.audience.due(self.seen);
        let dues = [crowd, self.report_due(self.seen)];
        let due = dues.into_iter().flatten().min();
        due.map(|due| self.clocks.here(due))
    }

    /// What follows from an input at a time of the clock here.
    ///
    /// # Errors
    /// What was fed does not follow what was there: whoever is here has to be served otherwise.
    pub fn step(
        &mut self,
        now: Time,
        input: FollowerInput,
    ) -> Result<Vec<FollowerEffect>, NotFollowed> {
        let mut out = Vec::new();
        if let FollowerInput::Fed(feed) = &input {
            self.clocks = ClockOfRoom::of(now, feed.at);
        }
        self.seen = self.seen.max(self.clocks.there(now));
        match input {
            FollowerInput::Joined {
                connection,
                person,
                since,
            } => self.wait(Waiting::Joined(connection, person, since)),
            FollowerInput::Synced { connection, since } => {
                self.wait(Waiting::Synced(connection, since));
            }
            FollowerInput::Left { connection } => self.left(connection, &mut out),
            FollowerInput::Forgotten { player } => {
                let id = self.state.person_id(player);
                let connections = self.audience.forget(player, id).into_iter();
                let code = CloseCode::RoomReset;
                out.extend(connections.map(|connection| Effect::Close { connection, code }));
            }
            FollowerInput::Fed(feed) => self.fed(feed, &mut out)?,
            FollowerInput::Tick => {}
        }
        let moment = Moment::told(&self.state, &self.moments, self.seen);
        self.audience.tell_crowd(&moment, &mut out);
        let told = out.into_iter().filter_map(|effect| match effect {
            Effect::Tell { to, message } => Some(FollowerEffect::Tell { to, message }),
            Effect::Close { connection, code } => Some(FollowerEffect::Close { connection, code }),
            // An audience does nothing else where nothing is decided.
            _ => None,
        });
        let reports = [self.ask(), self.report()].into_iter().flatten();
        Ok(told.chain(reports.map(FollowerEffect::Report)).collect())
    }

    fn moment(&self, now: Time) -> Moment<'_> {
        Moment::told(&self.state, &self.moments, now)
    }

    /// What the room tells, in the order in which it became so there.
    fn fed(&mut self, feed: Feed, out: &mut Vec<Effect>) -> Result<(), NotFollowed> {
        match feed.news {
            FeedNews::Beginning(_) => return Err(NotFollowed("it begins twice")),
            FeedNews::Record { record, moments } => {
                self.state
                    .apply(&record)
                    .map_err(|_| NotFollowed("a record does not follow"))?;
                self.moments = moments;
                self.follow(feed.at, &record, out);
            }
            FeedNews::Moments(moments) => {
                self.moments = moments;
                let moment = Moment::told(&self.state, &self.moments, feed.at);
                self.audience.tell_moments(&moment, out);
            }
            FeedNews::Presence(presence) => {
                let moment = Moment::told(&self.state, &self.moments, feed.at);
                self.audience.hear_presence(&moment, presence, out);
            }
            FeedNews::Chat(line) => {
                let moment = Moment::told(&self.state, &self.moments, feed.at);
                self.audience.hear_chat(&moment, line, out);
            }
            FeedNews::StillHere(question) => self.serve(question, out),
        }
        Ok(())
    }

    /// Tells everybody what a record has changed. Who has a part by it, or is removed, leaves before.
    fn follow(&mut self, at: Time, record: &Record, out: &mut Vec<Effect>) {
        let removed = self.audience.cut_by(&self.state, record);
        let moved = self.audience.send_to_room(&self.state);
        let changes_presence = record.happened.iter().any(LogEvent::changes_presence);
        let moment = Moment::told(&self.state, &self.moments, at);
        self.audience
            .tell_record(&moment, None, (changes_presence, None), out);
        let removed = removed.into_iter().map(|one| (one, CloseCode::Removed));
        let moved = moved.into_iter().map(|one| (one, CloseCode::RoomReset));
        for (connection, code) in removed.chain(moved) {
            out.push(Effect::Close { connection, code });
        }
    }

    fn wait(&mut self, waiting: Waiting) {
        // What is asked already was asked before they came.
        self.waiting.push((self.asked + 1, waiting));
    }

    /// Asks for all who have come since the last question, one question at a time.
    fn ask(&mut self) -> Option<Report> {
        let next = self.asked + 1;
        let wait = self.waiting.iter().any(|(question, _)| *question == next);
        (wait && self.answered == self.asked).then(|| {
            self.asked = next;
            Report::IsItStillHere(next)
        })
    }

    /// Those are told everything who came before that question.
    fn serve(&mut self, question: u64, out: &mut Vec<Effect>) {
        self.answered = self.answered.max(question.min(self.asked));
        let answered = self.answered;
        let waiting = std::mem::take(&mut self.waiting);
        let (served, waiting) = waiting
            .into_iter()
            .partition(|(asked, _)| *asked <= answered);
        self.waiting = waiting;
        let served: Vec<(u64, Waiting)> = served;
        for (_, one) in served {
            match one {
                Waiting::Joined(connection, person, since) => {
                    self.welcome(connection, person, since, out);
                }
                Waiting::Synced(connection, since) => {
                    let moment = Moment::told(&self.state, &self.moments, self.seen);
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
            decide::door(&self.state, &self.audience, person)
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
        let moment = Moment::told(&self.state, &self.moments, self.seen);
        self.audience.welcome(&moment, connection, since, out);
    }

    fn left(&mut self, connection: ConnectionId, out: &mut Vec<Effect>) {
        self.waiting.retain(|(_, waiting)| match waiting {
            Waiting::Joined(other, ..) | Waiting::Synced(other, _) => *other != connection,
        });
        if let Some(player) = self.audience.disconnect(connection) {
            self.audience.tell_you_to(&self.state, player, out);
        }
    }

    /// When the room is to be told who watches here.
    fn report_due(&self, now: Time) -> Option<Time> {
        let last = self.reported;
        let due = last.map_or(now, |last| last.plus(PRESENCE_EVERY_MS));
        self.has_changed.then_some(due)
    }

    /// Tells the room who watches here, if it has changed and was not told just now.
    fn report(&mut self) -> Option<Report> {
        self.has_changed |= self.audience.take_changes();
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
