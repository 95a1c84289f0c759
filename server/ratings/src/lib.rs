//! Computes the ratings of players from the places of finished games.
//!
//! The crate knows no player, no game and no clock. The order in which the caller passes games is
//! the order in which they count. The algorithm is that of Weng and Lin for many players with the
//! Bradley-Terry model, as the crate `skillratings` implements it.

use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

/// The number of units in one point. Ratings are stored as whole units, so that a value that is
/// computed again equals the stored one.
const UNITS: f64 = 1000.0;

/// The difference in skill, in points, of two players of whom the better one wins about two games
/// of three. It is half of the first uncertainty, as in the paper of Weng and Lin.
const BETA: f64 = 250.0;

/// The uncertainty in points that each game adds before it counts, because players change. Without
/// it, ratings would hardly move after some hundred games.
const DRIFT: f64 = 5.0;

/// The smallest factor that one game multiplies the square of an uncertainty by.
const LEAST_FACTOR: f64 = 0.000_001;

/// A rating of a player, in units of a thousandth of a point.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Rating {
    /// The estimated skill.
    pub skill: i64,
    /// The standard deviation of the estimate.
    pub uncertainty: i64,
    /// The number of games that the rating was computed from.
    pub games: u32,
}

impl Rating {
    /// The rating of a player before the first game.
    pub const START: Self = Self {
        skill: 1_500_000,
        uncertainty: 500_000,
        games: 0,
    };

    /// The number of games after which a rating is not provisional any more.
    pub const SETTLED_GAMES: u32 = 20;

    /// The uncertainty at which a rating is not provisional any more, even after fewer games. Games
    /// with many players reach it sooner, because each opponent counts.
    pub const SETTLED_UNCERTAINTY: i64 = 200_000;

    /// Returns whether the rating is too uncertain to be compared with others.
    #[must_use]
    pub const fn is_provisional(&self) -> bool {
        self.games < Self::SETTLED_GAMES && self.uncertainty > Self::SETTLED_UNCERTAINTY
    }

    /// Returns the estimated skill in whole points, as players see it.
    #[must_use]
    pub fn points(&self) -> i64 {
        points(self.skill)
    }

    /// Returns the uncertainty in whole points, as players see it.
    #[must_use]
    pub fn uncertainty_points(&self) -> i64 {
        points(self.uncertainty)
    }

    fn before_game(self) -> WengLinRating {
        let uncertainty = from_units(self.uncertainty).hypot(DRIFT);
        WengLinRating {
            rating: from_units(self.skill),
            uncertainty: uncertainty.min(from_units(Self::START.uncertainty)),
        }
    }
}

/// The result of one player in a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Placed {
    /// The rating before the game.
    pub rating: Rating,
    /// The place in the game, from 1. Players who share a place have tied.
    pub place: u8,
}

/// Returns the ratings of all players after a game, in the same order. The order of the players has
/// no influence on the result.
#[must_use]
pub fn rate(players: &[Placed]) -> Vec<Rating> {
    if players.len() < 2 {
        return players.iter().map(|player| player.rating).collect();
    }
    // Sums of floating-point numbers depend on the order of their terms.
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&index| {
        let Placed { rating, place } = players[index];
        (place, rating.skill, rating.uncertainty)
    });
    let before: Vec<[WengLinRating; 1]> = order
        .iter()
        .map(|&index| [players[index].rating.before_game()])
        .collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
        .iter()
        .zip(&order)
        .map(|(team, &index)| {
            let outcome = MultiTeamOutcome::new(usize::from(players[index].place));
            (team.as_slice(), outcome)
        })
        .collect();
    let config = WengLinConfig {
        beta: BETA,
        uncertainty_tolerance: LEAST_FACTOR,
    };
    let mut after: Vec<Rating> = players.iter().map(|player| player.rating).collect();
    for (team, &index) in weng_lin_multi_team(&teams, &config).iter().zip(&order) {
        for rated in team {
            after[index] = Rating {
                skill: to_units(rated.rating),
                uncertainty: to_units(rated.uncertainty),
                games: players[index].rating.games.saturating_add(1),
            };
        }
    }
    after
}

/// Returns units in whole points.
#[must_use]
pub const fn points(units: i64) -> i64 {
    // The sum is rounded down, so the result is the nearest whole number.
    (units + 500).div_euclid(1000)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "ratings have far fewer digits than the numbers hold"
)]
fn from_units(units: i64) -> f64 {
    units as f64 / UNITS
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the value is rounded, and far within the range"
)]
fn to_units(points: f64) -> i64 {
    (points * UNITS).round() as i64
}
