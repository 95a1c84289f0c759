//! The VAPID key, whose signature identifies this server to push services (RFC 8292).

use std::fmt;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::json;

use crate::target::Target;

/// The validity of a signed token in seconds. A day is the longest that push services accept.
const LASTS: u64 = 12 * 60 * 60;

/// The key pair that the server signs with.
pub struct VapidKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

/// The error for text that is not a key, and for a failure of the system's random numbers.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no key of P-256")]
pub struct BadKey;

impl VapidKey {
    /// Generates a new key in the form in which it is stored.
    ///
    /// # Errors
    /// Returns [`BadKey`] if the system has no random numbers.
    pub fn draw() -> Result<String, BadKey> {
        let random = SystemRandom::new();
        let drawn = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
        Ok(BASE64.encode(drawn.map_err(|_| BadKey)?))
    }

    /// Parses a key from the form in which it is stored.
    ///
    /// # Errors
    /// Returns [`BadKey`] if the text is not a stored key.
    pub fn parse(kept: &str) -> Result<Self, BadKey> {
        let bytes = BASE64.decode(kept).map_err(|_| BadKey)?;
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &random);
        let pair = pair.map_err(|_| BadKey)?;
        Ok(Self { pair, random })
    }

    /// Returns the public key in the form that browsers expect.
    pub fn public(&self) -> String {
        BASE64.encode(self.pair.public_key())
    }

    /// Returns the `Authorization` header that identifies this server to a push service. It is
    /// valid from `now`, in seconds since 1970.
    ///
    /// # Errors
    /// Returns [`BadKey`] if the system has no random numbers.
    pub fn authorize(
        &self,
        target: &Target,
        contact: Option<&str>,
        now: u64,
    ) -> Result<String, BadKey> {
        let mut claims = json!({ "aud": target.origin(), "exp": now + LASTS });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let said = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self
            .pair
            .sign(&self.random, said.as_bytes())
            .map_err(|_| BadKey)?;
        let signature = BASE64.encode(signature);
        Ok(format!("vapid t={said}.{signature}, k={}", self.public()))
    }
}

/// Hides the key in logs and errors.
impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VapidKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::{Signature, VerifyingKey, signature::Verifier};
    use serde_json::Value;

    use super::*;
    use crate::target::Reach;

    #[test]
    fn another_implementation_verifies_the_signature() {
        let key = VapidKey::parse(&VapidKey::draw().unwrap()).unwrap();
        let target = Target::parse("https://push.example/send/secret", Reach::Public).unwrap();
        let said = key
            .authorize(&target, Some("https://senda.example"), 1000)
            .unwrap();
        let (token, public) = said
            .strip_prefix("vapid t=")
            .unwrap()
            .split_once(", k=")
            .unwrap();
        assert_eq!(public, key.public());
        let (said, signature) = token.rsplit_once('.').unwrap();
        let public = VerifyingKey::from_sec1_bytes(&BASE64.decode(public).unwrap()).unwrap();
        let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
        public.verify(said.as_bytes(), &signature).unwrap();
        assert!(public.verify(b"something else", &signature).is_err());
        let (_, claims) = said.split_once('.').unwrap();
        let claims: Value = serde_json::from_slice(&BASE64.decode(claims).unwrap()).unwrap();
        let expected =
            json!({ "aud": "https://push.example", "exp": 44200, "sub": "https://senda.example" });
        assert_eq!(claims, expected);
        assert_eq!(format!("{key:?}"), "VapidKey(..)");
    }

    #[test]
    fn rejects_invalid_keys() {
        assert_eq!(VapidKey::parse("").err(), Some(BadKey));
        assert_eq!(VapidKey::parse("AAAA").err(), Some(BadKey));
    }
}
