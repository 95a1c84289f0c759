//! Passkeys (Web Authentication, level 3): what a browser says when it has made one, and when it shows that it has it.
//!
//! Nothing is asked of who has made the device (no attestation), so that a key is a public key and an id. The libraries
//! for this bring a second TLS library or a hundred crates with them; what is left of the procedure without attestation is
//! here: the challenge, the origin, the site, that somebody was there, and one signature.

use std::fmt;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey, VerificationAlgorithm,
};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::chance;

/// Random bytes of a challenge.
const CHALLENGE: usize = 32;
/// Bytes of the longest id of a key, by the specification.
const LONGEST_ID: usize = 1023;
/// Somebody was there.
const PRESENT: u8 = 0x01;
/// What a new key is follows.
const HAS_KEY: u8 = 0x40;
/// Where the flags are: behind the hash of the site.
const FLAGS: usize = 32;
/// Bytes of the hash of the site, flags and counter, and of the kind of device behind them.
const HEAD: usize = 37;
const DEVICE_KIND: usize = 16;

/// What stands before the point of a key of P-256, and before the numbers of an RSA key of 2,048 bits with the usual
/// exponent, in the form that browsers tell public keys in (SPKI).
const ES256_HEAD: &[u8] = &[
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
    0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
const RS256_HEAD: &[u8] = &[
    0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01,
    0x01, 0x05, 0x00, 0x03, 0x82, 0x01, 0x0f, 0x00,
];
const ES256_BYTES: usize = 65;
const RS256_BYTES: usize = 270;

/// Whom a key is for: the site by its host, and where its pages are.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Site {
    /// The host: `play.example.org`.
    pub id: String,
    /// Scheme, host and port: `https://play.example.org`.
    pub origin: String,
}

/// What a browser has to sign, once.
#[derive(Clone, Eq, PartialEq)]
pub struct Challenge(String);

/// The SHA-256 of a challenge in hexadecimal: what is kept of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ChallengeHash(String);

/// The public half of a passkey.
#[derive(Clone, Eq, PartialEq)]
pub enum Key {
    /// A point of P-256.
    Es256(Vec<u8>),
    /// The numbers of an RSA key.
    Rs256(Vec<u8>),
}

/// What a browser says of a key that it has made, each in base64 without what fills it up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// What the browser has asked the device for.
    pub client_data: String,
    /// What the device says.
    pub authenticator_data: String,
    /// The public key as the browser tells it.
    pub key: String,
}

/// What a browser says when it shows that it has a key, as [`Made`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Which key.
    pub id: String,
    /// What the browser has asked the device for.
    pub client_data: String,
    /// What the device says.
    pub authenticator_data: String,
    /// By the key, on both.
    pub signature: String,
}

/// It is no passkey, none for this site, or shown by somebody who does not have it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no passkey for this site")]
pub struct BadPasskey;

/// As browsers write it; what else is in it is not needed.
#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    what: String,
    challenge: String,
    origin: String,
    #[serde(rename = "crossOrigin", default)]
    is_framed: bool,
}

impl Challenge {
    /// A new one that nobody can foresee.
    pub fn draw() -> Self {
        Self(BASE64.encode(chance::bytes::<CHALLENGE>()))
    }

    /// As the browser is told it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn hash(&self) -> ChallengeHash {
        ChallengeHash(hex::encode(Sha256::digest(&self.0)))
    }
}

impl ChallengeHash {
    /// As it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Key {
    /// One as a browser tells it.
    fn of_spki(bytes: &[u8]) -> Result<Self, BadPasskey> {
        if let Some(point) = bytes.strip_prefix(ES256_HEAD) {
            let fits = point.len() == ES256_BYTES && point[0] == 4;
            return fits.then(|| Self::Es256(point.to_vec())).ok_or(BadPasskey);
        }
        let numbers = bytes.strip_prefix(RS256_HEAD).ok_or(BadPasskey)?;
        let fits = numbers.len() == RS256_BYTES;
        fits.then(|| Self::Rs256(numbers.to_vec()))
            .ok_or(BadPasskey)
    }

    /// As it is stored.
    pub fn to_text(&self) -> String {
        match self {
            Self::Es256(point) => format!("es256:{}", BASE64.encode(point)),
            Self::Rs256(numbers) => format!("rs256:{}", BASE64.encode(numbers)),
        }
    }

