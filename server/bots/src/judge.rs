//! Judges decisions after the end of a game: estimates how much each has cost its seat.

use senda_rules::{AnyAction, AnyView, Seat};

use crate::{Budget, Dice, Effort, Hint, Reason, compare, explain, hint::hint};

/// The judgement of a decision: a comparison with the one that a hard bot would have made, using
/// only information that the seat had at that time.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The cost of the decision: how much worse it was than the bot's, in percentage points of the
    /// first place. 0 where it was as good, or where chance alone could explain the difference.
    pub loss: u8,
    /// The reasons for or against the decision.
    pub reasons: Vec<Reason>,
    /// The decision that the bot would have made.
    pub better: Hint,
}

/// Judges a decision of a seat that saw this view; returns `None` if the seat had no choice. The
/// same view, seed and effort give the same judgement, unless the budget runs out first.
///
/// The worlds that compare the two decisions differ from the worlds of the search that found the
/// bot's decision. In the latter that decision would look better than it is, because it was chosen
/// for having turned out best in them.
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
