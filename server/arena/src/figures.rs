//! Aggregates the results of many games.

use serde::{Deserialize, Serialize};

/// The result of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The number of the game in its contest, from 0.
    pub number: u32,
    /// The player's share of the first place.
    pub share: f64,
    /// Whether several players share the first place.
    pub is_shared: bool,
    /// The number of decisions of all players.
    pub decisions: u32,
    /// The time of each of the player's decisions in microseconds.
    pub micros: Vec<u64>,
    /// The number of iterations of all of the player's searches.
    pub iterations: u64,
}

/// The aggregated results of many games.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Figures {
    /// The number of games that were played.
    pub games: u32,
    /// The player's mean share of the first place.
    pub share: f64,
    /// Half the width of the share's 95 % interval.
    pub margin: f64,
    /// The fraction of games whose first place was shared.
    pub shared: f64,
    /// The mean number of decisions in a game.
    pub decisions: f64,
    /// The mean time of the player's decisions in milliseconds.
    pub millis: f64,
    /// The 99th percentile of the times of the player's decisions in milliseconds.
    pub millis_p99: f64,
    /// The mean number of iterations for a decision.
    pub iterations: f64,
}

/// The standard errors on both sides of a mean that contain 95 % of a normal distribution.
const STANDARD_ERRORS: f64 = 1.96;
/// The games won, and as many lost, that are added before the interval is computed (Agresti and
/// Coull). Without them a hundred games that are all won would leave no uncertainty.
const ADDED: f64 = 2.0;

impl Figures {
    /// Aggregates the results of these games.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than the precision")]
    pub fn of(games: &[Played]) -> Self {
        let count = games.len().max(1) as f64;
        let mean = |of: &dyn Fn(&Played) -> f64| games.iter().map(of).sum::<f64>() / count;
        let share = mean(&|game| game.share);
        let (all, wins) = (count + 2.0 * ADDED, count * share + ADDED);
        let squares = count * mean(&|game| game.share.powi(2)) + ADDED;
        let variance = squares / all - (wins / all).powi(2);
        let times = games.iter().flat_map(|game| &game.micros);
        let times: Vec<u64> = times.copied().collect();
        let moves = times.len().max(1);
        let (millis, millis_p99) = millis_of(times);
        let iterations: u64 = games.iter().map(|game| game.iterations).sum();
        Self {
            games: u32::try_from(games.len()).unwrap_or(u32::MAX),
            share,
            margin: STANDARD_ERRORS * (variance / all).sqrt(),
            shared: mean(&|game| f64::from(u8::from(game.is_shared))),
            decisions: mean(&|game| f64::from(game.decisions)),
            millis,
            millis_p99,
            iterations: iterations as f64 / moves as f64,
        }
    }
}

/// Returns the mean and the 99th percentile of times in microseconds, both in milliseconds.
#[expect(clippy::cast_precision_loss, reason = "far fewer than the precision")]
pub(crate) fn millis_of(mut micros: Vec<u64>) -> (f64, f64) {
    micros.sort_unstable();
    let count = micros.len().max(1);
    let p99 = micros.get((99 * count).div_ceil(100) - 1).copied();
    let mean = micros.iter().sum::<u64>() as f64 / (1_000.0 * count as f64);
    (mean, p99.unwrap_or_default() as f64 / 1_000.0)
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
    fn few_games_that_are_all_won_leave_uncertainty() {
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
        // Shares of a first place vary less than wins and losses.
        let halves = vec![played(0.5); 1_000];
        assert!(Figures::of(&halves).margin < margin / 5.0);
    }
}
