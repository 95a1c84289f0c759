//! The signature on what is sent to a program, as the Standard Webhooks specification has it: whoever has the secret can
//! tell that a message is the server's, and how old it is.

use std::{fmt, ops::RangeInclusive};

use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use ring::{
    hmac,
    rand::{SecureRandom, SystemRandom},
};

/// How a secret begins as text.
const PREFIX: &str = "whsec_";
/// Bytes of a new one.
const BYTES: usize = 32;
/// Bytes that any may have.
const LENGTHS: RangeInclusive<usize> = 24..=64;

/// What a webhook signs with. It shows itself only where it is asked to.
#[derive(Clone, Eq, PartialEq)]
pub struct SigningSecret(Vec<u8>);

/// That is no secret.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no secret of a webhook")]
pub struct BadSecret;

impl SigningSecret {
    /// A new one.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn draw() -> Result<Self, BadSecret> {
        let mut bytes = vec![0; BYTES];
        SystemRandom::new()
            .fill(&mut bytes)
            .map_err(|_| BadSecret)?;
        Ok(Self(bytes))
    }

    /// One as it was shown or kept.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self, BadSecret> {
        let digits = text.strip_prefix(PREFIX).ok_or(BadSecret)?;
        let bytes = BASE64.decode(digits).map_err(|_| BadSecret)?;
        let fits = LENGTHS.contains(&bytes.len());
        fits.then_some(Self(bytes)).ok_or(BadSecret)
    }

    /// The secret as text, for whoever is to check.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", BASE64.encode(&self.0))
    }

    /// The headers of a message: its id, which stays the same however often it is sent, when it is sent, in seconds since
    /// 1970, and the signature on both and the body.
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
    fn a_secret_survives_being_written_down() {
        let secret = SigningSecret::draw().unwrap();
        assert_ne!(secret, SigningSecret::draw().unwrap());
        assert_eq!(SigningSecret::parse(&secret.reveal()), Ok(secret.clone()));
        assert_eq!(format!("{secret:?}"), "SigningSecret(..)");
        for bad in ["", "whsec_", "whsec_AAAA", "whsec_?", &secret.reveal()[6..]] {
            assert_eq!(SigningSecret::parse(bad), Err(BadSecret), "{bad}");
        }
    }

    /// The example of the specification's own libraries.
    #[test]
    fn a_message_is_signed_as_the_specification_says() {
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
