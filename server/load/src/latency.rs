//! How long things took: many times, and within how long which part of them was done.

use std::{fmt, time::Duration};

use hdrhistogram::Histogram;
use serde::{Serialize, Serializer};

/// Many times, each kept to a thousandth of itself.
#[derive(Clone, Debug)]
pub struct Latencies(Histogram<u64>);

impl Latencies {
    /// Adds a time; one that is longer than twelve days counts as so long.
    ///
    /// # Panics
    /// Never: a histogram grows as needed.
    pub fn note(&mut self, time: Duration) {
        const MOST: u64 = 1 << 40;
        let microseconds = u64::try_from(time.as_micros()).map_or(MOST, |time| time.min(MOST));
        self.0.record(microseconds).expect("a histogram that grows");
    }

    /// Adds those of another.
    ///
    /// # Panics
    /// Never: a histogram grows as needed.
    pub fn add(&mut self, other: &Self) {
        self.0.add(&other.0).expect("a histogram that grows");
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.0.reset();
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// Microseconds within which that part of them was done.
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

/// Of how many times, and within how many microseconds that part of them was done.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Times {
    pub count: u64,
    pub p50: u64,
    pub p90: u64,
    pub p99: u64,
    pub max: u64,
}

impl Times {
    /// The usual parts.
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
        let Self {
            count,
            p50,
            p90,
            p99,
            max,
        } = *self;
        write!(
            f,
            "p50 {} ms  p90 {} ms  p99 {} ms  max {} ms  ({count})",
            ms(p50),
            ms(p90),
            ms(p99),
            ms(max)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_times_is_within_its_time() {
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
