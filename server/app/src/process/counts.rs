//! Counts items by their keys.

use std::{collections::HashMap, hash::Hash};

/// The number of items of each key. Keys without items are removed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Counts<K: Eq + Hash>(HashMap<K, usize>);

impl<K: Eq + Hash> Default for Counts<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Eq + Hash> Counts<K> {
    /// Returns the number of items of a key.
    pub fn of(&self, key: &K) -> usize {
        self.0.get(key).copied().unwrap_or(0)
    }

    /// Counts one more item of a key.
    pub fn add(&mut self, key: K) {
        *self.0.entry(key).or_default() += 1;
    }

    /// Counts one item of a key less.
    pub fn subtract(&mut self, key: &K) {
        if let Some(count) = self.0.get_mut(key) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(key);
            }
        }
    }

    /// Returns whether no key has an item.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
