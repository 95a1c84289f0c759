//! The reasons why a decision is good or bad, as codes with their data.

use senda_rules::Seat;
use serde::{Deserialize, Serialize};

/// A reason for or against a decision.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reason {
    /// The decision is the only legal one.
    Only {},
    /// The decision wins the game, alone or with others.
    Wins {},
    /// The decision eliminates the seat itself.
    Leaves {},
    /// The decision eliminates other seats.
    ThrowsOut {
        /// The seats that are eliminated.
        seats: Vec<Seat>,
    },
    /// The share of the possible next placements that keep the seat in the game.
    KeepsWays {
        /// The number of such placements out of a hundred.
        ways: u8,
    },
    /// Opponents who play before the seat's next turn can eliminate it.
    Exposes {
        /// The opponents that can do it.
        seats: Vec<Seat>,
    },
    /// The decision costs opponents pieces.
    Takes {
        /// The number of pieces that opponents lose.
        count: u8,
    },
    /// The decision costs the seat pieces of its own.
    Loses {
        /// The number of pieces that the seat loses.
        count: u8,
    },
    /// The decision brings pieces of the seat to their destination.
    BringsHome {
        /// The number of pieces that arrive.
        count: u8,
    },
    /// The decision exposes more opposing pieces to a push that can cost them.
    Endangers {
        /// The number of additionally exposed pieces.
        count: u8,
    },
    /// The decision exposes more of the seat's own pieces to such a push.
    Risks {
        /// The number of additionally exposed pieces.
        count: u8,
    },
    /// The decision exposes fewer of the seat's own pieces to a loss.
    Shelters {
        /// The number of pieces that are no longer exposed.
        count: u8,
    },
    /// The decision brings a piece of the seat closer to its destination.
    Advances {
        /// The number of steps that the piece comes closer.
        steps: u8,
    },
    /// The decision shortens the way to the destination for all pieces that have not set out yet.
    Nears {
        /// The number of steps that the way gets shorter.
        steps: u8,
    },
}

/// The smallest difference in [`Reason::KeepsWays`] that players notice.
const WAYS: f32 = 15.0;

impl Reason {
    /// Returns whether the reason applies: a reason with the number zero has no content.
    pub(crate) fn is_any(&self) -> bool {
        match self {
            Self::KeepsWays { .. } | Self::ThrowsOut { .. } | Self::Exposes { .. } => true,
            _ => self.amount() > 0.0,
        }
    }

    /// Returns how much of its kind the reason states: a number of pieces, steps, seats or ways.
    fn amount(&self) -> f32 {
        match self {
            Self::Only {} | Self::Wins {} | Self::Leaves {} => 1.0,
            Self::ThrowsOut { seats } | Self::Exposes { seats } => {
                f32::from(u8::try_from(seats.len()).unwrap_or(u8::MAX))
            }
            Self::KeepsWays { ways: number }
            | Self::Takes { count: number }
            | Self::Loses { count: number }
            | Self::BringsHome { count: number }
            | Self::Endangers { count: number }
            | Self::Risks { count: number }
            | Self::Shelters { count: number }
            | Self::Advances { steps: number }
            | Self::Nears { steps: number } => f32::from(*number),
        }
    }

    /// Returns whether more of it is better for the seat; `None` if it says nothing about that.
    fn is_good(&self) -> Option<bool> {
        match self {
            Self::Only {} => None,
            Self::Leaves {} | Self::Exposes { .. } | Self::Loses { .. } | Self::Risks { .. } => {
                Some(false)
            }
            Self::Wins {}
            | Self::ThrowsOut { .. }
            | Self::KeepsWays { .. }
            | Self::Takes { .. }
            | Self::BringsHome { .. }
            | Self::Endangers { .. }
            | Self::Shelters { .. }
            | Self::Advances { .. }
            | Self::Nears { .. } => Some(true),
        }
    }

    /// Returns the weight of what the reason states beside the other certain consequences; 0 for
    /// what is an expectation only.
    fn weight(&self) -> f32 {
        match self {
            Self::Wins {} | Self::Leaves {} => 10.0,
            Self::ThrowsOut { .. }
            | Self::Takes { .. }
            | Self::Loses { .. }
            | Self::BringsHome { .. } => 1.0,
            _ => 0.0,
        }
    }

