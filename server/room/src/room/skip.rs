//! In a game without a clock: how the others go on when somebody does not decide.

use senda_rules::{Game, Seat, Seats};

use super::{PlayerId, Room, clock::Turn, seats::SeatState};
use crate::{
    LogEvent, Time, limits,
    protocol::{AwaitedView, Phase, Problem, RoomProblem},
};

/// A seat for which the others wait.
struct Awaited {
    seat: Seat,
    /// From when on they may ask not to.
    urge_from: Time,
    /// From when on it is enough that one of them asks.
    alone_from: Time,
}

impl Room {
    /// The seats whose turn no clock ends.
    fn awaited(&self) -> impl Iterator<Item = Awaited> {
        let endless = |turn: &&Turn| turn.until.is_none() && turn.pause.is_none();
        let turns = self.turns.iter().filter(endless);
        let turns = turns.filter(|_| self.lasting.paused.is_none());
        turns.map(|turn| Awaited {
            seat: turn.seat,
            urge_from: turn.from.plus(limits::STALLED_MS),
            alone_from: turn.from.plus(limits::STALLED_ALONE_MS),
        })
    }

    /// Who is not out of the game that runs.
    fn still_in(&self) -> Seats {
        let play = self.lasting.play.as_ref();
        play.map_or(Seats::NONE, |play| play.game.still_in())
    }

    /// A player asks that the game go on without waiting for that seat.
    pub(super) fn decide_vote_to_skip(
        &self,
        now: Time,
        player: PlayerId,
        seat: Seat,
    ) -> Result<Vec<LogEvent>, Problem> {
        let lasting = &self.lasting;
        if lasting.phase != Phase::Playing {
            return Err(RoomProblem::NoGame.into());
        }
        let by = lasting.seat_of(player).ok_or(RoomProblem::NoSeat)?;
        let urge_from = self
            .awaited()
            .find_map(|awaited| (awaited.seat == seat).then_some(awaited.urge_from))
            .filter(|_| by != seat && self.still_in().contains(by))
            .ok_or(RoomProblem::NotAwaited)?;
        if now < urge_from {
            let again_ms = u32::try_from(urge_from.since(now)).unwrap_or(u32::MAX);
            return Err(RoomProblem::TooEarly { again_ms }.into());
        }
        let mut happened = Vec::new();
        if lasting.chair(by).is_some_and(|chair| chair.away) {
            let away = false;
            happened.push(LogEvent::Away { seat: by, away });
        }
        if !self.urged_by(seat).contains(by) {
            happened.push(LogEvent::VotedToSkip { seat, by });
        }
        Ok(happened)
    }

    /// Who ask not to wait for a seat.
    fn urged_by(&self, seat: Seat) -> Seats {
        let chair = self.lasting.chair(seat);
        chair.map_or(Seats::NONE, |chair| chair.urged_by)
    }

    /// The seat that is to be played for because the others ask for it, and when.
    pub(super) fn given_up_waiting(&self) -> Option<(Time, Seat)> {
        if self.standstill.since.is_some() {
            return None;
        }
        let given_up = self.awaited().filter_map(|awaited| {
            let (urge, others) = self.skip_votes(awaited.seat);
            let from = match urge {
                0 => return None,
                urge if 2 * urge > others => awaited.urge_from,
                _ => awaited.alone_from,
            };
            Some((from, awaited.seat))
        });
        given_up.min()
    }

    /// How many of the others who play and are here ask not to wait for a seat, and how many there are: who
    /// is gone, or played for, holds nothing up.
    fn skip_votes(&self, seat: Seat) -> (usize, usize) {
        let still_in = self.still_in();
        let counts = |other: Seat, chair: &SeatState| {
            let plays = other != seat && !chair.away && still_in.contains(other);
            plays && self.is_here(chair.owner.player)
        };
        let seated = self.lasting.seated();
        let others: Seats = seated
            .filter_map(|(other, chair)| counts(other, chair).then_some(other))
            .collect();
        let urged_by = self.urged_by(seat);
        let urge = others.iter().filter(|&other| urged_by.contains(other));
        (urge.count(), others.len().into())
    }

    /// For whom the others wait, as everybody sees it.
    pub(super) fn awaited_view(&self) -> Vec<AwaitedView> {
        let awaited = self.awaited().map(|awaited| AwaitedView {
            seat: awaited.seat,
            urge_from: awaited.urge_from.0,
            alone_from: awaited.alone_from.0,
            urged_by: self.urged_by(awaited.seat),
        });
        awaited.collect()
    }
}
