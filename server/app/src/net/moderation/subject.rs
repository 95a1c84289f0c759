//! The subjects of bans: people and networks.

use std::{fmt, net::IpAddr, str::FromStr};

use ipnet::IpNet;
use senda_room::PlayerId;

/// The shortest prefix of an IPv4 network that can be banned. A shorter one would be a whole part
/// of the world.
const V4_LEAST: u8 = 8;
/// The shortest prefix of an IPv6 network that can be banned.
const V6_LEAST: u8 = 16;
/// The longest prefix of an IPv6 network: clients are known by the /64 of their household.
const V6_MOST: u8 = 64;

/// The subject of a ban.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BanSubject {
    /// A player.
    Player(PlayerId),
    /// A network of addresses.
    Network(IpNet),
}

/// The text names neither a person nor a network that can be banned.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadSubject {
    /// The text has neither form.
    #[error(
        "expected the id of a person, as the search for people shows it, an address, or a network such as \
         203.0.113.0/24"
    )]
    Neither,
    /// The network has too many addresses.
    #[error("the network is too large: at least /{V4_LEAST} for IPv4 and /{V6_LEAST} for IPv6")]
    TooLarge,
}

impl BadSubject {
    /// The shortest prefixes of an IPv4 and an IPv6 network that can be banned.
    pub const LEAST: (u8, u8) = (V4_LEAST, V6_LEAST);
}

impl FromStr for BanSubject {
    type Err = BadSubject;

    fn from_str(text: &str) -> Result<Self, BadSubject> {
        let text = text.trim();
        // Other spellings of ids, such as those without hyphens, are not in the database.
        if text.len() == 36
            && let Ok(id) = text.parse()
        {
            return Ok(Self::Player(PlayerId(id)));
        }
        let network = match text.parse::<IpNet>() {
            Ok(network) => network,
            Err(_) => text
                .parse::<IpAddr>()
                .map_err(|_| BadSubject::Neither)?
                .into(),
        };
        let network = match network {
            // An IPv4 address in the form of an IPv6 one.
            IpNet::V6(of) if of.prefix_len() >= 96 && of.addr().to_ipv4_mapped().is_some() => {
                let address = of.addr().to_ipv4_mapped().ok_or(BadSubject::Neither)?;
                IpNet::new(address.into(), of.prefix_len() - 96).map_err(|_| BadSubject::Neither)?
            }
            IpNet::V6(of) if of.prefix_len() > V6_MOST => {
                IpNet::new(of.addr().into(), V6_MOST).map_err(|_| BadSubject::Neither)?
            }
            network => network,
        };
        let least = match network {
            IpNet::V4(_) => V4_LEAST,
            IpNet::V6(_) => V6_LEAST,
        };
        if network.prefix_len() < least {
            return Err(BadSubject::TooLarge);
        }
        Ok(Self::Network(network.trunc()))
    }
}

impl fmt::Display for BanSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(PlayerId(id)) => write!(f, "{id}"),
            Self::Network(network) => write!(f, "{network}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_a_person_or_a_network_in_one_spelling() {
        for (text, shown) in [
            (" 203.0.113.7/24 ", "203.0.113.0/24"),
            ("203.0.113.7", "203.0.113.7/32"),
            ("2001:DB8:1:2:3::4", "2001:db8:1:2::/64"),
            ("2001:db8::/32", "2001:db8::/32"),
            ("::ffff:203.0.113.7", "203.0.113.7/32"),
            (
                "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
                "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            ),
        ] {
            let subject: BanSubject = text.parse().unwrap();
            assert_eq!(subject.to_string(), shown);
        }
        for text in ["", "Ana", "203.0.113", "203.0.113.0/33", "3f2504e0"] {
            assert_eq!(
                text.parse::<BanSubject>(),
                Err(BadSubject::Neither),
                "{text}"
            );
        }
        for text in ["0.0.0.0/0", "10.0.0.0/7", "::/0", "2001::/15"] {
            assert_eq!(
                text.parse::<BanSubject>(),
                Err(BadSubject::TooLarge),
                "{text}"
            );
        }
    }
}
