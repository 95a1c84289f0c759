//! Session tokens: a random token in a cookie identifies a player. Only its hash is stored.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};
use senda_room::protocol::{Name, SeatToken};
pub use senda_store::TokenHash;

use super::cookies::cookie;
use crate::{process::chance, settings::PathPrefix};

/// The lifetime of the session cookie: the longest that browsers allow.
const COOKIE_AGE: Duration = Duration::from_hours(400 * 24);

/// The cookie that holds the session token.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct SessionCookie<'a> {
    is_https: bool,
    /// The path that browsers send the cookie to.
    prefix: &'a PathPrefix,
}

impl<'a> SessionCookie<'a> {
    /// Returns the cookie of a server that browsers reach over https, or over http, under that
    /// path.
    pub fn of(is_https: bool, prefix: &'a PathPrefix) -> Self {
        Self { is_https, prefix }
    }

    /// Returns the cookie that the server would have over plain http.
    #[must_use]
    pub fn over_http(self) -> Self {
        Self {
            is_https: false,
            ..self
        }
    }

    /// Returns whether browsers reach the server over https.
    pub fn is_https(self) -> bool {
        self.is_https
    }

    /// Returns the name of the cookie. Browsers enforce the rules of its beginning: they accept
    /// both kinds only over https, so that no attacker on the network can plant one. With `__Host-`
    /// they also reject one of a neighbouring host, but then every path of the host gets the
    /// cookie, even those of other programs.
    pub fn name(self) -> &'static str {
        match (self.is_https, self.prefix.is_none()) {
            (false, _) => "senda",
            (true, true) => "__Host-senda",
            (true, false) => "__Secure-senda",
        }
    }

    /// Returns the `Set-Cookie` header that gives a token to a browser, for the next 400 days.
    ///
    /// # Panics
    /// Panics only if the value is not plain ASCII, which hexadecimal always is.
    pub fn give(self, token: &Token) -> HeaderValue {
        self.header(&hex::encode(token.0), COOKIE_AGE)
    }

    /// Returns the `Set-Cookie` header that removes the cookie from a browser.
    ///
    /// # Panics
    /// Panics only if the value is not plain ASCII, which the empty value always is.
    pub fn take_away(self) -> HeaderValue {
        self.header("", Duration::ZERO)
    }

    fn header(self, value: &str, age: Duration) -> HeaderValue {
        let (name, prefix, age) = (self.name(), self.prefix, age.as_secs());
        let secure = if self.is_https { "; Secure" } else { "" };
        let cookie = format!(
            "{name}={value}; HttpOnly; SameSite=Lax{secure}; Path={prefix}/; Max-Age={age}"
        );
        let mut header = HeaderValue::from_str(&cookie).expect("plain ASCII");
        header.set_sensitive(true);
        header
    }
}

/// A session token: 256 random bits that only one browser knows. A client that has them is signed
/// in as the player.
#[derive(Clone, Eq, PartialEq)]
pub struct Token([u8; 32]);

/// The error for a cookie that this server can't have set.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Malformed;

impl Token {
    /// Returns a new, unpredictable token.
    pub fn draw() -> Self {
        Self(chance::bytes())
    }

    /// Returns the token in that cookie of a request, or `None` if the request has no such cookie.
    ///
    /// # Errors
    /// Returns [`Malformed`] if the cookie is not 64 digits of lower-case hexadecimal.
    pub fn of(headers: &HeaderMap, which: SessionCookie<'_>) -> Result<Option<Self>, Malformed> {
        cookie(headers, which.name())
            .map(|value| Self::parse(value).ok_or(Malformed))
            .transpose()
    }

    fn parse(text: &str) -> Option<Self> {
        let mut token = [0; 32];
        hex::decode_to_slice(text, &mut token).ok()?;
        // Accept only the lower-case spelling, so that a token has exactly one.
        (hex::encode(token) == text).then_some(Self(token))
    }

