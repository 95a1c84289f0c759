//! Lists of hosts: those of push services, and those of services that rooms post to.

use std::{fmt, str::FromStr};

use crate::target::Target;

/// The hosts of the browsers' push services.
const PUSH_SERVICES: &str = include_str!("../data/push-services.txt");
/// The hosts of well-known services for webhooks.
const CHANNEL_SERVICES: &str = include_str!("../data/channel-services.txt");

/// A pattern for a host, for all hosts below one, or for all hosts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HostPattern {
    hosts: Hosts,
    /// The port, or `None` for the default port of the scheme.
    port: Option<u16>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
enum Hosts {
    One(String),
    /// All hosts below this one. The name starts with a dot.
    Below(String),
    All,
}

/// The error for text that is not a host pattern.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "expected a host such as push.example, a host with a port such as push.example:8443, *.example for all hosts below \
     one, or * for all hosts"
)]
pub struct BadHostPattern;

impl FromStr for HostPattern {
    type Err = BadHostPattern;

    fn from_str(text: &str) -> Result<Self, BadHostPattern> {
        let text = text.trim().to_ascii_lowercase();
        if text == "*" {
            let hosts = Hosts::All;
            return Ok(Self { hosts, port: None });
        }
        let (host, port) = with_port(&text)?;
        let (hosts, name) = match host.strip_prefix('*') {
            Some(below) => (
                Hosts::Below(below.to_owned()),
                below.strip_prefix('.').ok_or(BadHostPattern)?,
            ),
            None => (Hosts::One(host.to_owned()), host),
        };
        let is_address = host.contains(':');
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if !is_address && (name.is_empty() || !name.chars().all(is_plain)) {
            return Err(BadHostPattern);
        }
        Ok(Self { hosts, port })
    }
}

/// Splits a text into the host and the port. An IPv6 address with a port is in brackets.
fn with_port(text: &str) -> Result<(&str, Option<u16>), BadHostPattern> {
    let number = |port: &str| port.parse().map_err(|_| BadHostPattern);
    if let Some(rest) = text.strip_prefix('[') {
        let (address, port) = rest.split_once(']').ok_or(BadHostPattern)?;
        address
            .parse::<std::net::Ipv6Addr>()
            .map_err(|_| BadHostPattern)?;
        return match port.strip_prefix(':') {
            Some(port) => Ok((address, Some(number(port)?))),
            None if port.is_empty() => Ok((address, None)),
            None => Err(BadHostPattern),
        };
    }
    match text.split_once(':') {
        Some((host, port)) => Ok((host, Some(number(port)?))),
        None => Ok((text, None)),
    }
}

impl fmt::Display for HostPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hosts {
            Hosts::One(host) if host.contains(':') => write!(f, "[{host}]")?,
            Hosts::One(host) => f.write_str(host)?,
            Hosts::Below(host) => write!(f, "*{host}")?,
            Hosts::All => f.write_str("*")?,
        }
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

impl HostPattern {
    fn has(&self, target: &Target) -> bool {
        let is_host = match &self.hosts {
            Hosts::One(host) => host == target.host(),
            // At least one character precedes the dot.
            Hosts::Below(host) => {
                target.host().ends_with(host.as_str()) && target.host().len() > host.len()
            }
            Hosts::All => return true,
        };
        let port = self.port.unwrap_or_else(|| target.usual_port());
        is_host && target.port() == port
    }
}

/// A list of host patterns.
#[derive(Clone, Debug, Default)]
pub struct HostList(Vec<HostPattern>);

impl HostList {
    /// Returns the push services of browsers together with `more`.
    pub fn push_services(more: impl IntoIterator<Item = HostPattern>) -> Self {
        let mut list = Self::read(PUSH_SERVICES);
        list.0.extend(more);
        list
    }

    /// Returns the well-known services for webhooks.
    pub fn channel_services() -> Self {
        Self::read(CHANNEL_SERVICES)
    }

