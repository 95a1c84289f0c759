//! The proxies in front of the server, and the client addresses that they report.

use std::{
    fmt,
    net::{IpAddr, SocketAddrV4},
    str::FromStr,
};

use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

use super::Settings;
use crate::limits;

/// The proxies whose reports of a client's address are trusted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TrustedProxies {
    /// No proxy: the client is the peer of the connection.
    None,
    /// One proxy with any address: the peer of the connection.
    Nearest,
    /// All proxies with an address in one of these networks, however long their chain is.
    Networks(Vec<IpNet>),
}

/// The setting is neither a boolean nor a list of networks.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "{0:?} is neither true nor false nor a network: expected the addresses and networks of all proxies between browsers \
     and this server, such as 127.0.0.1,172.16.0.0/12"
)]
pub struct BadProxies(String);

impl FromStr for TrustedProxies {
    type Err = BadProxies;

    fn from_str(text: &str) -> Result<Self, BadProxies> {
        match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => return Ok(Self::Nearest),
            "false" | "no" | "off" | "0" => return Ok(Self::None),
            _ => {}
        }
        let network = |part: &str| {
            let part = part.trim();
            let address = part.parse::<IpAddr>().map(IpNet::from);
            let network = address.or_else(|_| part.parse::<IpNet>());
            network.map_err(|_| BadProxies(part.to_owned()))
        };
        let networks = text.split(',').map(network).collect::<Result<_, _>>()?;
        Ok(Self::Networks(networks))
    }
}

/// Writes the value of the setting.
impl fmt::Display for TrustedProxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("false"),
            Self::Nearest => f.write_str("true"),
            Self::Networks(networks) => {
                let networks: Vec<_> = networks.iter().map(IpNet::to_string).collect();
                f.write_str(&networks.join(","))
            }
        }
    }
}

/// The client's address according to the headers of a request.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Reported {
    /// The request does not come from a trusted proxy, so any client may have written the headers.
    Untrusted,
    /// The proxy reports no address that can be parsed.
    Nothing,
    /// The address of the client.
    Client(IpAddr),
}

impl TrustedProxies {
    /// Returns whether any proxy is trusted.
    pub fn is_any(&self) -> bool {
        *self != Self::None
    }

    /// Returns whether the reports of a peer are trusted.
    pub fn trust(&self, peer: IpAddr) -> bool {
        match self {
            Self::None => false,
            Self::Nearest => true,
            Self::Networks(networks) => {
                let peer = peer.to_canonical();
                networks.iter().any(|network| network.contains(&peer))
            }
        }
    }

    /// Returns whether the connections of a peer may be those of many clients. If no proxy is
    /// named, this requires that the peer is on a local network.
    pub fn carry_many(&self, peer: IpAddr) -> bool {
        self.trust(peer) && (*self != Self::Nearest || is_near(peer))
    }

    /// Reads the address of a client from the operator's own header, without it from
    /// `X-Forwarded-For`, and without that from `Forwarded`.
    ///
    /// Each proxy adds the address of its own peer on the right. The client could have written
    /// everything to the left of the first address, read from the right, that is not a trusted
    /// proxy's own.
    pub fn client(
        &self,
        peer: IpAddr,
        header: Option<&ClientHeader>,
        headers: &HeaderMap,
    ) -> Reported {
        if !self.trust(peer) {
            return Reported::Untrusted;
        }
        if let Some(reported) = header.and_then(|header| header.read(headers)) {
            return reported;
        }
        let mut client = Reported::Nothing;
        for hop in hops(headers) {
            let Some(address) = hop else { break };
            client = Reported::Client(address);
            // The nearest proxy is the only one that is trusted without being named.
            if *self == Self::Nearest || !self.trust(address) {
                break;
            }
        }
        client
    }
}

/// A header in which one proxy reports the address of the client, without those of other proxies.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ClientHeader(HeaderName);

/// The setting is not the name of such a header.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "expected the name of a header with one address, such as CF-Connecting-IP; --trust-proxy alone reads \
     X-Forwarded-For and Forwarded"
)]
pub struct BadClientHeader;

impl FromStr for ClientHeader {
    type Err = BadClientHeader;

