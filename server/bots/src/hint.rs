//! Hints for a player who asks for advice.

use senda_rules::{AnyAction, AnyView, Seat};
use serde::Serialize;

use crate::{Budget, Level, Reason, advice, choice::percent, choose};

/// The decision that a hard bot would make in a seat, with the reasons. It follows only from the
/// view that was sent to the seat, and only that seat may receive it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Hint {
    /// The decision that the bot suggests.
    pub action: AnyAction,
    /// The decisions that the bot would make after it in the same turn, as far as they are certain:
    /// up to the first that reveals something hidden. Empty in games where a turn is not planned as
    /// a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<AnyAction>>", optional))]
    pub rest: Vec<AnyAction>,
    /// The reasons for it. Each of them distinguishes it from the other possible decisions. Empty
    /// if no reason code does.
    pub reasons: Vec<Reason>,
    /// The win chance: the share of the first place that the bot expects from it, in percent.
    /// `None` if the bot did not need to search.
    pub share: Option<u8>,
}

/// Returns the hint for a seat that sees this view; `None` if the seat has nothing to decide. The
/// same view, seed and number of iterations give the same hint.
pub fn hint(view: &AnyView, seat: Seat, budget: &Budget, seed: u64) -> Option<Hint> {
    let choice = choose(view, seat, Level::Hard, budget, seed)?;
    let best = choice.candidates.first().filter(|best| best.visits > 0);
    Some(Hint {
        reasons: advice(view, seat, &choice.action),
        share: best.map(|best| percent(best.value.into())),
        rest: choice.rest,
        action: choice.action,
    })
}
