//! Rate limits for messages, with a separate budget for each key that they count for.

use std::{collections::HashMap, hash::Hash};

use super::Subject;
use crate::{
    limits,
    net::rate::{Bucket, Rate},
    notifications::drops::DropReason,
};

/// The rate limits of messages of one kind, by their owner, their device and their service.
#[derive(Debug)]
pub struct MessageBudgets {
    owners: Budgets<Subject>,
    devices: Budgets<String>,
    services: Budgets<String>,
}

impl MessageBudgets {
    /// Creates the limits with full budgets for every owner, device and service.
    pub fn new(owner: Rate, device: Rate, service: Rate) -> Self {
        Self {
            owners: Budgets::each(owner),
            devices: Budgets::each(device),
            services: Budgets::each(service),
        }
    }

    /// Takes one message from the three budgets that it counts for.
    ///
    /// # Errors
    /// Returns the reason to drop the message if one of the budgets is used up.
    pub fn take(&mut self, owner: Subject, device: &str, service: &str) -> Result<(), DropReason> {
        if !self.owners.take(owner) {
            Err(DropReason::Owner)
        } else if !self.devices.take(device.to_owned()) {
            Err(DropReason::Device)
        } else if !self.services.take(service.to_owned()) {
            Err(DropReason::Service)
        } else {
            Ok(())
        }
    }
}

/// A rate limiter with a token bucket for each key.
#[derive(Debug)]
struct Budgets<K> {
    rate: Rate,
    buckets: HashMap<K, Bucket>,
    /// The number of keys at which full buckets are pruned.
    prune_at: usize,
}

impl<K: Eq + Hash> Budgets<K> {
    /// Creates a limiter in which every key has its full budget.
    fn each(rate: Rate) -> Self {
        Self {
            rate,
            buckets: HashMap::new(),
            prune_at: limits::BUDGETS_REMEMBERED,
        }
    }

    /// Takes one from the key's budget. Returns whether the budget had one left.
    fn take(&mut self, key: K) -> bool {
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
    async fn each_key_has_its_own_budget_and_full_ones_are_pruned() {
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
