//! What a decision has cost, said when the game is over.

use senda_rules::{AnyAction, AnyView, Seat};

use crate::{Budget, Dice, Effort, Hint, Reason, compare, explain, hint::hint};

/// A decision beside the one that a hard bot would have made, as far as its seat could know then.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// What it has cost: by how much it was worse than the bot's, in percentage points of the first place. 0 where it
    /// was as good, or where chance alone could explain the difference.
    pub loss: u8,
    /// What speaks for the decision, or against it.
    pub reasons: Vec<Reason>,
    /// What the bot would have decided.
    pub better: Hint,
}

/// Judges a decision of a seat that saw this view; `None` if the seat had no choice. The same view, seed and effort give
/// the same judgement, unless the budget is over before.
///
/// What the bot would have decided has been found in other worlds than those in which it is compared: what is chosen
/// because it has turned out best would otherwise seem better than it is.
pub fn judge(
    view: &AnyView,
    seat: Seat,
    action: &AnyAction,
    (effort, budget): (Effort, &Budget),
    seed: u64,
) -> Option<Judgement> {
    let mut dice = Dice::new(seed);
    let search = budget.at_most(effort.iterations);
    let better = hint(view, seat, &search, dice.number())?;
    if better.reasons.contains(&Reason::Only {}) {
        return None;
    }
    let trials = budget.at_most(effort.worlds);
    let loss = if better.action == *action {
        0
    } else {
        let both = [&better.action, action];
        compare(view, seat, both, &trials, dice.number())?.loss()
    };
    Some(Judgement {
        loss,
        reasons: explain(view, seat, action),
        better,
    })
}
