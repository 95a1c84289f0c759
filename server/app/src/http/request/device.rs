//! Describes the device that a request comes from by its browser and its system.

use axum::http::{HeaderMap, header};

/// The browsers with the token that identifies them in `User-Agent`. Tokens are tried in this
/// order, since later browsers' tokens also occur in the headers of earlier ones.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// The systems with the token that identifies them in `User-Agent`, tried in this order.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// Returns the names of the browser and the system, as far as they are known, such as "Firefox,
/// Android". Nothing else of the header is stored.
pub fn device_of(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT);
    let agent = agent
        .and_then(|agent| agent.to_str().ok())
        .unwrap_or_default();
    let named = |names: &[(&str, &'static str)]| {
        let mut known = names.iter().filter(|(sign, _)| agent.contains(sign));
        known.next().map(|(_, name)| *name)
    };
    let both = [named(&BROWSERS), named(&SYSTEMS)];
    both.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_device_is_called_by_its_browser_and_its_system() {
        for (agent, device) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
                "Firefox, Linux",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            ("curl/8", ""),
        ] {
            let agent = HeaderValue::from_static(agent);
            let headers = HeaderMap::from_iter([(header::USER_AGENT, agent)]);
            assert_eq!(device_of(&headers), device);
        }
        assert_eq!(device_of(&HeaderMap::new()), "");
    }
}