    /// Returns the hash that is stored in place of the token.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

senda_rules::hidden_in_debug!(Token);

/// Returns the seat token in `Authorization: Bearer`, with which an external program plays on a
/// seat. Other values that a proxy may send in this header are ignored.
pub fn seat_token(headers: &HeaderMap) -> Option<SeatToken> {
    let (scheme, token) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    let is_bearer = scheme.eq_ignore_ascii_case("bearer");
    SeatToken::parse(token.trim()).filter(|_| is_bearer)
}

/// The names of winds around the world, which need no translation.
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

/// Returns a random name for a player who has not chosen one, such as "Mistral 27".
///
/// # Panics
/// Panics only if a wind is not a valid name; a test checks every wind.
pub fn wind() -> Name {
    let wind = WINDS[chance::between(0, 39) as usize];
    Name::new(&format!("{wind} {}", chance::between(2, 99))).expect("a wind's name")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::PublicUrl;

    const PLAIN: SessionCookie<'_> = SessionCookie {
        is_https: false,
        prefix: PathPrefix::NONE,
    };
    const HOST: SessionCookie<'_> = SessionCookie {
        is_https: true,
        prefix: PathPrefix::NONE,
    };

    fn cookies(line: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(line))])
    }

    #[test]
    fn a_token_survives_its_cookie() {
        let token = Token::draw();
        let cookie = HOST.give(&token);
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
        assert_eq!(Token::of(&headers, HOST), Ok(Some(token)));
        assert_eq!(Token::of(&headers, PLAIN), Ok(None));
    }

    #[test]
    fn rejects_cookies_that_are_no_tokens() {
        let of = |headers: &HeaderMap| Token::of(headers, PLAIN);
        assert_eq!(of(&HeaderMap::new()), Ok(None));
        assert_eq!(of(&cookies("sendas=1; x=senda")), Ok(None));
        assert_eq!(of(&cookies("senda=")), Err(Malformed));
        assert_eq!(of(&cookies("senda=abc")), Err(Malformed));
        let upper = "senda=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        assert_eq!(of(&cookies(upper)), Err(Malformed));
    }

    #[test]
    fn finds_the_first_cookie_of_that_name_in_odd_headers() {
        let [one, other] = [&Token([1; 32]), &Token([2; 32])];
        let [first, second] = [one, other].map(|token| hex::encode(token.0));
        let of = |lines: &[&str]| {
            let lines = lines.iter().map(|line| {
                let line = HeaderValue::from_bytes(line.as_bytes()).unwrap();
                (header::COOKIE, line)
            });
            Token::of(&lines.collect(), PLAIN)
        };
        for lines in [
            &[&*format!("senda={first}; senda={second}")][..],
            &[&format!("senda={first}"), &format!("senda={second}")],
            &["other=1", "", &format!("a;=b;; x==;  senda \t= {first} ;y")],
            &[
                "senda",
                &format!("Senda={second};sendas={second};senda={first}"),
            ],
            // A line that is not plain ASCII is skipped.
            &[
                &format!("senda={second}; name=ä"),
                &format!("senda={first}"),
            ],
        ] {
            assert_eq!(of(lines), Ok(Some(one.clone())), "{lines:?}");
        }
        for line in [
            format!("senda=\"{first}\""),
            format!("senda={first}=; senda={second}"),
            format!("senda=; senda={second}"),
        ] {
            assert_eq!(of(&[&line]), Err(Malformed), "{line}");
        }
        for line in ["senda", "=senda", ";;", &format!("\"senda\"={first}")] {
            assert_eq!(of(&[line]), Ok(None), "{line}");
        }
    }

    #[test]
    fn sets_and_removes_the_cookie_with_exactly_this_header() {
        let token = Token([0xab; 32]);
        let digits = "ab".repeat(32);
        let rest = "Path=/; Max-Age=34560000";
        assert_eq!(
            PLAIN.give(&token),
            format!("senda={digits}; HttpOnly; SameSite=Lax; {rest}")
        );
        assert_eq!(
            HOST.give(&token),
            format!("__Host-senda={digits}; HttpOnly; SameSite=Lax; Secure; {rest}")
        );
        assert_eq!(
            PLAIN.take_away(),
            "senda=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"
        );
        assert_eq!(
            HOST.take_away(),
            "__Host-senda=; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=0"
        );
        let url: PublicUrl = "https://example.org/senda/".parse().unwrap();
        let shared = SessionCookie::of(true, &url.prefix);
        assert_eq!(
            shared.give(&token),
            format!(
                "__Secure-senda={digits}; HttpOnly; SameSite=Lax; Secure; Path=/senda/; Max-Age=34560000"
            )
        );
        assert_eq!(
            shared.over_http().take_away(),
            "senda=; HttpOnly; SameSite=Lax; Path=/senda/; Max-Age=0"
        );
    }

    #[test]
    fn debug_output_hides_the_token() {
        let token = Token::draw();
        assert_eq!(format!("{token:?}"), "Token(..)");
        assert_eq!(format!("{:?}", PLAIN.give(&token)), "Sensitive");
    }

    #[test]
    fn the_cookie_is_secure_over_https_only() {
        let cookie = |over_https| {
            let header = SessionCookie::of(over_https, PathPrefix::NONE).give(&Token::draw());
            header.to_str().unwrap().to_owned()
        };
        assert!(cookie(true).starts_with("__Host-senda="));
        assert!(cookie(true).contains("; Path=/;") && cookie(true).contains("; Secure;"));
        assert!(cookie(false).starts_with("senda="));
        assert!(!cookie(false).contains("Secure") && !cookie(false).contains("Domain"));
        assert!(!cookie(true).contains("Domain"), "no browser would take it");
    }

    #[test]
    fn only_the_token_of_a_seat_is_taken_from_a_header() {
        let token = "0a".repeat(32);
        let of = |line: &str| {
            let line = HeaderValue::from_str(line).unwrap();
            seat_token(&HeaderMap::from_iter([(header::AUTHORIZATION, line)]))
        };
        let expected = SeatToken::parse(&token);
        assert!(expected.is_some());
        for scheme in ["Bearer", "bearer", "BEARER"] {
            assert_eq!(of(&format!("{scheme} {token}")), expected);
        }
        let jwt = "Bearer eyJhbGciOiJub25lIn0.e30.".to_owned();
        for other in [format!("Basic {token}"), token.clone(), jwt, String::new()] {
            assert_eq!(of(&other), None, "{other}");
        }
        assert_eq!(seat_token(&HeaderMap::new()), None);
    }

    #[test]
    fn every_wind_is_a_valid_name() {
        for wind in WINDS {
            assert!(Name::new(&format!("{wind} 99")).is_ok(), "{wind}");
        }
    }
}
