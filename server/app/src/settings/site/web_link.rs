//! The address of a page of the operator.

use std::{fmt, str::FromStr};

use axum::http::Uri;

/// The address of a page, as in `https://example.org/imprint`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WebLink(String);

/// The error for text that is not the address of a page.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected the address of a page, such as https://example.org/imprint")]
pub struct NoWebLink;

impl FromStr for WebLink {
    type Err = NoWebLink;

    fn from_str(text: &str) -> Result<Self, NoWebLink> {
        let uri: Uri = text.parse().map_err(|_| NoWebLink)?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        let has_host = uri.host().is_some_and(|host| !host.is_empty());
        let is_plain = !text.contains(['"', '\'', '<', '>']);
        (is_web && has_host && is_plain)
            .then(|| Self(text.to_owned()))
            .ok_or(NoWebLink)
    }
}

impl fmt::Display for WebLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_the_web_are_accepted() {
        for text in ["https://example.org", "http://192.0.2.1:8080/who?of=us"] {
            assert_eq!(text.parse::<WebLink>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "example.org/imprint",
            "/imprint",
            "javascript:alert(1)",
            "mailto:ana@example.org",
            "https://",
            "https://example.org/a b",
            "https://example.org/\"onclick=",
        ] {
            assert_eq!(text.parse::<WebLink>(), Err(NoWebLink), "{text}");
        }
    }
}
