//! The room itself: what comes in, what is to be done, and the step between them.

mod follower;
mod inputs;

use std::collections::BTreeMap;

use senda_rules::Seat;

use crate::{
    audience::Audience,
    clock::TurnClock,
    commands::Commands,
    decide::{self, Due, Situation},
    listing::listing,
    log::{Cause, LogEvent, Record},
    moment::Moment,
    news,
    person::{Person, PlayerId},
    protocol::{CloseCode, Settings},
    state::{NotRestored, RoomState},
    step::{Alarm, ConnectionId, Effect, Entropy, Happening, Input, Listing, ack},
    summary::{Summary, summary},
    thinking::Thinking,
    time::Time,
};

pub use self::follower::{Follower, FollowerEffect, FollowerInput, NotFollowed};

/// A room: a value that steps.
#[derive(Clone, Debug)]
pub struct Room {
    state: RoomState,
    clock: TurnClock,
    audience: Audience,
    commands: Commands,
    thinking: Thinking,
    /// The latest time that the room has been told.
    seen: Time,
    /// Until when all have been reminded of their turns.
    reminded: Time,
}

impl Room {
    /// A new room of `host`, who takes its first seat; the effects hold its first record. The
    /// settings are ones that [`Settings::check`] has let pass.
    #[allow(clippy::missing_panics_doc)] // its own first record can be applied
    pub fn create(
        now: Time,
        epoch: u32,
        settings: Settings,
        host: Person,
        entropy: &mut dyn Entropy,
    ) -> (Self, Vec<Effect>) {
        let record = decide::opening(now, epoch, settings, host, entropy);
        let state = RoomState::begin(&record).expect("a room's own first record");
        let append = Effect::Append {
            record,
            finished: None,
            alarm: None,
        };
        (Self::of(now, state), vec![append])
    }

    /// The room that the log tells of. Its clocks have not run since the last record.
    ///
    /// A game that runs stands still until one of its players comes. The turn that was running begins
    /// anew then, with what the log says is in the bank; the host and the owners of seats count as gone
    /// from now. What was said in the chat is not in the log.
    ///
    /// # Errors
    /// The log is empty or has a gap, or a game runs by later rules than this program knows.
    pub fn restore(now: Time, log: impl IntoIterator<Item = Record>) -> Result<Self, NotRestored> {
        let mut room = Self::of(now, RoomState::of(log)?);
        let here = room.audience.seats_here(&room.state);
        room.clock.follow(&room.state, here, now, &[]);
        Ok(room)
    }

    /// Says in which life of the database the log is, before anybody comes: nobody is continued from another one. It
    /// is 0 where there is only one.
    pub fn set_timeline(&mut self, timeline: u32) {
        self.state.set_timeline(timeline);
    }

    /// A room in that state, with nobody connected.
    fn of(now: Time, state: RoomState) -> Self {
        let mut room = Self {
            state,
            clock: TurnClock::default(),
            audience: Audience::default(),
            commands: Commands::default(),
            thinking: Thinking::default(),
            seen: now,
            reminded: now,
        };
        room.note_absences(now);
        room
    }

    /// What the log tells of this room: equal for a room that has lived on and one that was restored.
    pub fn state(&self) -> &RoomState {
        &self.state
    }

    /// Whether nobody is connected.
    pub fn is_deserted(&self) -> bool {
        self.audience.is_empty()
    }

    /// Whether a game runs that this person plays in, or hosts.
    pub fn awaits(&self, player: PlayerId) -> bool {
        self.state.playing().is_some() && self.state.has_part(player)
    }

    /// How the room is shown in the lobby; `None` if it is private or locked, or nobody is in it.
    pub fn listing(&self) -> Option<Listing> {
        listing(&self.state, &self.audience)
    }

    /// The person who created the room.
    pub fn creator(&self) -> PlayerId {
        self.state.creator()
    }

    /// The room in short, for those who are not in it.
    pub fn summary(&self) -> Summary {
        summary(&self.state, &self.clock, &self.audience)
    }

    /// Whether the room can leave memory: nobody is connected, and if its time runs, an alarm brings it back.
    pub fn can_rest(&self) -> bool {
        let runs = matches!(self.state.alarm(self.seen), Alarm::At(_));
        self.is_deserted() && (self.deadline().is_none() || runs)
    }

    /// When the room wants a [`Input::Tick`].
    pub fn deadline(&self) -> Option<Time> {
        let decides = decide::deadline(self.situation(self.seen));
        let reminders = self.state.reminders(self.reminded);
        let reminds = reminders.map(|(at, ..)| at).min();
        decides.into_iter().chain(reminds).min()
    }