    /// Parses a file with one host per line.
    ///
    /// # Panics
    /// Panics if a line is not a host. The files are part of the program, and tested.
    fn read(text: &str) -> Self {
        let lines = text.lines().map(str::trim);
        let hosts = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self(
            hosts
                .map(|host| host.parse().expect("a host a line"))
                .collect(),
        )
    }

    /// Returns whether the list contains the host of an address.
    pub fn has(&self, target: &Target) -> bool {
        self.0.iter().any(|pattern| pattern.has(target))
    }

    /// Returns the name of the service that an address belongs to: the matching entry of the list,
    /// or else the host and port. An entry for all hosts does not count as a service.
    pub fn service(&self, target: &Target) -> String {
        let entry = self.0.iter().find(|pattern| pattern.has(target));
        match entry.filter(|entry| entry.hosts != Hosts::All) {
            Some(entry) => entry.to_string(),
            None => format!("{}:{}", target.host(), target.port()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Reach;

    fn target(text: &str) -> Target {
        Target::parse(text, Reach::Anything).unwrap()
    }

    #[test]
    fn lists_the_push_services_of_browsers_but_not_similar_hosts() {
        let list = HostList::push_services([]);
        for good in [
            "https://fcm.googleapis.com/fcm/send/a",
            "https://fcm.googleapis.com:443/wp/a",
            "https://FCM.googleapis.com/fcm/send/a",
            "https://android.googleapis.com/gcm/send/a",
            "https://updates.push.services.mozilla.com/wpush/v2/a",
            "https://updates-autopush.stage.push.services.mozilla.com/wpush/v2/a",
            "https://web.push.apple.com/a",
            "https://api.push.apple.com/a",
            "https://wns2-par02p.notify.windows.com/w/?token=a",
        ] {
            assert!(list.has(&target(good)), "{good}");
        }
        for bad in [
            "https://push.example/a",
            "https://fcm.googleapis.com:8443/a",
            "http://fcm.googleapis.com:443/a",
            "https://storage.googleapis.com/a",
            "https://fcm.googleapis.com.example/a",
            "https://evilfcm.googleapis.com/a",
            "https://notify.windows.com/a",
            "https://evilnotify.windows.com/a",
            "https://127.0.0.1/a",
        ] {
            assert!(!list.has(&target(bad)), "{bad}");
        }
    }

    #[test]
    fn an_operator_can_add_hosts_ports_and_whole_domains() {
        let more = [
            "ntfy.example",
            "up.example:8443",
            "*.push.example",
            "[::1]:81",
        ];
        let more = more.map(|text| text.parse::<HostPattern>().unwrap());
        let list = HostList::push_services(more.clone());
        for good in [
            "https://ntfy.example/up",
            "http://ntfy.example/up",
            "https://up.example:8443/",
            "https://a.push.example/",
            "http://[::1]:81/",
        ] {
            assert!(list.has(&target(good)), "{good}");
        }
        for bad in [
            "https://up.example/",
            "https://push.example/",
            "http://[::1]/",
        ] {
            assert!(!list.has(&target(bad)), "{bad}");
        }
        let all = HostList::push_services(["*".parse().unwrap()]);
        assert!(all.has(&target("https://anything.example:1/")));
        assert_eq!(more.map(|host| host.to_string())[3], "[::1]:81");
        for bad in [
            "",
            "https://a.example",
            "a b",
            "*a.example",
            "*.",
            "a:b",
            "a:99999",
            "[::1",
        ] {
            assert_eq!(bad.parse::<HostPattern>(), Err(BadHostPattern), "{bad}");
        }
    }

    #[test]
    fn all_hosts_of_an_entry_are_one_service() {
        let list = HostList::push_services([]);
        let [one, other] = ["a", "b"].map(|name| {
            let address = format!("https://{name}.notify.windows.com/");
            list.service(&target(&address))
        });
        assert_eq!((one.as_str(), &one), ("*.notify.windows.com", &other));
        let all = HostList::push_services(["*".parse().unwrap()]);
        assert_eq!(all.service(&target("https://a.example/")), "a.example:443");
        assert!(HostList::channel_services().has(&target("https://discord.com/api/webhooks/1/a")));
    }
}
