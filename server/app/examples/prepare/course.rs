//! The course of a game: decided by chance, from one seed after the other, until one comes to the point that is
//! asked for.

use anyhow::{Context, Result, anyhow};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use senda_rules::{AnyAction, AnyGame, AnyOptions, Chance, Game, Secret, Shuffler, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::pattern;

/// Games after which what is asked for does not come about by chance.
const GAMES: u64 = 4_000;
/// Decisions after which a game is given up.
const DECISIONS: usize = 2_000;

/// How far a game has come.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The moment that is asked for: what the view of the seat that decides is like, or the spectators' when the
    /// game is over. The first one that is so.
    until: Value,
    /// Decisions before which it is not looked for.
    #[serde(default)]
    from: usize,
    /// How many decisions before that moment the room is left.
    #[serde(default)]
    before: usize,
    /// How many decisions after it are answered as well.
    #[serde(default)]
    after: usize,
}

/// What a seat decides.
#[derive(Clone, Debug, Serialize)]
pub struct Decision {
    /// Which seat, from 0.
    pub seat: usize,
    /// What.
    pub action: AnyAction,
}

/// A game that comes to the moment that was asked for.
#[derive(Debug)]
pub struct Found {
    /// What its shuffles come from.
    pub secret: Secret,
    /// What has been decided.
    pub done: Vec<Decision>,
    /// What follows.
    pub next: Vec<Decision>,
}

impl Course {
    /// Plays by chance until a game comes to it.
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

/// One of those who may decide takes one of their legal actions.
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
