//! The result of an exact search for the wins within a turn.

/// The decisions of a seat that win the game within its turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Wins<A> {
    /// A line for each decision that wins, the shortest first. Each line begins with that decision
    /// and ends with the end of the game.
    pub firsts: Vec<Vec<A>>,
    /// The number of positions that were examined.
    pub nodes: u64,
    /// Whether all wins were found, and the shortest line of each.
    pub is_complete: bool,
}

impl<A> Wins<A> {
    /// Returns the result of a search that found at once that there are no wins.
    pub(crate) fn none() -> Self {
        Self {
            firsts: Vec::new(),
            nodes: 0,
            is_complete: true,
        }
    }

    /// Returns the same wins with their actions converted to another type.
    pub(crate) fn map<B>(self, as_other: impl Fn(A) -> B) -> Wins<B> {
        let line = |line: Vec<A>| line.into_iter().map(&as_other).collect();
        Wins {
            firsts: self.firsts.into_iter().map(line).collect(),
            nodes: self.nodes,
            is_complete: self.is_complete,
        }
    }
}
