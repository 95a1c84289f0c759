//! The mistakes of easy bots.

use senda_rules::section_x::{Action, Place, State};

use crate::{Candidate, plays::Occasion};

/// The percentage of occasions for a mistake on which an easy bot makes it.
const MISTAKES: usize = 20;
/// The number of tile actions from which an easy bot takes one that is not the best.
const SECOND: usize = 4;

/// Returns the decision of a player who overlooks something, if this is the time for it: a tile
/// that is not the best, a turn that ends one step too early, a hide-out that is forgotten, a door
/// that is left open. `found` has the decisions by their worth, the best first.
pub(super) fn mistake(
    occasion: &mut Occasion<State>,
    found: &[Candidate<Action>],
    actions: &[Action],
) -> Option<Action> {
    let (first, others) = found.split_first()?;
    if occasion.dice.below(100) >= MISTAKES {
        return None;
    }
    let is_hiding = |action: &Action, state: &State| matches!(action, Action::Step { to: Place::Tunnel(spot), .. } if state.hides(*spot));
    match &first.action {
        Action::Place { .. }
        | Action::Relocate { .. }
        | Action::Exchange { .. }
        | Action::Turn { .. } => {
            let tiles = others.iter().filter(|other| is_with_tile(&other.action));
            let tiles: Vec<_> = tiles.take(SECOND).collect();
            (!tiles.is_empty()).then(|| occasion.dice.any(&tiles).action.clone())
        }
        Action::Step { .. } if is_hiding(&first.action, &occasion.imagine()) => {
            let state = occasion.imagine();
            let other = others
                .iter()
                .find(|other| !is_hiding(&other.action, &state));
            other.map(|other| other.action.clone())
        }
        Action::Step { to, .. } if !matches!(to, Place::Green(_)) => {
            let mut all = actions.iter();
            all.find(|action| matches!(action, Action::EndTurn {}))
                .cloned()
        }
        Action::Door { .. } => {
            let mut others = others.iter();
            let other = others.find(|other| !matches!(other.action, Action::Door { .. }));
            other.map(|other| other.action.clone())
        }
        _ => None,
    }
}

/// Returns whether the action lays, moves or turns a tile.
fn is_with_tile(action: &Action) -> bool {
    matches!(
        action,
        Action::Place { .. }
            | Action::Relocate { .. }
            | Action::Exchange { .. }
            | Action::Turn { .. }
    )
}
