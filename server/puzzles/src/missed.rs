//! The goals that the players of a finished game could have reached in a turn, and didn't.

use senda_rules::{AnyAction, AnyGame, Game, Seat};

use crate::found::{Found, opportunity};

/// A decision of a game.
#[derive(Clone, Debug)]
pub struct Decision<'a> {
    /// The seat that the decision was made for.
    pub seat: Seat,
    /// The decision.
    pub action: &'a AnyAction,
    /// The game before the decision.
    pub before: &'a AnyGame,
    /// The game after the decision.
    pub after: &'a AnyGame,
}

/// Returns the missed goals of a game's decisions, each with the index of the decision before which
/// its seat could have reached it. `is_asked` selects the decisions that are examined.
pub fn missed(
    decisions: &[Decision],
    is_asked: impl Fn(usize) -> bool,
) -> Vec<(usize, Found<AnyAction>)> {
    let mut missed = Vec::new();
    for (at, decision) in decisions.iter().enumerate() {
        let Decision { seat, before, .. } = decision;
        if before.mover() != Some(*seat) || !is_asked(at) {
            continue;
        }
        if let Some(found) = opportunity(before, *seat)
            && !is_taken(&found, &decisions[at..])
        {
            missed.push((at, found));
        }
    }
    missed
}

/// Returns whether the seat of the first decision went for a goal: whether it reached it in that
/// turn or, where the goal takes several turns, began as the solution does.
fn is_taken(found: &Found<AnyAction>, decisions: &[Decision]) -> bool {
    let [first, ..] = decisions else {
        return false;
    };
    if found.goal.turns() > 1 {
        return found.solution.first() == Some(first.action);
    }
    let (seat, before) = (first.seat, first.before);
    for Decision { after, .. } in decisions {
        if found.goal.is_reached(before, after, seat) {
            return true;
        }
        if after.mover() != Some(seat) {
            break;
        }
    }
    false
}