    /// One that was stored.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self, BadPasskey> {
        match text.split_once(':').ok_or(BadPasskey)? {
            ("es256", point) => Ok(Self::Es256(decode(point)?)),
            ("rs256", numbers) => Ok(Self::Rs256(decode(numbers)?)),
            _ => Err(BadPasskey),
        }
    }

    fn verify(&self, signed: &[u8], signature: &[u8]) -> Result<(), BadPasskey> {
        let (algorithm, key): (&'static dyn VerificationAlgorithm, _) = match self {
            Self::Es256(point) => (&ECDSA_P256_SHA256_ASN1, point),
            Self::Rs256(numbers) => (&RSA_PKCS1_2048_8192_SHA256, numbers),
        };
        let verified = UnparsedPublicKey::new(algorithm, key).verify(signed, signature);
        verified.map_err(|_| BadPasskey)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

impl Made {
    /// The id of the key, the key, and the challenge that it was made for, which must be one that was asked.
    ///
    /// # Errors
    /// It is no key for the site.
    pub fn read(&self, site: &Site) -> Result<(String, Key, ChallengeHash), BadPasskey> {
        let (_, challenge) = client_data(&self.client_data, "webauthn.create", site)?;
        let said = authenticator_data(&self.authenticator_data, site)?;
        let id = id_of(&said).ok_or(BadPasskey)?;
        let key = Key::of_spki(&decode(&self.key)?)?;
        Ok((BASE64.encode(id), key, challenge))
    }
}

impl Shown {
    /// The challenge that was signed by the key, which must be one that was asked.
    ///
    /// # Errors
    /// Whoever shows it does not have the key, or shows it to another site.
    pub fn verify(&self, key: &Key, site: &Site) -> Result<ChallengeHash, BadPasskey> {
        let (asked, challenge) = client_data(&self.client_data, "webauthn.get", site)?;
        let mut signed = authenticator_data(&self.authenticator_data, site)?;
        signed.extend_from_slice(&Sha256::digest(&asked));
        key.verify(&signed, &decode(&self.signature)?)?;
        Ok(challenge)
    }
}

/// What the browser has asked for, if that is `what`, from a page of the site.
fn client_data(
    text: &str,
    what: &str,
    site: &Site,
) -> Result<(Vec<u8>, ChallengeHash), BadPasskey> {
    let bytes = decode(text)?;
    let asked: ClientData = serde_json::from_slice(&bytes).map_err(|_| BadPasskey)?;
    if asked.what != what || asked.origin != site.origin || asked.is_framed {
        return Err(BadPasskey);
    }
    Ok((bytes, Challenge(asked.challenge).hash()))
}

/// What the device says, if it is about the site and somebody was there.
fn authenticator_data(text: &str, site: &Site) -> Result<Vec<u8>, BadPasskey> {
    let said = decode(text)?;
    let is_site = said.starts_with(&Sha256::digest(&site.id));
    let flags = said.get(FLAGS).copied().unwrap_or(0);
    if said.len() >= HEAD && is_site && flags & PRESENT != 0 {
        Ok(said)
    } else {
        Err(BadPasskey)
    }
}

/// The id of a new key, which stands behind its length.
fn id_of(said: &[u8]) -> Option<&[u8]> {
    if said.get(FLAGS)? & HAS_KEY == 0 {
        return None;
    }
    let rest = said.get(HEAD + DEVICE_KIND..)?;
    let (length, rest) = rest.split_first_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*length));
    (1..=LONGEST_ID)
        .contains(&length)
        .then(|| rest.get(..length))?
}

