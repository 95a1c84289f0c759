//! Limits how many messages there are over time, by anything that they count for.

use std::{collections::HashMap, hash::Hash};

use crate::{
    limits,
    rate::{Bucket, Rate},
};

/// An allowance for each key.
#[derive(Debug)]
pub struct Budgets<K> {
    rate: Rate,
    buckets: HashMap<K, Bucket>,
    /// As many keys as are remembered before those are forgotten that have used nothing lately.
    prune_at: usize,
}

impl<K: Eq + Hash> Budgets<K> {
    /// Everything has all of its allowance.
    pub fn each(rate: Rate) -> Self {
        Self {
            rate,
            buckets: HashMap::new(),
            prune_at: limits::BUDGETS_REMEMBERED,
        }
    }

    /// Whether that has some left, of which one is used.
    pub fn take(&mut self, key: K) -> bool {
        if self.buckets.len() >= self.prune_at {
            self.buckets.retain(|_, bucket| !bucket.is_full());
            self.prune_at = limits::BUDGETS_REMEMBERED.max(2 * self.buckets.len());
        }
        let bucket = self
            .buckets
            .entry(key)
            .or_insert_with(|| Bucket::full(self.rate));
        bucket.take().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_key_has_its_own_allowance_and_unused_ones_are_forgotten() {
        let mut budgets = Budgets::each(Rate::new(2, 1, Duration::from_secs(1)));
        assert!(budgets.take(0) && budgets.take(0) && !budgets.take(0));
        assert!(budgets.take(1));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(budgets.take(0) && !budgets.take(0));
        for key in 2..limits::BUDGETS_REMEMBERED {
            budgets.take(key);
        }
        tokio::time::advance(Duration::from_secs(2)).await;
        budgets.take(usize::MAX);
        assert_eq!(budgets.buckets.len(), 1);
    }
}
