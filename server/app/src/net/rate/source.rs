//! The networks that clients are counted by, at two levels.

use std::{
    hash::{BuildHasher, RandomState},
    net::{IpAddr, Ipv6Addr},
    sync::LazyLock,
};

use senda_room::NetworkTag;

/// The network of a client: an IPv4 address, or the /64 of an IPv6 address, which is one
/// household's.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Source(IpAddr);

/// The /48 of an IPv6 address: the largest network that providers give to one customer. It has
/// 65,536 sources, and all of them may be the same person.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Site(Ipv6Addr);

impl Source {
    /// Returns the tag of the source for rooms. It differs each time that the server starts.
    pub fn tag(self) -> NetworkTag {
        NetworkTag(TAGS.hash_one(self))
    }

    /// Returns the site that the source is a part of. An IPv4 address has no site, since its
    /// neighbours are strangers.
    pub fn site(self) -> Option<Site> {
        let IpAddr::V6(address) = self.0 else {
            return None;
        };
        let [a, b, c, ..] = address.segments();
        Some(Site(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0)))
    }
}

/// The key of the tags of sources, which is drawn when the process starts.
static TAGS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// Returns an address of the source, which stands for all of its addresses.
impl From<Source> for IpAddr {
    fn from(Source(address): Source) -> Self {
        address
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn source(address: &str) -> Source {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn the_tag_of_a_source_is_that_of_its_network() {
        assert_eq!(source("192.0.2.1").tag(), source("::ffff:192.0.2.1").tag());
        assert_eq!(
            source("2001:db8:1:2::1").tag(),
            source("2001:db8:1:2:ffff::9").tag()
        );
        assert_ne!(source("192.0.2.1").tag(), source("192.0.2.2").tag());
    }

    #[test]
    fn a_household_is_a_part_of_a_site() {
        let home = source("2001:db8:1:2::1");
        assert_eq!(home, source("2001:db8:1:2:ffff::9"));
        assert_ne!(home, source("2001:db8:1:3::1"));
        assert_eq!(home.site(), source("2001:db8:1:3::1").site());
        assert_ne!(home.site(), source("2001:db8:2:2::1").site());
        assert_eq!(source("192.0.2.1").site(), None);
        assert_eq!(source("::ffff:192.0.2.1"), source("192.0.2.1"));
    }
}
