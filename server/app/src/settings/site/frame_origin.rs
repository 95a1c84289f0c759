//! The origin of a site that may show rooms and replays in frames.

use std::{fmt, str::FromStr};

use axum::http::Uri;

/// The origin of a site that may show rooms and replays in frames, or all sites.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FrameOrigin(String);

/// The error for text that is no origin.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected the origin of a site, such as https://example.org, or * for all sites")]
pub struct NoFrameOrigin;

impl FromStr for FrameOrigin {
    type Err = NoFrameOrigin;

    fn from_str(text: &str) -> Result<Self, NoFrameOrigin> {
        let text = text.strip_suffix('/').unwrap_or(text);
        if text == "*" {
            return Ok(Self(text.to_owned()));
        }
        let uri: Uri = text.parse().map_err(|_| NoFrameOrigin)?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) =
            (uri.scheme_str(), uri.authority())
        else {
            return Err(NoFrameOrigin);
        };
        // A policy separates its parts by semicolons and its origins by spaces.
        let is_plain = |one: char| one.is_ascii_alphanumeric() || "-.:[]".contains(one);
        let is_origin = text == format!("{scheme}://{authority}");
        (is_origin && !authority.host().is_empty() && authority.as_str().chars().all(is_plain))
            .then(|| Self(text.to_owned()))
            .ok_or(NoFrameOrigin)
    }
}

impl fmt::Display for FrameOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_origins_and_the_star_are_accepted() {
        for (text, origin) in [
            ("*", "*"),
            ("https://example.org", "https://example.org"),
            ("https://example.org/", "https://example.org"),
            ("http://192.0.2.1:8080", "http://192.0.2.1:8080"),
            ("http://[2001:db8::1]:8080", "http://[2001:db8::1]:8080"),
        ] {
            assert_eq!(text.parse::<FrameOrigin>().unwrap().to_string(), origin);
        }
        for text in [
            "",
            "example.org",
            "https://",
            "https://example.org/page",
            "https://example.org?a",
            "https://ana@example.org",
            "https://example.org; script-src *",
            "https://*.example.org",
            "data:text/html,x",
            "'self'",
        ] {
            assert_eq!(text.parse::<FrameOrigin>(), Err(NoFrameOrigin), "{text}");
        }
    }
}
