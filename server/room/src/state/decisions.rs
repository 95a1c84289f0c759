//! The decisions of a game, for taking back more than the current turn.

use senda_rules::{AnyGame, Seat};

use super::take_back::{Checkpoints, Decided};
use crate::{
    limits,
    protocol::{By, TookBack},
};

/// The decisions of a game that have not been taken back, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decisions<'a> {
    stand: Vec<Decided<'a>>,
    /// The number of latest decisions that can be taken back. A check of the shuffles remembers no
    /// more.
    reach: usize,
}

impl<'a> Decisions<'a> {
    /// Appends a decision that was made.
    pub fn push(&mut self, decided: Decided<'a>) {
        self.stand.push(decided);
        self.reach = (self.reach + 1).min(limits::TAKE_BACK_REACH);
    }

    /// Removes a decision that was taken back, together with the decisions after it if the other
    /// players agreed to that.
    pub fn take_back(&mut self, took: TookBack) {
        let stay = self.stand.len().saturating_sub(took.decisions());
        self.stand.truncate(stay);
        self.reach = self.reach.saturating_sub(took.decisions());
    }

    /// Returns the number of decisions that are taken back together with the last one that the
    /// player of this seat made. Returns `None` if there is no such decision within reach.
    pub fn since(&self, seat: Seat) -> Option<u8> {
        let mut last = self.stand.iter().rev().take(self.reach);
        let before = last.position(|one| one.seat == seat && one.by == By::Player)?;
        u8::try_from(before + 1).ok()
    }

    /// Applies the decisions to the game as it was dealt. Returns the game after them, with the
    /// decisions that its mover can take back.
    pub fn play(&self, dealt: AnyGame) -> (AnyGame, Checkpoints<AnyGame>) {
        let mut game = dealt;
        let mut checkpoints = Checkpoints::default();
        for &decided in &self.stand {
            checkpoints.decide(&mut game, decided);
        }
        (game, checkpoints)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    fn made(seat: Seat, by: By) -> Decided<'static> {
        Decided {
            seat,
            by,
            has_shuffled: false,
            events: &[],
        }
    }

    fn back(agreed: Option<u8>) -> TookBack {
        let seat = seat(0);
        TookBack { seat, agreed }
    }

    #[test]
    fn a_take_back_includes_all_later_decisions() {
        let mut decisions = Decisions::default();
        assert_eq!(decisions.since(seat(0)), None);
        decisions.push(made(seat(0), By::Player));
        decisions.push(made(seat(1), By::Player));
        decisions.push(made(seat(0), By::Clock));
        assert_eq!(decisions.since(seat(0)), Some(3), "the clock's is nobody's");
        assert_eq!(decisions.since(seat(1)), Some(2));
        decisions.take_back(back(Some(2)));
        assert_eq!(decisions.since(seat(1)), None);
        assert_eq!(decisions.since(seat(0)), Some(1));
        decisions.take_back(back(None));
        assert_eq!(decisions.since(seat(0)), None);
    }

    #[test]
    fn decisions_out_of_reach_cannot_be_taken_back() {
        let mut decisions = Decisions::default();
        decisions.push(made(seat(0), By::Player));
        for _ in 0..limits::TAKE_BACK_REACH {
            decisions.push(made(seat(1), By::Bot));
        }
        assert_eq!(decisions.since(seat(0)), None);
        decisions.take_back(back(Some(1)));
        assert_eq!(
            decisions.since(seat(0)),
            None,
            "what was within reach is forgotten"
        );
    }
}
