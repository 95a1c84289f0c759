//! The clocks of a room: those of the running turns, and that of a game that stands still.

use senda_rules::{GameEvent, Seat, Seats};

use super::{
    standstill::Standstill,
    turn::{Stopped, Turn},
    waiting,
};
use crate::{
    limits,
    log::{LogEvent, Played},
    person::PlayerId,
    protocol::{
        AwaitedView, Away, By, Clock, ClockView, PauseReason, Resumed, RunningClock, StandIn,
        TookBack,
    },
    state::{PlayerState, Playing, RoomState},
    step::ClockTimes,
    time::Time,
};

/// The clocks of the running turns. They are in memory only. The log holds everything that a
/// restart needs.
///
/// In all methods, `here` holds the seats whose owners are connected, or are connecting right now.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnClock {
    turns: Vec<Turn>,
    /// The turn that continues when another seat has answered the question in it.
    stopped: Option<Stopped>,
    standstill: Standstill,
}

/// The methods that query the clocks.
impl TurnClock {
    /// Returns the earliest timeout, and its seat.
    pub fn next_due(&self) -> Option<(Time, Seat)> {
        if self.standstill.since.is_some() {
            return None;
        }
        let due = self
            .turns
            .iter()
            .filter_map(|turn| Some((turn.due()?, turn.seat)));
        due.min()
    }

    /// Returns whether no clock runs: all players have left, or there is a pause.
    pub fn stands_still(&self) -> bool {
        self.standstill.since.is_some()
    }

    /// Returns the time from which a stand-in plays for a seat because the others have voted to
    /// skip it, and the seat.
    pub fn skip_due(&self, state: &RoomState, here: Seats) -> Option<(Time, Seat)> {
        if self.standstill.since.is_some() {
            return None;
        }
        let playing = state.playing()?;
        let due =
            |awaited: waiting::Awaited| Some((awaited.due(state, playing, here)?, awaited.seat));
        waiting::awaited(state, &self.turns).filter_map(due).min()
    }

    /// Returns the time from which the others may vote to skip a seat, if they wait for it.
    pub fn skippable_from(&self, state: &RoomState, seat: Seat) -> Option<Time> {
        let mut awaited = waiting::awaited(state, &self.turns);
        awaited.find_map(|awaited| (awaited.seat == seat).then_some(awaited.skip_from))
    }

    /// Returns the time at which it is to be logged that all players have left or are away.
    pub fn everybody_left_due(&self, state: &RoomState, here: Seats) -> Option<Time> {
        let is_paused = state
            .playing()
            .is_some_and(|playing| playing.paused.is_some());
        if is_paused || state.is_used_up() || !everybody_left(state, here) {
            return None;
        }
        self.standstill.everybody_left_due()
    }

    /// Returns the bank of a seat after a decision, in milliseconds. An answer in another seat's
    /// turn is not charged. Only a decision that completes a turn gains the increment.
    pub fn bank_after(
        &self,
        state: &RoomState,
        now: Time,
        seat: Seat,
        completes: bool,
    ) -> Option<u64> {
        let Clock::Bank { increment, .. } = state.settings.clock else {
            return None;
        };
        let playing = state.playing()?;
        let bank_ms = playing.player(seat)?.bank_ms;
        let own = self.turns.iter().find(|turn| turn.seat == seat);
        let Some(turn) = own.filter(|_| playing.mover() == Some(seat)) else {
            return Some(bank_ms);
        };
        let gain_ms = if completes {
            u64::from(increment) * 1_000
        } else {
            0
        };
        Some(bank_ms.saturating_sub(turn.taken_ms(now)) + gain_ms)
    }

    /// Returns the public view of the clock.
    pub fn view(&self, state: &RoomState) -> Option<ClockView> {
        let playing = state.playing()?;
        let running = |turn: &Turn| {
            Some(RunningClock {
                seat: turn.seat,
                until: turn.until?.0,
            })
        };
        let turns = self.turns.iter().filter(|_| playing.paused.is_none());
        let running: Vec<RunningClock> = turns.filter_map(running).collect();
        let banks = playing.players().iter().map(|player| player.bank_ms);
        let banks_ms = match state.settings.clock {
            Clock::None {} if running.is_empty() => return None,
            Clock::None {} | Clock::Turn { .. } | Clock::Days { .. } => None,
            Clock::Bank { .. } => Some(banks.collect()),
        };
        Some(ClockView { running, banks_ms })
    }

    /// Returns the public view of the seats that the others wait for without a clock.
    pub fn awaited_view(&self, state: &RoomState) -> Vec<AwaitedView> {
        let playing = state.playing().into_iter();
        let awaited = playing.flat_map(|playing| {
            waiting::awaited(state, &self.turns).map(|awaited| awaited.view(playing))
        });
        awaited.collect()
    }

    /// Returns all clock times in a view.
    pub fn clock_times(&self, state: &RoomState) -> ClockTimes {
        ClockTimes {
            clock: self.view(state),
            awaited: self.awaited_view(state),
        }
    }
}

