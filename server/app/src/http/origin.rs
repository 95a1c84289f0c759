//! Whether a request comes from a page of this server.

use axum::http::{HeaderMap, HeaderValue, Uri, header};

use crate::settings::PublicUrl;

/// Whether the `Origin` header names this server: its public URL, or the host that the request went
/// to. Without a public URL the scheme may be either, as a proxy may speak TLS before this server.
pub fn is_own(headers: &HeaderMap, public: Option<&PublicUrl>) -> bool {
    let Some(origin) = headers
        .get(header::ORIGIN)
        .and_then(|origin| origin.to_str().ok())
    else {
        return false;
    };
    let Ok(origin) = origin.parse::<Uri>() else {
        return false;
    };
    let (Some(scheme), Some(authority)) = (origin.scheme_str(), origin.authority()) else {
        return false;
    };
    let authority = authority.as_str();
    let named = public.is_some_and(|public| {
        public.scheme() == scheme && public.authority().eq_ignore_ascii_case(authority)
    });
    let scheme_fits = match scheme {
        "http" => true,
        "https" => public.is_none(),
        _ => false,
    };
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    named || scheme_fits && host.is_some_and(|host| host.eq_ignore_ascii_case(authority))
}

/// Whether the request may change something: it comes from a page of this server, or from no page at
/// all (browsers always say where from, other programs have no one else's cookie).
pub(super) fn may_change(headers: &HeaderMap, public: Option<&PublicUrl>) -> bool {
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
