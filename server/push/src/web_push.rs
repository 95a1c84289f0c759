//! Encrypts messages so that only the browser of a subscription can read them (RFC 8291, in the
//! encoding of RFC 8188).

use std::fmt;

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    hmac,
    rand::{SecureRandom, SystemRandom},
};

use crate::{
    hosts::HostList,
    target::{BadTarget, Reach, Target},
};

/// Browsers write base64 with and without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The length of an uncompressed point of P-256 in bytes.
const POINT: usize = 65;
const SALT: usize = 16;
/// The record size, which is the longest that a message of one record may be, in bytes.
const RECORD: u32 = 4096;
/// The length that every message is padded to, in bytes, so that its length reveals nothing.
const FILLED_TO: usize = 1024;

/// The push subscription of a browser: the address, and the keys that only the browser can decrypt
/// with.
#[derive(Clone)]
pub struct Subscription {
    /// The address at which the push service accepts messages.
    pub target: Target,
    key: [u8; POINT],
    secret: [u8; 16],
}

/// The reason why a subscription is rejected.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadSubscription {
    /// The address may not be sent to.
    #[error(transparent)]
    Target(#[from] BadTarget),
    /// The keys are invalid.
    #[error("no keys of a subscription")]
    Keys,
}

/// The error for a failed encryption: the key is not a point of the curve, the message is too long,
/// or the system has no random numbers.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("not encrypted")]
pub struct NotSealed;

impl Subscription {
    /// Parses a subscription in the form that browsers send: the endpoint, `p256dh` and `auth`. The
    /// endpoint must belong to one of these services. If private addresses may be reached, a
    /// private address need not be on the list.
    ///
    /// # Errors
    /// Returns [`BadSubscription`] if the address is not allowed or a key is invalid.
    pub fn parse(
        endpoint: &str,
        key: &str,
        secret: &str,
        (services, reach): (&HostList, Reach),
    ) -> Result<Self, BadSubscription> {
        let target = Self::target(endpoint, (services, reach))?;
        let bytes = |text: &str| BASE64.decode(text).map_err(|_| BadSubscription::Keys);
        let key: [u8; POINT] = bytes(key)?.try_into().map_err(|_| BadSubscription::Keys)?;
        let secret = bytes(secret)?
            .try_into()
            .map_err(|_| BadSubscription::Keys)?;
        let subscription = Self {
            target,
            key,
            secret,
        };
        // Only an encryption finds out that a point is not on the curve.
        subscription.seal(b"").map_err(|_| BadSubscription::Keys)?;
        Ok(subscription)
    }

    /// Parses the address of a subscription under the same rules as [`Self::parse`].
    ///
    /// # Errors
    /// Returns [`BadTarget`] if the address is not allowed.
    pub fn target(
        endpoint: &str,
        (services, reach): (&HostList, Reach),
    ) -> Result<Target, BadTarget> {
        let target = Target::parse(endpoint, reach)?;
        match reach {
            _ if services.has(&target) => Ok(target),
            Reach::Public => Err(BadTarget::NotListed),
            // The operator trusts the players with the local network of the server, and with no
            // other.
            Reach::Anything => target.private_only(),
        }
    }

    /// Returns the encrypted body of a message, which only the browser can read.
    ///
    /// # Errors
    /// Returns an error if the message is too long, or if the system has no random numbers.
    pub fn seal(&self, message: &[u8]) -> Result<Vec<u8>, NotSealed> {
        let random = SystemRandom::new();
        let mut salt = [0; SALT];
        random.fill(&mut salt).map_err(|_| NotSealed)?;
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| NotSealed)?;
        let public = own.compute_public_key().map_err(|_| NotSealed)?;
        let public: [u8; POINT] = public.as_ref().try_into().map_err(|_| NotSealed)?;
        let theirs = UnparsedPublicKey::new(&ECDH_P256, self.key);
        let filled_to = FILLED_TO.max(message.len());
        agree_ephemeral(own, &theirs, |shared| {
            self.seal_with(message, filled_to, (shared, &public), salt)
        })
        .map_err(|_| NotSealed)?
    }

    /// Encrypts the body with the shared secret of both sides.
    fn seal_with(
        &self,
        message: &[u8],
        filled_to: usize,
        (shared, public): (&[u8], &[u8; POINT]),
        salt: [u8; SALT],
    ) -> Result<Vec<u8>, NotSealed> {
        let info = [b"WebPush: info\0", &self.key[..], public, &[1]].concat();
        let input = keyed(&keyed(&self.secret, shared), &info);
        let pseudorandom = keyed(&salt, &input);
        let key = keyed(&pseudorandom, b"Content-Encoding: aes128gcm\0\x01");
        let nonce = keyed(&pseudorandom, b"Content-Encoding: nonce\0\x01");
        let key = UnboundKey::new(&AES_128_GCM, &key[..16]).map_err(|_| NotSealed)?;
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).map_err(|_| NotSealed)?;
        // The delimiter 2 marks the last record; the bytes after it are padding.
        let mut text = [message, &[2]].concat();
        text.resize(filled_to + 1, 0);
        LessSafeKey::new(key)
            .seal_in_place_append_tag(nonce, Aad::empty(), &mut text)
            .map_err(|_| NotSealed)?;
        let point = u8::try_from(POINT).map_err(|_| NotSealed)?;
        let sealed = [&salt[..], &RECORD.to_be_bytes(), &[point], public, &text].concat();
        if sealed.len() > RECORD as usize {
            return Err(NotSealed);
        }
        Ok(sealed)
    }
}

