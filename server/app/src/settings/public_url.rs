//! The address at which browsers reach the server.

mod path_prefix;

use std::{fmt, str::FromStr};

use axum::http::{HeaderMap, Uri, header, uri::Authority};

pub use self::path_prefix::PathPrefix;
use super::Settings;

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

/// The error for public URLs that a server can't have at the same time.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadPublicUrls {
    /// Two URLs have different paths, and pages are made for one.
    #[error("--public-url: all addresses need the same path, and {0} and {1} have different ones")]
    Paths(String, String),
    /// Two URLs have the same host, by which requests are assigned to a URL.
    #[error(
        "--public-url: {0} and {1} have the same host: name only the one that browsers shall use, and let the proxy \
         redirect the other one to it"
    )]
    Hosts(String, String),
}

/// Checks that a server can have all of these public URLs.
///
/// # Errors
/// Returns the first two that exclude each other.
pub fn check(urls: &[PublicUrl]) -> Result<(), BadPublicUrls> {
    for (at, url) in urls.iter().enumerate() {
        for other in &urls[..at] {
            let both = || (other.to_string(), url.to_string());
            if other.prefix != url.prefix {
                let (other, url) = both();
                return Err(BadPublicUrls::Paths(other, url));
            }
            if other.authority == url.authority {
                let (other, url) = both();
                return Err(BadPublicUrls::Hosts(other, url));
            }
        }
    }
    Ok(())
}

/// Returns the URLs as they are shown to the operator.
pub fn listed(urls: &[PublicUrl]) -> String {
    let urls: Vec<_> = urls.iter().map(PublicUrl::to_string).collect();
    urls.join(", ")
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
        let has_invalid_port =
            uri.port_u16().is_none() && authority.host().len() < authority.as_str().len();
        if uri.query().is_some() || text.contains('#') || has_invalid_port {
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

    /// Returns whether a request was sent to the host and port of the public URL.
    pub fn is_host_of(&self, headers: &HeaderMap) -> bool {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        let host = host.and_then(|host| host.parse().ok());
        host.is_some_and(|host| self.is_at(&host))
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

impl Settings {
    /// Returns the public URL that a request was sent to. A request for another host, such as a
    /// health check, counts as one for the first.
    pub fn public_url(&self, headers: &HeaderMap) -> Option<&PublicUrl> {
        let mut urls = self.public_url.iter();
        let at = urls.find(|url| url.is_host_of(headers));
        at.or(self.public_url.first())
    }

    /// Returns the `Strict-Transport-Security` header in the answer to a request; `None` if
    /// browsers reach that address of the server without https.
    ///
    /// The header applies to a host and not to a port. Other services of the host may have no
    /// https, so by default it is sent only if the public URL has no port. With a port, the header
    /// has a lifetime of 0, so that browsers discard an earlier one. With a path, the other
    /// services of the host may send the header themselves, and none is sent.
    pub fn strict_transport(&self, headers: &HeaderMap) -> Option<&'static str> {
        let url = self.public_url(headers).filter(|url| url.is_https())?;
        if self.hsts {
            Some("max-age=31536000")
        } else if !url.prefix.is_none() {
            None
        } else if url.has_usual_port() {
            Some("max-age=31536000")
        } else {
            Some("max-age=0")
        }
    }

    /// Returns the path under which browsers reach the server.
    pub fn prefix(&self) -> &PathPrefix {
        // All public URLs have the same path.
        let url = self.public_url.first();
        url.map_or(PathPrefix::NONE, |url| &url.prefix)
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
    #[test]
    fn several_public_urls_have_one_path_and_different_hosts() {
        let checked = |text: &str| {
            let urls: Vec<PublicUrl> = text.split(' ').map(|url| url.parse().unwrap()).collect();
            check(&urls).map_err(|error| error.to_string())
        };
        for good in [
            "https://senda.example",
            "https://senda.example http://192.168.1.5:8080 https://senda.example:8443",
            "https://example.org/senda/ http://table.lan/senda",
        ] {
            assert_eq!(checked(good), Ok(()), "{good}");
        }
        for (bad, words) in [
            (
                "https://example.org/senda http://table.lan",
                "the same path",
            ),
            ("https://a.example http://a.example", "have the same host"),
            (
                "https://a.example https://A.example:443/",
                "have the same host",
            ),
        ] {
            assert!(checked(bad).unwrap_err().contains(words), "{bad}");
        }
    }
}
