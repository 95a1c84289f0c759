//! The address for reports of vulnerabilities, which `security.txt` names.

use std::{fmt, str::FromStr};

use super::WebLink;

/// The longest e-mail address that can be delivered (RFC 5321), in bytes.
const EMAIL_BYTES: usize = 254;

/// An address for reports of vulnerabilities, in the form of a URI.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SecurityContact(String);

/// The error for text that is no such address.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "expected an e-mail address or a page with https, such as security@example.org or https://example.org/security"
)]
pub struct BadSecurityContact;

impl FromStr for SecurityContact {
    type Err = BadSecurityContact;

    fn from_str(text: &str) -> Result<Self, BadSecurityContact> {
        if text.starts_with("https://") {
            let link: WebLink = text.parse().map_err(|_| BadSecurityContact)?;
            return Ok(Self(link.to_string()));
        }
        let email = text.strip_prefix("mailto:").unwrap_or(text);
        let is_plain = |part: &str, marks: &str| {
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || marks.contains(letter);
            !part.is_empty() && part.chars().all(is_plain)
        };
        let is_email = email
            .split_once('@')
            .is_some_and(|(name, host)| is_plain(name, "._+-") && is_plain(host, ".-"));
        (is_email && email.len() <= EMAIL_BYTES)
            .then(|| Self(format!("mailto:{email}")))
            .ok_or(BadSecurityContact)
    }
}

impl fmt::Display for SecurityContact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_is_a_page_or_an_email_address() {
        for (text, uri) in [
            ("security@example.org", "mailto:security@example.org"),
            (
                "mailto:ana+senda@example.org",
                "mailto:ana+senda@example.org",
            ),
            (
                "https://example.org/security",
                "https://example.org/security",
            ),
        ] {
            assert_eq!(text.parse::<SecurityContact>().unwrap().to_string(), uri);
        }
        for text in [
            "",
            "example.org",
            "http://example.org/security",
            "https://",
            "@example.org",
            "ana@",
            "ana@example.org\nContact: eve@example.org",
            "ana@bruno@example.org",
            "javascript:alert(1)",
        ] {
            assert_eq!(
                text.parse::<SecurityContact>(),
                Err(BadSecurityContact),
                "{text}"
            );
        }
    }
}
