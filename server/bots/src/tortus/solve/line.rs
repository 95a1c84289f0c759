//! Converts the decisions of a search to actions of the game.

use senda_rules::{
    Game, Seat, Viewer,
    tortus::{Action, Phase, State},
};

use super::layout::{Laid, square};
use crate::Dice;

/// A decision of a search. Squares are indices.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Decision {
    Rotate { at: usize, turns: u8 },
    Swap { at: usize, laid: Laid },
    Move { from: usize, to: usize },
    Push { to: usize },
    Follow { to: usize },
    Stop,
    Fill { laid: Laid },
}

impl Decision {
    /// Returns the action in a game; `None` if there is none.
    fn action(self, game: &State, seat: Seat) -> Option<Action> {
        // The index of a tile in the hand of the seat.
        let hand = |tile| {
            let view = game.view(Viewer::Seat(seat));
            let place = view.hands[seat]
                .iter()
                .position(|held| held.tile == Some(tile));
            place.and_then(|place| u8::try_from(place).ok())
        };
        Some(match self {
            Self::Rotate { at, turns } => Action::Rotate {
                square: square(at),
                rotation: turns,
            },
            Self::Swap { at, laid } => Action::Swap {
                square: square(at),
                hand: hand(laid.tile)?,
                rotation: laid.turns,
            },
            Self::Move { from, to } => {
                let from = Some(square(from));
                let pawn = game.pawns().iter().position(|pawn| pawn.at == from)?;
                Action::Move {
                    pawn: u8::try_from(pawn).ok()?,
                    to: square(to),
                }
            }
            Self::Push { to } => Action::Push { to: square(to) },
            Self::Follow { to } => Action::Follow { to: square(to) },
            Self::Stop => Action::Stop {},
            Self::Fill { laid } => Action::Fill {
                hand: hand(laid.tile)?,
                rotation: laid.turns,
            },
        })
    }
}

/// Returns the actions of a line that begins with `first` and goes on with these decisions, if the
/// rules allow each of them and the seat has won after the last one.
///
/// A decision to stop is left out where the action ends by itself, because the tile leads only to
/// positions in which the action has already been.
pub(super) fn actions_of(
    game: &State,
    seat: Seat,
    first: Option<&Action>,
    line: &[Decision],
) -> Option<Vec<Action>> {
    let mut dice = Dice::new(0);
    let mut after = game.clone();
    let mut actions = Vec::with_capacity(line.len() + 1);
    let mut take = |after: &mut State, action: Action| {
        *after = after.after(seat, &action, &mut dice).ok()?;
        actions.push(action);
        Some(())
    };
    if let Some(first) = first {
        take(&mut after, first.clone())?;
    }
    for decision in line {
        if *decision == Decision::Stop && !matches!(after.phase(), Phase::Flow { .. }) {
            continue;
        }
        let action = decision.action(&after, seat)?;
        take(&mut after, action)?;
    }
    let outcome = after.outcome()?;
    let wins = outcome.places[seat.index()] == 1 && outcome.places.contains(&2);
    wins.then_some(actions)
}
