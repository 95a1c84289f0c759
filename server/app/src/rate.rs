//! How often, and how many at once: one mechanism for everything that is limited over time.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::limits;

/// A token bucket: so many at once, and one more each so often.
#[derive(Copy, Clone, Debug)]
pub struct Bucket {
    burst: u32,
    every: Duration,
    /// When the bucket will be full again.
    full_at: Instant,
}

/// Too fast; once more after so long.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct TooFast {
    /// How long.
    pub again: Duration,
}

impl Bucket {
    /// A full one: `burst` at once, `times` in each `period`.
    ///
    /// # Panics
    /// If `times` is 0.
    pub fn new(burst: u32, times: u32, period: Duration) -> Self {
        Self {
            burst,
            every: period / times,
            full_at: Instant::now(),
        }
    }

    /// Takes one.
    ///
    /// # Errors
    /// There is none.
    pub fn take(&mut self) -> Result<(), TooFast> {
        let now = Instant::now();
        let full_at = self.full_at.max(now) + self.every;
        let most = now + self.every * self.burst;
        if full_at > most {
            return Err(TooFast {
                again: full_at - most,
            });
        }
        self.full_at = full_at;
        Ok(())
    }

    /// Whether it would be the same if nothing had ever been taken.
    pub fn is_full(&self) -> bool {
        self.full_at <= Instant::now()
    }
}

/// Where a client comes from: an IPv4 address, or the /64 of an IPv6 one, which is one household's.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Source(IpAddr);

impl From<IpAddr> for Source {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

/// Buckets by where clients come from.
#[derive(Debug)]
pub struct Buckets {
    fresh: (u32, u32, Duration),
    known: Mutex<Sources>,
}

#[derive(Debug)]
struct Sources {
    buckets: HashMap<Source, Bucket>,
    /// Before this, nobody is looked for who could be forgotten.
    forget_at: Instant,
}

impl Buckets {
    /// For each source `burst` at once, `times` in each `period`.
    pub fn new(burst: u32, times: u32, period: Duration) -> Self {
        Self {
            fresh: (burst, times, period),
            known: Mutex::new(Sources {
                buckets: HashMap::new(),
                forget_at: Instant::now(),
            }),
        }
    }

    /// Takes one.
    ///
    /// # Errors
    /// There is none.
    pub fn take(&self, source: Source) -> Result<(), TooFast> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Sources { buckets, forget_at } = &mut *known;
        if buckets.len() >= limits::ADDRESSES && !buckets.contains_key(&source) {
            let now = Instant::now();
            if now >= *forget_at {
                *forget_at = now + limits::FORGET_EVERY;
                buckets.retain(|_, bucket| !bucket.is_full());
            }
            if buckets.len() >= limits::ADDRESSES {
                return Err(TooFast {
                    again: Duration::from_mins(1),
                });
            }
        }
        let (burst, times, period) = self.fresh;
        buckets
            .entry(source)
            .or_insert_with(|| Bucket::new(burst, times, period))
            .take()
    }
}

/// How many are inside at once: in all, and from each source. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Gate {
    most: u32,
    most_each: u32,
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    all: u32,
    each: HashMap<Source, u32>,
}

/// Someone inside; they are out when it is dropped.
#[derive(Debug)]
pub struct Pass {
    gate: Gate,
    source: Source,
}

/// Nobody more is let in.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Crowded {
    /// From there.
    Source,
    /// At all.
    All,
}

impl Gate {
    /// Lets in `most` at once, `most_each` of them from one source.
    pub fn new(most: u32, most_each: u32) -> Self {
        Self {
            most,
            most_each,
            inside: Arc::default(),
        }
    }

    /// Lets someone in.
    ///
    /// # Errors
    /// Too many are inside.
    pub fn enter(&self, source: Source) -> Result<Pass, Crowded> {
        let mut inside = self.inside();
        if inside.all >= self.most {
            return Err(Crowded::All);
        }
        let each = inside.each.get(&source).copied().unwrap_or(0);
        if each >= self.most_each {
            return Err(Crowded::Source);
        }
        inside.each.insert(source, each + 1);
        inside.all += 1;
        drop(inside);
        Ok(Pass {
            gate: self.clone(),
            source,
        })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut inside = self.gate.inside();
        inside.all -= 1;
        if let Some(each) = inside.each.get_mut(&self.source) {
            *each -= 1;
            if *each == 0 {
                inside.each.remove(&self.source);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(address: &str) -> Source {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_gives_a_burst_and_then_one_each_so_often() {
        let mut bucket = Bucket::new(3, 10, Duration::from_secs(1));
        for _ in 0..3 {
            assert_eq!(bucket.take(), Ok(()));
        }
        let again = Duration::from_millis(100);
        assert_eq!(bucket.take(), Err(TooFast { again }));
        tokio::time::advance(again).await;
        assert_eq!(bucket.take(), Ok(()));
        assert!(bucket.take().is_err());
        tokio::time::advance(3 * again).await;
        assert!(bucket.is_full());
    }

    #[tokio::test(start_paused = true)]
    async fn one_address_costs_no_other() {
        let buckets = Buckets::new(1, 1, Duration::from_hours(1));
        assert!(buckets.take(source("192.0.2.1")).is_ok());
        assert!(buckets.take(source("192.0.2.1")).is_err());
        assert!(buckets.take(source("192.0.2.2")).is_ok());
        // One household's addresses are one source, however written.
        assert!(buckets.take(source("2001:db8:1:2::1")).is_ok());
        assert!(buckets.take(source("2001:db8:1:2:ffff::9")).is_err());
        assert!(buckets.take(source("2001:db8:1:3::1")).is_ok());
        assert!(buckets.take(source("::ffff:192.0.2.1")).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn only_so_many_addresses_are_remembered() {
        let buckets = Buckets::new(1, 1, Duration::from_secs(10));
        let address = |number: u32| Source::from(IpAddr::from(number.to_be_bytes()));
        let many = u32::try_from(limits::ADDRESSES).unwrap();
        for number in 0..many {
            assert!(buckets.take(address(number)).is_ok());
        }
        assert!(buckets.take(address(many)).is_err(), "one more");
        tokio::time::advance(Duration::from_secs(10)).await;
        assert!(
            buckets.take(address(many)).is_ok(),
            "the others are forgotten"
        );
        assert_eq!(buckets.known.lock().unwrap().buckets.len(), 1);
    }

    #[test]
    fn a_gate_counts_who_is_inside() {
        let gate = Gate::new(3, 2);
        let here = source("192.0.2.1");
        let first = gate.enter(here).unwrap();
        let second = gate.enter(here).unwrap();
        assert_eq!(gate.enter(here).unwrap_err(), Crowded::Source);
        let third = gate.enter(source("192.0.2.2")).unwrap();
        assert_eq!(gate.enter(source("192.0.2.3")).unwrap_err(), Crowded::All);
        drop((first, second, third));
        assert!(gate.enter(here).is_ok());
        assert!(
            gate.inside().each.is_empty(),
            "nobody is remembered who is out"
        );
    }
}
