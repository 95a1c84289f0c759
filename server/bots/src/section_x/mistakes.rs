//! The mistakes of easy and medium bots.

use senda_rules::section_x::{Action, Place, State};

use super::tiles::is_with_tile;
use crate::{Candidate, plays::Occasion};

/// The percentages of occasions for a mistake on which a bot makes it, for two, three and four
/// players. At a larger table there is more to overlook.
pub(super) type Mistakes = [usize; 3];

/// The mistakes of an easy bot.
pub(super) const EASY: Mistakes = [20, 60, 65];
/// The mistakes of a medium bot.
pub(super) const MEDIUM: Mistakes = [0, 25, 25];
/// The number of tiles in the piles below which a table of more than two makes no more mistakes.
/// When the end of the round is in sight, everyone thinks of their prisoners; otherwise the last
/// tile would end many rounds of weak players.
const IN_SIGHT: usize = 30;
/// The number of tile actions from which a bot takes one that is not the best.
const SECOND: usize = 4;

/// Returns whether this is the time for a mistake.
pub(super) fn is_careless(occasion: &mut Occasion<State>, mistakes: Mistakes) -> bool {
    let opponents = usize::from(occasion.view.players.seats()) - 1;
    let share = mistakes[opponents.clamp(1, mistakes.len()) - 1];
    let piles = occasion.view.piles.iter();
    let tiles: usize = piles.map(|pile| usize::from(pile.count)).sum();
    let is_early = opponents == 1 || tiles >= IN_SIGHT;
    share > 0 && is_early && occasion.dice.below(100) < share
}

/// Returns the decision of a player who overlooks something, if there is anything to overlook: a
/// tile that is not the best, a turn that ends one step too early, a hide-out that is forgotten, a
/// door that is left open. `found` has the decisions by their worth, the best first.
pub(super) fn mistake(
    occasion: &mut Occasion<State>,
    found: &[Candidate<Action>],
    actions: &[Action],
) -> Option<Action> {
    let (first, others) = found.split_first()?;
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
