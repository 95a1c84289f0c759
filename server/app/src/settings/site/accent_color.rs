//! The accent color of the pages.

use std::{fmt, str::FromStr};

/// A color as browsers write it, such as `#8a2be2`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Color {
    /// Red, green and blue.
    pub channels: [u8; 3],
}

/// The error for text that is not a color.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected a color as # and six hexadecimal digits, such as #8a2be2")]
pub struct NoColor;

impl FromStr for Color {
    type Err = NoColor;

    fn from_str(text: &str) -> Result<Self, NoColor> {
        let mut channels = [0; 3];
        let digits = text.strip_prefix('#').ok_or(NoColor)?;
        hex::decode_to_slice(digits, &mut channels).map_err(|_| NoColor)?;
        Ok(Self { channels })
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", hex::encode(self.channels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_color_has_six_digits() {
        assert_eq!("#8A2be2".parse::<Color>().unwrap().to_string(), "#8a2be2");
        for text in ["", "#", "8a2be2", "#8a2", "#8a2be2ff", "red", "#8a2bex"] {
            assert_eq!(text.parse::<Color>(), Err(NoColor), "{text}");
        }
    }
}