/// Hides the address and the keys in logs and errors.
impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Subscription(..)")
    }
}

/// Computes HMAC-SHA-256. It is both halves of HKDF if one block is enough.
fn keyed(key: &[u8], message: &[u8]) -> [u8; 32] {
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), message);
    tag.as_ref()
        .try_into()
        .expect("a tag of SHA-256 has 32 bytes")
}

#[cfg(test)]
mod tests {
    use p256::{PublicKey, SecretKey, ecdh::diffie_hellman};

    use super::*;

    const ENDPOINT: &str = "https://push.example/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV";
    const KEY: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    /// Returns the list with the host of the standard's example.
    fn services() -> HostList {
        HostList::push_services(["push.example".parse().unwrap()])
    }

    fn parse(endpoint: &str, key: &str, auth: &str) -> Result<Subscription, BadSubscription> {
        Subscription::parse(endpoint, key, auth, (&services(), Reach::Public))
    }

    fn subscription() -> Subscription {
        parse(ENDPOINT, KEY, AUTH).unwrap()
    }

    /// Returns the shared secret as another implementation of the curve computes it.
    fn shared(secret: &str, public: &[u8]) -> Vec<u8> {
        let secret = SecretKey::from_slice(&BASE64.decode(secret).unwrap()).unwrap();
        let public = PublicKey::from_sec1_bytes(public).unwrap();
        let shared = diffie_hellman(secret.to_nonzero_scalar(), public.as_affine());
        shared.raw_secret_bytes().to_vec()
    }

    /// Verifies the example in RFC 8291, appendix A.
    #[test]
    fn seals_the_example_of_the_standard() {
        let public = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        let public: [u8; POINT] = BASE64.decode(public).unwrap().try_into().unwrap();
        let subscription = subscription();
        let shared = shared(
            "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
            &subscription.key,
        );
        let salt = BASE64
            .decode("DGv6ra1nlYgDCS1FRnbzlw")
            .unwrap()
            .try_into()
            .unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let sealed = subscription.seal_with(message, message.len(), (&shared, &public), salt);
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(sealed.unwrap(), BASE64.decode(expected).unwrap());
    }

    #[test]
    fn every_message_has_one_length_and_a_new_key() {
        let subscription = subscription();
        let [short, long] = [&b"a"[..], &[b'a'; 900]].map(|text| subscription.seal(text).unwrap());
        assert_eq!((short.len(), long.len()), (1127, 1127));
        assert_ne!(subscription.seal(b"a").unwrap(), short);
        assert_eq!(subscription.seal(&[0; 4096]), Err(NotSealed));
        assert_eq!(format!("{subscription:?}"), "Subscription(..)");
    }

    #[test]
    fn rejects_invalid_subscriptions() {
        let mut off = BASE64.decode(KEY).unwrap();
        off[64] ^= 1;
        for (key, auth) in [
            ("", AUTH),
            (KEY, ""),
            (&BASE64.encode(off), AUTH),
            (KEY, "AAAA"),
            ("*", AUTH),
        ] {
            let bad = parse(ENDPOINT, key, auth);
            assert_eq!(bad.err(), Some(BadSubscription::Keys), "{key} {auth}");
        }
        let bad = parse("https://10.0.0.1/", KEY, AUTH);
        assert_eq!(
            bad.err(),
            Some(BadSubscription::Target(BadTarget::NotPublic))
        );
        let padded = format!("{AUTH}==");
        assert!(parse(ENDPOINT, KEY, &padded).is_ok());
    }

    #[test]
    fn accepts_only_listed_services_and_allowed_private_addresses() {
        let other = "https://other.example/a";
        let refused = Some(BadSubscription::Target(BadTarget::NotListed));
        assert_eq!(parse(other, KEY, AUTH).err(), refused);
        let anything = |endpoint| {
            let list = services();
            Subscription::parse(endpoint, KEY, AUTH, (&list, Reach::Anything))
        };
        assert_eq!(anything("https://1.1.1.1/a").err(), refused);
        for private in ["http://127.0.0.1:9/a", "https://[fd00::1]/a", other] {
            // The addresses behind a name are only checked when a message is sent.
            assert!(anything(private).unwrap().target.is_private_only());
        }
        assert!(!anything(ENDPOINT).unwrap().target.is_private_only());
    }
}
