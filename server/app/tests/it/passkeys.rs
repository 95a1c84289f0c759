//! Tests of passkeys with a simulated device that creates and presents them as browsers do.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use p256::ecdsa::{DerSignature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    client::{Browser, Reply, ask},
    world::World,
};

const PASSKEYS: &str = "/api/session/passkeys";
/// The bytes before the point of a P-256 key in the encoding that browsers use, in Base64.
const SPKI: &str = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE";

/// A device with one key.
struct Device {
    key: SigningKey,
    id: [u8; 16],
}

/// Sends a request like a page that was opened under the host name localhost, which browsers trust.
async fn send(browser: &Browser, method: &str, path: &str, body: &Value) -> Reply {
    let host = format!("localhost:{}", browser.address.port());
    let origin = format!("http://{host}");
    let headers = [
        ("host", &*host),
        ("origin", &*origin),
        ("content-type", "application/json"),
        ("cookie", &*browser.cookie),
        ("sec-fetch-site", "same-origin"),
    ];
    let body = body.to_string();
    ask(browser.address, method, path, &headers, body.as_bytes()).await
}

async fn challenge(browser: &Browser) -> String {
    let path = format!("{PASSKEYS}/challenge");
    let reply = send(browser, "POST", &path, &json!({})).await;
    assert_eq!(reply.status, 200);
    let asked = reply.json();
    assert_eq!(asked["site"], "localhost");
    asked["challenge"].as_str().unwrap().to_owned()
}

impl Device {
    fn new(number: u8) -> Self {
        Self {
            key: SigningKey::from_slice(&[number; 32]).unwrap(),
            id: [number; 16],
        }
    }

    fn asked(browser: &Browser, what: &str, challenge: &str) -> Vec<u8> {
        let origin = format!("http://localhost:{}", browser.address.port());
        let asked = json!({ "type": what, "challenge": challenge, "origin": origin });
        asked.to_string().into_bytes()
    }

    fn said(flags: u8, count: u32) -> Vec<u8> {
        let mut said = Sha256::digest("localhost").to_vec();
        said.push(flags);
        said.extend(count.to_be_bytes());
        said
    }

    fn made(&self, browser: &Browser, challenge: &str) -> Value {
        let mut said = Self::said(0x45, 0);
        said.extend([0; 16]);
        said.extend([0, 16]);
        said.extend(self.id);
        let point = self.key.verifying_key().to_sec1_point(false);
        let spki = base64::prelude::BASE64_STANDARD.decode(SPKI).unwrap();
        // The constant includes the first byte of the point, which is always the same.
        let spki = [&spki[..], &point.as_bytes()[1..]].concat();
        json!({
            "client_data": BASE64.encode(Self::asked(browser, "webauthn.create", challenge)),
            "authenticator_data": BASE64.encode(said),
            "key": BASE64.encode(spki),
        })
    }

    fn shown(&self, browser: &Browser, challenge: &str) -> Value {
        self.shown_with(browser, challenge, 0x01, 0)
    }

    fn shown_with(&self, browser: &Browser, challenge: &str, flags: u8, count: u32) -> Value {
        let (asked, said) = (
            Self::asked(browser, "webauthn.get", challenge),
            Self::said(flags, count),
        );
        let signed = [&said[..], &Sha256::digest(&asked)].concat();
        let signature: DerSignature = self.key.sign(&signed);
        json!({
            "id": BASE64.encode(self.id),
            "client_data": BASE64.encode(asked),
            "authenticator_data": BASE64.encode(said),
            "signature": BASE64.encode(signature.as_bytes()),
        })
    }
}

async fn enter(browser: &Browser, shown: &Value) -> Reply {
    send(browser, "POST", &format!("{PASSKEYS}/enter"), shown).await
}