    /// Returns the smallest difference of such reasons that explains why one decision is better.
    fn margin(&self) -> f32 {
        if matches!(self, Self::KeepsWays { .. }) {
            WAYS
        } else {
            1.0
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// Returns how far the first of two decisions is ahead in the point that this reason makes, in
    /// units of the noticeable difference. It is 0 if the decisions cannot be compared in it.
    fn lead(&self, of: &[Self], over: &[Self]) -> f32 {
        let find = |among: &[Self]| {
            let known = among.iter().find(|reason| reason.is_like(self));
            known.map(Self::amount)
        };
        let (one, other) = (find(of), find(over));
        // A decision after which nothing is laid any more keeps neither all ways open nor none.
        if matches!(self, Self::KeepsWays { .. }) && (one.is_none() || other.is_none()) {
            return 0.0;
        }
        let more = one.unwrap_or_default() - other.unwrap_or_default();
        match self.is_good() {
            Some(true) => more / self.margin(),
            Some(false) => -more / self.margin(),
            None => 0.0,
        }
    }
}

/// The reasons that explain why one decision is better than another.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Contrast {
    /// The reasons for the better decision.
    pub(crate) for_better: Vec<Reason>,
    /// The reasons against the other one.
    pub(crate) against_other: Vec<Reason>,
}

/// Returns the reasons of two decisions that explain why the first is better: each of them favours
/// it by a noticeable margin. There are none if the certain consequences favour the other decision
/// on the whole, because the search has then found out more than the reasons can express.
pub(crate) fn contrast(better: &[Reason], other: &[Reason]) -> Contrast {
    let lead = |reason: &Reason| reason.lead(better, other);
    let is_new = |reason: &&Reason| better.iter().all(|known| !known.is_like(reason));
    let each = better.iter().chain(other.iter().filter(is_new));
    if each
        .map(|reason| reason.weight() * lead(reason))
        .sum::<f32>()
        < 0.0
    {
        return Contrast::default();
    }
    let explains = |reason: &&Reason| lead(reason) >= 1.0;
    let is_good = |reason: &&Reason| reason.is_good() == Some(true);
    // Few ways on count against a decision, although more of them would count for it.
    let is_bad = |reason: &&Reason| !is_good(reason) || matches!(reason, Reason::KeepsWays { .. });
    Contrast {
        for_better: better
            .iter()
            .filter(explains)
            .filter(is_good)
            .cloned()
            .collect(),
        against_other: other
            .iter()
            .filter(explains)
            .filter(is_bad)
            .cloned()
            .collect(),
    }
}

/// Returns the reasons of a decision that distinguish it from the average of the others, in its
/// favour. As an average seldom reaches a whole piece, half of the noticeable difference suffices.
pub(crate) fn advantages(chosen: &[Reason], others: &[Vec<Reason>]) -> Vec<Reason> {
    #[expect(clippy::cast_precision_loss, reason = "there are a few others")]
    let count = others.len().max(1) as f32;
    let stands_out = |reason: &Reason| {
        let leads = others.iter().map(|other| reason.lead(chosen, other));
        reason.is_good() == Some(true) && leads.sum::<f32>() / count >= 0.5
    };
    chosen
        .iter()
        .filter(|&reason| stands_out(reason))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(ways: u8) -> Reason {
        Reason::KeepsWays { ways }
    }

    fn exposes(seats: u8) -> Reason {
        Reason::Exposes {
            seats: Seat::first(seats).collect(),
        }
    }

    #[test]
    fn a_reason_that_favours_the_other_decision_is_left_out() {
        let found = contrast(&[ways(33)], &[ways(82)]);
        assert_eq!(found, Contrast::default());
        let found = contrast(&[ways(33)], &[ways(82), exposes(1)]);
        assert_eq!(
            (found.for_better, found.against_other),
            (vec![], vec![exposes(1)])
        );
    }

    #[test]
    fn a_difference_explains_only_from_a_noticeable_margin_on() {
        let found = contrast(&[ways(82)], &[ways(33)]);
        assert_eq!(
            (found.for_better, found.against_other),
            (vec![ways(82)], vec![ways(33)])
        );
        assert_eq!(contrast(&[ways(50)], &[ways(40)]), Contrast::default());
        assert_eq!(contrast(&[exposes(1)], &[exposes(1)]), Contrast::default());
        assert_eq!(
            contrast(&[ways(90)], &[]),
            Contrast::default(),
            "nothing to compare with"
        );
    }

    #[test]
    fn nothing_is_explained_if_what_is_certain_favours_the_other_decision() {
        let takes = Reason::Takes { count: 1 };
        let loses = Reason::Loses { count: 2 };
        let found = contrast(&[], &[takes.clone(), loses.clone()]);
        assert_eq!(found.against_other, [loses]);
        let endangers = Reason::Endangers { count: 1 };
        let found = contrast(std::slice::from_ref(&endangers), &[takes]);
        assert_eq!(found, Contrast::default());
        assert_eq!(
            contrast(std::slice::from_ref(&endangers), &[]).for_better,
            [endangers]
        );
    }

    #[test]
    fn advice_names_what_stands_out_from_the_other_decisions() {
        let others = [vec![ways(80)], vec![ways(20)]];
        assert_eq!(advantages(&[ways(90)], &others), [ways(90)]);
        assert_eq!(advantages(&[ways(52), exposes(1)], &others), []);
        assert_eq!(
            advantages(&[Reason::Wins {}], &[vec![], vec![]]),
            [Reason::Wins {}]
        );
        assert_eq!(advantages(&[Reason::Wins {}], &[vec![Reason::Wins {}]]), []);
    }
}
