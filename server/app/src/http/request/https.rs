//! Detects that browsers reach the server over https although it is configured for http.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, Uri, header, uri::Authority};

use crate::{
    http::problem::shortened, limits, process::telemetry::LogThrottle, settings::Settings,
    settings::proxies::is_near,
};

const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Warns in the log, throttled, that pages come over https although no public URL is configured. In
/// that state an attacker could plant cookies, and the server's links begin with http. Clients on
/// the internet can't trigger the line: the request must come from a trusted proxy, from this
/// machine or from its network.
pub fn advise_on_https(settings: &Settings, peer: IpAddr, headers: &HeaderMap) {
    static NOT_SET: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    if !settings.public_url.is_empty() || !(settings.trust_proxy.trust(peer) || is_near(peer)) {
        return;
    }
    let Some(host) = https_host(headers) else {
        return;
    };
    if NOT_SET.may_speak() {
        tracing::warn!(
            "pages come over https, and this server does not know its public URL: start with --public-url https://{host}"
        );
    }
}

/// Returns the host that a browser has asked for over https, if the request proves that it did.
fn https_host(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN).and_then(|origin| origin.parse::<Uri>().ok());
    let origin = origin.filter(|origin| origin.scheme_str() == Some("https"));
    let forwarded = || {
        let first = text(X_FORWARDED_PROTO)?.split(',').next()?.trim();
        let host: Authority = text(header::HOST)?.parse().ok()?;
        first.eq_ignore_ascii_case("https").then_some(host)
    };
    let named = origin.and_then(|origin| origin.authority().cloned());
    let host = named.or_else(forwarded)?;
    Some(shortened(host.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_is_detected_by_the_origin_or_the_proxys_header() {
        for (name, value, host) in [
            ("origin", "https://senda.example", Some("senda.example")),
            ("origin", "https://table.lan:8443", Some("table.lan:8443")),
            ("origin", "http://senda.example", None),
            ("origin", "null", None),
            ("x-forwarded-proto", "https", Some("10.0.0.1:8080")),
            ("x-forwarded-proto", "HTTPS, http", Some("10.0.0.1:8080")),
            ("x-forwarded-proto", "http", None),
        ] {
            let headers = HeaderMap::from_iter([
                (header::HOST, "10.0.0.1:8080".parse().unwrap()),
                (name.parse().unwrap(), value.parse().unwrap()),
            ]);
            assert_eq!(https_host(&headers).as_deref(), host, "{name}: {value}");
        }
        assert_eq!(https_host(&HeaderMap::new()), None);
    }
}