    /// What follows from an input at a time. What the clock has made due is done before the input is
    /// looked at, so that no flood of messages can put it off.
    pub fn step(&mut self, now: Time, input: Input, entropy: &mut dyn Entropy) -> Vec<Effect> {
        let now = now.max(self.seen);
        self.seen = now;
        let mut out = Vec::new();
        self.do_what_is_due(now, entropy, &mut out);
        match input {
            Input::Joined {
                connection,
                person,
                since,
            } => self.joined(now, connection, person, since, &mut out),
            Input::Left { connection } => self.left(now, connection, &mut out),
            Input::Message {
                connection,
                message,
            } => self.message(now, connection, message, entropy, &mut out),
            Input::Thought {
                seat,
                version,
                action,
            } => self.thought(now, seat, version, action.as_ref(), entropy, &mut out),
            Input::Hint {
                to,
                seat,
                version,
                hint,
            } => out.extend(decide::hint(self.situation(now), (to, seat), version, hint)),
            Input::Tick => {}
            Input::Named { connection, id } => {
                out.push(ack(connection, id, self.state.version()));
            }
            Input::Forgotten { player } => self.forgotten(now, player, &mut out),
            Input::NeverBack { player } => self.never_back(now, player, &mut out),
            Input::Rung { at } => self.reminded = Time(at.0.saturating_sub(1)),
            Input::Followed { connection } => {
                let moment = Moment::new(&self.state, &self.clock, now);
                self.audience.follow(&moment, connection, &mut out);
            }
            Input::Reported { connection, report } => {
                self.reported(now, connection, report, &mut out);
            }
        }
        // Somebody who comes may be the first who can become host.
        self.do_what_is_due(now, entropy, &mut out);
        self.remind(now, &mut out);
        self.audience.note_long_absent(&self.state, now);
        self.audience.tell_presence(&self.state, now, &mut out);
        let moment = Moment::new(&self.state, &self.clock, now);
        self.audience.tell_crowd(&moment, &mut out);
        let at = Situation::of(now, &self.state, &self.clock, &self.audience);
        out.extend(self.thinking.ask(at).map(Effect::Think));
        // Whoever has only just come, or looked up, sees what was due before.
        let audience = &self.audience;
        let is_seen = |effect: &Effect| matches!(effect, Effect::Notify(news) if audience.is_looking(news.to));
        out.retain(|effect| !is_seen(effect));
        out
    }

    fn situation(&self, now: Time) -> Situation<'_> {
        Situation::of(now, &self.state, &self.clock, &self.audience)
    }

    /// Reminds those for whom the game waits, once each time it is time.
    fn remind(&mut self, now: Time, out: &mut Vec<Effect>) {
        let due = self.state.reminders(self.reminded);
        let due = due.filter(|(at, ..)| *at <= now);
        // Of several that were missed only the last is of use.
        let last: BTreeMap<Seat, Happening> = due.map(|(_, seat, what)| (seat, what)).collect();
        self.reminded = now;
        if !last.is_empty() {
            let due = last.into_iter().collect();
            out.extend(news::reminders(&self.state, &self.audience, due));
            out.push(Effect::Alarm(self.state.alarm(now)));
        }
    }

    fn do_what_is_due(&mut self, now: Time, entropy: &mut dyn Entropy, out: &mut Vec<Effect>) {
        while let Some(due) = decide::due(self.situation(now), entropy) {
            match due {
                Due::Events(events) => self.commit(now, None, events, out),
                Due::WaitAgain(seat) => {
                    let here = self.audience.seats_here(&self.state);
                    self.clock.wait_again(&self.state, here, now, seat);
                }
            }
        }
    }

    /// Makes it happen: one record, and after it all who hear of it.
    fn commit(
        &mut self,
        now: Time,
        by: Option<(ConnectionId, Cause)>,
        events: Vec<LogEvent>,
        out: &mut Vec<Effect>,
    ) {
        let happened = self.audience.with_numbers(&self.state, events);
        let finished = self.state.finished(&happened);
        let (asker, cause) = by.unzip();
        let record = Record {
            version: self.state.version() + 1,
            at: now,
            cause,
            happened,
        };
        let news_before = news::Before::of(&self.state, &self.audience);
        let before = self.state.alarm(now);
        self.state
            .apply(&record)
            .expect("a record of the room's own");
        let here = self.audience.seats_here(&self.state);
        self.clock.follow(&self.state, here, now, &record.happened);
        let cut = self.audience.cut_by(&self.state, &record);
        let fed = self.audience.has_followers().then(|| record.clone());
        let changes_presence = record.happened.iter().any(LogEvent::changes_presence);
        self.note_absences(now);
        let answer = asker
            .zip(record.cause.as_ref())
            .map(|(asker, cause)| ack(asker, cause.id.clone(), record.version));
        let news = news::of_record(&self.state, &mut self.audience, news_before, &record);
        let end = finished
            .as_ref()
            .map(|finished| news::of_end(&self.state, finished));
        let alarm = Some(self.state.alarm(now)).filter(|alarm| *alarm != before);
        out.push(Effect::Append {
            record,
            finished,
            alarm,
        });
        out.extend(answer);
        let moment = Moment::new(&self.state, &self.clock, now);
        self.audience
            .tell_record(&moment, asker, (changes_presence, fed), out);
        let code = CloseCode::Removed;
        out.extend(
            cut.into_iter()
                .map(|connection| Effect::Close { connection, code }),
        );
        out.extend(news);
        out.extend(end);
    }

    /// Notes who is gone, and stops the clocks where nobody is left.
    fn note_absences(&mut self, now: Time) {
        self.audience.note_absences(&self.state, now);
        let here = self.audience.seats_here(&self.state);
        self.clock.watch(&self.state, here, now);
    }
}
