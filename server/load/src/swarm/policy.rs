//! The random decisions of a person. Each decision is a number drawn for that person and that
//! occasion alone, so that neither other people nor the speed of the machine changes it.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of words of a person's random stream that are reserved for one occasion.
const WORDS: u128 = 64;
/// The size of the range that a side action is drawn from. [`Policy::occasion`] assigns side
/// actions to the first 12 numbers, so that 12 in 200 occasions have one.
const CALM: u32 = 200;
/// The same range for the restless, where 12 in 30 occasions have a side action.
const RESTLESS: u32 = 30;

/// The random decisions of one person.
#[derive(Copy, Clone, Debug)]
pub(super) struct Policy {
    seed: u64,
    person: u32,
    /// The average time that the person thinks before a decision.
    think: Duration,
    is_restless: bool,
}

/// An action of a person on an occasion in addition to the command.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum SideAction {
    /// There is no side action on this occasion.
    None,
    /// Reloads the page before the command, and sends the command after that.
    ReloadBefore,
    /// Reloads the page right after the command, without waiting for the answer.
    ReloadAfter,
    /// Sends the command twice in a row.
    Twice,
    /// Requests the whole view with `sync`.
    Sync,
    /// Sends a chat message before the command.
    Chat,
    /// Opens a second tab, or closes it.
    Tab,
}

/// An occasion to decide something, with all random numbers for it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Occasion {
    /// The time to think before the decision.
    pub think: Duration,
    /// The choice of a kind of action, as a position among the possible kinds from 0 to 1.
    pub kind: f64,
    /// The choice of an action of that kind, as a position among them from 0 to 1.
    pub choice: f64,
    /// The patience left for a game that others wait for, from 0 to 1. A player in a hurry with
    /// little of it resigns.
    pub patience: f64,
    /// The side action of this occasion.
    pub whim: SideAction,
    /// Whether the player resigns the game.
    pub resigns: bool,
    /// Whether the player takes the last decision back, if that is possible.
    pub doubts: bool,
    /// The player's contribution to the shuffle.
    pub nonce: u128,
}

impl Policy {
    pub fn new(seed: u64, person: u32, think: Duration, is_restless: bool) -> Self {
        Self {
            seed,
            person,
            think,
            is_restless,
        }
    }

    fn chance(&self, side: u64, number: u64) -> ChaCha8Rng {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        chance.set_stream(u64::from(self.person) * 2 + side);
        chance.set_word_pos(u128::from(number) * WORDS);
        chance
    }

    /// Returns the person's occasion with that number.
    pub fn occasion(&self, number: u64) -> Occasion {
        let mut chance = self.chance(0, number);
        let whims = if self.is_restless { RESTLESS } else { CALM };
        Occasion {
            think: self.think.mul_f64(chance.random_range(0.5..1.5)),
            choice: chance.random(),
            whim: match chance.random_range(0..whims) {
                0 => SideAction::ReloadBefore,
                1..=3 => SideAction::ReloadAfter,
                4..=5 => SideAction::Twice,
                6 => SideAction::Sync,
                7..=9 => SideAction::Chat,
                10..=11 => SideAction::Tab,
                _ => SideAction::None,
            },
            resigns: chance.random_ratio(1, 300),
            nonce: chance.random(),
            kind: chance.random(),
            patience: chance.random(),
            doubts: chance.random_ratio(1, 6),
        }
    }

    /// Returns how long to wait before the next attempt after that number of failures in a row. The
    /// backoff grows, and has a random part so that the people do not all return at once.
    pub fn patience(&self, failures: u64) -> Duration {
        let most = 100 << failures.min(5);
        let wait = self.chance(1, failures).random_range(most / 2..most);
        Duration::from_millis(wait)
    }
}

/// Returns the index in a list of length `of` at the position `part`, from 0 to 1.
pub(crate) fn pick(part: f64, of: usize) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a list's length is small"
    )]
    let index = (part * of as f64) as usize;
    index.min(of.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mind(seed: u64, person: u32) -> Policy {
        Policy::new(seed, person, Duration::from_millis(100), false)
    }

    #[test]
    fn the_same_seed_decides_the_same_in_any_order() {
        let forwards: Vec<Occasion> = (0..500).map(|n| mind(7, 3).occasion(n)).collect();
        let same = mind(7, 3);
        for number in (0..500).rev() {
            same.patience(number);
            let index = usize::try_from(number).unwrap();
            assert_eq!(same.occasion(number), forwards[index]);
        }
    }

    #[test]
    fn other_people_and_other_seeds_decide_differently() {
        let of = |seed, person| (0..20).map(move |n| mind(seed, person).occasion(n).nonce);
        assert!(of(7, 3).ne(of(7, 4)));
        assert!(of(7, 3).ne(of(8, 3)));
        let mut nonces: Vec<u128> = of(7, 3).collect();
        nonces.sort_unstable();
        nonces.dedup();
        assert_eq!(nonces.len(), 20);
    }

    #[test]
    fn every_side_action_occurs() {
        let whims: Vec<SideAction> = (0..5_000).map(|n| mind(1, 1).occasion(n).whim).collect();
        for whim in [
            SideAction::None,
            SideAction::ReloadBefore,
            SideAction::ReloadAfter,
            SideAction::Twice,
            SideAction::Sync,
            SideAction::Chat,
            SideAction::Tab,
        ] {
            assert!(whims.contains(&whim), "{whim:?}");
        }
        let restless = Policy::new(1, 1, Duration::from_millis(100), true);
        let whims_of = |mind: &Policy| {
            let occasions = (0..5_000).map(|number| mind.occasion(number).whim);
            occasions.filter(|whim| *whim != SideAction::None).count()
        };
        assert!(whims_of(&restless) > 4 * whims_of(&mind(1, 1)));
    }

    #[test]
    fn a_choice_is_one_of_the_list() {
        for number in 0..1_000 {
            let choice = mind(5, 5).occasion(number).choice;
            assert!(pick(choice, 3) < 3);
            assert_eq!(pick(choice, 1), 0);
        }
    }
}
