//! Verifies passkeys (Web Authentication, level 3): the data that a browser sends when it has
//! created one, and when it signs in with one.
//!
//! The server does not ask for the maker of the device (no attestation), so a passkey is a public
//! key and an id. The libraries for this bring a second TLS library or a hundred crates with them.
//! The part of the procedure that remains without attestation is here: the challenge, the origin,
//! the site, the user's presence, and one signature.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use ring::{
    agreement::{self, ECDH_P256, EphemeralPrivateKey},
    rand::SystemRandom,
    signature::{
        ECDSA_P256_SHA256_ASN1, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey,
        VerificationAlgorithm,
    },
};
use senda_store::{ChallengeHash, PasskeyUse};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::process::chance;

/// The number of random bytes of a challenge.
const CHALLENGE: usize = 32;
/// The length in bytes of the longest credential id, by the specification.
const LONGEST_ID: usize = 1023;
/// The flag for user presence: the user touched the device.
const PRESENT: u8 = 0x01;
/// The flag for user verification: by fingerprint, face or PIN.
const VERIFIED: u8 = 0x04;
/// The flag for attested credential data: a new key's data follows.
const HAS_KEY: u8 = 0x40;
/// The position of the flags in authenticator data, behind the hash of the site.
const FLAGS: usize = 32;
/// The position of the signature counter, behind the flags: four bytes in big-endian order.
const COUNTER: usize = 33;
/// The length of the site's hash, the flags and the counter together. The device's kind (AAGUID) of
/// [`DEVICE_KIND`] bytes may follow.
const HEAD: usize = 37;
const DEVICE_KIND: usize = 16;

/// The DER bytes before the point of a P-256 key, and before the numbers of an RSA key of 2,048
/// bits with the usual exponent, in the form in which browsers send public keys (SPKI).
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
/// The DER bytes of an RSA key before the modulus of 2,048 bits, and the exponent 65,537 behind it.
const RS256_MODULUS_HEAD: &[u8] = &[0x30, 0x82, 0x01, 0x0a, 0x02, 0x82, 0x01, 0x01, 0x00];
const RS256_EXPONENT: &[u8] = &[0x02, 0x03, 0x01, 0x00, 0x01];

/// The site that a passkey is for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Site {
    /// The host, such as `play.example.org`.
    pub id: String,
    /// The scheme, host and port, such as `https://play.example.org`.
    pub origin: String,
}

/// A random challenge that a browser signs once.
#[derive(Clone, Eq, PartialEq)]
pub struct Challenge(String);

/// The public key of a passkey.
#[derive(Clone, Eq, PartialEq)]
pub enum Key {
    /// A point of P-256, uncompressed.
    Es256(Vec<u8>),
    /// The numbers of an RSA key in DER.
    Rs256(Vec<u8>),
}

/// A passkey that a browser has registered.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewPasskey {
    /// The credential id that browsers know the key by.
    pub id: String,
    /// The public key of the passkey.
    pub key: Key,
    /// The first use, at the registration.
    pub used: PasskeyUse,
}

/// The data that a browser sends when it has created a passkey. Every field is base64 without
/// padding.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "NewPasskey")
)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The client data: the browser's request to the authenticator.
    pub client_data: String,
    /// The authenticator data, which the device created.
    pub authenticator_data: String,
    /// The public key, as the browser encodes it (SPKI).
    pub key: String,
}

/// The data that a browser sends to sign in with a passkey, encoded as in [`Made`].
#[derive(Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "ShownPasskey")
)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The credential id of the passkey.
    pub id: String,
    /// The client data: the browser's request to the authenticator.
    pub client_data: String,
    /// The authenticator data, which the device created.
    pub authenticator_data: String,
    /// The signature of the key over the authenticator data and the hash of the client data.
    pub signature: String,
}

/// The data is not a valid passkey, not for this site, or not signed by the owner of the key.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no passkey for this site")]
pub struct BadPasskey;

/// The client data as browsers write it. Further fields are ignored.
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
    /// Returns a new, unpredictable challenge.
    pub fn draw() -> Self {
        Self(BASE64.encode(chance::bytes::<CHALLENGE>()))
    }

    /// Returns the challenge in the form that the browser receives.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the hash that is stored in place of the challenge.
    pub fn hash(&self) -> ChallengeHash {
        ChallengeHash::of(self.0.as_bytes())
    }
}

impl Key {
    /// Reads a public key in the SPKI form that browsers send.
    fn of_spki(bytes: &[u8]) -> Result<Self, BadPasskey> {
        if let Some(point) = bytes.strip_prefix(ES256_HEAD) {
            let fits = point.len() == ES256_BYTES && point[0] == 4 && is_on_curve(point);
            return fits.then(|| Self::Es256(point.to_vec())).ok_or(BadPasskey);
        }
        let numbers = bytes.strip_prefix(RS256_HEAD).ok_or(BadPasskey)?;
        let fits = numbers.len() == RS256_BYTES && is_rsa_key(numbers);
        fits.then(|| Self::Rs256(numbers.to_vec()))
            .ok_or(BadPasskey)
    }

