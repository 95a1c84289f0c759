//! Whether a request is for this server, and comes from a page of it.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, Uri, header, uri::Authority};

use crate::{passkey::Site, settings::PublicUrl};

/// The host that a request is for is not this server; which it is, if it can be read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OtherHost(pub Option<Authority>);

/// Says whether a request is for this server: for the host of its public URL. Without a public URL it is
/// reached by whatever name a network has for it.
///
/// # Errors
/// It is for another host, or for none.
pub fn is_for_this(
    uri: &Uri,
    headers: &HeaderMap,
    public: Option<&PublicUrl>,
) -> Result<(), OtherHost> {
    let Some(public) = public else { return Ok(()) };
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok().and_then(|host| host.parse().ok()),
        _ => None,
    };
    // A request may name it in its first line, too.
    let named = uri.authority().cloned().into_iter();
    let mut all = named.chain([host.ok_or(OtherHost(None))?]);
    all.try_for_each(|host| {
        if public.is_at(&host) {
            Ok(())
        } else {
            Err(OtherHost(Some(host)))
        }
    })
}

/// Whether the `Origin` header names this server: exactly its public URL, or without one the host that
/// the request went to. The scheme may be either then, as a proxy may speak TLS before this server.
pub fn is_own(headers: &HeaderMap, public: Option<&PublicUrl>) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(header::ORIGIN).and_then(|origin| origin.parse::<Uri>().ok()) else {
        return false;
    };
    let (Some(scheme), Some(authority)) = (origin.scheme_str(), origin.authority()) else {
        return false;
    };
    if let Some(public) = public {
        return scheme == public.scheme() && public.is_at(authority);
    }
    let host = text(header::HOST);
    matches!(scheme, "http" | "https")
        && host.is_some_and(|host| host.eq_ignore_ascii_case(authority.as_str()))
}

/// How links to this server begin, for whoever asks: with its public URL, or else with the host that the request went
/// to, over plain http.
pub fn of_links(headers: &HeaderMap, public: Option<&PublicUrl>) -> Option<String> {
    if let Some(public) = public {
        return Some(public.to_string());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let host: Authority = host.parse().ok()?;
    Some(format!("http://{host}"))
}

/// The site that browsers have passkeys for: the public URL, with https and a name, or this machine by the name that
/// browsers trust.
pub fn site(headers: &HeaderMap, public: Option<&PublicUrl>) -> Option<Site> {
    let origin = of_links(headers, public)?;
    let uri: Uri = origin.parse().ok()?;
    let id = uri.host()?.to_ascii_lowercase();
    let is_address = id.starts_with('[') || id.parse::<IpAddr>().is_ok();
    let is_secure = uri.scheme_str() == Some("https") || id == "localhost";
    (is_secure && !is_address).then_some(Site { id, origin })
}

/// Whether the request may change something: it comes from a page of this server, or from no page at
/// all (browsers always say where from, other programs have no one else's cookie).
pub fn may_change(headers: &HeaderMap, public: Option<&PublicUrl>) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let site_fits = matches!(site, None | Some(b"same-origin" | b"none"));
    site_fits && (!headers.contains_key(header::ORIGIN) || is_own(headers, public))
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
    fn an_origin_is_own_if_it_is_the_host_or_the_public_url() {
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
                is_own(&headers, with_public.then_some(&public)),
                own,
                "{origin} at {host}"
            );
        }
        assert!(
            !is_own(&headers(&[("host", "127.0.0.1:8080")]), None),
            "a socket needs an origin"
        );
    }

    #[test]
    fn links_begin_as_others_reach_the_server() {
        let public: PublicUrl = "https://senda.example".parse().unwrap();
        let here = headers(&[("host", "10.0.0.1:8080")]);
        let of = |public| of_links(&here, public);
        assert_eq!(of(Some(&public)).as_deref(), Some("https://senda.example"));
        assert_eq!(of(None).as_deref(), Some("http://10.0.0.1:8080"));
        let odd = headers(&[("host", "a\"b")]);
        assert_eq!(of_links(&odd, None), None);
        assert_eq!(of_links(&HeaderMap::new(), None), None);
    }

    #[test]
    fn with_a_public_url_only_its_host_is_this_server() {
        let public: PublicUrl = "https://senda.example".parse().unwrap();
        let here: Uri = "/".parse().unwrap();
        for (host, is_this) in [
            ("senda.example", true),
            ("Senda.Example", true),
            ("senda.example:443", true),
            ("senda.example:80", false),
            ("evil.example", false),
            ("127.0.0.1:8080", false),
            ("", false),
        ] {
            let headers = headers(&[("host", host)]);
            let answer = is_for_this(&here, &headers, Some(&public));
            assert_eq!(answer.is_ok(), is_this, "{host}");
            assert_eq!(is_for_this(&here, &headers, None), Ok(()), "{host}");
        }
        let host = headers(&[("host", "senda.example")]);
        let elsewhere: Uri = "http://evil.example/".parse().unwrap();
        assert!(is_for_this(&elsewhere, &host, Some(&public)).is_err());
        let nowhere = is_for_this(&here, &HeaderMap::new(), Some(&public));
        assert_eq!(nowhere, Err(OtherHost(None)));
        let mut twice = host;
        twice.append("host", "senda.example".parse().unwrap());
        assert!(is_for_this(&here, &twice, Some(&public)).is_err());
    }

    #[test]
    fn other_sites_change_nothing() {
        let host = ("host", "127.0.0.1:8080");
        assert!(may_change(&headers(&[host]), None));
        assert!(may_change(
            &headers(&[host, ("sec-fetch-site", "same-origin")]),
            None
        ));
        assert!(!may_change(
            &headers(&[host, ("sec-fetch-site", "cross-site")]),
            None
        ));
        assert!(!may_change(
            &headers(&[host, ("sec-fetch-site", "same-site")]),
            None
        ));
        assert!(!may_change(
            &headers(&[host, ("origin", "http://evil.example")]),
            None
        ));
        assert!(!may_change(&headers(&[host, ("origin", "null")]), None));
    }
}
