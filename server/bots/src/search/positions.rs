//! What is known of positions that come again, in whatever order they were come to.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// Positions that are remembered at most, so that a search has an end to its memory.
const MOST: usize = 4_000;

/// What has been worked out of positions in one search: a transposition table. A position is known by its text, which
/// says all of it, so that no two are ever taken for each other.
#[derive(Debug)]
pub(crate) struct Positions<V> {
    known: RefCell<BTreeMap<String, Rc<V>>>,
}

impl<V> Positions<V> {
    /// Nothing yet.
    pub(crate) fn new() -> Self {
        let known = RefCell::new(BTreeMap::new());
        Self { known }
    }

    /// Nothing any more.
    pub(crate) fn forget(&self) {
        self.known.borrow_mut().clear();
    }

    /// What is known of a position; it is worked out if nothing is.
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
    fn a_position_is_worked_out_once() {
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
    fn its_memory_has_an_end() {
        let positions = Positions::new();
        for number in 0..2 * MOST {
            assert_eq!(*positions.of(&number, || number), number);
        }
        assert_eq!(positions.known.borrow().len(), MOST);
    }
}
