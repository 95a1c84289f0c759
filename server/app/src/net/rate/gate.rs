//! Concurrency limits: gates that bound the number of permits held at the same time.

use std::sync::{Arc, Mutex};

use senda_store::process::lock;

use super::source::{Site, Source};
use crate::{limits, process::counts::Counts};

/// A bound on the number of permits held at the same time: in total, for each source, and for each
/// site. A site has the share of [`limits::SOURCES_OF_A_SITE`] sources. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Gate {
    most: u32,
    most_each: u32,
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    all: u32,
    sources: Counts<Source>,
    sites: Counts<Site>,
}

/// A permit for one place inside a gate, which is released when the permit is dropped.
#[derive(Debug)]
pub struct Permit {
    gate: Gate,
    source: Source,
}

/// A gate has no free place.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Crowded {
    /// The source or its site has too many permits; other sources may still enter.
    #[error("too many are inside from there")]
    Source,
    /// All permits of the gate are taken.
    #[error("too many are inside")]
    All,
}

impl Gate {
    /// Creates a gate of `most` permits, at most `most_each` of them for one source.
    pub fn new(most: u32, most_each: u32) -> Self {
        Self {
            most,
            most_each,
            inside: Arc::default(),
        }
    }

    /// Returns the number of permits that are held.
    pub fn inside(&self) -> u32 {
        lock(&self.inside).all
    }

    /// Acquires a permit for a source.
    ///
    /// # Errors
    /// Returns [`Crowded`] if too many permits are held.
    pub fn enter(&self, source: Source) -> Result<Permit, Crowded> {
        self.enter_among(source, self.most_each)
    }

    /// Acquires a permit for a source that stands for many clients, such as a proxy, and may hold
    /// all permits.
    ///
    /// # Errors
    /// Returns [`Crowded`] if too many permits are held.
    pub fn enter_for_many(&self, source: Source) -> Result<Permit, Crowded> {
        self.enter_among(source, u32::MAX)
    }

    fn enter_among(&self, source: Source, most_each: u32) -> Result<Permit, Crowded> {
        let mut inside = lock(&self.inside);
        let site = source.site();
        let most_of_site = most_each.saturating_mul(limits::SOURCES_OF_A_SITE);
        if inside.all >= self.most {
            return Err(Crowded::All);
        }
        if inside.sources.of(&source) >= most_each as usize
            || site.is_some_and(|site| inside.sites.of(&site) >= most_of_site as usize)
        {
            return Err(Crowded::Source);
        }
        inside.all += 1;
        inside.sources.add(source);
        if let Some(site) = site {
            inside.sites.add(site);
        }
        drop(inside);
        Ok(Permit {
            gate: self.clone(),
            source,
        })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut inside = lock(&self.gate.inside);
        inside.all -= 1;
        inside.sources.subtract(&self.source);
        if let Some(site) = self.source.site() {
            inside.sites.subtract(&site);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv6Addr};

    use super::*;

    fn source(address: &str) -> Source {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_gate_counts_held_permits() {
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
            lock(&gate.inside).sources.is_empty(),
            "nobody is remembered who is out"
        );
    }

    #[test]
    fn one_site_cannot_take_all_permits() {
        let gate = Gate::new(u32::MAX, 2);
        let household = |number| {
            let address = Ipv6Addr::new(0x2001, 0xdb8, 1, number, 0, 0, 0, 1);
            gate.enter(IpAddr::V6(address).into())
        };
        let inside: Vec<_> = (0..1_000)
            .filter_map(|number| household(number).ok())
            .collect();
        assert_eq!(inside.len(), 2 * limits::SOURCES_OF_A_SITE as usize);
        assert!(gate.enter(source("2001:db8:2::1")).is_ok());
        drop(inside);
        assert!(lock(&gate.inside).sites.is_empty());
        assert!(household(0).is_ok());
    }
}
