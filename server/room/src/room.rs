//! The room: its inputs, its effects and the step between them.

mod budget;
mod commands;
mod commit;
mod inputs;
mod listing;
mod notifications;
mod occupancy;
mod replica;
mod summary;
mod thinking;

use std::collections::BTreeMap;

use senda_rules::Seat;

use self::{
    commands::Commands, listing::listing, occupancy::occupancy, summary::summary,
    thinking::Thinking,
};
use crate::{
    audience::{Audience, Moment},
    clock::TurnClock,
    decide::{self, Due, Opening, Situation},
    log::Record,
    person::{Person, PlayerId},
    protocol::Settings,
    state::{NotRestored, RoomState},
    step::{Alarm, Effect, Entropy, Input, Listing, NotificationKind, ack},
    time::Time,
};

pub use self::{
    occupancy::Occupancy,
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
    /// Whether games may start. The server is about to stop if they may not.
    may_start: bool,
    /// The effects of the present step.
    out: Vec<Effect>,
}

impl Room {
    /// Creates a room of `host`, who takes its first seat. The effects hold the first record. The
    /// caller must have validated the settings with [`Settings::check`].
    pub fn create(
        now: Time,
        epoch: u32,
        settings: Settings,
        host: Person,
        entropy: &mut dyn Entropy,
    ) -> (Self, Vec<Effect>) {
        Self::open(now, epoch, settings, host, Opening::default(), entropy)
    }

    /// Creates a room as [`Self::create`] does, whose host takes the seat of the opening, and whose
    /// games begin with its setup.
    #[expect(
        clippy::missing_panics_doc,
        reason = "its own first record can be applied"
    )]
    pub fn open(
        now: Time,
        epoch: u32,
        settings: Settings,
        host: Person,
        opening: Opening,
        entropy: &mut dyn Entropy,
    ) -> (Self, Vec<Effect>) {
        let record = decide::opening(now, epoch, settings, host, opening, entropy);
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
            may_start: true,
            out: Vec::new(),
        };
        room.note_absences();
        room
    }

    /// Sets whether games may start. They may in a new or restored room. Running games go on.
    pub fn set_may_start(&mut self, may_start: bool) {
        self.may_start = may_start;
    }

    /// Returns the state that the log determines. It is equal for a room that stayed in memory and
    /// for one that was restored.
    pub fn state(&self) -> &RoomState {
        &self.state
    }

    /// Returns whether no client is connected, not even one that asks to come in.
    pub fn is_deserted(&self) -> bool {
        self.audience.is_empty() && self.audience.entry_requests.is_empty()
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

    /// Returns whether the room is meant for the lobby's list.
    pub fn is_public(&self) -> bool {
        self.state.settings.public
    }

    /// Returns the numbers of the room's people and bots.
    pub fn occupancy(&self) -> Occupancy {
        occupancy(&self.state, &self.audience)
    }

    /// Returns the person who created the room.
    pub fn creator(&self) -> PlayerId {
        self.state.creator
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
        let decides = decide::deadline(self.situation());
        let reminders = self.state.reminders(self.reminded);
        let reminds = reminders.map(|(at, ..)| at).min();
        decides.into_iter().chain(reminds).min()
    }

    /// Applies an input at a time and returns the effects. The room first does what its clocks have
    /// made due, so that no flood of messages can delay it.
    pub fn step(&mut self, now: Time, input: Input, entropy: &mut dyn Entropy) -> Vec<Effect> {
        self.seen = now.max(self.seen);
        self.do_what_is_due(entropy);
        match input {
            Input::Joined {
                connection,
                person,
                since,
            } => self.joined(connection, person, since),
            Input::CameFrom { player, network } => {
                self.audience.came_from(&self.state, player, network);
            }
            Input::EntryRequested { connection, person } => {
                self.entry_requested(connection, person);
            }
            Input::Left { connection } => self.left(connection),
            Input::Message {
                connection,
                message,
            } => self.message(connection, message, entropy),
            Input::Thought {
                seat,
                version,
                action,
            } => self.thought(seat, version, action.as_ref(), entropy),
            Input::Hint {
                to,
                seat,
                version,
                hint,
            } => self
                .out
                .extend(decide::hint(self.situation(), to, seat, version, hint)),
            Input::Tick => {}
            Input::Named { connection, id } => {
                self.out.push(ack(connection, id, self.state.version));
            }
            Input::Reported {
                connection,
                cause,
                is_stored,
            } => self.player_reported(connection, cause, is_stored),
            Input::Forgotten { player } => self.forgotten(player),
            Input::NeverBack { player } => self.never_back(player),
            Input::LockSet { locked } => self.lock_set(locked),
            Input::Rung { at } => self.reminded = Time(at.0.saturating_sub(1)),
            Input::ReplicaJoined { connection } => {
                let moment = Moment::new(&self.state, &self.clock, self.seen);
                self.audience
                    .add_replica(&moment, connection, &mut self.out);
            }
            Input::ReplicaReported { connection, report } => {
                self.reported(connection, report);
            }
        }
        // A person who comes may be the first who can become host.
        self.do_what_is_due(entropy);
        self.remind();
        self.audience.note_long_absent(&self.state, self.seen);
        self.audience
            .send_presence_if_due(&self.state, self.seen, &mut self.out);
        let moment = Moment::new(&self.state, &self.clock, self.seen);
        self.audience.send_to_crowd(&moment, &mut self.out);
        let at = Situation::of(self.seen, &self.state, &self.clock, &self.audience);
        self.out.extend(self.thinking.ask(at).map(Effect::Think));
        // Drops notifications to people who have just connected, or just brought the page back into
        // view: they see the event itself.
        let audience = &self.audience;
        let is_seen = |effect: &Effect| matches!(effect, Effect::Notify(notifications) if audience.people.is_viewing(notifications.to));
        self.out.retain(|effect| !is_seen(effect));
        std::mem::take(&mut self.out)
    }

    fn situation(&self) -> Situation<'_> {
        let may_start = self.may_start;
        let at = Situation::of(self.seen, &self.state, &self.clock, &self.audience);
        Situation { may_start, ..at }
    }

    /// Sends each due reminder of a turn once.
    fn remind(&mut self) {
        let due = self.state.reminders(self.reminded);
        let due = due.filter(|(at, ..)| *at <= self.seen);
        // Of several missed reminders, only the last one is useful.
        let last: BTreeMap<Seat, NotificationKind> =
            due.map(|(_, seat, what)| (seat, what)).collect();
        self.reminded = self.seen;
        if !last.is_empty() {
            let due = last.into_iter().collect();
            self.out
                .extend(notifications::reminders(&self.state, &self.audience, due));
            self.out.push(Effect::Alarm(self.state.alarm(self.seen)));
        }
    }

    fn do_what_is_due(&mut self, entropy: &mut dyn Entropy) {
        while let Some(due) = decide::due(self.situation(), entropy) {
            match due {
                Due::Events(events) => self.commit(None, events),
                Due::WaitAgain(seat) => {
                    let here = self.audience.seats_here(&self.state);
                    self.clock.wait_again(&self.state, here, self.seen, seat);
                }
            }
        }
    }

    /// Records the absences, and stops the clocks if all players have left.
    fn note_absences(&mut self) {
        self.audience.note_absences(&self.state, self.seen);
        let here = self.audience.seats_here(&self.state);
        self.clock.watch(&self.state, here, self.seen);
    }
}
