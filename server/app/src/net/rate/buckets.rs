//! Token buckets for many clients, keyed by the clients' addresses and bounded in memory.

use std::{
    collections::{BTreeSet, HashMap},
    hash::Hash,
    sync::Mutex,
};

use senda_store::process::lock;
use tokio::time::Instant;

use super::{
    bucket::{Rate, TooFast},
    source::{Site, Source},
};
use crate::limits;

/// Token buckets keyed by the clients' addresses: one for each source, and one for each site, so
/// that a client with 65,536 sources does not have 65,536 shares.
///
/// When there are more keys than can be remembered, the key is forgotten whose bucket is closest to
/// full. So no client is ever rejected because of others, and a client that has used up its share
/// is remembered longest. Libraries that count by key either keep every key or reject new ones.
#[derive(Debug)]
pub struct Buckets(Mutex<Levels>);

#[derive(Debug)]
struct Levels {
    sources: BucketTable<Source>,
    sites: BucketTable<Site>,
}

impl Buckets {
    /// Creates the buckets with these rates for each source and for each site.
    pub fn new(source: Rate, site: Rate) -> Self {
        Self(Mutex::new(Levels {
            sources: BucketTable::new(source),
            sites: BucketTable::new(site),
        }))
    }

    /// Creates the buckets with `rate` for each source, and for each site the rate of
    /// [`limits::SOURCES_OF_A_SITE`] sources together.
    pub fn each(rate: Rate) -> Self {
        Self::new(rate, rate.of(limits::SOURCES_OF_A_SITE))
    }

    /// Takes one token from the source and one from its site, or none from either if one of them is
    /// empty.
    ///
    /// # Errors
    /// Returns [`TooFast`] if the source or its site has no token.
    pub fn take(&self, source: Source) -> Result<(), TooFast> {
        self.take_many(source, 1)
    }

    /// Checks whether the source and its site have a token, and takes none.
    ///
    /// # Errors
    /// Returns [`TooFast`] if the source or its site has no token.
    pub fn look(&self, source: Source) -> Result<(), TooFast> {
        let levels = lock(&self.0);
        let now = Instant::now();
        levels.sources.look(&source, 1, now)?;
        if let Some(site) = source.site() {
            levels.sites.look(&site, 1, now)?;
        }
        Ok(())
    }

    /// Takes `count` tokens from the source and from its site, or none from either.
    ///
    /// # Errors
    /// Returns [`TooFast`] if the source or its site has fewer tokens.
    pub fn take_many(&self, source: Source, count: u32) -> Result<(), TooFast> {
        let mut levels = lock(&self.0);
        let Levels { sources, sites } = &mut *levels;
        let now = Instant::now();
        let of_source = sources.look(&source, count, now)?;
        if let Some(site) = source.site() {
            let of_site = sites.look(&site, count, now)?;
            sites.note(site, of_site, now);
        }
        sources.note(source, of_source, now);
        Ok(())
    }
}

/// Token buckets of one rate for many keys, as the times at which they are full again. A key that
/// is not in the table has a full bucket.
#[derive(Debug)]
pub struct BucketTable<K> {
    rate: Rate,
    full_at: HashMap<K, Instant>,
    /// The same entries in the order in which their buckets are full again, which is the order in
    /// which they are forgotten.
    order: BTreeSet<(Instant, K)>,
}

