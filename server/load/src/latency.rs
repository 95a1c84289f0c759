//! Latency histograms and their percentiles.

use std::{fmt, time::Duration};

use hdrhistogram::Histogram;
use serde::{Serialize, Serializer};

/// Converts a count to a number that can be divided. Counts are far below 2^53.
#[expect(clippy::cast_precision_loss, reason = "rounded only for display")]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// A histogram of times, each with a precision of one thousandth.
#[derive(Clone, Debug)]
pub struct Latencies(Histogram<u64>);

impl Latencies {
    /// Records a time. A time of more than 2^40 microseconds, which is twelve days, counts as that
    /// long.
    ///
    /// # Panics
    /// Panics only if the histogram can't grow, which does not happen since it resizes itself.
    pub fn note(&mut self, time: Duration) {
        const MOST: u64 = 1 << 40;
        let microseconds = u64::try_from(time.as_micros()).map_or(MOST, |time| time.min(MOST));
        self.0.record(microseconds).expect("a histogram that grows");
    }

    /// Adds the times of another histogram.
    ///
    /// # Panics
    /// Panics only if the histogram can't grow, which does not happen since it resizes itself.
    pub fn add(&mut self, other: &Self) {
        self.0.add(&other.0).expect("a histogram that grows");
    }

    /// Removes all times from the histogram.
    pub fn clear(&mut self) {
        self.0.reset();
    }

    /// Returns the number of times.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// Returns the quantile of the times in microseconds. `part` is the share of the times that are
    /// not longer, from 0 to 1.
    pub fn within(&self, part: f64) -> u64 {
        self.0.value_at_quantile(part)
    }
}

impl Default for Latencies {
    fn default() -> Self {
        Self(Histogram::new(3).expect("three digits"))
    }
}

impl Serialize for Latencies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Times::of(self).serialize(serializer)
    }
}

/// The number of times, and their usual percentiles in microseconds.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Times {
    pub count: u64,
    pub p50: u64,
    pub p90: u64,
    pub p99: u64,
    pub max: u64,
}

impl Times {
    /// Computes the percentiles of a histogram.
    pub fn of(latencies: &Latencies) -> Self {
        Self {
            count: latencies.count(),
            p50: latencies.within(0.5),
            p90: latencies.within(0.9),
            p99: latencies.within(0.99),
            max: latencies.within(1.0),
        }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |us: u64| format!("{}.{:02}", us / 1_000, us % 1_000 / 10);
        let [p50, p90, p99, max] = [self.p50, self.p90, self.p99, self.max].map(ms);
        let count = self.count;
        write!(
            f,
            "p50 {p50} ms  p90 {p90} ms  p99 {p99} ms  max {max} ms  ({count})"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_the_percentiles_of_the_times() {
        let mut latencies = Latencies::default();
        assert_eq!(Times::of(&latencies), Times::default());
        for milliseconds in 1..=100 {
            latencies.note(Duration::from_millis(milliseconds));
        }
        let mut more = Latencies::default();
        more.note(Duration::from_hours(2));
        latencies.add(&more);
        let times = Times::of(&latencies);
        assert_eq!(times.count, 101);
        for (seen, milliseconds) in [
            (times.p50, 51),
            (times.p90, 91),
            (times.p99, 100),
            (times.max, 7_200_000),
        ] {
            let off = seen.abs_diff(milliseconds * 1_000);
            assert!(off <= milliseconds, "{seen} for {milliseconds} ms");
        }
        latencies.clear();
        assert_eq!(latencies.count(), 0);
    }
}
