//! A simulated pool of players whose strengths are known.

#![expect(
    clippy::cast_precision_loss,
    reason = "the numbers are small, and only compared roughly"
)]

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use senda_ratings::{Placed, Rating, rate};

/// The scale of the noise of a performance, in points: that of the model behind the ratings.
const NOISE: f64 = 353.553;

/// A pool of players. Each of them has a strength that never changes.
pub struct Pool {
    chance: ChaCha8Rng,
    strengths: Vec<f64>,
    pub ratings: Vec<Rating>,
}

/// The distance between the ratings and the strengths.
pub struct Error {
    /// The rank correlation of Spearman: 1 if the ratings put the players into their order.
    pub rank_correlation: f64,
    /// The mean distance of a rating from the strength, in points.
    pub mean: f64,
    /// The share of players whose strength is within two uncertainties of their rating.
    pub within_two: f64,
    /// The share of players whose rating is provisional.
    pub provisional: f64,
}

impl Pool {
    /// Creates players with strengths from 900 to 2,100 points, in equal steps.
    pub fn new(players: u32, seed: u64) -> Self {
        let step = 1200.0 / f64::from(players - 1);
        Self {
            chance: ChaCha8Rng::seed_from_u64(seed),
            strengths: (0..players)
                .map(|index| 900.0 + step * f64::from(index))
                .collect(),
            ratings: vec![Rating::START; players as usize],
        }
    }

    /// Lets each player play one more game, with opponents drawn by chance.
    pub fn play_round(&mut self, seats: usize) {
        let mut order: Vec<usize> = (0..self.strengths.len()).collect();
        for last in (1..order.len()).rev() {
            let other = self.below(last + 1);
            order.swap(last, other);
        }
        for table in order.chunks_exact(seats) {
            let mut results: Vec<(f64, usize)> = table
                .iter()
                .map(|&player| (self.strengths[player] + self.noise(), player))
                .collect();
            results.sort_by(|one, two| two.0.total_cmp(&one.0));
            let game: Vec<Placed> = (1_u8..)
                .zip(&results)
                .map(|(place, &(_, player))| Placed {
                    rating: self.ratings[player],
                    place,
                })
                .collect();
            for (rating, (_, player)) in rate(&game).into_iter().zip(results) {
                self.ratings[player] = rating;
            }
        }
    }

    /// Returns the distance between the ratings and the strengths.
    pub fn error(&self) -> Error {
        let count = share(self.ratings.len());
        let points = |rating: &Rating| rating.skill as f64 / 1000.0;
        let ranks = |values: Vec<f64>| -> Vec<f64> {
            let rank = |value: &f64| values.iter().filter(|other| *other < value).count();
            values.iter().map(|value| share(rank(value))).collect()
        };
        let given = ranks(self.ratings.iter().map(points).collect());
        let known = ranks(self.strengths.clone());
        let squares: f64 = given
            .iter()
            .zip(&known)
            .map(|(one, two)| (one - two).powi(2))
            .sum();
        let both = || self.ratings.iter().zip(&self.strengths);
        let far = |(rating, strength): (&Rating, &f64)| (points(rating) - strength).abs();
        let within = |(rating, strength): &(&Rating, &f64)| {
            far((rating, strength)) <= 2.0 * rating.uncertainty as f64 / 1000.0
        };
        Error {
            rank_correlation: 1.0 - 6.0 * squares / (count * (count * count - 1.0)),
            mean: both().map(far).sum::<f64>() / count,
            within_two: share(both().filter(within).count()) / count,
            provisional: share(
                self.ratings
                    .iter()
                    .filter(|one| one.is_provisional())
                    .count(),
            ) / count,
        }
    }

    fn below(&mut self, end: usize) -> usize {
        let drawn = self.chance.next_u64() % end as u64;
        usize::try_from(drawn).expect("an index")
    }

    /// Draws from the distribution of Gumbel, whose differences are logistic.
    fn noise(&mut self) -> f64 {
        let drawn = (self.chance.next_u64() >> 11) as f64 + 0.5;
        -NOISE * (-(drawn / (1_u64 << 53) as f64).ln()).ln()
    }
}

fn share(count: usize) -> f64 {
    count as f64
}