fn decode(text: &str) -> Result<Vec<u8>, BadPasskey> {
    BASE64.decode(text).map_err(|_| BadPasskey)
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::{DerSignature, SigningKey, signature::Signer};
    use serde_json::json;

    use super::*;

    fn site() -> Site {
        Site {
            id: "play.example.org".to_owned(),
            origin: "https://play.example.org".to_owned(),
        }
    }

    /// A device that has a key.
    struct Device(SigningKey);

    fn said(site: &str, flags: u8) -> Vec<u8> {
        let mut said = Sha256::digest(site).to_vec();
        said.push(flags);
        said.extend([0; 4]);
        said
    }

    fn asked(what: &str, origin: &str) -> Vec<u8> {
        let asked = json!({ "type": what, "challenge": "abc", "origin": origin, "other": 1 });
        asked.to_string().into_bytes()
    }

    impl Device {
        fn new() -> Self {
            Self(SigningKey::from_slice(&[7; 32]).unwrap())
        }

        fn made(&self) -> Made {
            let mut data = said("play.example.org", 0x45);
            data.extend([0; 16]);
            data.extend([0, 3, 1, 2, 3, 0xa5]);
            let point = self.0.verifying_key().to_sec1_point(false);
            Made {
                client_data: BASE64.encode(asked("webauthn.create", "https://play.example.org")),
                authenticator_data: BASE64.encode(data),
                key: BASE64.encode([ES256_HEAD, point.as_bytes()].concat()),
            }
        }

        fn shows(&self, what: &str, origin: &str, site: &str, flags: u8) -> Shown {
            let (asked, said) = (asked(what, origin), said(site, flags));
            let signed = [&said[..], &Sha256::digest(&asked)].concat();
            let signature: DerSignature = self.0.sign(&signed);
            Shown {
                id: BASE64.encode([1, 2, 3]),
                client_data: BASE64.encode(asked),
                authenticator_data: BASE64.encode(said),
                signature: BASE64.encode(signature.as_bytes()),
            }
        }
    }

    #[test]
    fn who_has_made_a_key_can_show_it() {
        let device = Device::new();
        let (id, key, challenge) = device.made().read(&site()).unwrap();
        assert_eq!(id, BASE64.encode([1, 2, 3]));
        assert_eq!(challenge, Challenge("abc".to_owned()).hash());
        assert_eq!(Key::parse(&key.to_text()), Ok(key.clone()));
        let shown = device.shows(
            "webauthn.get",
            "https://play.example.org",
            "play.example.org",
            0x01,
        );
        assert_eq!(shown.verify(&key, &site()), Ok(challenge));
    }

    #[test]
    fn what_is_for_another_site_or_purpose_is_refused() {
        let device = Device::new();
        let (_, key, _) = device.made().read(&site()).unwrap();
        let (origin, id) = ("https://play.example.org", "play.example.org");
        for (what, origin, id, flags) in [
            ("webauthn.create", origin, id, 0x01),
            ("webauthn.get", "https://evil.example", id, 0x01),
            ("webauthn.get", "http://play.example.org", id, 0x01),
            ("webauthn.get", origin, "evil.example", 0x01),
            ("webauthn.get", origin, id, 0x04),
        ] {
            let shown = device.shows(what, origin, id, flags);
            assert_eq!(
                shown.verify(&key, &site()),
                Err(BadPasskey),
                "{what} {origin} {id}"
            );
        }
        let other = Key::parse(&{
            let other = SigningKey::from_slice(&[8; 32]).unwrap();
            let point = other.verifying_key().to_sec1_point(false);
            Key::Es256(point.as_bytes().to_vec()).to_text()
        });
        let shown = device.shows("webauthn.get", origin, id, 0x01);
        assert_eq!(shown.verify(&other.unwrap(), &site()), Err(BadPasskey));
    }

    #[test]
    fn what_is_broken_is_refused() {
        let whole = Device::new().made();
        let change = |change: fn(&mut Made)| {
            let mut made = Device::new().made();
            change(&mut made);
            made.read(&site())
        };
        assert!(whole.read(&site()).is_ok());
        let nothing = Err(BadPasskey);
        assert_eq!(change(|made| made.client_data.clear()), nothing);
        assert_eq!(change(|made| made.client_data.push('?')), nothing);
        assert_eq!(change(|made| made.key.clear()), nothing);
        assert_eq!(change(|made| made.key.truncate(100)), nothing);
        for length in [0, 10, 40, 60, 72, 74] {
            let mut made = Device::new().made();
            made.authenticator_data.truncate(length);
            assert_eq!(made.read(&site()), nothing, "{length}");
        }
        for text in ["", "es256", "es256:?", "ed25519:AAAA"] {
            assert_eq!(Key::parse(text), Err(BadPasskey), "{text}");
        }
    }

    #[test]
    fn a_key_of_rsa_shows_itself_too() {
        // Made by OpenSSL: a key of 2,048 bits, and its signature on "signed".
        let spki = include_str!("../tests/data/rs256.spki.txt").trim();
        let signature = include_str!("../tests/data/rs256.signature.txt").trim();
        let key = Key::of_spki(&decode(spki).unwrap()).unwrap();
        let signature = decode(signature).unwrap();
        assert_eq!(key.verify(b"signed", &signature), Ok(()));
        assert_eq!(key.verify(b"else", &signature), Err(BadPasskey));
        assert_eq!(Key::parse(&key.to_text()), Ok(key));
    }
}
