//! Two decisions compared: how closely, in which worlds, and what of the difference is more than chance.

use senda_rules::Seat;

use crate::{Budget, Dice, choice::percent, search::World};

/// How closely a decision is looked at.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Effort {
    /// Iterations of the search for what a hard bot would have decided.
    pub iterations: u32,
    /// Worlds in which that is compared with what was decided.
    pub worlds: u32,
}

/// Iterations and worlds by which a decision is looked at, however many there are.
const FEWEST: Effort = Effort {
    iterations: 8,
    worlds: 8,
};

impl Effort {
    /// What is left of it for each where `most` decisions could have all of it and there are more.
    pub(crate) fn shared(self, most: usize, decisions: usize) -> Self {
        let part = |whole: u32, least: u32| {
            let each = whole as usize * most / decisions.max(most);
            u32::try_from(each).unwrap_or(whole).max(least)
        };
        Self {
            iterations: part(self.iterations, FEWEST.iterations),
            worlds: part(self.worlds, FEWEST.worlds),
        }
    }
}

/// How much better one decision has turned out than another in the same worlds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Difference {
    worlds: u32,
    sum: f64,
    squares: f64,
}

/// The smallest difference that is said.
const LEAST: f64 = 0.03;
/// How many times the standard error a difference must be, to be more than chance.
const SURE: f64 = 3.0;
/// Worlds after which a difference can be given up.
const GLANCE: u32 = 8;

impl Difference {
    fn add(&mut self, difference: f64) {
        self.worlds += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.worlds.max(1))
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        let worlds = f64::from(self.worlds.max(2));
        let spread = self.squares / worlds - self.mean() * self.mean();
        (spread.max(0.0) / (worlds - 1.0)).sqrt()
    }

    /// Whether it is as good as sure that there is none worth saying.
    fn is_none(&self) -> bool {
        self.worlds >= GLANCE && self.mean() + SURE * self.error() < LEAST
    }

    /// What is certain of it, in percentage points.
    pub(crate) fn loss(&self) -> u8 {
        let mean = self.mean();
        #[allow(clippy::cast_possible_truncation)] // a share
        let share = mean as f32;
        if self.worlds < 2 || mean < LEAST || mean < SURE * self.error() {
            0
        } else {
            percent(share)
        }
    }
}

/// Decisions of one seat in a row after which its turn is not played on.
const ROW: usize = 12;

/// How much better the first of two moves turns out, each played in the same worlds to their horizon with the same chance:
/// what is hidden, and what luck brings, speaks for neither.
pub(crate) fn difference<W: World + Clone>(
    mut imagine: impl FnMut(&mut Dice) -> W,
    moves: &[W::Move; 2],
    seat: Seat,
    budget: &Budget,
    dice: &mut Dice,
) -> Difference {
    let mut found = Difference::default();
    while budget.allows(found.worlds) && !found.is_none() {
        let mut deal = Dice::new(dice.number());
        let start = imagine(&mut deal);
        let [one, other] = moves.each_ref().map(|chosen| {
            let (mut world, mut dice) = (start.clone(), deal.clone());
            world.play(chosen, &mut dice);
            play_on(&mut world, seat, &mut dice);
            f64::from(world.shares()[seat.index()])
        });
        found.add(one - other);
    }
    found
}

/// Plays a seat's turn to its end, and then as far as worlds are played.
///
/// A turn that is over sooner than the other one is not to be looked at from further away.
fn play_on<W: World>(world: &mut W, seat: Seat, dice: &mut Dice) {
    for _ in 0..ROW {
        if world.acting() != Some(seat) {
            break;
        }
        world.play_likely(dice);
    }
    world.play_out(dice);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(differences: &[f64]) -> Difference {
        let mut found = Difference::default();
        for &difference in differences {
            found.add(difference);
        }
        found
    }

    #[test]
    fn what_chance_could_explain_is_no_loss() {
        assert_eq!(of(&[]).loss(), 0);
        assert_eq!(of(&[0.9]).loss(), 0, "one world proves nothing");
        assert_eq!(of(&[1.0, -0.9, 1.0, -0.9]).loss(), 0);
        assert_eq!(of(&[0.2, 0.3, 0.2, 0.3]).loss(), 25);
        assert_eq!(
            of(&[-0.2, -0.3, -0.2, -0.3]).loss(),
            0,
            "better than the bot's"
        );
        assert_eq!(of(&[0.01; 20]).loss(), 0, "too little to be said");
    }

    #[test]
    fn the_error_is_that_of_the_mean() {
        // Of 0 and 1 as often, the deviation is 0.5; a sample of 101 has a tenth of it.
        let mut halves = of(&[0.0, 1.0].repeat(50));
        halves.add(0.5);
        assert!((halves.error() - 0.05).abs() < 0.001, "{}", halves.error());
    }

    #[test]
    fn what_is_no_worse_is_given_up_soon() {
        assert!(!of(&[-0.5; 7]).is_none());
        assert!(of(&[-0.5; 8]).is_none());
        assert!(!of(&[0.2; 100]).is_none());
    }

    #[test]
    fn effort_is_shared_where_there_is_much_to_judge() {
        let whole = Effort {
            iterations: 1_000,
            worlds: 400,
        };
        assert_eq!(whole.shared(50, 1), whole);
        assert_eq!(whole.shared(50, 50), whole);
        let half = Effort {
            iterations: 500,
            worlds: 200,
        };
        assert_eq!(whole.shared(50, 100), half);
        assert_eq!(whole.shared(50, usize::MAX / 2), FEWEST);
    }
}
