//! The name of the site.

use std::{fmt, str::FromStr};

/// The maximum length in characters: a name as long as this fits beside the buttons of the header.
const MAX_CHARACTERS: usize = 40;

/// The name that the pages of the server show, such as `Zoe's games`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SiteName(String);

/// The error for text that is not the name of a site.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "expected a name of 1 to {MAX_CHARACTERS} characters on one line, without braces, such as Zoe's games"
)]
pub struct NoSiteName;

impl FromStr for SiteName {
    type Err = NoSiteName;

    fn from_str(text: &str) -> Result<Self, NoSiteName> {
        let text = text.trim();
        let fits = (1..=MAX_CHARACTERS).contains(&text.chars().count());
        // Braces mark placeholders in the texts of the client.
        let is_plain = !text.contains(|one: char| one.is_control() || matches!(one, '{' | '}'));
        (fits && is_plain)
            .then(|| Self(text.to_owned()))
            .ok_or(NoSiteName)
    }
}

impl fmt::Display for SiteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line() {
        for (text, expected) in [
            (" Zoe's games ", "Zoe's games"),
            ("Jogos da Zé", "Jogos da Zé"),
        ] {
            assert_eq!(text.parse::<SiteName>().unwrap().to_string(), expected);
        }
        for text in ["", "   ", "two\nlines", "{host}", &"x".repeat(41)] {
            assert_eq!(text.parse::<SiteName>(), Err(NoSiteName), "{text}");
        }
    }
}
