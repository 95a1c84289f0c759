//! The clock of turns that last for days: the deadline of each seat, and vacations.
//!
//! It depends only on the records and their times. So such a game needs no connected players and no
//! memory while it waits, and it is the same after any restart.

use senda_rules::{Seat, Seats};

use crate::{limits, step::NotificationKind, time::Time};

/// The clock of a game with turns of days.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Days {
    turn_ms: u64,
    /// The clocks of the seats, indexed by seat.
    seats: Vec<SeatDays>,
    /// The start of the pause, if the game is paused.
    paused_at: Option<Time>,
    /// The time of the last decision.
    moved_at: Time,
}

#[derive(Clone, Debug, Eq, PartialEq)]
struct SeatDays {
    /// The deadline of the seat, if it has a decision to make.
    due: Option<Time>,
    /// The end of the owner's last vacation, which may be in the past.
    vacation: Option<Time>,
    /// The milliseconds of vacation that the owner still has in this game.
    vacation_left_ms: u64,
}

impl Days {
    /// Creates the clock of a game with turns of this number of days, before any seat has a
    /// decision to make.
    pub fn new(days: u8, seats: usize) -> Self {
        let seat = SeatDays {
            due: None,
            vacation: None,
            vacation_left_ms: u64::from(limits::VACATION_DAYS) * limits::DAY_MS,
        };
        Self {
            turn_ms: u64::from(days) * limits::DAY_MS,
            seats: vec![seat; seats],
            paused_at: None,
            moved_at: Time(0),
        }
    }

    /// Returns the deadline of a seat. Returns `None` if the seat has no decision to make, or
    /// during a pause.
    pub fn due(&self, seat: Seat) -> Option<Time> {
        let due = self.seats.get(seat.index())?.due;
        due.filter(|_| self.paused_at.is_none())
    }

    /// Returns the times at which the owner of a seat is reminded of their turn: when half of its
    /// time is left, and when a tenth is left.
    pub fn reminders(&self, seat: Seat) -> impl Iterator<Item = (Time, NotificationKind)> + use<> {
        let turn_ms = self.turn_ms;
        let before = move |due: Time, left_ms: u64| Time(due.0.saturating_sub(left_ms));
        let due = self.due(seat).into_iter();
        due.flat_map(move |due| {
            [
                (before(due, turn_ms / 2), NotificationKind::HalfTime),
                (before(due, turn_ms / 10), NotificationKind::LittleTime),
            ]
        })
    }

    /// Returns the time of the last decision.
    pub fn moved_at(&self) -> Time {
        self.moved_at
    }

    /// Returns the end of the owner's last vacation, which may be in the past.
    pub fn vacation(&self, seat: Seat) -> Option<Time> {
        self.seats.get(seat.index())?.vacation
    }

    /// Returns the number of whole days of vacation that the owner of a seat can still take, not
    /// counting a vacation that is running.
    pub fn vacation_left(&self, seat: Seat) -> u8 {
        let left = self.seats.get(seat.index());
        let days = left.map_or(0, |seat| seat.vacation_left_ms / limits::DAY_MS);
        u8::try_from(days).unwrap_or(u8::MAX)
    }

    /// Records a decision at time `at`, after which the seats in `acting` have to decide. A seat
    /// that had to decide before keeps the rest of its turn, but at least `least_ms`. A seat that
    /// had not, or that begins another turn, gets a whole turn.
    pub fn decided(&mut self, at: Time, acting: Seats, begins_turn: Option<Seat>, least_ms: u64) {
        self.moved_at = at;
        for (number, seat) in Seat::first(Seat::MOST).zip(&mut self.seats) {
            let whole = at.max(seat.vacation.unwrap_or(at)).plus(self.turn_ms);
            seat.due = match seat.due {
                _ if !acting.contains(number) => None,
                Some(due) if begins_turn != Some(number) => {
                    // After a timeout the clock makes all remaining decisions of the turn.
                    let least = (least_ms > 0).then(|| at.plus(least_ms));
                    Some(least.map_or(due, |least| due.max(least)))
                }
                _ => Some(whole),
            };
        }
    }

    /// Gives a whole turn to all seats that have to decide now.
    pub fn restart(&mut self, at: Time, acting: Seats) {
        for seat in &mut self.seats {
            seat.due = None;
        }
        self.decided(at, acting, None, 0);
    }

