//! Tests of push notifications for players with hidden pages. A simulated push service verifies the
//! sender and decrypts the messages as a browser does.

use std::time::Duration;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use p256::{
    PublicKey, SecretKey,
    ecdh::diffie_hellman,
    ecdsa::{Signature, VerifyingKey, signature::Verifier},
    elliptic_curve::sec1::ToSec1Point,
};
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    hmac,
};
use senda_push::Patience;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::{
    client::{Browser, Reply},
    game::Table,
    receiver::{Came, Receiver},
    world::World,
};

pub const PUSH: &str = "/api/session/push";
const AUTH: [u8; 16] = [9; 16];

/// The browser of a subscription, which alone can decrypt the messages sent to it.
pub struct Reader(SecretKey);

impl Came {
    /// Returns the server's claims after verifying their signature with that key.
    fn claims(&self, key: &str) -> Value {
        let said = self
            .header("authorization")
            .strip_prefix("vapid t=")
            .unwrap();
        let (token, public) = said.split_once(", k=").unwrap();
        assert_eq!(public, key);
        let public = VerifyingKey::from_sec1_bytes(&BASE64.decode(public).unwrap()).unwrap();
        let (said, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
        public.verify(said.as_bytes(), &signature).unwrap();
        let claims = BASE64.decode(said.split_once('.').unwrap().1).unwrap();
        serde_json::from_slice(&claims).unwrap()
    }
}

impl Reader {
    pub fn new(number: u8) -> Self {
        Self(SecretKey::from_slice(&[number; 32]).unwrap())
    }

    fn public(&self) -> Vec<u8> {
        self.0.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    /// Returns the subscription that the browser hands to a page.
    pub fn subscription(&self, endpoint: &str) -> Value {
        let keys = json!({ "p256dh": BASE64.encode(self.public()), "auth": BASE64.encode(AUTH) });
        json!({ "endpoint": endpoint, "keys": keys })
    }

    /// Decrypts a message according to RFC 8291.
    pub fn read(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let (public, sealed) = rest[5..].split_at(65);
        let theirs = PublicKey::from_sec1_bytes(public).unwrap();
        let shared = diffie_hellman(self.0.to_nonzero_scalar(), theirs.as_affine());
        let keyed = |key: &[u8], text: &[u8]| {
            let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), text);
            tag.as_ref().to_vec()
        };
        let info = [b"WebPush: info\0", &self.public()[..], public, &[1]].concat();
        let input = keyed(&keyed(&AUTH, shared.raw_secret_bytes()), &info);
        let both = keyed(salt, &input);
        let key = keyed(&both, b"Content-Encoding: aes128gcm\0\x01");
        let nonce = keyed(&both, b"Content-Encoding: nonce\0\x01");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut text = sealed.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut text).unwrap();
        let end = text.iter().rposition(|&byte| byte != 0).unwrap();
        assert_eq!(text[end], 2, "the last record");
        serde_json::from_slice(&text[..end]).unwrap()
    }
}

async fn world() -> World {
    World::with(|settings| {
        settings.allow_private_addresses = true;
        settings.push_patience = Patience::new([Duration::ZERO; 2]);
    })
    .await
}

pub async fn subscribe(browser: &Browser, reader: &Reader, endpoint: &str) -> Reply {
    browser
        .send("PUT", PUSH, &reader.subscription(endpoint))
        .await
}

pub async fn show(browser: &Browser) -> Value {
    let reply = browser.send("GET", PUSH, &Value::Null).await;
    assert_eq!(reply.status, 200);
    reply.json()
}

/// Hides or shows the page of one of the players.
pub async fn look(table: &mut Table, player: usize, visible: bool) {
    let tab = &mut table.players[player].1;
    tab.text(&json!({ "type": "look", "visible": visible }).to_string())
        .await;
    // The message has been processed as soon as the next command has any response.
    let _ = tab.command(json!({ "type": "back" })).await;
}