    fn from_str(text: &str) -> Result<Self, BadClientHeader> {
        let name: HeaderName = text.trim().parse().map_err(|_| BadClientHeader)?;
        // Their addresses are a list, of which a client can write the beginning.
        if [X_FORWARDED_FOR, header::FORWARDED].contains(&name) {
            return Err(BadClientHeader);
        }
        Ok(Self(name))
    }
}

impl ClientHeader {
    /// Returns the address in the header; `None` if the request doesn't have it.
    fn read(&self, headers: &HeaderMap) -> Option<Reported> {
        let mut lines = headers.get_all(&self.0).iter();
        let line = lines.next()?;
        // A proxy that adds a second line has left that of the client.
        let text = line.to_str().ok().filter(|_| lines.next().is_none());
        let client = text.and_then(address);
        Some(client.map_or(Reported::Nothing, Reported::Client))
    }
}

impl Settings {
    /// Returns the address of the client of a request, as far as a trusted proxy reports it.
    pub fn reported(&self, peer: IpAddr, headers: &HeaderMap) -> Reported {
        let header = self.client_header.as_ref();
        self.trust_proxy.client(peer, header, headers)
    }
}

/// The header that most proxies write.
pub const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Returns the addresses in the headers, the last one first, with `None` for one that can't be
/// parsed.
fn hops(headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
    let name = if headers.contains_key(&X_FORWARDED_FOR) {
        X_FORWARDED_FOR
    } else {
        header::FORWARDED
    };
    let is_list = name == X_FORWARDED_FOR;
    // A header in several lines is one list.
    let lines = headers.get_all(name).iter().rev();
    let entries = lines.flat_map(|line| line.to_str().unwrap_or("unknown").rsplit(','));
    let addresses = entries.map(move |entry| {
        if is_list {
            address(entry)
        } else {
            forwarded(entry)
        }
    });
    addresses.take(limits::PROXIES)
}

/// Returns the client's address in an element of `Forwarded` (RFC 7239).
fn forwarded(element: &str) -> Option<IpAddr> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        let is_client = name.trim().eq_ignore_ascii_case("for");
        is_client.then(|| address(value)).flatten()
    })
}

/// Parses an address in the forms that proxies write: alone, with a port, in brackets or in
/// quotation marks.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    if let Some(bracketed) = text.strip_prefix('[') {
        let (address, _port) = bracketed.split_once(']')?;
        return ip(address);
    }
    let with_port = || text.parse::<SocketAddrV4>().ok();
    ip(text).or_else(|| Some(IpAddr::V4(*with_port()?.ip())))
}

/// Parses an address without the zone that link-local ones may have.
fn ip(text: &str) -> Option<IpAddr> {
    let address = text
        .split_once('%')
        .map_or(text, |(address, _zone)| address);
    Some(address.parse::<IpAddr>().ok()?.to_canonical())
}