impl<K: Clone + Eq + Ord + Hash> BucketTable<K> {
    /// Creates full buckets with the given rate.
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            full_at: HashMap::new(),
            order: BTreeSet::new(),
        }
    }

    /// Takes one token from the bucket of a key.
    ///
    /// # Errors
    /// Returns [`TooFast`] if the bucket is empty.
    pub fn take(&mut self, key: K) -> Result<(), TooFast> {
        let now = Instant::now();
        let full_at = self.look(&key, 1, now)?;
        self.note(key, full_at, now);
        Ok(())
    }

    /// Returns the time at which the bucket would be full again if `count` tokens were taken now.
    fn look(&self, key: &K, count: u32, now: Instant) -> Result<Instant, TooFast> {
        let full_at = self.full_at.get(key).copied();
        self.rate.take_many(count, full_at, now)
    }

    fn note(&mut self, key: K, full_at: Instant, now: Instant) {
        if let Some(before) = self.full_at.remove(&key) {
            self.order.remove(&(before, key.clone()));
        }
        self.forget(now);
        self.full_at.insert(key.clone(), full_at);
        self.order.insert((full_at, key));
    }

    /// Makes space for one more entry. Up to four entries are forgotten for each new one: more than
    /// are added, but never many at once.
    fn forget(&mut self, now: Instant) {
        const AT_ONCE: usize = 4;
        for _ in 0..AT_ONCE {
            let Some((full_at, key)) = self.order.first() else {
                return;
            };
            if *full_at > now && self.full_at.len() < limits::ADDRESSES {
                return;
            }
            self.full_at.remove(key);
            self.order.pop_first();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        net::{IpAddr, Ipv6Addr},
        time::Duration,
    };

    use super::*;

    fn source(address: &str) -> Source {
        address.parse::<IpAddr>().unwrap().into()
    }

    /// Returns a different IPv4 address for each number.
    fn numbered(number: usize) -> Source {
        let number = u32::try_from(number).unwrap();
        IpAddr::from(number.to_be_bytes()).into()
    }

    /// Returns a different household for each number, all of one site.
    fn household(number: u16) -> Source {
        IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, number, 0, 0, 0, 1)).into()
    }

    fn remembered(buckets: &Buckets) -> usize {
        let levels = buckets.0.lock().unwrap();
        assert_eq!(levels.sources.full_at.len(), levels.sources.order.len());
        levels.sources.full_at.len()
    }

    #[tokio::test(start_paused = true)]
    async fn one_address_does_not_use_up_the_share_of_another() {
        let buckets = Buckets::each(Rate::per_hour(1, 1));
        assert!(buckets.take(source("192.0.2.1")).is_ok());
        assert!(buckets.take(source("192.0.2.1")).is_err());
        assert!(buckets.take(source("192.0.2.2")).is_ok());
        // All addresses of one household are one source, however they are written.
        assert!(buckets.take(source("2001:db8:1:2::1")).is_ok());
        assert!(buckets.take(source("2001:db8:1:2:ffff::9")).is_err());
        assert!(buckets.take(source("2001:db8:1:3::1")).is_ok());
        assert!(buckets.take(source("::ffff:192.0.2.1")).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn limits_a_site_to_the_rate_of_a_site() {
        let buckets = Buckets::new(Rate::per_hour(2, 1), Rate::per_hour(5, 5));
        let taken = |number| buckets.take(household(number)).is_ok();
        assert!(taken(1) && taken(1) && !taken(1));
        assert!(taken(2) && taken(3) && taken(4), "five in all");
        assert!(!taken(5));
        assert_eq!(remembered(&buckets), 4, "who is refused is not noted");
        assert!(buckets.take(source("2001:db8:2::1")).is_ok(), "another");
        // A take that the site rejects costs the household nothing.
        tokio::time::advance(Duration::from_mins(24)).await;
        assert!(taken(5) && taken(5) && !taken(5));
    }

    #[tokio::test(start_paused = true)]
    async fn admits_a_new_address_when_the_table_is_full() {
        let buckets = Buckets::each(Rate::per_hour(2, 1));
        let used_up = numbered(0);
        assert!(buckets.take(used_up).is_ok() && buckets.take(used_up).is_ok());
        for number in 1..limits::ADDRESSES + 100 {
            assert!(buckets.take(numbered(number)).is_ok(), "{number}");
        }
        assert_eq!(remembered(&buckets), limits::ADDRESSES);
        assert!(buckets.take(used_up).is_err(), "that is not forgotten");
    }

    #[tokio::test(start_paused = true)]
    async fn one_site_cannot_fill_the_table() {
        let buckets = Buckets::each(Rate::per_hour(
            limits::ROOMS_CREATED_BURST,
            limits::ROOMS_CREATED_PER_HOUR,
        ));
        let let_in = (0..52_000).filter(|&number| buckets.take(household(number)).is_ok());
        let most = limits::ROOMS_CREATED_BURST * limits::SOURCES_OF_A_SITE;
        assert_eq!(let_in.count(), most as usize);
        assert!(remembered(&buckets) <= most as usize);
        assert!(buckets.take(source("2001:db8:2::1")).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn forgets_addresses_whose_buckets_are_full_again() {
        let buckets = Buckets::each(Rate::new(1, 1, Duration::from_secs(10)));
        for number in 0..1_000 {
            assert!(buckets.take(numbered(number)).is_ok());
        }
        tokio::time::advance(Duration::from_secs(10)).await;
        for number in 0..1_000 {
            assert!(buckets.take(numbered(5_000 + number % 2)).is_ok() == (number < 2));
        }
        assert!(remembered(&buckets) < 1_000);
    }
}
