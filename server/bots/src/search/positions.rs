//! Caches results for positions that a search reaches repeatedly, in whatever order of moves.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// The maximum number of cached positions, which bounds the memory of a search.
const MOST: usize = 4_000;

/// The cached results of one search: a transposition table. The key is the position's text, which
/// describes the position completely, so that two positions are never confused.
#[derive(Debug)]
pub(crate) struct Positions<V> {
    known: RefCell<BTreeMap<String, Rc<V>>>,
}

impl<V> Positions<V> {
    /// Returns a cache without entries.
    pub(crate) fn new() -> Self {
        let known = RefCell::new(BTreeMap::new());
        Self { known }
    }

    /// Removes all entries from the cache.
    pub(crate) fn forget(&self) {
        self.known.borrow_mut().clear();
    }

    /// Returns the result for a position, and computes it on the first call. A full cache does not
    /// store new results.
    pub(crate) fn of(&self, position: &impl ToString, work_out: impl FnOnce() -> V) -> Rc<V> {
        let text = position.to_string();
        if let Some(known) = self.known.borrow().get(&text) {
            return Rc::clone(known);
        }
        let found = Rc::new(work_out());
        let mut known = self.known.borrow_mut();
        if known.len() < MOST {
            known.insert(text, Rc::clone(&found));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_computed_once() {
        let positions = Positions::new();
        let mut worked_out = 0;
        for position in ["a", "b", "a"] {
            let found = positions.of(&position, || {
                worked_out += 1;
                position.to_owned()
            });
            assert_eq!(*found, position);
        }
        assert_eq!(worked_out, 2);
    }

    #[test]
    fn the_cache_has_a_maximum_size() {
        let positions = Positions::new();
        for number in 0..2 * MOST {
            assert_eq!(*positions.of(&number, || number), number);
        }
        assert_eq!(positions.known.borrow().len(), MOST);
    }
}
