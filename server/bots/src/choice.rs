//! The result of a bot's search: the chosen decision and its rating of the alternatives.

/// The decision that a bot has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    /// The decision that the bot has chosen.
    pub action: A,
    /// The decisions that the bot means to make after it in the same turn, up to the first that
    /// reveals something hidden. Empty if the bot has not planned its turn.
    pub rest: Vec<A>,
    /// The decisions that the bot has compared, the best first. Empty if it compared none,
    /// otherwise the first one is `action`.
    pub candidates: Vec<Candidate<A>>,
    /// The number of iterations that the search has run.
    pub iterations: u32,
}

/// A decision that a bot has compared with others.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<A> {
    /// The decision that the bot has rated.
    pub action: A,
    /// The share of the first place that the bot expects from it, from 0 to 1. At levels below hard
    /// only the order of the candidates has a meaning.
    pub value: f32,
    /// The number of iterations that tried it.
    pub visits: u32,
}

impl<A: Clone> Choice<A> {
    /// Returns a choice that was made without comparing decisions.
    pub(crate) fn plain(action: A) -> Self {
        Self {
            action,
            rest: Vec::new(),
            candidates: Vec::new(),
            iterations: 0,
        }
    }

    /// Returns the first candidate as the choice; `None` if there are no candidates.
    pub(crate) fn best(candidates: Vec<Candidate<A>>, iterations: u32) -> Option<Self> {
        let action = candidates.first()?.action.clone();
        Some(Self {
            action,
            rest: Vec::new(),
            candidates,
            iterations,
        })
    }

    /// Returns the first decision of a line that wins as the only candidate, with the others as the
    /// rest; `None` if the line is empty.
    pub(crate) fn win(line: &[A]) -> Option<Self> {
        let (first, rest) = line.split_first()?;
        let only = Candidate::seen(first.clone(), 1.0);
        Some(Self::best(vec![only], 0)?.followed_by(rest))
    }

    /// Returns the same choice with the decisions that are to follow it.
    pub(crate) fn followed_by(self, rest: &[A]) -> Self {
        let rest = rest.to_vec();
        Self { rest, ..self }
    }
}

impl<A> Choice<A> {
    /// Returns the same choice with its actions converted to another type.
    pub(crate) fn map<B>(self, mut as_other: impl FnMut(A) -> B) -> Choice<B> {
        let candidate = |candidate: Candidate<A>| Candidate {
            action: as_other(candidate.action),
            value: candidate.value,
            visits: candidate.visits,
        };
        let candidates = self.candidates.into_iter().map(candidate).collect();
        let rest = self.rest.into_iter().map(&mut as_other).collect();
        Choice {
            candidates,
            rest,
            action: as_other(self.action),
            iterations: self.iterations,
        }
    }
}

impl<A> Candidate<A> {
    /// Returns a candidate that was rated without a search.
    pub(crate) fn seen(action: A, value: f32) -> Self {
        Self {
            action,
            value,
            visits: 1,
        }
    }
}

/// Sorts candidates by value, the highest first. The order of equal candidates does not change.
pub(crate) fn best_first<A>(candidates: &mut [Candidate<A>]) {
    candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
}

/// Converts a share to percent.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is from 0 to 100"
)]
pub(crate) fn percent(share: f64) -> u8 {
    (100.0 * share.clamp(0.0, 1.0)).round() as u8
}
