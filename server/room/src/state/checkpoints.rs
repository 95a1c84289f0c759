//! What a player can go back to in a turn.

use senda_rules::{AnyEvent, AnyGame, Game, Seat, Seats};

use crate::{limits, log::Played, protocol::By};

/// What was before each of the last decisions that can be taken back, the last of them last.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Checkpoints<T> {
    before: Vec<T>,
    /// How often something was taken back since the last decision that can't be.
    used: u8,
}

impl<T> Default for Checkpoints<T> {
    fn default() -> Self {
        let before = Vec::new();
        Self { before, used: 0 }
    }
}

impl<T> Checkpoints<T> {
    /// A decision was made that can be taken back.
    fn keep(&mut self, before: T) {
        if self.before.len() == limits::TAKE_BACK_DEPTH {
            self.before.remove(0);
        }
        self.before.push(before);
    }

    /// One was made that can't be, and those before it not any more.
    fn clear(&mut self) {
        *self = Self::default();
    }

    /// How many decisions can be taken back now.
    pub fn count(&self) -> u8 {
        if self.used >= limits::TAKE_BACKS {
            return 0;
        }
        u8::try_from(self.before.len()).expect("at most TAKE_BACK_DEPTH")
    }

    /// Takes the last one back: what was before it, if it can be.
    pub fn take_back(&mut self) -> Option<T> {
        if self.count() == 0 {
            return None;
        }
        self.used += 1;
        self.before.pop()
    }
}

/// A decision, as the log or a file tells it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Decided<'a> {
    pub seat: Seat,
    pub by: By,
    /// Whether it took shuffles.
    pub has_shuffled: bool,
    pub events: &'a [AnyEvent],
}

impl<'a> Decided<'a> {
    /// A decision of the log, before which there had been so many shuffles.
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
    /// Lets a decision happen in a game. It can be taken back if a player has made it, nobody has learned by it what they
    /// could use in another one instead, and it is still the same turn, in which nobody else decides.
    pub fn decide(&mut self, game: &mut AnyGame, decided: Decided) {
        let may_be = decided.by == By::Player
            && !decided.has_shuffled
            && decided.events.iter().all(AnyGame::can_take_back);
        let before = may_be.then(|| game.clone());
        for event in decided.events {
            game.apply(event);
        }
        let own = Seats::NONE.with(decided.seat);
        let is_own_turn =
            |game: &AnyGame| game.mover() == Some(decided.seat) && game.acting() == own;
        match before.filter(is_own_turn) {
            Some(before) if is_own_turn(game) => self.keep(before),
            _ => self.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_comes_back_first_and_what_is_final_ends_it() {
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
    fn nobody_goes_back_and_forth_for_ever() {
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
    fn only_so_many_are_kept() {
        let mut checkpoints = Checkpoints::default();
        for number in 0..=limits::TAKE_BACK_DEPTH {
            checkpoints.keep(number);
        }
        assert_eq!(usize::from(checkpoints.count()), limits::TAKE_BACK_DEPTH);
    }
}