    /// Starts a vacation of the owner of a seat that lasts until `until`, or ends it if `until` is
    /// `None`.
    pub fn go_on_vacation(&mut self, seat: Seat, at: Time, until: Option<Time>) {
        let Some(seat) = self.seats.get_mut(seat.index()) else {
            return;
        };
        if let Some(before) = seat.vacation.take() {
            // The unused part is returned to the owner and is subtracted from the turn.
            let unused_ms = before.since(at);
            seat.vacation_left_ms += unused_ms;
            let due = seat.due.map(|due| Time(due.0.saturating_sub(unused_ms)));
            seat.due = due.map(|due| due.max(at.plus(limits::LEAST_OF_DAYS_MS)));
        }
        if let Some(until) = until {
            let taken_ms = until.since(at);
            seat.vacation = Some(until);
            seat.vacation_left_ms = seat.vacation_left_ms.saturating_sub(taken_ms);
            seat.due = seat.due.map(|due| due.plus(taken_ms));
        }
    }

    /// Gives a whole turn to a seat whose owner is back, or that has a new owner.
    pub fn come_to(&mut self, seat: Seat, at: Time) {
        if let Some(seat) = self.seats.get_mut(seat.index()) {
            seat.due = seat.due.map(|_| at.plus(self.turn_ms));
        }
    }

    /// Stops the clocks of all seats.
    pub fn pause(&mut self, at: Time) {
        self.paused_at.get_or_insert(at);
    }

    /// Restarts the clocks, with all deadlines postponed by the length of the pause.
    pub fn resume(&mut self, at: Time) {
        let Some(since) = self.paused_at.take() else {
            return;
        };
        for seat in &mut self.seats {
            seat.due = seat.due.map(|due| due.plus(at.since(since)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = limits::DAY_MS;

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    fn only(number: u8) -> Seats {
        Seats::NONE.with(seat(number))
    }

    fn begun() -> Days {
        let mut days = Days::new(3, 2);
        days.decided(Time(0), only(0), None, limits::LEAST_OF_DAYS_MS);
        days
    }

    #[test]
    fn one_deadline_covers_a_turn_and_each_turn_has_its_own() {
        let mut days = begun();
        assert_eq!(days.due(seat(0)), Some(Time(3 * DAY)));
        assert_eq!(days.due(seat(1)), None);
        days.decided(Time(DAY), only(0), None, limits::LEAST_OF_DAYS_MS);
        assert_eq!(days.due(seat(0)), Some(Time(3 * DAY)));
        let late = Time(3 * DAY - 1);
        days.decided(late, only(0), None, limits::LEAST_OF_DAYS_MS);
        assert_eq!(days.due(seat(0)), Some(late.plus(limits::LEAST_OF_DAYS_MS)));
        days.decided(late, only(0), Some(seat(0)), 0);
        assert_eq!(days.due(seat(0)), Some(late.plus(3 * DAY)));
        days.decided(late, only(1), None, 0);
        assert_eq!(days.due(seat(0)), None);
        assert_eq!(days.due(seat(1)), Some(late.plus(3 * DAY)));
    }

    #[test]
    fn a_vacation_stops_the_clock_and_returns_its_unused_days() {
        let mut days = begun();
        let all = limits::VACATION_DAYS;
        days.go_on_vacation(seat(0), Time(DAY), Some(Time(6 * DAY)));
        assert_eq!(days.due(seat(0)), Some(Time(8 * DAY)));
        assert_eq!(days.vacation_left(seat(0)), all - 5);
        days.go_on_vacation(seat(0), Time(2 * DAY), None);
        assert_eq!(days.due(seat(0)), Some(Time(4 * DAY)), "two days were left");
        assert_eq!(days.vacation_left(seat(0)), all - 1);
        // A turn that begins during a vacation gets its whole time after it.
        days.go_on_vacation(seat(1), Time(2 * DAY), Some(Time(4 * DAY)));
        days.decided(Time(3 * DAY), only(1), None, 0);
        assert_eq!(days.due(seat(1)), Some(Time(7 * DAY)));
        // A vacation that is over has no unused days.
        days.go_on_vacation(seat(1), Time(5 * DAY), None);
        assert_eq!(days.due(seat(1)), Some(Time(7 * DAY)));
        assert_eq!(days.vacation_left(seat(1)), all - 2);
    }

    #[test]
    fn a_pause_postpones_every_deadline() {
        let mut days = begun();
        days.pause(Time(DAY));
        assert_eq!(days.due(seat(0)), None);
        days.resume(Time(11 * DAY));
        assert_eq!(days.due(seat(0)), Some(Time(13 * DAY)));
    }
}
