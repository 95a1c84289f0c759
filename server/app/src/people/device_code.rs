//! The codes that add another device to a player's devices: device codes and recovery codes.

use std::str::FromStr;

use senda_store::CodeHash;

use crate::process::chance;

/// Letters and digits that are not mistaken for each other.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// The number of characters in a code: 120 bits, too many to guess.
const LENGTH: usize = 24;

/// The number of characters in each group of the displayed form.
const GROUP: usize = 4;

/// A secret code. With it, a device signs in as the player who created it.
#[derive(Clone, Eq, PartialEq)]
pub struct DeviceCode([u8; LENGTH]);

/// The error for text that is not a code.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NotADeviceCode;

impl DeviceCode {
    /// Returns a new, unpredictable code.
    pub fn draw() -> Self {
        let bytes = chance::bytes::<LENGTH>();
        // 256 is a multiple of 32, so every character is equally likely.
        Self(bytes.map(|byte| ALPHABET[usize::from(byte) % ALPHABET.len()]))
    }

    /// Returns the hash that is stored in place of the code.
    pub fn hash(&self) -> CodeHash {
        CodeHash::of(&self.0)
    }

    /// Returns the code as its owner sees it, in groups.
    ///
    /// # Panics
    /// Panics only if a code is not ASCII, which its alphabet excludes.
    pub fn shown(&self) -> String {
        let groups = self.0.chunks(GROUP);
        let groups = groups.map(|group| std::str::from_utf8(group).expect("ASCII"));
        groups.collect::<Vec<_>>().join("-")
    }
}

impl FromStr for DeviceCode {
    type Err = NotADeviceCode;

    /// Parses a code in any spelling: in lower case, with other separators or with none.
    fn from_str(text: &str) -> Result<Self, NotADeviceCode> {
        let plain = text.bytes().filter(u8::is_ascii_alphanumeric);
        let plain: Vec<u8> = plain.map(|byte| byte.to_ascii_uppercase()).collect();
        let code: [u8; LENGTH] = plain.try_into().map_err(|_| NotADeviceCode)?;
        if code.iter().all(|character| ALPHABET.contains(character)) {
            Ok(Self(code))
        } else {
            Err(NotADeviceCode)
        }
    }
}

senda_rules::hidden_in_debug!(DeviceCode);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_a_code_in_any_spelling() {
        let code = DeviceCode::draw();
        let shown = code.shown();
        assert_eq!(shown.len(), 29);
        let plain = shown.replace('-', "");
        for written in [
            &shown,
            &plain,
            &shown.to_lowercase(),
            &shown.replace('-', " "),
        ] {
            assert_eq!(written.parse(), Ok(code.clone()), "{written}");
        }
        for other in [
            "",
            "ABCD",
            &format!("{plain}A"),
            &plain.replace(&plain[..1], "1"),
        ] {
            assert_eq!(other.parse::<DeviceCode>(), Err(NotADeviceCode), "{other}");
        }
    }

    #[test]
    fn debug_output_hides_the_code() {
        assert_eq!(format!("{:?}", DeviceCode::draw()), "DeviceCode(..)");
    }
}
