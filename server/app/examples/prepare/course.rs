//! The course of a game: random decisions from one seed after the other, until a game reaches the
//! requested point.

use anyhow::{Context, Result, anyhow};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use senda_rules::{AnyAction, AnyGame, AnyOptions, Chance, Game, Secret, Shuffler, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::pattern;

/// The number of games after which the search is given up.
const GAMES: u64 = 4_000;
/// The number of decisions after which a game is abandoned.
const DECISIONS: usize = 2_000;

/// The requested point of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The pattern of the requested moment. It is matched against the view of the seat that
    /// decides, or of the spectators when the game is over. The first match counts.
    until: Value,
    /// The number of decisions before which the moment is not looked for.
    #[serde(default)]
    from: usize,
    /// The number of decisions before that moment at which the room is left.
    #[serde(default)]
    before: usize,
    /// The number of decisions after that moment that are returned as well.
    #[serde(default)]
    after: usize,
}

/// A decision of a seat.
#[derive(Clone, Debug, Serialize)]
pub struct Decision {
    /// The seat's index, from 0.
    pub seat: usize,
    /// The action that the seat takes.
    pub action: AnyAction,
}

/// A game that reaches the requested moment.
#[derive(Debug)]
pub struct Found {
    /// The secret that its shuffles derive from.
    pub secret: Secret,
    /// The decisions made so far.
    pub done: Vec<Decision>,
    /// The decisions that follow in the game.
    pub next: Vec<Decision>,
}

impl Course {
    /// Plays random games until one reaches the moment.
    pub fn find(&self, options: &AnyOptions, seats: u8) -> Result<Found> {
        for seed in 0..GAMES {
            if let Some(found) = self.play(seed, options, seats)? {
                return Ok(found);
            }
        }
        Err(anyhow!("none of {GAMES} games comes to {}", self.until))
    }

    fn play(&self, seed: u64, options: &AnyOptions, seats: u8) -> Result<Option<Found>> {
        let mut dice = StdRng::seed_from_u64(seed);
        let secret = Secret(dice.random());
        let mut chance = Shuffler::new(&secret, &vec![None; usize::from(seats)], 0);
        let mut game = AnyGame::new(options, seats, None)
            .map_err(|illegal| anyhow!("no such game: {illegal:?}"))?;
        for event in game.open(&mut chance) {
            game.apply(&event);
        }
        let mut decisions = Vec::new();
        let mut moment = None;
        while decisions.len() < DECISIONS {
            if moment.is_none() && decisions.len() >= self.from && self.is_met(&game)? {
                moment = Some(decisions.len());
            }
            let over = game.acting().is_empty();
            if let Some(moment) = moment.filter(|at| over || decisions.len() >= at + self.after) {
                let next = decisions.split_off(moment.saturating_sub(self.before));
                let done = decisions;
                return Ok(Some(Found { secret, done, next }));
            }
            if over {
                break;
            }
            decisions.push(decide(&mut game, &mut dice, &mut chance)?);
        }
        Ok(None)
    }

    fn is_met(&self, game: &AnyGame) -> Result<bool> {
        let acting = game.acting().iter().next();
        let view = game.view(acting.map_or(Viewer::Spectator, Viewer::Seat));
        Ok(pattern::matches(&serde_json::to_value(view)?, &self.until))
    }
}

/// Makes one seat that may decide take a random legal action.
fn decide(game: &mut AnyGame, dice: &mut StdRng, chance: &mut dyn Chance) -> Result<Decision> {
    let seat = game.acting().iter().next().context("nobody decides")?;
    let mut actions = game.legal_actions(seat);
    let action = actions.swap_remove(dice.random_range(0..actions.len()));
    let events = game
        .decide(seat, &action, chance)
        .map_err(|illegal| anyhow!("{action:?} is said to be legal: {illegal:?}"))?;
    for event in events {
        game.apply(&event);
    }
    let seat = seat.index();
    Ok(Decision { seat, action })
}
