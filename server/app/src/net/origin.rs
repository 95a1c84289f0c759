//! Checks that a request is addressed to this server, and that it comes from one of this server's
//! pages.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, Uri, header, uri::Authority};

use crate::{
    limits,
    people::passkey::Site,
    process::telemetry::LogThrottle,
    settings::{PublicUrl, TlsSettings, without_usual_port},
};

const SEC_FETCH_SITE: &str = "sec-fetch-site";

/// The request is addressed to another host, which is included if it can be parsed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OtherHost(pub Option<Authority>);

/// Checks that a request is addressed to this server, which is the host of one of its public URLs.
/// Without a public URL every host is accepted, since a network may have any name for the server.
///
/// # Errors
/// Returns [`OtherHost`] if the request is addressed to another host or to none.
pub fn is_for_this(uri: &Uri, headers: &HeaderMap, public: &[PublicUrl]) -> Result<(), OtherHost> {
    if public.is_empty() {
        return Ok(());
    }
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host
            .to_str()
            .ok()
            .and_then(|host| host.parse::<Authority>().ok()),
        _ => None,
    };
    // A request may name the host in its first line, too.
    let host = host.ok_or(OtherHost(None))?;
    let named = uri.authority().cloned().unwrap_or_else(|| host.clone());
    let is_for = |url: &PublicUrl| url.is_at(&named) && url.is_at(&host);
    if public.iter().any(is_for) {
        return Ok(());
    }
    let is_known = public.iter().any(|url| url.is_at(&named));
    Err(OtherHost(Some(if is_known { host } else { named })))
}

/// The `Origin` header of a request does not name this server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WrongOrigin {
    fault: OriginFault,
    /// The public URL, if there is one: the address that this server's pages should have.
    pub expected: Option<String>,
}

/// The difference between an origin and this server.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum OriginFault {
    /// The origin has the host of the public URL, but another scheme.
    Scheme,
    /// The origin has another host than the `Host` header, which a proxy may have replaced.
    Host,
    /// The origin is another site, or it is missing.
    Site,
}

impl WrongOrigin {
    /// Returns the stable code of the fault.
    pub fn code(&self) -> &'static str {
        match self.fault {
            OriginFault::Scheme => "scheme",
            OriginFault::Host => "host",
            OriginFault::Site => "site",
        }
    }

    /// Returns the cause, and its remedy in case the page is one of this server.
    pub fn advice(&self) -> String {
        let expected = self.expected.as_deref().unwrap_or_default();
        match self.fault {
            OriginFault::Scheme => format!(
                "The page was opened over another scheme than that of --public-url {expected}: use that \
                 address, or set --public-url to the one that browsers show"
            ),
            OriginFault::Host => "The Origin header names another host than the Host header. If the page is \
                one of this server, a proxy has replaced Host: it must pass it on as it was (nginx: \
                proxy_set_header Host $http_host; Apache: ProxyPreserveHost On)"
                .to_owned(),
            OriginFault::Site if expected.is_empty() => {
                "The Origin header does not name this server: the request comes from a page of another site"
                    .to_owned()
            }
            OriginFault::Site => format!(
                "The Origin header does not name --public-url {expected}: the request comes from a page of \
                 another site, or this server has an address that --public-url does not name"
            ),
        }
    }
}

/// Checks that the `Origin` header names this server: exactly its public URL, or without one the
/// host that the request was addressed to. Then the scheme may be either, as a proxy may speak TLS
/// before this server.
///
/// # Errors
/// Returns [`WrongOrigin`] if it does not. The fault is logged at long intervals.
pub fn check(headers: &HeaderMap, public: Option<&PublicUrl>) -> Result<(), WrongOrigin> {
    match fault_of(headers, public) {
        None => Ok(()),
        Some(fault) => Err(wrong(fault, headers, public)),
    }
}

fn fault_of(headers: &HeaderMap, public: Option<&PublicUrl>) -> Option<OriginFault> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN).and_then(|origin| origin.parse::<Uri>().ok());
    let origin = origin.unwrap_or_default();
    let (Some(scheme @ ("http" | "https")), Some(authority)) =
        (origin.scheme_str(), origin.authority())
    else {
        return Some(OriginFault::Site);
    };
    let Some(public) = public else {
        let host = text(header::HOST);
        let is_own = host.is_some_and(|host| host.eq_ignore_ascii_case(authority.as_str()));
        return (!is_own).then_some(OriginFault::Host);
    };
    if without_usual_port(scheme, authority) != public.authority {
        return Some(OriginFault::Site);
    }
    (scheme != public.scheme).then_some(OriginFault::Scheme)
}

