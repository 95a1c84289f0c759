//! Signs messages to a custom program as the Standard Webhooks specification defines it. With the
//! secret, the program can verify that a message comes from this server, and see how old it is.

use std::{fmt, ops::RangeInclusive};

use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use ring::{
    hmac,
    rand::{SecureRandom, SystemRandom},
};

/// The prefix of a secret as text.
const PREFIX: &str = "whsec_";
/// The length of a new secret in bytes.
const BYTES: usize = 32;
/// The allowed lengths of a secret in bytes.
const LENGTHS: RangeInclusive<usize> = 24..=64;

/// The secret that a webhook's messages are signed with. Only [`Self::reveal`] shows it.
#[derive(Clone, Eq, PartialEq)]
pub struct SigningSecret(Vec<u8>);

/// The error for text that is not a signing secret, and for a failure of the system's random
/// numbers.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no secret of a webhook")]
pub struct BadSecret;

impl SigningSecret {
    /// Generates a new random secret.
    ///
    /// # Errors
    /// Returns [`BadSecret`] if the system has no random numbers.
    pub fn draw() -> Result<Self, BadSecret> {
        let mut bytes = vec![0; BYTES];
        SystemRandom::new()
            .fill(&mut bytes)
            .map_err(|_| BadSecret)?;
        Ok(Self(bytes))
    }

    /// Parses a secret in the form that [`Self::reveal`] returns.
    ///
    /// # Errors
    /// Returns [`BadSecret`] if the text is not a secret.
    pub fn parse(text: &str) -> Result<Self, BadSecret> {
        let digits = text.strip_prefix(PREFIX).ok_or(BadSecret)?;
        let bytes = BASE64.decode(digits).map_err(|_| BadSecret)?;
        let fits = LENGTHS.contains(&bytes.len());
        fits.then_some(Self(bytes)).ok_or(BadSecret)
    }

    /// Returns the secret as text, for the program that verifies the messages.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", BASE64.encode(&self.0))
    }

    /// Returns the headers of a message: its id, which stays the same at every retry; the time of
    /// sending in seconds since 1970; and the signature over both and the body.
    pub fn headers(&self, id: &str, now: u64, body: &[u8]) -> [(&'static str, String); 3] {
        let mut signed = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, &self.0));
        signed.update(format!("{id}.{now}.").as_bytes());
        signed.update(body);
        let signature = BASE64.encode(signed.sign());
        [
            ("webhook-id", id.to_owned()),
            ("webhook-timestamp", now.to_string()),
            ("webhook-signature", format!("v1,{signature}")),
        ]
    }
}

impl fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningSecret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_survives_the_round_trip_through_text() {
        let secret = SigningSecret::draw().unwrap();
        assert_ne!(secret, SigningSecret::draw().unwrap());
        assert_eq!(SigningSecret::parse(&secret.reveal()), Ok(secret.clone()));
        assert_eq!(format!("{secret:?}"), "SigningSecret(..)");
        for bad in ["", "whsec_", "whsec_AAAA", "whsec_?", &secret.reveal()[6..]] {
            assert_eq!(SigningSecret::parse(bad), Err(BadSecret), "{bad}");
        }
    }

    /// Verifies the example of the specification's own libraries.
    #[test]
    fn signs_a_message_as_the_specification_says() {
        let secret = SigningSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = br#"{"test": 2432232314}"#;
        let headers = secret.headers("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        let expected = [
            ("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
            ("webhook-timestamp", "1614265330"),
            (
                "webhook-signature",
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ),
        ];
        assert_eq!(
            headers,
            expected.map(|(name, value)| (name, value.to_owned()))
        );
    }
}