async fn passkeys(browser: &Browser) -> Vec<Value> {
    let reply = send(browser, "GET", PASSKEYS, &Value::Null).await;
    reply.json()["passkeys"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_passkey_signs_another_device_in() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let device = Device::new(7);
    let made = device.made(&ana, &challenge(&ana).await);
    assert_eq!(send(&ana, "POST", PASSKEYS, &made).await.status, 201);
    // A passkey that signs another challenge is rejected.
    let again = send(
        &ana,
        "POST",
        PASSKEYS,
        &Device::new(8).made(&ana, "foreseen"),
    )
    .await;
    assert_eq!(again.problem(), (422, "bad_passkey".to_owned()));
    let kept = passkeys(&ana).await;
    assert_eq!((kept.len(), &kept[0]["used"]), (1, &Value::Null));

    let phone = Browser::arrive(world.address, "Somebody").await;
    let shown = device.shown(&phone, &challenge(&phone).await);
    let entered = enter(&phone, &shown).await;
    assert_eq!(
        (entered.status, entered.json()),
        (200, json!({ "name": "Ana" }))
    );
    let phone = Browser {
        cookie: entered.cookie().split(';').next().unwrap().to_owned(),
        ..phone
    };
    assert!(passkeys(&phone).await[0]["used"].is_number());
    let refused = enter(&phone, &shown).await;
    assert_eq!(refused.problem(), (422, "bad_passkey".to_owned()));

    // Knowing only the id of a key is not enough.
    let thief = Device {
        id: device.id,
        ..Device::new(9)
    };
    let shown = thief.shown(&phone, &challenge(&phone).await);
    assert_eq!(enter(&phone, &shown).await.problem().1, "bad_passkey");
    // A new key with the same id does not replace the key of its owner.
    let zoe = Browser::arrive(world.address, "Zoe").await;
    let made = thief.made(&zoe, &challenge(&zoe).await);
    let refused = send(&zoe, "POST", PASSKEYS, &made).await;
    assert_eq!(refused.problem(), (422, "bad_passkey".to_owned()));
    // Another player can't remove a passkey either.
    let id = kept[0]["id"].as_str().unwrap();
    let path = format!("{PASSKEYS}/{id}");
    assert_eq!(send(&zoe, "DELETE", &path, &Value::Null).await.status, 204);
    assert_eq!(passkeys(&ana).await.len(), 1);

    // A removed passkey is invalid, and an erased person has no passkeys.
    let second = Device::new(10);
    let made = second.made(&ana, &challenge(&ana).await);
    assert_eq!(send(&ana, "POST", PASSKEYS, &made).await.status, 201);
    assert_eq!(send(&ana, "DELETE", &path, &Value::Null).await.status, 204);
    let shown = device.shown(&zoe, &challenge(&zoe).await);
    assert_eq!(enter(&zoe, &shown).await.problem().1, "bad_passkey");
    let gone = ana.send("DELETE", "/api/session", &json!({})).await;
    assert_eq!(gone.status, 204);
    let shown = second.shown(&zoe, &challenge(&zoe).await);
    assert_eq!(enter(&zoe, &shown).await.problem().1, "bad_passkey");
    let mut sql = world.sql().await;
    assert_eq!(sql.number("select count(*) from passkey").await, 0);
}

#[tokio::test]
async fn passkeys_are_limited_and_require_a_host_name() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    for number in 1..=11 {
        let made = Device::new(number).made(&ana, &challenge(&ana).await);
        let status = send(&ana, "POST", PASSKEYS, &made).await.status;
        assert_eq!(status, if number == 11 { 422 } else { 201 }, "{number}");
    }
    // Browsers have no passkeys for a numeric address.
    let path = format!("{PASSKEYS}/challenge");
    let refused = ana.send("POST", &path, &json!({})).await;
    assert_eq!(refused.problem(), (422, "no_passkeys".to_owned()));
    let nobody = Browser {
        cookie: String::new(),
        ..ana.clone()
    };
    let refused = send(&nobody, "POST", &path, &json!({})).await;
    assert_eq!(refused.problem(), (401, "no_session".to_owned()));
    let refused = enter(&ana, &json!({ "id": "x" })).await;
    assert_eq!(refused.problem(), (400, "bad_json".to_owned()));
}

#[tokio::test]
async fn a_counter_that_goes_back_warns_the_owner() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let device = Device::new(7);
    let made = device.made(&ana, &challenge(&ana).await);
    assert_eq!(send(&ana, "POST", PASSKEYS, &made).await.status, 201);
    let kept = passkeys(&ana).await.remove(0);
    assert_eq!(
        (&kept["verified"], kept.get("warned")),
        (&json!(true), None)
    );
    let (touched, verified) = (0x01, 0x05);
    // A device without a counter reports 0 each time; one that has begun to count must continue.
    for (flags, count, warns) in [
        (touched, 0, false),
        (verified, 5, false),
        (verified, 9, false),
        (touched, 9, true),
        (verified, 10, true),
        (verified, 4, true),
    ] {
        let shown = device.shown_with(&ana, &challenge(&ana).await, flags, count);
        assert_eq!(
            enter(&ana, &shown).await.status,
            200,
            "nobody is locked out"
        );
        let kept = passkeys(&ana).await.remove(0);
        assert_eq!(kept["verified"], flags == verified, "{count}");
        assert_eq!(kept["warned"].is_number(), warns, "{count}");
    }
    // A response to a challenge that the server did not issue is rejected and causes no warning.
    let mut sql = world.sql().await;
    sql.execute("update passkey set warned_at = null").await;
    let replayed = device.shown_with(&ana, "foreseen", verified, 1);
    assert_eq!(enter(&ana, &replayed).await.problem().1, "bad_passkey");
    let kept = passkeys(&ana).await.remove(0);
    assert_eq!(kept.get("warned"), None);
    assert_eq!(sql.number("select sign_count from passkey").await, 4);
}

#[tokio::test]
async fn a_public_key_off_the_curve_is_refused() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let mut made = Device::new(7).made(&ana, &challenge(&ana).await);
    let mut key = BASE64.decode(made["key"].as_str().unwrap()).unwrap();
    *key.last_mut().unwrap() ^= 1;
    made["key"] = BASE64.encode(key).into();
    let refused = send(&ana, "POST", PASSKEYS, &made).await;
    assert_eq!(refused.problem(), (422, "bad_passkey".to_owned()));
    assert!(passkeys(&ana).await.is_empty());
}

#[tokio::test]
async fn repeated_sign_ins_never_lock_the_owner_out() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let device = Device::new(7);
    let made = device.made(&ana, &challenge(&ana).await);
    assert_eq!(send(&ana, "POST", PASSKEYS, &made).await.status, 201);
    for number in 1..=23 {
        let shown = device.shown(&ana, &challenge(&ana).await);
        assert_eq!(enter(&ana, &shown).await.status, 200, "{number}");
    }
    let mut sql = world.sql().await;
    assert_eq!(sql.number("select count(*) from device").await, 20);
    // A challenge from a clock that was ahead is invalid.
    let shown = device.shown(&ana, &challenge(&ana).await);
    sql.execute("update challenge set expires_at = expires_at + 31536000000")
        .await;
    assert_eq!(enter(&ana, &shown).await.problem().1, "bad_passkey");
    assert_eq!(sql.number("select count(*) from device").await, 20);
}

#[tokio::test]
async fn the_limit_of_passkeys_has_its_own_error_code() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    for number in 1..=11 {
        let made = Device::new(number).made(&ana, &challenge(&ana).await);
        let reply = send(&ana, "POST", PASSKEYS, &made).await;
        if number == 11 {
            assert_eq!(reply.problem(), (422, "too_many_passkeys".to_owned()));
        }
    }
}
