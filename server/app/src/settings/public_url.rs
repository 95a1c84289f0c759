//! The address at which browsers reach the server.

mod path_prefix;

use std::{fmt, str::FromStr};

use axum::http::{Uri, uri::Authority};

pub use self::path_prefix::PathPrefix;

/// The scheme, host, port and path of the server as browsers see it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PublicUrl {
    /// The scheme, `http` or `https`.
    pub scheme: String,
    /// The host and port, without the port if it is the scheme's default.
    pub authority: String,
    /// The path, behind a proxy that also serves other programs.
    pub prefix: PathPrefix,
}

/// The error for text that is not the address of a server.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadPublicUrl {
    /// The text is not a URL of the web, or it has a query or a user.
    #[error(
        "expected http:// or https:// with a host and, if the server shares it with other programs, a path, such as \
         https://senda.example or https://example.org/senda/"
    )]
    Form,
    /// The path has characters that can be written in several ways.
    #[error(
        "expected a path of letters, digits, hyphens, dots, underscores and tildes between slashes, such as \
         https://example.org/senda/"
    )]
    Path,
    /// The path contains one that the server uses itself.
    #[error(
        "the path can't contain /{0}, which is a path of Senda's own: choose another, such as \
         https://example.org/senda/"
    )]
    Own(&'static str),
}

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<Self, BadPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| BadPublicUrl::Form)?;
        let scheme = uri
            .scheme_str()
            .filter(|scheme| matches!(*scheme, "http" | "https"));
        let (Some(scheme), Some(authority)) = (scheme, uri.authority()) else {
            return Err(BadPublicUrl::Form);
        };
        if uri.query().is_some() || text.contains('#') || authority.as_str().contains('@') {
            return Err(BadPublicUrl::Form);
        }
        Ok(Self {
            scheme: scheme.to_owned(),
            authority: without_usual_port(scheme, authority),
            prefix: PathPrefix::parse(uri.path())?,
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

    /// Returns the URL without its path, as browsers send it in `Origin`.
    pub fn origin(&self) -> String {
        format!("{}://{}", self.scheme, self.authority)
    }
}

/// Writes the URL without a slash at its end, as the beginning of links.
impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.scheme, self.authority, self.prefix)
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
    fn a_public_url_is_a_scheme_and_a_host_and_maybe_a_path() {
        let url: PublicUrl = "https://Senda.Example:443/".parse().unwrap();
        assert_eq!(
            (&*url.scheme, &*url.authority, url.is_https()),
            ("https", "senda.example", true)
        );
        assert!(url.prefix.is_none());
        let url: PublicUrl = "http://10.0.0.1:8080".parse().unwrap();
        assert_eq!(
            (&*url.scheme, &*url.authority, url.is_https()),
            ("http", "10.0.0.1:8080", false)
        );
        for text in ["https://example.org/senda", "https://example.org/senda/"] {
            let url: PublicUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), "https://example.org/senda");
            assert_eq!(url.origin(), "https://example.org");
        }
        for (bad, why) in [
            ("", BadPublicUrl::Form),
            ("senda.example", BadPublicUrl::Form),
            ("ftp://senda.example", BadPublicUrl::Form),
            ("https://a@b", BadPublicUrl::Form),
            ("https://senda.example/?x", BadPublicUrl::Form),
            ("https://senda.example/#x", BadPublicUrl::Form),
            ("https://senda.example//here", BadPublicUrl::Path),
            ("https://senda.example/api/", BadPublicUrl::Own("api")),
        ] {
            assert_eq!(bad.parse::<PublicUrl>(), Err(why), "{bad}");
        }
    }
}
