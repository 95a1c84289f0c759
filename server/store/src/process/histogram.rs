//! A histogram with fixed buckets, which many threads record without a lock.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// The upper bounds of the buckets for times, in microseconds.
pub const TIMES: &[u64] = &[
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
    1_000_000, 2_500_000, 10_000_000,
];
/// The upper bounds of the buckets for numbers of items that wait or are handled together.
pub const ITEMS: &[u64] = &[0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/// A histogram with fixed buckets. To record a value takes two additions and allocates nothing.
#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [u64],
    /// The number of values in each bucket, and last the number of those beyond all bounds.
    counts: Box<[AtomicU64]>,
    sum: AtomicU64,
}

/// The values of a [`Histogram`] at one moment.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Observed {
    /// The upper bounds of the buckets. Each belongs to its bucket.
    pub bounds: &'static [u64],
    /// The number of values in each bucket, and last the number of those beyond all bounds.
    pub counts: Vec<u64>,
    /// The sum of all values.
    pub sum: u64,
}

impl Histogram {
    /// Creates an empty histogram with these upper bounds, in ascending order.
    pub fn new(bounds: &'static [u64]) -> Self {
        Self {
            bounds,
            counts: (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect(),
            sum: AtomicU64::new(0),
        }
    }

    /// Records a value.
    pub fn record(&self, value: u64) {
        let bucket = self.bounds.partition_point(|&bound| bound < value);
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(value, Ordering::Relaxed);
    }

    /// Records a time in microseconds.
    pub fn record_time(&self, time: Duration) {
        self.record(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// Returns the values up to now.
    pub fn observed(&self) -> Observed {
        let counts = self.counts.iter();
        Observed {
            bounds: self.bounds,
            counts: counts.map(|count| count.load(Ordering::Relaxed)).collect(),
            sum: self.sum.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_belongs_to_the_first_bucket_that_holds_it() {
        let histogram = Histogram::new(&[1, 10]);
        for value in [0, 1, 2, 10, 11] {
            histogram.record(value);
        }
        let observed = histogram.observed();
        assert_eq!(observed.counts, [2, 2, 1]);
        assert_eq!(observed.sum, 24);
        histogram.record_time(Duration::from_millis(1));
        assert_eq!(histogram.observed().sum, 1_024);
    }
}