/// The methods that update the clocks.
impl TurnClock {
    /// Applies events that `state` already contains. It ends the turns that are over, and begins
    /// new turns at `from`.
    pub fn apply(&mut self, state: &RoomState, here: Seats, from: Time, events: &[LogEvent]) {
        for event in events {
            match event {
                LogEvent::Played(played) => self.played(state, from, played),
                // A player who continues after an agreed take-back has a full turn's time again.
                LogEvent::Started(_)
                | LogEvent::Ended(_)
                | LogEvent::TookBack(TookBack {
                    agreed: Some(_), ..
                }) => {
                    self.turns.clear();
                    self.stopped = None;
                }
                // Without a clock, the others have voted to skip this player. They must not wait as
                // long once more if the player returns.
                LogEvent::Away(Away {
                    seat, away: true, ..
                }) => {
                    let last = from.plus(limits::RETURNED_TURN_MS);
                    if let Some(turn) = self.turn_mut(*seat) {
                        turn.until.get_or_insert(last);
                    }
                }
                LogEvent::Paused(paused) if paused.reason == PauseReason::EverybodyLeft => {
                    self.standstill.note_everybody_left(from);
                }
                LogEvent::Resumed(Resumed { seat }) => {
                    let back = seat.and_then(|seat| state.owner(seat));
                    self.go_on(state, here, from, back.into_iter().collect());
                }
                _ => {}
            }
        }
        let Some(playing) = state.playing() else {
            self.turns.clear();
            self.stopped = None;
            return;
        };
        self.stop_mover(playing, from);
        let acting = playing.acting();
        self.turns.retain(|turn| acting.contains(turn.seat));
        for seat in acting.iter() {
            if self.turns.iter().all(|turn| turn.seat != seat) {
                self.begin(state, playing, here, from, seat);
            }
        }
        for turn in &mut self.turns {
            let player = playing.player(turn.seat);
            if player.is_some_and(PlayerState::is_played_for) {
                let pause_ms = match state.settings.stand_in {
                    Some(StandIn::Bot(_)) => limits::STAND_IN_MS,
                    Some(StandIn::Wait) | None => limits::AWAY_PAUSE_MS,
                };
                let pause = turn.from.max(from).plus(pause_ms);
                turn.pause.get_or_insert(pause);
            } else {
                turn.pause = None;
            }
        }
        self.wait_for_absent(state, here, from);
    }

    /// Restarts the wait of a turn that timed out although its seat has nothing to decide.
    pub fn wait_again(&mut self, state: &RoomState, here: Seats, now: Time, seat: Seat) {
        self.turns.retain(|turn| turn.seat != seat);
        self.apply(state, here, now, &[]);
        // The log still says that the turn of days has timed out. Without a deadline, the turn is
        // not due again until another event occurs.
        let days = state.playing().and_then(|playing| playing.days.as_ref());
        if let Some(turn) = self.turn_mut(seat).filter(|_| days.is_some()) {
            turn.until = None;
        }
    }

    /// Stops all clocks if all players are gone or a pause has begun, and restarts them if neither
    /// holds any more.
    pub fn watch(&mut self, state: &RoomState, here: Seats, now: Time) {
        let playing = state.playing();
        let is_paused = playing.is_some_and(|playing| playing.paused.is_some());
        let stands = is_paused || everybody_left(state, here);
        match self.standstill.since {
            None if stands => self.standstill.since = Some(now),
            Some(_) if !stands => {
                let back = state.seated().filter(|(seat, _)| here.contains(*seat));
                let back = back.map(|(_, seat)| seat.owner.player).collect();
                self.go_on(state, here, now, back);
            }
            _ => {}
        }
        self.wait_for_absent(state, here, now);
    }

    /// Updates the clocks of absent players. If the game waits for them, their clocks stop while
    /// they are not connected. The clocks run again once the players return or the others have
    /// skipped them. The game never waits for a program.
    fn wait_for_absent(&mut self, state: &RoomState, here: Seats, now: Time) {
        let waits = state.settings.stand_in == Some(StandIn::Wait);
        let Some(playing) = state.playing() else {
            return;
        };
        if let Some(days) = &playing.days {
            for turn in &mut self.turns {
                turn.until = days.due(turn.seat);
            }
            return;
        }
        // During a standstill, no clock takes time.
        if !waits || self.standstill.since.is_some() {
            return;
        }
        for turn in &mut self.turns {
            let player = playing.player(turn.seat);
            let owner = state.seats.get(turn.seat).map(|seat| &seat.owner);
            let is_awaited = player.is_some_and(|player| !player.is_played_for())
                && owner.is_some_and(|owner| !owner.is_bot());
            if is_awaited && !here.contains(turn.seat) {
                turn.hold(now);
            } else {
                turn.release(now);
            }
        }
    }

    /// Restarts the clocks: at once for the players in `back`, and for the others after the grace
    /// period or when they connect.
    fn go_on(&mut self, state: &RoomState, here: Seats, now: Time, back: Vec<PlayerId>) {
        let Some(since) = self.standstill.end(now, back) else {
            return;
        };
        let mut turns = std::mem::take(&mut self.turns);
        for turn in &mut turns {
            turn.stand_still(since, self.starts(state, here, now, turn.seat));
        }
        self.turns = turns;
        self.apply(state, here, now, &[]);
    }