/// Returns whether an address is this machine's own, or one of a network that the internet can't
/// reach.
pub fn is_near(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[track_caller]
    fn reads(proxies: &str, lines: &[(&'static str, &str)], client: &str) {
        reads_with(None, proxies, lines, client);
    }

    #[track_caller]
    fn reads_with(
        header: Option<&str>,
        proxies: &str,
        lines: &[(&'static str, &str)],
        client: &str,
    ) {
        let proxies: TrustedProxies = proxies.parse().unwrap();
        let header: Option<ClientHeader> = header.map(|name| name.parse().unwrap());
        let peer = "10.0.0.1".parse().unwrap();
        let reported = proxies.client(peer, header.as_ref(), &headers(lines));
        let expected = match client {
            "untrusted" => Reported::Untrusted,
            "nothing" => Reported::Nothing,
            address => Reported::Client(address.parse().unwrap()),
        };
        assert_eq!(reported, expected, "{lines:?}");
    }

    #[test]
    fn parses_addresses_in_every_form_that_proxies_write() {
        for (text, client) in [
            ("203.0.113.11", "203.0.113.11"),
            ("203.0.113.11:50000", "203.0.113.11"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("::ffff:203.0.113.11", "203.0.113.11"),
            ("fe80::1%eth0", "fe80::1"),
            (" \"203.0.113.11\" ", "203.0.113.11"),
            ("198.51.100.1, 203.0.113.11:1", "203.0.113.11"),
            ("unknown", "nothing"),
            ("198.51.100.1, unknown", "nothing"),
            ("", "nothing"),
        ] {
            reads("true", &[("x-forwarded-for", text)], client);
        }
        for (text, client) in [
            ("for=203.0.113.11", "203.0.113.11"),
            ("For=\"203.0.113.11:4711\";proto=https", "203.0.113.11"),
            ("proto=http; for=\"[2001:db8::1]:4711\"", "2001:db8::1"),
            (
                "for=198.51.100.1, for=203.0.113.11;by=10.0.0.1",
                "203.0.113.11",
            ),
            ("for=unknown", "nothing"),
            ("for=_hidden", "nothing"),
            ("by=10.0.0.1", "nothing"),
        ] {
            reads("true", &[("forwarded", text)], client);
        }
    }

    #[test]
    fn several_header_lines_form_one_list() {
        let lines = [
            ("x-forwarded-for", "198.51.100.1"),
            ("x-forwarded-for", "203.0.113.11, 10.0.0.7"),
        ];
        reads("true", &lines, "10.0.0.7");
        reads("10.0.0.0/8", &lines, "203.0.113.11");
        reads("10.0.0.0/8,203.0.113.11", &lines, "198.51.100.1");
    }

    #[test]
    fn the_client_is_the_last_hop_that_is_not_a_proxy() {
        let through = |text: &'static str, proxies: &str, client: &str| {
            reads(proxies, &[("x-forwarded-for", text)], client);
        };
        let network = "10.0.0.0/8, 2001:db8:c::/48";
        through(
            "1.2.3.4, 203.0.113.11, 2001:db8:c::9",
            network,
            "203.0.113.11",
        );
        through("203.0.113.11", network, "203.0.113.11");
        // All clients are on the proxies' own network.
        through("10.0.0.9", network, "10.0.0.9");
        through("10.0.0.9, 10.0.0.8", network, "10.0.0.9");
        // The address before is a proxy's, and the address of that proxy's peer is not known.
        through("203.0.113.11, unknown, 10.0.0.8", network, "10.0.0.8");
        through("203.0.113.11", "192.168.0.0/16", "untrusted");
        through("203.0.113.11", "false", "untrusted");
    }

    #[test]
    fn the_operators_header_wins_over_the_list_of_a_trusted_proxy() {
        let list = ("x-forwarded-for", "198.51.100.1");
        let own = ("cf-connecting-ip", "203.0.113.11");
        let reads = |proxies: &str, lines: &[_], client: &str| {
            reads_with(Some("CF-Connecting-IP"), proxies, lines, client);
        };
        reads("true", &[list, own], "203.0.113.11");
        reads("10.0.0.0/8", &[own], "203.0.113.11");
        reads(
            "10.0.0.0/8",
            &[("cf-connecting-ip", "2001:db8::1")],
            "2001:db8::1",
        );
        reads("true", &[list], "198.51.100.1");
        reads("192.168.0.0/16", &[list, own], "untrusted");
        reads("false", &[own], "untrusted");
        // Addresses that a client could have written count for nothing.
        reads(
            "true",
            &[own, ("cf-connecting-ip", "203.0.113.12")],
            "nothing",
        );
        reads(
            "true",
            &[("cf-connecting-ip", "203.0.113.11, 1.2.3.4")],
            "nothing",
        );
        reads("true", &[("cf-connecting-ip", "unknown")], "nothing");
        // Without the setting the header has no effect.
        reads_with(None, "true", &[list, own], "198.51.100.1");
        for bad in ["", "a b", "X-Forwarded-For", "forwarded", "1.2.3.4:80"] {
            assert_eq!(bad.parse::<ClientHeader>(), Err(BadClientHeader), "{bad}");
        }
    }

    #[test]
    fn rejects_an_invalid_list_of_proxies() {
        for good in ["true", "Yes", "0", "off", "10.0.0.1", "::1, 10.0.0.0/8"] {
            assert!(good.parse::<TrustedProxies>().is_ok(), "{good}");
        }
        for bad in [
            "",
            "maybe",
            "10.0.0.0/33",
            "10.0.0.1,",
            "2",
            "caddy",
            "10.0.0.*",
        ] {
            let refused = bad.parse::<TrustedProxies>().unwrap_err().to_string();
            assert!(refused.contains("172.16.0.0/12"), "{bad}: {refused}");
        }
    }
}
