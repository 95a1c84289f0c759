//! What a bot has chosen, and what it thinks of the rest.

/// What a bot has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    /// The decision.
    pub action: A,
    /// What it has looked at, the best first: empty where it hasn't looked, otherwise with the decision.
    pub candidates: Vec<Candidate<A>>,
    /// Iterations of its search.
    pub iterations: u32,
}

/// A decision that a bot has looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<A> {
    /// The decision.
    pub action: A,
    /// What it expects of it: its share of the first place, from 0 to 1. At other levels than hard only the order
    /// of the candidates means something.
    pub value: f32,
    /// In how many iterations it was tried.
    pub visits: u32,
}

impl<A: Clone> Choice<A> {
    /// One that needed no thought.
    pub(crate) fn plain(action: A) -> Self {
        Self {
            action,
            candidates: Vec::new(),
            iterations: 0,
        }
    }

    /// The best of what was looked at; `None` if that is nothing.
    pub(crate) fn best(candidates: Vec<Candidate<A>>, iterations: u32) -> Option<Self> {
        let action = candidates.first()?.action.clone();
        Some(Self {
            action,
            candidates,
            iterations,
        })
    }
}

impl<A> Choice<A> {
    /// The same of another type.
    pub(crate) fn map<B>(self, mut as_other: impl FnMut(A) -> B) -> Choice<B> {
        let candidate = |candidate: Candidate<A>| Candidate {
            action: as_other(candidate.action),
            value: candidate.value,
            visits: candidate.visits,
        };
        let candidates = self.candidates.into_iter().map(candidate).collect();
        Choice {
            candidates,
            action: as_other(self.action),
            iterations: self.iterations,
        }
    }
}

impl<A> Candidate<A> {
    /// What was not tried in a search.
    pub(crate) fn seen(action: A, value: f32) -> Self {
        Self {
            action,
            value,
            visits: 1,
        }
    }
}

/// Puts what is expected most of first; what is equal keeps its order.
pub(crate) fn best_first<A>(candidates: &mut [Candidate<A>]) {
    candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
}

/// A share in percent.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 100
pub(crate) fn percent(share: f32) -> u8 {
    (100.0 * share.clamp(0.0, 1.0)).round() as u8
}