    /// Handles the return of a seat's owner. A game that stood still because all players had left
    /// resumes, and a clock that has waited for this player runs. A pause that is in the log ends
    /// with a record instead.
    pub fn come_back(&mut self, state: &RoomState, here: Seats, now: Time, seat: Seat) {
        self.watch(state, here, now);
        self.knows(state, seat);
        if let Some(turn) = self.turn_mut(seat).filter(|turn| turn.from > now) {
            turn.stand_still(turn.from, now);
        }
        if self.standstill.since.is_none() {
            self.apply(state, here, now, &[]);
        }
    }
}

impl TurnClock {
    fn turn_mut(&mut self, seat: Seat) -> Option<&mut Turn> {
        self.turns.iter_mut().find(|turn| turn.seat == seat)
    }

    fn played(&mut self, state: &RoomState, from: Time, played: &Played) {
        let Played { seat, by, .. } = *played;
        let begins = played.events.iter().any(GameEvent::begins_turn);
        if by == By::Player {
            self.knows(state, seat);
        }
        if begins {
            self.stopped = None;
        }
        let mover = state.playing().and_then(Playing::mover);
        if begins || mover != Some(seat) {
            self.turns.retain(|turn| turn.seat != seat);
        } else if let Some(turn) = self.turn_mut(seat) {
            turn.decide_on(from, by);
        }
    }

    /// Stops the clock of the player whose turn it is while another seat has to answer a question.
    fn stop_mover(&mut self, playing: &Playing, now: Time) {
        let (mover, acting) = (playing.mover(), playing.acting());
        let _ = self.stopped.take_if(|stopped| Some(stopped.seat) != mover);
        let waits = |turn: &&Turn| Some(turn.seat) == mover && !acting.contains(turn.seat);
        if let Some(turn) = self.turns.iter().find(waits) {
            self.stopped = Some(Stopped {
                seat: turn.seat,
                left_ms: turn.left_ms(now),
            });
        }
    }

    /// Begins a turn, or resumes the one that was stopped.
    fn begin(&mut self, state: &RoomState, playing: &Playing, here: Seats, from: Time, seat: Seat) {
        let stopped = self.stopped.take_if(|stopped| stopped.seat == seat);
        let allowance_ms = match stopped {
            Some(Stopped { left_ms, .. }) => {
                left_ms.map(|left_ms| left_ms.max(limits::LEAST_TURN_MS))
            }
            None => allowance_ms(state.settings.clock, playing, seat),
        };
        let from = self.starts(state, here, from, seat);
        self.turns.push(Turn::new(seat, from, allowance_ms));
    }

    /// Returns the start time for the clock of a seat whose turn begins or resumes now.
    fn starts(&self, state: &RoomState, here: Seats, now: Time, seat: Seat) -> Time {
        let grace = &self.standstill.grace;
        let waits = |owner| {
            let sleeps = state.is_away(seat) && here.contains(seat);
            !(sleeps || grace.back.contains(&owner))
        };
        match (grace.until, state.owner(seat)) {
            (Some(until), Some(owner)) if waits(owner) => now.max(until),
            _ => now,
        }
    }

    /// Notes that the owner of the seat knows that the game has resumed.
    fn knows(&mut self, state: &RoomState, seat: Seat) {
        if let Some(owner) = state.seats.get(seat) {
            self.standstill.grace.knows(owner.owner.player);
        }
    }
}

/// Returns whether a game runs that has players, and all of them are gone: they are not connected,
/// or they are away and no bot plays for them. The clock would otherwise play both sides, in some
/// games without an end. In games with turns of days, players need not be connected.
fn everybody_left(state: &RoomState, here: Seats) -> bool {
    let needs_connection = !state.settings.clock.is_of_days();
    let has_stand_in = matches!(state.settings.stand_in, Some(StandIn::Bot(_)));
    let is_gone = |(seat, _)| {
        let is_away = !has_stand_in && state.is_away(seat);
        is_away || needs_connection && !here.contains(seat)
    };
    state.playing().is_some() && state.has_players() && state.seated().all(is_gone)
}

/// Returns the time limit in milliseconds for a turn that begins now, or for the answer to a
/// question in another seat's turn.
fn allowance_ms(clock: Clock, playing: &Playing, seat: Seat) -> Option<u64> {
    let is_asked = playing.mover().is_some_and(|mover| mover != seat);
    match clock {
        // The log determines when turns of days end.
        Clock::None {} | Clock::Days { .. } => None,
        Clock::Turn { seconds } => {
            let turn_ms = u64::from(seconds) * 1_000;
            Some(if is_asked {
                turn_ms.min(limits::ANSWER_MS)
            } else {
                turn_ms
            })
        }
        Clock::Bank { .. } if is_asked => Some(limits::ANSWER_MS),
        Clock::Bank { .. } => {
            let bank_ms = playing.player(seat).map_or(0, |player| player.bank_ms);
            Some(bank_ms.max(limits::LEAST_TURN_MS))
        }
    }
}