#[tokio::test]
async fn a_turn_is_pushed_once_to_a_hidden_page_and_is_encrypted() {
    let world = world().await;
    let service = Receiver::open().await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let reader = Reader::new(7);
    let player = table.players[1].0.clone();
    let key = show(&player).await["key"].as_str().unwrap().to_owned();
    let endpoint = format!("{}/send/secret", service.origin);
    assert_eq!(subscribe(&player, &reader, &endpoint).await.status, 204);
    assert_eq!(show(&player).await, json!({ "key": key, "told": true }));
    look(&mut table, 1, false).await;
    table.start().await;
    let first = service.next().await;
    let says = if table.turn() == 1 { "turn" } else { "start" };
    let expected = json!({ "what": says, "room": table.room, "host": "Host" });
    assert_eq!(
        reader.read(&first.body),
        expected,
        "and nothing of the game"
    );
    assert_eq!(first.path, "/send/secret");
    let claims = first.claims(&key);
    assert_eq!(claims["aud"], service.origin);
    let now = std::time::SystemTime::UNIX_EPOCH
        .elapsed()
        .unwrap()
        .as_secs();
    let lasts = claims["exp"].as_u64().unwrap() - now;
    assert!(lasts > 3_600 && lasts <= 24 * 3_600, "{lasts}");
    let head = ["content-encoding", "ttl", "topic"].map(|name| first.header(name).to_owned());
    assert_eq!(head, ["aes128gcm", "86400", &table.room]);
    if table.turn() == 1 {
        table.play().await;
    }
    // The player's next turn causes one notification, whatever else happens meanwhile.
    table.play().await;
    let turn = service.next().await;
    assert_eq!(reader.read(&turn.body)["what"], "turn");
    assert_ne!(turn.body, first.body);
    table.players[0]
        .1
        .must(json!({ "type": "name", "name": "Other" }))
        .await;
    service.silence().await;
    // A player with a visible page is informed there.
    look(&mut table, 1, true).await;
    table.play().await;
    table.play().await;
    service.silence().await;
    // A player without any open page is notified too.
    table.play().await;
    let (player, tab) = table.players.remove(1);
    drop(tab);
    let mut host = table.players.remove(0).1;
    host.until(|tab| tab.presence["seats"] == json!([0])).await;
    host.text(&json!({ "type": "chat", "text": "@player 1, come back" }).to_string())
        .await;
    assert_eq!(reader.read(&service.next().await.body)["what"], "mention");
    // A player without a subscription is not notified.
    assert_eq!(player.send("DELETE", PUSH, &Value::Null).await.status, 204);
    assert_eq!(show(&player).await["told"], false);
    let (turn, decision) = (host.game()["turn"].clone(), host.game()["choices"].clone());
    assert_eq!((turn, decision["type"].as_str()), (json!(0), Some("place")));
    let placement = decision["placements"][0].clone();
    let placed =
        json!({ "type": "place", "tile": placement["tile"], "rotation": placement["rotation"] });
    host.must(crate::game::act(host.version, placed)).await;
    service.silence().await;
    // The key stays the same over a restart.
    let world = world.again().await;
    let player = Browser {
        address: world.address,
        ..player
    };
    assert_eq!(show(&player).await["key"], key);
}

