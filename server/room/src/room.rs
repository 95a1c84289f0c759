//! The room: its inputs, its effects and the step between them.

mod budget;
mod commands;
mod commit;
mod inputs;
mod listing;
mod notifications;
mod replica;
mod summary;
mod thinking;

use std::collections::BTreeMap;

use senda_rules::Seat;

use self::{commands::Commands, listing::listing, summary::summary, thinking::Thinking};
use crate::{
    audience::{Audience, Moment},
    clock::TurnClock,
    decide::{self, Due, Situation},
    log::Record,
    person::{Person, PlayerId},
    protocol::Settings,
    state::{NotRestored, RoomState},
    step::{Alarm, Effect, Entropy, Input, Listing, NotificationKind, ack},
    time::Time,
};

pub use self::{
    replica::{Replica, ReplicaEffect, ReplicaError, ReplicaInput},
    summary::{Seated, Summary},
};

/// A room: a state machine driven by [`Room::step`].
#[derive(Clone, Debug)]
pub struct Room {
    state: RoomState,
    clock: TurnClock,
    audience: Audience,
    commands: Commands,
    thinking: Thinking,
    /// The latest time that the caller has passed in.
    seen: Time,
    /// The time of the last check for due reminders. All earlier ones have been sent.
    reminded: Time,
}

impl Room {
    /// Creates a room of `host`, who takes its first seat. The effects hold the first record. The
    /// caller must have validated the settings with [`Settings::check`].
    #[expect(
        clippy::missing_panics_doc,
        reason = "its own first record can be applied"
    )]
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

    /// Restores a room from its log. Its clocks have not run since the last record.
    ///
    /// A running game stands still until one of its players comes. The current turn then starts
    /// again, with the bank that the log records. The host and the owners of seats count as gone
    /// from `now` on. The chat is not in the log and is lost.
    ///
    /// # Errors
    /// Returns [`NotRestored`] if the log is empty or has a gap, or if a game runs by later rules
    /// than this program supports.
    pub fn restore(now: Time, log: impl IntoIterator<Item = Record>) -> Result<Self, NotRestored> {
        let mut room = Self::of(now, RoomState::of(log)?);
        let here = room.audience.seats_here(&room.state);
        room.clock.apply(&room.state, here, now, &[]);
        Ok(room)
    }

    /// Sets the timeline of the database that holds the log, before any client connects. A client
    /// that comes from another timeline receives the whole state instead of a continuation. The
    /// timeline is 0 if there is only one.
    pub fn set_timeline(&mut self, timeline: u32) {
        self.state.set_timeline(timeline);
    }

    /// Creates a room in that state, without connections.
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

    /// Returns the state that the log determines. It is equal for a room that stayed in memory and
    /// for one that was restored.
    pub fn state(&self) -> &RoomState {
        &self.state
    }

    /// Returns whether no client is connected, not even one that asks to come in.
    pub fn is_deserted(&self) -> bool {
        self.audience.is_empty() && !self.audience.has_entry_requests()
    }

    /// Returns whether a game runs that this person plays in or hosts.
    pub fn awaits(&self, player: PlayerId) -> bool {
        self.state.playing().is_some() && self.state.has_part(player)
    }

    /// Returns the lobby entry of the room. It is `None` if the room is private or locked, or has
    /// no people in it.
    pub fn listing(&self) -> Option<Listing> {
        listing(&self.state, &self.audience)
    }

    /// Returns the person who created the room.
    pub fn creator(&self) -> PlayerId {
        self.state.creator()
    }

    /// Returns the summary of the room for people who are not in it.
    pub fn summary(&self) -> Summary {
        summary(&self.state, &self.clock, &self.audience)
    }

    /// Returns whether the room can leave memory: no client is connected, and the room either has
    /// no deadline or has an alarm that loads it again.
    pub fn can_rest(&self) -> bool {
        let runs = matches!(self.state.alarm(self.seen), Alarm::At(_));
        self.is_deserted() && (self.deadline().is_none() || runs)
    }

    /// Returns the time at which the room needs an [`Input::Tick`].
    pub fn deadline(&self) -> Option<Time> {
        let decides = decide::deadline(self.situation(self.seen));
        let reminders = self.state.reminders(self.reminded);
        let reminds = reminders.map(|(at, ..)| at).min();
        decides.into_iter().chain(reminds).min()
    }

    /// Applies an input at a time and returns the effects. The room first does what its clocks have
    /// made due, so that no flood of messages can delay it.
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
            Input::EntryRequested { connection, person } => {
                self.entry_requested(now, connection, person, &mut out);
            }
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
            } => out.extend(decide::hint(self.situation(now), to, seat, version, hint)),
            Input::Tick => {}
            Input::Named { connection, id } => {
                out.push(ack(connection, id, self.state.version()));
            }
            Input::Forgotten { player } => self.forgotten(now, player, &mut out),
            Input::NeverBack { player } => self.never_back(now, player, &mut out),
            Input::Rung { at } => self.reminded = Time(at.0.saturating_sub(1)),
            Input::ReplicaJoined { connection } => {
                let moment = Moment::new(&self.state, &self.clock, now);
                self.audience.add_replica(&moment, connection, &mut out);
            }
            Input::ReplicaReported { connection, report } => {
                self.reported(now, connection, report, &mut out);
            }
        }
        // A person who comes may be the first who can become host.
        self.do_what_is_due(now, entropy, &mut out);
        self.remind(now, &mut out);
        self.audience.note_long_absent(&self.state, now);
        self.audience
            .send_presence_if_due(&self.state, now, &mut out);
        let moment = Moment::new(&self.state, &self.clock, now);
        self.audience.send_to_crowd(&moment, &mut out);
        let at = Situation::of(now, &self.state, &self.clock, &self.audience);
        out.extend(self.thinking.ask(at).map(Effect::Think));
        // Drops notifications to people who have just connected, or just brought the page back into
        // view: they see the event itself.
        let audience = &self.audience;
        let is_seen = |effect: &Effect| matches!(effect, Effect::Notify(notifications) if audience.is_viewing(notifications.to));
        out.retain(|effect| !is_seen(effect));
        out
    }

    fn situation(&self, now: Time) -> Situation<'_> {
        Situation::of(now, &self.state, &self.clock, &self.audience)
    }

    /// Sends each due reminder of a turn once.
    fn remind(&mut self, now: Time, out: &mut Vec<Effect>) {
        let due = self.state.reminders(self.reminded);
        let due = due.filter(|(at, ..)| *at <= now);
        // Of several missed reminders, only the last one is useful.
        let last: BTreeMap<Seat, NotificationKind> =
            due.map(|(_, seat, what)| (seat, what)).collect();
        self.reminded = now;
        if !last.is_empty() {
            let due = last.into_iter().collect();
            out.extend(notifications::reminders(&self.state, &self.audience, due));
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

    /// Records the absences, and stops the clocks if all players have left.
    fn note_absences(&mut self, now: Time) {
        self.audience.note_absences(&self.state, now);
        let here = self.audience.seats_here(&self.state);
        self.clock.watch(&self.state, here, now);
    }
}
