//! What is said to a player who asks what to do.

use senda_rules::{AnyAction, AnyView, Seat};
use serde::Serialize;

use crate::{Budget, Level, Reason, choice::percent, choose, explain};

/// What a hard bot would decide in a seat, and why. It follows from what the seat was told alone, and is for nobody else.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hint {
    /// The decision.
    pub action: AnyAction,
    /// What speaks for it, or against it. Empty if there is nothing that could be said in a word.
    pub reasons: Vec<Reason>,
    /// What the bot expects of it: its share of the first place, in percent. `None` where it didn't need to look.
    pub share: Option<u8>,
}

/// The hint for a seat that sees this view; `None` if the seat has nothing to decide. The same view, seed and number of
/// iterations give the same hint.
pub fn hint(view: &AnyView, seat: Seat, budget: &Budget, seed: u64) -> Option<Hint> {
    let choice = choose(view, seat, Level::Hard, budget, seed)?;
    let best = choice.candidates.first().filter(|best| best.visits > 0);
    Some(Hint {
        reasons: explain(view, seat, &choice.action),
        share: best.map(|best| percent(best.value)),
        action: choice.action,
    })
}
