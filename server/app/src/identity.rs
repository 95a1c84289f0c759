//! Who someone is: a random token in a cookie, of which only the hash is stored.

use std::fmt;

use axum::http::{HeaderMap, HeaderValue, header};
use senda_room::protocol::Name;
use sha2::{Digest, Sha256};

use crate::chance;

/// The cookie's name.
pub const COOKIE: &str = "senda";

/// Seconds that a browser keeps the cookie: the most that browsers allow, 400 days.
const COOKIE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// 256 random bits that only one browser knows. Whoever has them is that person.
#[derive(Clone, Eq, PartialEq)]
pub struct Token([u8; 32]);

/// The SHA-256 of a token in hexadecimal: what is stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TokenHash(String);

/// The cookie is not one of this server's.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Malformed;

impl Token {
    /// A new one.
    pub fn draw() -> Self {
        Self(chance::bytes())
    }

    /// The token in a request's cookie; `None` if there is no cookie.
    ///
    /// # Errors
    /// The cookie is not 64 digits of lower-case hexadecimal.
    pub fn of(headers: &HeaderMap) -> Result<Option<Self>, Malformed> {
        let cookie = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, _)| *name == COOKIE);
        cookie
            .map(|(_, value)| Self::parse(value).ok_or(Malformed))
            .transpose()
    }

    fn parse(text: &str) -> Option<Self> {
        let digit = |c: u8| match c {
            b'0'..=b'9' => Some(c - b'0'),
            b'a'..=b'f' => Some(c - b'a' + 10),
            _ => None,
        };
        let mut token = [0; 32];
        if text.len() != 64 {
            return None;
        }
        for (byte, pair) in token.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Self(token))
    }

    /// What is stored of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash(hexadecimal(&Sha256::digest(self.0)))
    }

    /// The header that gives it to a browser.
    ///
    /// # Panics
    /// Never: the value is plain ASCII.
    pub fn cookie(&self, secure: bool) -> HeaderValue {
        let value = hexadecimal(&self.0);
        let secure = if secure { "; Secure" } else { "" };
        let cookie = format!(
            "{COOKIE}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={COOKIE_SECONDS}{secure}"
        );
        let mut cookie = HeaderValue::from_str(&cookie).expect("plain ASCII");
        cookie.set_sensitive(true);
        cookie
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl TokenHash {
    /// As it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all");
        text
    })
}

/// Winds of the world: names that need no translation.
const WINDS: [&str; 40] = [
    "Abroholos",
    "Austru",
    "Bayamo",
    "Bise",
    "Bora",
    "Boreas",
    "Brisa",
    "Buran",
    "Chinook",
    "Cierzo",
    "Elephanta",
    "Etesian",
    "Eurus",
    "Foehn",
    "Garbi",
    "Ghibli",
    "Gregale",
    "Harmattan",
    "Khamsin",
    "Levante",
    "Libeccio",
    "Loo",
    "Marin",
    "Meltemi",
    "Minuano",
    "Mistral",
    "Notus",
    "Oroshi",
    "Ostro",
    "Pampero",
    "Ponente",
    "Puelche",
    "Shamal",
    "Simoom",
    "Sirocco",
    "Tivano",
    "Tramontana",
    "Zephyr",
    "Zonda",
    "Khazri",
];

/// A name for someone who has not said theirs, such as "Mistral 27".
///
/// # Panics
/// Never: every wind is a name.
pub fn wind() -> Name {
    let wind = WINDS[chance::between(0, 39) as usize];
    Name::new(&format!("{wind} {}", chance::between(2, 99))).expect("a wind's name")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookies(line: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(line))])
    }

    #[test]
    fn a_token_survives_its_cookie() {
        let token = Token::draw();
        let cookie = token.cookie(true);
        let value = cookie
            .to_str()
            .unwrap()
            .split(';')
            .next()
            .unwrap()
            .to_owned();
        let headers = HeaderMap::from_iter([(
            header::COOKIE,
            HeaderValue::from_str(&format!("other=1; {value}; last=2")).unwrap(),
        )]);
        assert_eq!(Token::of(&headers), Ok(Some(token)));
    }

    #[test]
    fn other_texts_are_no_tokens() {
        assert_eq!(Token::of(&HeaderMap::new()), Ok(None));
        assert_eq!(Token::of(&cookies("sendas=1; x=senda")), Ok(None));
        assert_eq!(Token::of(&cookies("senda=")), Err(Malformed));
        assert_eq!(Token::of(&cookies("senda=abc")), Err(Malformed));
        let upper = "senda=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        assert_eq!(Token::of(&cookies(upper)), Err(Malformed));
    }

    #[test]
    fn a_token_is_never_shown() {
        let token = Token::draw();
        assert_eq!(format!("{token:?}"), "Token(..)");
        assert_eq!(format!("{:?}", token.cookie(false)), "Sensitive");
    }

    #[test]
    fn the_cookie_is_secure_over_https_only() {
        let secure = |over_https| {
            Token::draw()
                .cookie(over_https)
                .to_str()
                .unwrap()
                .contains("; Secure")
        };
        assert!(secure(true));
        assert!(!secure(false));
    }

    #[test]
    fn every_wind_is_a_name() {
        for wind in WINDS {
            assert!(Name::new(&format!("{wind} 99")).is_ok(), "{wind}");
        }
    }
}