/// Creates the error, and logs it at most once in [`limits::ADVICE_EVERY`] for each fault. If the
/// browser itself reports that another site's page has sent the request, there is nothing to fix,
/// and nothing is logged.
fn wrong(fault: OriginFault, headers: &HeaderMap, public: Option<&PublicUrl>) -> WrongOrigin {
    static SCHEME: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    static HOST: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    static SITE: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    let wrong = WrongOrigin {
        fault,
        expected: public.map(PublicUrl::to_string),
    };
    let throttle = match fault {
        OriginFault::Scheme => &SCHEME,
        OriginFault::Host => &HOST,
        OriginFault::Site => &SITE,
    };
    let site = headers.get(SEC_FETCH_SITE).map(HeaderValue::as_bytes);
    if site != Some(b"cross-site") && headers.contains_key(header::ORIGIN) && throttle.may_speak() {
        let shown = |name| {
            let value = headers.get(name).and_then(|value| value.to_str().ok());
            let value = value.unwrap_or("none").chars();
            value.take(limits::DETAIL_CHARACTERS).collect::<String>()
        };
        tracing::warn!(
            origin = shown(header::ORIGIN),
            host = shown(header::HOST),
            "a request was refused: {}",
            wrong.advice()
        );
    }
    wrong
}

/// Returns the start of links to this server: its public URL, or without one the host that the
/// request was addressed to, over https if this server speaks it itself.
pub fn of_links(
    headers: &HeaderMap,
    public: Option<&PublicUrl>,
    tls: &TlsSettings,
) -> Option<String> {
    if let Some(public) = public {
        return Some(public.to_string());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let host: Authority = host.parse().ok()?;
    let scheme = if tls.is_on() { "https" } else { "http" };
    Some(format!("{scheme}://{host}"))
}

/// Returns the site that browsers create passkeys for: the public URL, with https and a host name,
/// or this machine under the name that browsers trust (`localhost`).
pub fn site(headers: &HeaderMap, public: Option<&PublicUrl>, tls: &TlsSettings) -> Option<Site> {
    let origin = match public {
        Some(public) => public.origin(),
        None => of_links(headers, None, tls)?,
    };
    let uri: Uri = origin.parse().ok()?;
    let id = uri.host()?.to_ascii_lowercase();
    let is_address = id.starts_with('[') || id.parse::<IpAddr>().is_ok();
    let is_secure = uri.scheme_str() == Some("https") || id == "localhost";
    (is_secure && !is_address).then_some(Site { id, origin })
}

/// Checks that the request may change something: it comes from a page of this server, or from no
/// page at all. Browsers always send the origin, and other programs do not have another person's
/// cookie.
///
/// # Errors
/// Returns [`WrongOrigin`] if the request comes from a page of another site. The fault is logged at
/// long intervals.
pub fn may_change(headers: &HeaderMap, public: Option<&PublicUrl>) -> Result<(), WrongOrigin> {
    let site = headers.get(SEC_FETCH_SITE).map(HeaderValue::as_bytes);
    if !matches!(site, None | Some(b"same-origin" | b"none")) {
        return Err(wrong(OriginFault::Site, headers, public));
    }
    if headers.contains_key(header::ORIGIN) {
        check(headers, public)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn accepts_an_origin_that_is_the_host_or_the_public_url() {
        let public: PublicUrl = "https://senda.example".parse().unwrap();
        for (origin, host, with_public, own) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080", false, true),
            ("https://senda.example", "senda.example", false, true),
            ("https://senda.example", "10.0.0.1:8080", true, true),
            ("http://senda.example", "10.0.0.1:8080", true, false),
            ("http://senda.example", "senda.example", true, false),
            ("https://evil.example", "evil.example", true, false),
            ("http://10.0.0.1:8080", "10.0.0.1:8080", true, false),
            ("https://senda.example.evil", "senda.example", false, false),
            ("http://127.0.0.1:8081", "127.0.0.1:8080", false, false),
            ("null", "127.0.0.1:8080", false, false),
            ("file://", "127.0.0.1:8080", false, false),
            ("", "127.0.0.1:8080", false, false),
        ] {
            let headers = headers(&[("origin", origin), ("host", host)]);
            assert_eq!(
                check(&headers, with_public.then_some(&public)).is_ok(),
                own,
                "{origin} at {host}"
            );
        }
        assert!(
            check(&headers(&[("host", "127.0.0.1:8080")]), None).is_err(),
            "a socket needs an origin"
        );
    }

    #[test]
    fn explains_the_cause_and_the_remedy_of_a_wrong_origin() {
        let public: PublicUrl = "https://senda.example".parse().unwrap();
        for (origin, host, with_public, code, remedy) in [
            (
                "http://senda.example",
                "senda.example",
                true,
                "scheme",
                "--public-url https://senda.example",
            ),
            (
                "http://senda.example:80",
                "senda.example",
                true,
                "scheme",
                "--public-url https://senda.example",
            ),
            (
                "https://senda.example:8443",
                "senda.example",
                true,
                "site",
                "--public-url https://senda.example",
            ),
            (
                "https://evil.example",
                "senda.example",
                true,
                "site",
                "another site",
            ),
            (
                "https://senda.example",
                "10.0.0.1:8080",
                false,
                "host",
                "proxy_set_header Host $http_host",
            ),
            ("null", "10.0.0.1:8080", false, "site", "another site"),
        ] {
            let headers = headers(&[("origin", origin), ("host", host)]);
            let wrong = check(&headers, with_public.then_some(&public)).unwrap_err();
            assert_eq!(wrong.code(), code, "{origin} at {host}");
            assert!(wrong.advice().contains(remedy), "{}", wrong.advice());
            assert_eq!(
                wrong.expected.as_deref(),
                with_public.then_some("https://senda.example")
            );
        }
    }

    #[test]
    fn links_start_with_the_public_url_or_the_requested_host() {
        let public: PublicUrl = "https://senda.example".parse().unwrap();
        let here = headers(&[("host", "10.0.0.1:8080")]);
        let http = TlsSettings::default();
        let of = |public| of_links(&here, public, &http);
        assert_eq!(of(Some(&public)).as_deref(), Some("https://senda.example"));
        assert_eq!(of(None).as_deref(), Some("http://10.0.0.1:8080"));
        let odd = headers(&[("host", "a\"b")]);
        assert_eq!(of_links(&odd, None, &http), None);
        assert_eq!(of_links(&HeaderMap::new(), None, &http), None);
        let https = TlsSettings {
            certificate: Some("certificate.pem".into()),
            key: Some("key.pem".into()),
        };
        let link = of_links(&here, None, &https);
        assert_eq!(link.as_deref(), Some("https://10.0.0.1:8080"));
    }

    #[test]
    fn accepts_only_the_hosts_of_the_public_urls() {
        let public = ["https://senda.example", "http://10.0.0.1:8080"];
        let public = public.map(|url| url.parse::<PublicUrl>().unwrap());
        let here: Uri = "/".parse().unwrap();
        for (host, is_this) in [
            ("senda.example", true),
            ("Senda.Example", true),
            ("senda.example:443", true),
            ("10.0.0.1:8080", true),
            ("10.0.0.1", false),
            ("senda.example:80", false),
            ("evil.example", false),
            ("127.0.0.1:8080", false),
            ("", false),
        ] {
            let headers = headers(&[("host", host)]);
            let answer = is_for_this(&here, &headers, &public);
            assert_eq!(answer.is_ok(), is_this, "{host}");
            assert_eq!(is_for_this(&here, &headers, &[]), Ok(()), "{host}");
        }
        let host = headers(&[("host", "senda.example")]);
        let elsewhere: Uri = "http://evil.example/".parse().unwrap();
        assert!(is_for_this(&elsewhere, &host, &public).is_err());
        let other: Uri = "http://10.0.0.1:8080/".parse().unwrap();
        assert_eq!(
            is_for_this(&other, &host, &public),
            Err(OtherHost(Some("senda.example".parse().unwrap()))),
            "each is an address of this server, but a request has one"
        );
        let nowhere = is_for_this(&here, &HeaderMap::new(), &public);
        assert_eq!(nowhere, Err(OtherHost(None)));
        let mut twice = host;
        twice.append("host", "senda.example".parse().unwrap());
        assert!(is_for_this(&here, &twice, &public).is_err());
    }

    #[test]
    fn rejects_changes_from_other_sites() {
        let host = ("host", "127.0.0.1:8080");
        assert!(may_change(&headers(&[host]), None).is_ok());
        assert!(may_change(&headers(&[host, ("sec-fetch-site", "same-origin")]), None).is_ok());
        assert!(may_change(&headers(&[host, ("sec-fetch-site", "cross-site")]), None).is_err());
        assert!(may_change(&headers(&[host, ("sec-fetch-site", "same-site")]), None).is_err());
        assert!(may_change(&headers(&[host, ("origin", "http://evil.example")]), None).is_err());
        assert!(may_change(&headers(&[host, ("origin", "null")]), None).is_err());
    }
}
