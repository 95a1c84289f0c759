//! What makes another device one of a person's: a code that they take there.

use std::{fmt, str::FromStr};

use sha2::{Digest, Sha256};

use crate::chance;

/// Letters and digits that are not mistaken for each other.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Characters in a code: 120 bits, too many to guess one.
const LENGTH: usize = 24;

/// Characters that stand together when somebody has to read it.
const GROUP: usize = 4;

/// Whoever has it can be that person.
#[derive(Clone, Eq, PartialEq)]
pub struct Code([u8; LENGTH]);

/// The SHA-256 of a code in hexadecimal: what is stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CodeHash(String);

/// The text is no code.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NotACode;

impl Code {
    /// A new one that nobody can foresee.
    pub fn draw() -> Self {
        let bytes = chance::bytes::<LENGTH>();
        // 256 is a multiple of 32: none is likelier than another.
        Self(bytes.map(|byte| ALPHABET[usize::from(byte) % ALPHABET.len()]))
    }

    /// What is stored of it.
    pub fn hash(&self) -> CodeHash {
        CodeHash(hex::encode(Sha256::digest(self.0)))
    }

    /// The code for its owner, in groups.
    ///
    /// # Panics
    /// Never: a code is ASCII.
    pub fn shown(&self) -> String {
        let groups = self.0.chunks(GROUP);
        let groups = groups.map(|group| std::str::from_utf8(group).expect("ASCII"));
        groups.collect::<Vec<_>>().join("-")
    }
}

impl FromStr for Code {
    type Err = NotACode;

    /// However it is written: in small letters, with other gaps or with none.
    fn from_str(text: &str) -> Result<Self, NotACode> {
        let plain = text.bytes().filter(u8::is_ascii_alphanumeric);
        let plain: Vec<u8> = plain.map(|byte| byte.to_ascii_uppercase()).collect();
        let code: [u8; LENGTH] = plain.try_into().map_err(|_| NotACode)?;
        if code.iter().all(|character| ALPHABET.contains(character)) {
            Ok(Self(code))
        } else {
            Err(NotACode)
        }
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(..)")
    }
}

impl CodeHash {
    /// As it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_written() {
        let code = Code::draw();
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
            assert_eq!(other.parse::<Code>(), Err(NotACode), "{other}");
        }
    }

    #[test]
    fn a_code_is_never_shown_by_chance() {
        assert_eq!(format!("{:?}", Code::draw()), "Code(..)");
    }
}
