//! What many games come to.

use serde::{Deserialize, Serialize};

/// A game that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Which of its contest, from 0.
    pub number: u32,
    /// What the player has of the first place.
    pub share: f64,
    /// Whether several have it.
    pub is_shared: bool,
    /// Decisions of everybody.
    pub decisions: u32,
    /// How long each of the player's took, in microseconds.
    pub micros: Vec<u64>,
    /// Iterations of all of the player's searches.
    pub iterations: u64,
}

/// What many games come to.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Figures {
    /// How many there were.
    pub games: u32,
    /// The player's mean share of the first place.
    pub share: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
    /// The part of the games whose first place was shared.
    pub shared: f64,
    /// Decisions of a game, on average.
    pub decisions: f64,
    /// Milliseconds of the player's decisions, on average.
    pub millis: f64,
    /// Milliseconds that 99 % of them take at most.
    pub millis_p99: f64,
    /// Iterations of a decision, on average.
    pub iterations: f64,
}

/// Standard errors on both sides of a mean that hold 95 % of a normal distribution.
const STANDARD_ERRORS: f64 = 1.96;
/// Games won and as many lost that are added before the interval is worked out (Agresti and Coull): without them a
/// hundred games that are all won would leave no doubt.
const ADDED: f64 = 2.0;

impl Figures {
    /// Those of some games.
    #[allow(clippy::cast_precision_loss)] // far fewer than the precision
    pub fn of(games: &[Played]) -> Self {
        let count = games.len().max(1) as f64;
        let mean = |of: &dyn Fn(&Played) -> f64| games.iter().map(of).sum::<f64>() / count;
        let share = mean(&|game| game.share);
        let (all, wins) = (count + 2.0 * ADDED, count * share + ADDED);
        let squares = count * mean(&|game| game.share.powi(2)) + ADDED;
        let variance = squares / all - (wins / all).powi(2);
        let mut times: Vec<u64> = games
            .iter()
            .flat_map(|game| &game.micros)
            .copied()
            .collect();
        times.sort_unstable();
        let moves = times.len().max(1);
        let p99 = times.get((99 * moves).div_ceil(100) - 1).copied();
        let iterations: u64 = games.iter().map(|game| game.iterations).sum();
        Self {
            games: u32::try_from(games.len()).unwrap_or(u32::MAX),
            share,
            margin: STANDARD_ERRORS * (variance / all).sqrt(),
            shared: mean(&|game| f64::from(u8::from(game.is_shared))),
            decisions: mean(&|game| f64::from(game.decisions)),
            millis: times.iter().sum::<u64>() as f64 / (1_000.0 * moves as f64),
            millis_p99: p99.unwrap_or_default() as f64 / 1_000.0,
            iterations: iterations as f64 / moves as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(share: f64) -> Played {
        Played {
            number: 0,
            share,
            is_shared: share > 0.0 && share < 1.0,
            decisions: 1,
            micros: vec![1_000],
            iterations: 1,
        }
    }

    #[test]
    fn few_games_that_are_all_won_leave_a_doubt() {
        let all = |games: usize| Figures::of(&vec![played(1.0); games]);
        assert!((all(100).share - 1.0).abs() < 1e-9);
        assert!(
            (0.02..0.03).contains(&all(100).margin),
            "{}",
            all(100).margin
        );
        assert!(all(1_000).margin < all(100).margin / 5.0);
    }

    #[test]
    fn many_games_have_the_interval_of_a_share() {
        let games: Vec<_> = (0..1_000).map(|at| played(f64::from(at % 2))).collect();
        let margin = Figures::of(&games).margin;
        assert!(
            (margin - 1.96 * (0.25_f64 / 1_000.0).sqrt()).abs() < 0.000_5,
            "{margin}"
        );
        // Shares of a first place differ less than wins and losses do.
        let halves = vec![played(0.5); 1_000];
        assert!(Figures::of(&halves).margin < margin / 5.0);
    }
}
