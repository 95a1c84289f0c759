//! The address at which browsers reach the server.

use std::{fmt, str::FromStr};

use axum::http::{Uri, uri::Authority};

/// The scheme, host and port of the server as browsers see it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PublicUrl {
    /// The scheme, `http` or `https`.
    pub scheme: String,
    /// The host and port, without the port if it is the scheme's default.
    pub authority: String,
}

/// The error for text that is not the address of a server.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "expected http:// or https:// with a host and nothing after it, such as https://senda.example"
)]
pub struct BadPublicUrl;

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<Self, BadPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| BadPublicUrl)?;
        let scheme = uri
            .scheme_str()
            .filter(|scheme| matches!(*scheme, "http" | "https"));
        let (Some(scheme), Some(authority)) = (scheme, uri.authority()) else {
            return Err(BadPublicUrl);
        };
        if !matches!(uri.path(), "" | "/")
            || uri.query().is_some()
            || authority.as_str().contains('@')
        {
            return Err(BadPublicUrl);
        }
        Ok(Self {
            scheme: scheme.to_owned(),
            authority: without_usual_port(scheme, authority),
        })
    }
}

impl PublicUrl {
    /// Returns whether browsers reach the server over TLS.
    pub fn is_https(&self) -> bool {
        self.scheme == "https"
    }

    /// Returns whether the URL has no port, so that browsers can reach other services of the host
    /// only on other ports.
    pub fn has_usual_port(&self) -> bool {
        self.authority
            .parse::<Authority>()
            .is_ok_and(|authority| authority.port().is_none())
    }

    /// Returns whether this address has the same host and port as the public URL.
    pub fn is_at(&self, authority: &Authority) -> bool {
        without_usual_port(&self.scheme, authority) == self.authority
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.authority)
    }
}

/// Returns the host and port of an address in lower case, without the port if it is the scheme's
/// default.
pub fn without_usual_port(scheme: &str, authority: &Authority) -> String {
    let usual = if scheme == "https" { ":443" } else { ":80" };
    let authority = authority.as_str().to_ascii_lowercase();
    let short = authority.strip_suffix(usual);
    short.unwrap_or(&authority).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_a_scheme_and_a_host() {
        let url: PublicUrl = "https://Senda.Example:443/".parse().unwrap();
        assert_eq!(
            (&*url.scheme, &*url.authority, url.is_https()),
            ("https", "senda.example", true)
        );
        let url: PublicUrl = "http://10.0.0.1:8080".parse().unwrap();
        assert_eq!(
            (&*url.scheme, &*url.authority, url.is_https()),
            ("http", "10.0.0.1:8080", false)
        );
        for bad in [
            "",
            "senda.example",
            "ftp://senda.example",
            "https://senda.example/here",
            "https://a@b",
        ] {
            assert_eq!(bad.parse::<PublicUrl>(), Err(BadPublicUrl), "{bad}");
        }
    }
}
