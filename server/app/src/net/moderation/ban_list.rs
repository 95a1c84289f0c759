//! The bans in the form in which each request is checked against them.

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
};

use ipnet::IpNet;
use senda_room::{PlayerId, Time};
use senda_store::ServerBan;

use super::BanSubject;
use crate::net::rate::Source;

/// The bans. A network is looked up once for each length of a prefix that any ban has, so a check
/// takes about as long for thousands of bans as for a few.
#[derive(Debug, Default, PartialEq)]
pub(super) struct BanList {
    all: Vec<ServerBan>,
    players: HashMap<PlayerId, Option<Time>>,
    /// The ends of the bans of networks, by the length of the prefix.
    networks: BTreeMap<u8, HashMap<IpNet, Option<Time>>>,
}

impl BanList {
    /// Returns the list of these bans. A row whose subject this version can't read has no effect.
    pub fn of(all: Vec<ServerBan>) -> Self {
        let mut list = Self::default();
        for ban in &all {
            match ban.subject.parse() {
                Ok(BanSubject::Player(player)) => {
                    list.players.insert(player, ban.until);
                }
                Ok(BanSubject::Network(network)) => {
                    let of_length = list.networks.entry(network.prefix_len()).or_default();
                    of_length.insert(network, ban.until);
                }
                Err(_) => {}
            }
        }
        list.all = all;
        list
    }

    /// Returns whether the player is banned at that time.
    pub fn has_player(&self, player: PlayerId, now: Time) -> bool {
        let until = self.players.get(&player);
        until.is_some_and(|until| holds(*until, now))
    }

    /// Returns whether the network is banned at that time.
    pub fn has_network(&self, source: Source, now: Time) -> bool {
        let address = IpAddr::from(source);
        self.networks.iter().any(|(&length, networks)| {
            // A length of IPv6 may be too long for an IPv4 address.
            let network = IpNet::new(address, length).map(|network| network.trunc());
            let until = network.ok().and_then(|network| networks.get(&network));
            until.is_some_and(|until| holds(*until, now))
        })
    }

    /// Returns the bans that are in force at that time.
    pub fn in_force(&self, now: Time) -> Vec<ServerBan> {
        let bans = self.all.iter().filter(|ban| holds(ban.until, now));
        bans.cloned().collect()
    }
}

fn holds(until: Option<Time>, now: Time) -> bool {
    until.is_none_or(|until| now < until)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn ban(subject: &str, until: Option<u64>) -> ServerBan {
        ServerBan {
            subject: subject.to_owned(),
            reason: String::new(),
            since: Time(1),
            until: until.map(Time),
        }
    }

    #[test]
    fn a_ban_covers_its_network_until_it_ends() {
        let list = BanList::of(vec![
            ban("203.0.113.0/24", None),
            ban("198.51.100.7/32", Some(10)),
            ban("2001:db8::/32", None),
            ban("from a later version", None),
        ]);
        let has = |address: &str, now| {
            let address: IpAddr = address.parse().unwrap();
            list.has_network(address.into(), Time(now))
        };
        assert!(has("203.0.113.200", 1) && !has("203.0.114.1", 1));
        assert!(has("198.51.100.7", 9) && !has("198.51.100.7", 10));
        assert!(!has("198.51.100.8", 9));
        assert!(has("2001:db8:5::1", 1) && !has("2001:db9::1", 1));
        assert!(has("::ffff:203.0.113.9", 1));
        assert_eq!(list.in_force(Time(10)).len(), 3);
    }

    #[test]
    fn a_ban_covers_its_player_until_it_ends() {
        let (ana, bruno) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
        let list = BanList::of(vec![ban(&ana.0.to_string(), Some(10))]);
        assert!(list.has_player(ana, Time(9)) && !list.has_player(ana, Time(10)));
        assert!(!list.has_player(bruno, Time(1)));
    }
}
