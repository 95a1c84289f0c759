//! The decisions that a player can take back in a turn, and the requests to take back others with
//! the agreement of the players.

use senda_rules::{AnyEvent, AnyGame, Game, Seat, Seats};

use crate::{limits, log::Played, protocol::By};

/// The states before each of the last decisions that can be taken back, oldest first.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Checkpoints<T> {
    before: Vec<T>,
    /// The number of decisions taken back since the last decision that was final.
    used: u8,
}

impl<T> Default for Checkpoints<T> {
    fn default() -> Self {
        let before = Vec::new();
        Self { before, used: 0 }
    }
}

impl<T> Checkpoints<T> {
    /// Keeps the state before a decision that can be taken back.
    fn keep(&mut self, before: T) {
        if self.before.len() == limits::TAKE_BACK_DEPTH {
            self.before.remove(0);
        }
        self.before.push(before);
    }

    /// Forgets all states, because a decision was made that is final.
    fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the number of decisions that can be taken back now.
    pub fn count(&self) -> u8 {
        if self.used >= limits::TAKE_BACKS {
            return 0;
        }
        u8::try_from(self.before.len()).expect("at most TAKE_BACK_DEPTH")
    }

    /// Takes back the last decision. Returns the state before it, or `None` if it can't be taken
    /// back.
    pub fn take_back(&mut self) -> Option<T> {
        if self.count() == 0 {
            return None;
        }
        self.used += 1;
        self.before.pop()
    }
}

/// A decision, as it is stored in a log or a game file.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Decided<'a> {
    pub seat: Seat,
    pub by: By,
    /// Whether the decision used shuffles.
    pub has_shuffled: bool,
    pub events: &'a [AnyEvent],
}

impl<'a> Decided<'a> {
    /// Converts a decision from the log. `shuffles` is the number of shuffles before it.
    pub fn of(played: &'a Played, shuffles: u32) -> Self {
        Self {
            seat: played.seat,
            by: played.by,
            has_shuffled: played.shuffles != shuffles,
            events: &played.events,
        }
    }
}

impl Checkpoints<AnyGame> {
    /// Applies a decision to a game. The decision can be taken back if a player made it, if it gave
    /// no player information that they could use for another decision instead, and if the same turn
    /// continues with no other seat to decide.
    pub fn decide(&mut self, game: &mut AnyGame, decided: Decided) {
        let may_be = decided.by == By::Player
            && !decided.has_shuffled
            && decided.events.iter().all(AnyGame::can_take_back);
        let before = may_be.then(|| game.clone());
        game.apply_all(decided.events);
        let own = Seats::NONE.with(decided.seat);
        let is_own_turn =
            |game: &AnyGame| game.mover() == Some(decided.seat) && game.acting() == own;
        match before.filter(is_own_turn) {
            Some(before) if is_own_turn(game) => self.keep(before),
            _ => self.clear(),
        }
    }
}

/// The requests of players to take back decisions with the agreement of the others.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct TakeBackAsk {
    /// The seat whose player asks to take back their last decision.
    pub by: Option<Seat>,
    /// The seats whose players have agreed.
    pub agreed: Seats,
    /// The seats whose request was declined and that have made no decision since.
    pub declined: Seats,
    /// The number of requests that were granted in this game.
    pub granted: u8,
}

impl TakeBackAsk {
    /// Ends the pending request, if there is one.
    pub fn end(&mut self) {
        (self.by, self.agreed) = (None, Seats::NONE);
    }

    /// Declines the pending request, or withdraws it if `by` is the seat that made it.
    pub fn decline(&mut self, by: Seat) {
        let requester = self.by.filter(|&requester| requester != by);
        self.declined = requester.map_or(self.declined, |requester| self.declined.with(requester));
        self.end();
    }

    /// Removes a seat whose owner has left. A person who takes over the seat must not inherit the
    /// request or the agreement.
    pub fn leave(&mut self, seat: Seat) {
        self.agreed = self.agreed.without(seat);
        if self.by == Some(seat) {
            self.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_back_the_latest_decision_first_and_none_before_a_final_one() {
        let mut checkpoints = Checkpoints::default();
        assert_eq!(checkpoints.take_back(), None);
        checkpoints.keep('a');
        checkpoints.keep('b');
        assert_eq!(checkpoints.take_back(), Some('b'));
        assert_eq!(checkpoints.count(), 1);
        checkpoints.clear();
        assert_eq!(checkpoints.take_back(), None);
    }

    #[test]
    fn limits_the_number_of_take_backs() {
        let mut checkpoints = Checkpoints::default();
        for _ in 0..limits::TAKE_BACKS {
            checkpoints.keep(());
            assert!(checkpoints.take_back().is_some());
        }
        checkpoints.keep(());
        assert_eq!((checkpoints.count(), checkpoints.take_back()), (0, None));
        checkpoints.clear();
        checkpoints.keep(());
        assert_eq!(checkpoints.count(), 1);
    }

    #[test]
    fn keeps_a_limited_number_of_checkpoints() {
        let mut checkpoints = Checkpoints::default();
        for number in 0..=limits::TAKE_BACK_DEPTH {
            checkpoints.keep(number);
        }
        assert_eq!(usize::from(checkpoints.count()), limits::TAKE_BACK_DEPTH);
    }
}
