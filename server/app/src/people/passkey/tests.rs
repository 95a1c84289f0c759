//! Tests passkeys with a simulated authenticator.

use p256::ecdsa::{DerSignature, SigningKey, signature::Signer};
use serde_json::json;

use super::*;

fn site() -> Site {
    Site {
        id: "play.example.org".to_owned(),
        origin: "https://play.example.org".to_owned(),
    }
}

/// An authenticator with one key.
struct Device(SigningKey);

fn authenticator_data(site: &str, flags: u8) -> Vec<u8> {
    let mut authenticator_data = Sha256::digest(site).to_vec();
    authenticator_data.push(flags);
    authenticator_data.extend([0; 4]);
    authenticator_data
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
        let mut data = authenticator_data("play.example.org", 0x45);
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
        let (asked, authenticator_data) = (asked(what, origin), authenticator_data(site, flags));
        let signed = [&authenticator_data[..], &Sha256::digest(&asked)].concat();
        let signature: DerSignature = self.0.sign(&signed);
        Shown {
            id: BASE64.encode([1, 2, 3]),
            client_data: BASE64.encode(asked),
            authenticator_data: BASE64.encode(authenticator_data),
            signature: BASE64.encode(signature.as_bytes()),
        }
    }
}

#[test]
fn a_created_passkey_verifies() {
    let device = Device::new();
    let (NewPasskey { id, key, used }, challenge) = device.made().read(&site()).unwrap();
    assert_eq!(id, BASE64.encode([1, 2, 3]));
    let (verified, count) = (true, 0);
    assert_eq!(used, PasskeyUse { verified, count });
    assert_eq!(challenge, Challenge("abc".to_owned()).hash());
    assert_eq!(Key::parse(&key.to_text()), Ok(key.clone()));
    let shown = device.shows(
        "webauthn.get",
        "https://play.example.org",
        "play.example.org",
        0x01,
    );
    let touched = PasskeyUse::default();
    assert_eq!(shown.verify(&key, &site()), Ok((challenge, touched)));
}

#[test]
fn rejects_data_for_another_site_or_purpose() {
    let device = Device::new();
    let (NewPasskey { key, .. }, _) = device.made().read(&site()).unwrap();
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
fn rejects_broken_data() {
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
fn rejects_an_invalid_public_key() {
    let made = Device::new().made();
    let mut spki = decode(&made.key).unwrap();
    *spki.last_mut().unwrap() ^= 1;
    let off_the_curve = Made {
        key: BASE64.encode(&spki),
        ..made
    };
    assert_eq!(off_the_curve.read(&site()), Err(BadPasskey));
    for point in [[0; 64], [0xff; 64]] {
        let spki = [ES256_HEAD, &[4], &point].concat();
        assert_eq!(Key::of_spki(&spki), Err(BadPasskey));
    }
    let spki = include_str!("../../../tests/data/rs256.spki.txt").trim();
    let spki = decode(spki).unwrap();
    for (at, value) in [(24, 0), (33, 0), (288, 0), (293, 3)] {
        let mut broken = spki.clone();
        broken[at] = value;
        assert_eq!(Key::of_spki(&broken), Err(BadPasskey), "{at}");
    }
    assert_eq!(
        Key::of_spki(&[RS256_HEAD, &[0; RS256_BYTES]].concat()),
        Err(BadPasskey)
    );
}

#[test]
fn verifies_a_signature_of_an_rsa_key() {
    // The key of 2,048 bits and its signature of "signed" were made with OpenSSL.
    let spki = include_str!("../../../tests/data/rs256.spki.txt").trim();
    let signature = include_str!("../../../tests/data/rs256.signature.txt").trim();
    let key = Key::of_spki(&decode(spki).unwrap()).unwrap();
    let signature = decode(signature).unwrap();
    assert_eq!(key.verify(b"signed", &signature), Ok(()));
    assert_eq!(key.verify(b"else", &signature), Err(BadPasskey));
    assert_eq!(Key::parse(&key.to_text()), Ok(key));
}