#[tokio::test]
async fn a_busy_push_service_is_retried_and_an_expired_subscription_is_deleted() {
    let world = world().await;
    let service = Receiver::open().await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let reader = Reader::new(7);
    let player = table.players[1].0.clone();
    let endpoint = format!("{}/gone", service.origin);
    subscribe(&player, &reader, &endpoint).await;
    look(&mut table, 1, false).await;
    // The answers are used from the last to the first.
    *service.answers.lock().unwrap() = vec!["410 Gone", "503 Busy"];
    table.start().await;
    let tries = [service.next().await, service.next().await];
    assert_eq!(reader.read(&tries[0].body), reader.read(&tries[1].body));
    let forgotten = async {
        while show(&player).await["told"] == true {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(20), forgotten).await.unwrap();
    for _ in 0..3 {
        table.play().await;
    }
    service.silence().await;
}

#[tokio::test]
async fn a_device_is_notified_for_one_person() {
    let world = world().await;
    let (ana, bruno) = (
        Browser::arrive(world.address, "Ana").await,
        Browser::arrive(world.address, "Bruno").await,
    );
    let reader = Reader::new(7);
    let endpoint = "http://127.0.0.1:9/one";
    subscribe(&ana, &reader, endpoint).await;
    // The same browser subscribes with another identity.
    subscribe(&bruno, &reader, endpoint).await;
    assert_eq!(show(&ana).await["told"], false);
    assert_eq!(show(&bruno).await["told"], true);
    let mut sql = world.sql().await;
    assert_eq!(sql.number("select count(*) from push").await, 1);
    // A device that takes another identity or is signed out is not notified any more.
    let link = ana.send("POST", "/api/session/link", &json!({})).await;
    let code = link.json()["code"].clone();
    let entered = bruno
        .send("POST", "/api/session/enter", &json!({ "code": code }))
        .await;
    assert_eq!(entered.status, 200);
    assert_eq!(sql.number("select count(*) from push").await, 0);
    subscribe(&ana, &reader, endpoint).await;
    let devices = ana
        .send("GET", "/api/session/devices", &Value::Null)
        .await
        .json();
    let devices = devices["devices"].as_array().unwrap().clone();
    let here = devices.iter().find(|of| of["here"] == true).unwrap();
    let id = here["id"].as_str().unwrap();
    let path = format!("/api/session/devices/{id}");
    assert_eq!(ana.send("DELETE", &path, &Value::Null).await.status, 204);
    assert_eq!(sql.number("select count(*) from push").await, 0);
    // Erasing a person removes their subscriptions as well.
    let zoe = Browser::arrive(world.address, "Zoe").await;
    subscribe(&zoe, &reader, endpoint).await;
    assert_eq!(
        zoe.send("DELETE", "/api/session", &json!({})).await.status,
        204
    );
    assert_eq!(sql.number("select count(*) from push").await, 0);
}

#[tokio::test]
async fn only_public_addresses_and_valid_keys_are_accepted() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let reader = Reader::new(7);
    for bad in [
        "",
        "push.example",
        "http://push.example/a",
        "https://localhost/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://[::ffff:127.0.0.1]/a",
        "https://10.1.2.3/a",
        "https://192.168.0.1/a",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/a",
        "https://[fd00::1]/a",
        "https://[fe80::1]/a",
        "https://user@push.example/a",
    ] {
        let refused = subscribe(&ana, &reader, bad).await;
        assert_eq!(
            refused.problem(),
            (422, "bad_subscription".to_owned()),
            "{bad}"
        );
    }
    let good = "https://updates.push.services.mozilla.com/wpush/v2/a";
    let mut body = reader.subscription(good);
    body["keys"]["p256dh"] = BASE64.encode([4; 65]).into();
    let refused = ana.send("PUT", PUSH, &body).await;
    assert_eq!(refused.problem(), (422, "bad_subscription".to_owned()));
    assert_eq!(subscribe(&ana, &reader, good).await.status, 204);
    let nobody = Browser {
        cookie: String::new(),
        ..ana.clone()
    };
    for method in ["GET", "DELETE"] {
        let refused = nobody.send(method, PUSH, &Value::Null).await;
        assert_eq!(refused.problem(), (401, "no_session".to_owned()));
    }
    // The full endpoint permits sending to it, so it appears in no response of the server.
    let data = ana.send("GET", "/api/session/data", &Value::Null).await;
    assert_eq!(
        data.json()["notified_by"][0]["host"],
        "updates.push.services.mozilla.com"
    );
    let keys = &reader.subscription(good)["keys"];
    for secret in [good, keys["p256dh"].as_str().unwrap()] {
        assert!(!String::from_utf8_lossy(&data.body).contains(secret));
    }
}

#[tokio::test]
async fn questions_and_the_end_are_pushed_to_a_hidden_page() {
    let world = world().await;
    let service = Receiver::open().await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let reader = Reader::new(7);
    let player = table.players[1].0.clone();
    subscribe(&player, &reader, &service.origin).await;
    table.start().await;
    look(&mut table, 1, false).await;
    table.players[0].1.must(json!({ "type": "pause" })).await;
    assert_eq!(reader.read(&service.next().await.body)["what"], "question");
    let resign = json!({ "type": "resign" });
    let host = &mut table.players[0].1;
    host.must(crate::game::act(host.version, resign)).await;
    assert_eq!(reader.read(&service.next().await.body)["what"], "end");
    service.silence().await;
}
