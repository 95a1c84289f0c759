//! Compares two decisions in the same imagined worlds and separates their difference from chance.

use senda_rules::Seat;

use crate::{
    Budget, Dice,
    choice::percent,
    search::{Shares, World},
};

/// The amount of computation spent on judging one decision.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Effort {
    /// The iterations of the search for the decision that a hard bot would have made.
    pub iterations: u32,
    /// The number of worlds in which that decision is compared with the one that was made.
    pub worlds: u32,
    /// The number of worlds in which the game is played on after the decision to estimate the win
    /// chances of all seats.
    pub playouts: u32,
}

/// The least effort per decision, however many decisions share the total.
const FEWEST: Effort = Effort {
    iterations: 8,
    worlds: 8,
    playouts: 2,
};

impl Effort {
    /// Returns the effort for each decision of a game with that many decisions. The whole effort is
    /// enough for `most` decisions; if there are more, they share it.
    pub(crate) fn shared(self, most: usize, decisions: usize) -> Self {
        let part = |whole: u32, least: u32| {
            let each = whole as usize * most / decisions.max(most);
            u32::try_from(each).unwrap_or(whole).max(least)
        };
        Self {
            iterations: part(self.iterations, FEWEST.iterations),
            worlds: part(self.worlds, FEWEST.worlds),
            playouts: part(self.playouts, FEWEST.playouts),
        }
    }
}

/// The observed differences between two decisions that were played in the same worlds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Difference {
    worlds: u32,
    sum: f64,
    squares: f64,
    /// The sum of the results of the first decision.
    of_first: f64,
}

/// The smallest difference that is reported.
const LEAST: f64 = 0.03;
/// The number of standard errors that a difference must reach to be more than chance.
const SURE: f64 = 3.0;
/// The number of worlds after which a comparison may stop early.
const GLANCE: u32 = 8;

impl Difference {
    fn add(&mut self, first: f64, difference: f64) {
        self.worlds += 1;
        self.of_first += first;
        self.sum += difference;
        self.squares += difference * difference;
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.worlds.max(1))
    }

    /// Returns the standard error of the mean.
    fn error(&self) -> f64 {
        let worlds = f64::from(self.worlds.max(2));
        let spread = self.squares / worlds - self.mean() * self.mean();
        (spread.max(0.0) / (worlds - 1.0)).sqrt()
    }

    /// Returns whether a reportable difference is almost certainly absent.
    fn is_none(&self) -> bool {
        self.worlds >= GLANCE && self.mean() + SURE * self.error() < LEAST
    }

    /// Returns the win chance after the first decision in percent; `None` without any world.
    pub(crate) fn chance(&self) -> Option<u8> {
        (self.worlds > 0).then(|| percent(self.of_first / f64::from(self.worlds)))
    }

    /// Returns the loss in percentage points, or 0 where it is too small or chance could explain
    /// it.
    pub(crate) fn loss(&self) -> u8 {
        let mean = self.mean();
        if self.worlds < 2 || mean < LEAST || mean < SURE * self.error() {
            0
        } else {
            percent(mean)
        }
    }
}

/// The number of decisions in a row after which a seat's turn is not played further.
const ROW: usize = 12;

/// Estimates how much better the first of two moves turns out than the second. Both are played in
/// the same worlds with the same random numbers up to the worlds' horizon, so that neither hidden
/// tiles nor luck favour one of them.
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
        found.add(one, one - other);
    }
    found
}

/// Returns each seat's expected share of the first place: the mean of imagined games that are
/// played on to the end of the current turn, and then up to the horizon of the world.
pub(crate) fn expected<W: World>(
    mut imagine: impl FnMut(&mut Dice) -> W,
    budget: &Budget,
    dice: &mut Dice,
) -> Shares {
    let (mut sum, mut worlds) = (Shares::default(), 0_u16);
    while budget.allows(worlds.into()) && worlds < u16::MAX {
        let mut deal = Dice::new(dice.number());
        let mut world = imagine(&mut deal);
        if let Some(seat) = world.acting() {
            play_on(&mut world, seat, &mut deal);
        }
        for (sum, share) in sum.iter_mut().zip(world.shares()) {
            *sum += share;
        }
        worlds += 1;
    }
    sum.map(|sum| sum / f32::from(worlds.max(1)))
}

/// Plays a seat's turn to its end, and then up to the horizon of the world.
///
/// A move that ends its turn sooner than the other one must not be judged from further away.
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
            found.add(difference.max(0.0), difference);
        }
        found
    }

    #[test]
    fn a_difference_that_chance_could_explain_is_no_loss() {
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
    fn the_error_is_the_standard_error_of_the_mean() {
        // An equal number of zeros and ones has a standard deviation of 0.5. A sample of 101 values
        // has a standard error of a tenth of that.
        let mut halves = of(&[0.0, 1.0].repeat(50));
        halves.add(0.5, 0.5);
        assert!((halves.error() - 0.05).abs() < 0.001, "{}", halves.error());
    }

    #[test]
    fn a_comparison_without_a_loss_stops_early() {
        assert!(!of(&[-0.5; 7]).is_none());
        assert!(of(&[-0.5; 8]).is_none());
        assert!(!of(&[0.2; 100]).is_none());
    }

    #[test]
    fn decisions_share_the_effort_where_there_are_many() {
        let whole = Effort {
            iterations: 1_000,
            worlds: 400,
            playouts: 40,
        };
        assert_eq!(whole.shared(50, 1), whole);
        assert_eq!(whole.shared(50, 50), whole);
        let half = Effort {
            iterations: 500,
            worlds: 200,
            playouts: 20,
        };
        assert_eq!(whole.shared(50, 100), half);
        assert_eq!(whole.shared(50, usize::MAX / 2), FEWEST);
    }
}