    /// Returns the key in the form in which it is stored.
    pub fn to_text(&self) -> String {
        match self {
            Self::Es256(point) => format!("es256:{}", BASE64.encode(point)),
            Self::Rs256(numbers) => format!("rs256:{}", BASE64.encode(numbers)),
        }
    }

    /// Parses a key from the form in which it is stored.
    ///
    /// # Errors
    /// Returns [`BadPasskey`] if the text is not a stored key.
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

senda_rules::hidden_in_debug!(Key);

impl Made {
    /// Returns the passkey and the hash of the challenge that it was created for. The caller checks
    /// that the challenge is one that the server gave out.
    ///
    /// # Errors
    /// Returns [`BadPasskey`] if the data is not a valid key for the site.
    pub fn read(&self, site: &Site) -> Result<(NewPasskey, ChallengeHash), BadPasskey> {
        let (_, challenge) = client_data(&self.client_data, "webauthn.create", site)?;
        let data = authenticator_data(&self.authenticator_data, site)?;
        let id = id_of(&data).ok_or(BadPasskey)?;
        let passkey = NewPasskey {
            id: BASE64.encode(id),
            key: Key::of_spki(&decode(&self.key)?)?,
            used: use_of(&data)?,
        };
        Ok((passkey, challenge))
    }
}

impl Shown {
    /// Verifies the signature. Returns the use, and the hash of the signed challenge. The caller
    /// checks that the challenge is one that the server gave out.
    ///
    /// # Errors
    /// Returns [`BadPasskey`] if the sender does not have the key, or signed for another site.
    pub fn verify(
        &self,
        key: &Key,
        site: &Site,
    ) -> Result<(ChallengeHash, PasskeyUse), BadPasskey> {
        let (asked, challenge) = client_data(&self.client_data, "webauthn.get", site)?;
        let mut signed = authenticator_data(&self.authenticator_data, site)?;
        let used = use_of(&signed)?;
        signed.extend_from_slice(&Sha256::digest(&asked));
        key.verify(&signed, &decode(&self.signature)?)?;
        Ok((challenge, used))
    }
}

/// Decodes the client data, if its type is `what` and it comes from a page of the site itself.
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

/// Decodes the authenticator data, if it is for the site and the user was present.
fn authenticator_data(text: &str, site: &Site) -> Result<Vec<u8>, BadPasskey> {
    let data = decode(text)?;
    let is_site = data.starts_with(&Sha256::digest(&site.id));
    let flags = data.get(FLAGS).copied().unwrap_or(0);
    if data.len() >= HEAD && is_site && flags & PRESENT != 0 {
        Ok(data)
    } else {
        Err(BadPasskey)
    }
}

/// Reads the use that authenticator data describes.
fn use_of(data: &[u8]) -> Result<PasskeyUse, BadPasskey> {
    let flags = data.get(FLAGS).ok_or(BadPasskey)?;
    let counter = data.get(COUNTER..).and_then(<[u8]>::first_chunk);
    Ok(PasskeyUse {
        verified: flags & VERIFIED != 0,
        count: u32::from_be_bytes(*counter.ok_or(BadPasskey)?),
    })
}

/// Returns whether the bytes are a point of P-256. ring checks that only when a key is used, which
/// would be too late: its owner would have a passkey that never signs them in. So this uses the
/// point once, for a key agreement whose result is discarded.
fn is_on_curve(point: &[u8]) -> bool {
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new());
    let point = agreement::UnparsedPublicKey::new(&ECDH_P256, point);
    private.is_ok_and(|private| agreement::agree_ephemeral(private, &point, |_| ()).is_ok())
}

/// Returns whether the bytes are an RSA key in DER with an odd modulus of exactly 2,048 bits and
/// the usual exponent.
fn is_rsa_key(numbers: &[u8]) -> bool {
    let modulus = numbers
        .strip_prefix(RS256_MODULUS_HEAD)
        .and_then(|rest| rest.strip_suffix(RS256_EXPONENT));
    modulus.is_some_and(|modulus| modulus[0] >= 0x80 && modulus[modulus.len() - 1] % 2 == 1)
}

/// Returns the credential id of a new key, which follows its two-byte length.
fn id_of(data: &[u8]) -> Option<&[u8]> {
    if data.get(FLAGS)? & HAS_KEY == 0 {
        return None;
    }
    let rest = data.get(HEAD + DEVICE_KIND..)?;
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
mod tests;
