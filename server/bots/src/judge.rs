//! Judges decisions after the end of a game: estimates how much each has cost its seat.

use senda_rules::{AnyAction, AnyView, Seat};

use crate::{
    Budget, Dice, Effort, Hint, Level, Reason, choose, compare, explain,
    reason::{Contrast, contrast},
};

/// The judgement of a decision: a comparison with the one that a hard bot would have made, using
/// only information that the seat had at that time.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The cost of the decision: how much worse it was than the bot's, in percentage points of the
    /// first place. 0 where it was as good, or where chance alone could explain the difference.
    pub loss: u8,
    /// The reasons against the decision, compared with the bot's. Empty if it cost nothing.
    pub reasons: Vec<Reason>,
    /// The decision that the bot would have made, with the reasons why it is better and the win
    /// chance after it. The win chance after the judged decision is lower by `loss`.
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
    let better = choose(view, seat, Level::Hard, &search, dice.number())?.action;
    if explain(view, seat, &better).contains(&Reason::Only {}) {
        return None;
    }
    let trials = budget.at_most(effort.worlds);
    let (mut loss, mut share) = (0, None);
    if better != *action {
        let found = compare(view, seat, [&better, action], &trials, dice.number())?;
        (loss, share) = (found.loss(), found.chance());
    }
    let why = if loss == 0 {
        Contrast::default()
    } else {
        let [one, other] = [&better, action].map(|action| explain(view, seat, action));
        contrast(&one, &other)
    };
    Some(Judgement {
        loss,
        reasons: why.against_other,
        better: Hint {
            rest: Vec::new(),
            action: better,
            reasons: why.for_better,
            share,
        },
    })
}
