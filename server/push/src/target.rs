//! The addresses that messages are sent to.

use std::fmt;

use hyper::Uri;

use crate::address::is_public;

/// The length in bytes of the longest address that is accepted.
const LONGEST: usize = 2048;

/// The set of addresses that may be reached.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Reach {
    /// Public addresses, over https only.
    #[default]
    Public,
    /// Also private addresses, and without encryption: for tests, and for operators who run the
    /// receiving service as well.
    Anything,
}

/// An address to send to. It often contains a secret, so its `Debug` output shows nothing.
#[derive(Clone, Eq, PartialEq)]
pub struct Target {
    uri: Uri,
    host: String,
    /// Whether connections are made only to private addresses of the host.
    is_private_only: bool,
}

/// The reason why an address is rejected.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadTarget {
    /// The text is not an address, or not one with http or https.
    #[error("no address of the web")]
    NoAddress,
    /// The address is not encrypted.
    #[error("not https")]
    NotHttps,
    /// The address can't be reached from the internet.
    #[error("not public")]
    NotPublic,
    /// The host is not on the list of allowed hosts.
    #[error("not on the list of hosts")]
    NotListed,
}

impl Target {
    /// Parses and validates an address. The addresses that its name resolves to are checked at each
    /// connection.
    ///
    /// # Errors
    /// Returns [`BadTarget`] if the address may not be sent to.
    pub fn parse(text: &str, reach: Reach) -> Result<Self, BadTarget> {
        if text.len() > LONGEST {
            return Err(BadTarget::NoAddress);
        }
        let uri: Uri = text.parse().map_err(|_| BadTarget::NoAddress)?;
        let authority = uri.authority().ok_or(BadTarget::NoAddress)?;
        let host = authority.host();
        let host = host.strip_prefix('[').unwrap_or(host);
        let host = host.strip_suffix(']').unwrap_or(host).to_ascii_lowercase();
        if host.is_empty() || authority.as_str().contains('@') {
            return Err(BadTarget::NoAddress);
        }
        match (uri.scheme_str(), reach) {
            (Some("https"), _) | (Some("http"), Reach::Anything) => {}
            (Some("http"), Reach::Public) => return Err(BadTarget::NotHttps),
            _ => return Err(BadTarget::NoAddress),
        }
        let is_local = match host.parse() {
            Ok(address) => !is_public(address),
            Err(_) => host == "localhost" || host.ends_with(".localhost") || !host.contains('.'),
        };
        if is_local && reach == Reach::Public {
            return Err(BadTarget::NotPublic);
        }
        Ok(Self {
            uri,
            host,
            is_private_only: false,
        })
    }

    /// Returns the same address, restricted to private addresses of its host: no host of the
    /// internet.
    ///
    /// # Errors
    /// Returns [`BadTarget::NotListed`] if the host is a public IP address.
    pub fn private_only(mut self) -> Result<Self, BadTarget> {
        let address = self.host.parse();
        if address.is_ok_and(is_public) {
            return Err(BadTarget::NotListed);
        }
        self.is_private_only = true;
        Ok(self)
    }

    /// Returns the scheme, host and port. It contains no secret, so it may appear in a signed
    /// token.
    pub fn origin(&self) -> String {
        let scheme = if self.is_encrypted() { "https" } else { "http" };
        format!("{scheme}://{}", self.authority())
    }

    /// Returns the name or the IP address of the host.
    pub fn host(&self) -> &str {
        &self.host
    }

    pub(crate) fn authority(&self) -> &str {
        self.uri
            .authority()
            .map_or("", |authority| authority.as_str())
    }

    pub(crate) fn is_private_only(&self) -> bool {
        self.is_private_only
    }

    pub(crate) fn port(&self) -> u16 {
        self.uri.port_u16().unwrap_or_else(|| self.usual_port())
    }

    /// Returns the default port of the scheme.
    pub(crate) fn usual_port(&self) -> u16 {
        if self.is_encrypted() { 443 } else { 80 }
    }

    pub(crate) fn path(&self) -> &str {
        self.uri.path_and_query().map_or("/", |path| path.as_str())
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.uri.scheme_str() == Some("https")
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Target(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_encrypted_public_addresses() {
        let bad = [
            ("", BadTarget::NoAddress),
            ("push.example", BadTarget::NoAddress),
            ("/path", BadTarget::NoAddress),
            ("ftp://push.example/", BadTarget::NoAddress),
            ("https://anna:secret@push.example/", BadTarget::NoAddress),
            ("http://push.example/", BadTarget::NotHttps),
            ("https://127.0.0.1/", BadTarget::NotPublic),
            ("https://[::1]:8443/", BadTarget::NotPublic),
            ("https://[::ffff:10.0.0.1]/", BadTarget::NotPublic),
            ("https://LOCALHOST/", BadTarget::NotPublic),
            ("https://a.localhost/", BadTarget::NotPublic),
            ("https://router/", BadTarget::NotPublic),
        ];
        for (text, why) in bad {
            assert_eq!(Target::parse(text, Reach::Public), Err(why), "{text}");
        }
        let long = format!("https://push.example/{}", "a".repeat(LONGEST));
        assert_eq!(
            Target::parse(&long, Reach::Public),
            Err(BadTarget::NoAddress)
        );
        let target = Target::parse("https://push.example/send/a?b=c", Reach::Public).unwrap();
        assert_eq!(
            (target.origin().as_str(), target.port()),
            ("https://push.example", 443)
        );
        assert_eq!(target.path(), "/send/a?b=c");
        assert_eq!(format!("{target:?}"), "Target(..)");
    }

    #[test]
    fn accepts_private_addresses_if_allowed() {
        for text in [
            "http://127.0.0.1:8090/topic",
            "https://[fd00::1]/",
            "http://ntfy/",
        ] {
            assert!(Target::parse(text, Reach::Anything).is_ok(), "{text}");
        }
    }
}
