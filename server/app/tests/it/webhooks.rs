//! Tests of webhooks: a room's turns and results are posted to a simulated server, as only the host
//! can configure.

use std::time::Duration;

use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use ring::hmac;
use senda::limits;
use senda_push::Patience;
use serde_json::{Value, json};
use tokio::{
    net::TcpListener,
    time::{Instant, timeout},
};

use crate::{
    client::{Browser, Reply, settings},
    game::Table,
    receiver::{Came, Receiver},
    world::World,
};

async fn world() -> World {
    World::with(|settings| {
        settings.allow_private_addresses = true;
        settings.push_patience = Patience::new([Duration::ZERO; 2]);
    })
    .await
}

fn path(room: &str) -> String {
    format!("/api/rooms/{room}/webhook")
}

async fn set(browser: &Browser, room: &str, channel: &str, url: &str) -> Reply {
    let asked = json!({ "channel": channel, "url": url });
    browser.send("PUT", &path(room), &asked).await
}

async fn show(browser: &Browser, room: &str) -> Value {
    let reply = browser.send("GET", &path(room), &Value::Null).await;
    assert_eq!(reply.status, 200);
    reply.json()["webhook"].take()
}

async fn try_it(browser: &Browser, room: &str) -> Value {
    let path = format!("{}/trial", path(room));
    browser.send("POST", &path, &json!({})).await.json()
}

impl Came {
    /// Returns the content of a message after verifying its signature with the secret.
    fn verified(&self, secret: &str) -> Value {
        let key = BASE64
            .decode(secret.strip_prefix("whsec_").unwrap())
            .unwrap();
        let (id, at) = (self.header("webhook-id"), self.header("webhook-timestamp"));
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
        assert!(now.as_secs().abs_diff(at.parse().unwrap()) < 60);
        let signed = [format!("{id}.{at}.").as_bytes(), &self.body].concat();
        let signature = self.header("webhook-signature").strip_prefix("v1,");
        let signature = BASE64.decode(signature.unwrap()).unwrap();
        let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
        hmac::verify(&key, &signed, &signature).unwrap();
        serde_json::from_slice(&self.body).unwrap()
    }
}

#[tokio::test]
async fn a_webhook_receives_signed_messages_about_a_game() {
    let world = world().await;
    let receiver = Receiver::open().await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let host = table.players[0].0.clone();
    let url = format!("{}/hook/secret", receiver.origin);
    let reply = set(&host, &table.room, "json", &url).await;
    assert_eq!(reply.status, 200);
    let said = reply.json()["webhook"].take();
    assert_eq!(
        (&said["channel"], &said["host"]),
        (&json!("json"), &json!("127.0.0.1"))
    );
    let secret = said["secret"].as_str().unwrap().to_owned();
    // Neither the URL nor the secret is sent again, not even to the host.
    let shown = json!({ "channel": "json", "host": "127.0.0.1", "language": "en" });
    assert_eq!(show(&host, &table.room).await, shown);
    assert_eq!(
        try_it(&host, &table.room).await,
        json!({ "outcome": "taken" })
    );
    let came = receiver.next().await;
    assert_eq!(came.path, "/hook/secret");
    let link = format!("http://{}/r/{}", world.address, table.room);
    let trial = came.verified(&secret);
    assert_eq!(
        (&trial["type"], &trial["url"]),
        (&json!("trial"), &json!(link))
    );

    let away = &mut table.players[1].1;
    away.text(&json!({ "type": "look", "visible": false }).to_string())
        .await;
    let _ = away.command(json!({ "type": "back" })).await;
    table.start().await;
    let start = receiver.next().await.verified(&secret);
    let first = ["Host", "Player 1"][table.turn()];
    let expected = json!({
        "type": "start",
        "room": table.room,
        "game": "tsuro",
        "host": "Host",
        "players": ["Host", "Player 1"],
        "first": [first],
        "text": format!("Tsuro in Host's room begins: Host, Player 1. First to move: {first}."),
        "url": link,
    });
    assert_eq!(start, expected, "and nothing of the game");
    while table.is_playing() {
        table.play().await;
        let is_away = table.is_playing() && table.turn() == 1;
        let came = (is_away || !table.is_playing()).then(|| receiver.next());
        let Some(came) = came else { continue };
        let said = came.await.verified(&secret);
        if is_away {
            assert_eq!(
                (&said["type"], &said["players"]),
                (&json!("turn"), &json!(["Player 1"]))
            );
        } else {
            assert_eq!(said["type"], "end");
            let places = said["places"].as_array().unwrap();
            assert_eq!((places.len(), &places[0]["place"]), (2, &json!(1)));
        }
    }
    receiver.silence().await;
    // The webhook survives a restart. No view or message contains any part of it.
    let shown = format!(
        "{:?}{:?}",
        table.players[1].1.frames(),
        table.players[0].1.frames()
    );
    assert!(!shown.contains("hook") && !shown.contains("whsec_"));
    let world = world.again().await;
    let host = Browser {
        address: world.address,
        ..host
    };
    assert_eq!(show(&host, &table.room).await["channel"], "json");
    let removed = host.send("DELETE", &path(&table.room), &Value::Null).await;
    assert_eq!(removed.status, 204);
    assert_eq!(show(&host, &table.room).await, Value::Null);
    let refused = host
        .send("POST", &format!("{}/trial", path(&table.room)), &json!({}))
        .await;
    assert_eq!(refused.problem(), (404, "no_webhook".to_owned()));
}

#[tokio::test]
async fn a_message_names_a_player_whose_data_was_deleted_in_its_language() {
    let world = world().await;
    let receiver = Receiver::open().await;
    let mut table = Table::gather(world.address, 3, 0).await;
    let (host, tab) = &mut table.players[0];
    let asked = json!({ "channel": "json", "url": receiver.origin, "language": "fr" });
    let reply = host.send("PUT", &path(&table.room), &asked).await;
    assert_eq!(reply.status, 200);
    // A game with turns of days begins with players who are not connected, too.
    let mut settings = settings();
    settings["clock"] = json!({ "type": "days", "days": 3 });
    tab.must(json!({ "type": "set", "settings": settings }))
        .await;
    let nonce = "00112233445566778899aabbccddeeff";
    for (_, tab) in &mut table.players[1..] {
        tab.must(json!({ "type": "ready", "ready": true, "nonce": nonce }))
            .await;
    }
    let (gone, _) = table.players.pop().unwrap();
    gone.send("DELETE", "/api/session", &Value::Null).await;
    let mut tab = table.players[0].0.enter(&table.room).await;
    tab.must(json!({ "type": "start", "nonce": nonce })).await;
    let said: Value = serde_json::from_slice(&receiver.next().await.body).unwrap();
    // A program recognises the stored name.
    assert_eq!(said["players"], json!(["Host", "Player 1", "Someone"]));
    let text = said["text"].as_str().unwrap();
    assert!(text.contains("Player 1, Quelqu’un."), "{text}");
}

#[tokio::test]
async fn each_service_gets_its_own_format_and_a_gone_one_is_deleted() {
    let world = world().await;
    let receiver = Receiver::open().await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let host = table.players[0].0.clone();
    let said = "Tsuro in Host's room: a test. Turns and results will be posted here.";
    for channel in ["discord", "slack", "ntfy"] {
        let reply = set(&host, &table.room, channel, &receiver.origin).await;
        let shown = reply.json()["webhook"].take();
        assert_eq!(
            shown,
            json!({ "channel": channel, "host": "127.0.0.1", "language": "en" })
        );
        assert_eq!(try_it(&host, &table.room).await["outcome"], "taken");
        let came = receiver.next().await;
        let text = String::from_utf8(came.body.clone()).unwrap();
        assert!(text.contains(said), "{text}");
        assert!(
            !came
                .headers
                .iter()
                .any(|(name, _)| name.contains("webhook"))
        );
        if channel == "ntfy" {
            assert_eq!((text.as_str(), came.header("title")), (said, "Tsuro"));
        } else {
            let key = if channel == "discord" {
                "content"
            } else {
                "text"
            };
            let body: Value = serde_json::from_str(&text).unwrap();
            assert!(body[key].as_str().unwrap().contains(&table.room));
        }
    }
    *receiver.answers.lock().unwrap() = vec!["403 Forbidden"];
    let expected = json!({ "outcome": "not_delivered" });
    assert_eq!(try_it(&host, &table.room).await, expected);
    let _ = receiver.next().await;
    // A busy service is retried with the same body; one that is gone is deleted. The answers are
    // used from the last to the first.
    *receiver.answers.lock().unwrap() = vec!["410 Gone", "503 Busy"];
    table.start().await;
    let tries = [receiver.next().await, receiver.next().await];
    assert_eq!(tries[0].body, tries[1].body);
    let forgotten = async {
        while show(&host, &table.room).await != Value::Null {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(20), forgotten).await.unwrap();
    table.play_out().await;
    receiver.silence().await;
}

#[tokio::test]
async fn only_the_host_can_set_a_webhook_and_only_to_a_public_address() {
    let world = World::start().await;
    let table = Table::gather(world.address, 2, 1).await;
    let host = &table.players[0].0;
    let good = "https://discord.com/api/webhooks/1/secret";
    let trial = format!("{}/trial", path(&table.room));
    let others = [&table.players[1].0, &table.watchers[0].0];
    for other in others {
        let asked = json!({ "channel": "discord", "url": good });
        for (method, path, body) in [
            ("GET", path(&table.room), &Value::Null),
            ("PUT", path(&table.room), &asked),
            ("DELETE", path(&table.room), &Value::Null),
            ("POST", trial.clone(), &json!({})),
        ] {
            let refused = other.send(method, &path, body).await;
            assert_eq!(refused.problem(), (403, "not_host".to_owned()), "{method}");
        }
    }
    for (url, code) in [
        ("", "webhook_no_address"),
        ("discord.com/api", "webhook_no_address"),
        ("https://user:word@discord.com/", "webhook_no_address"),
        ("http://discord.com/api", "webhook_not_https"),
        ("https://localhost/", "webhook_not_public"),
        ("https://127.0.0.1/", "webhook_not_public"),
        ("https://[::ffff:10.0.0.1]/", "webhook_not_public"),
        (
            "https://169.254.169.254/latest/meta-data",
            "webhook_not_public",
        ),
    ] {
        let refused = set(host, &table.room, "discord", url).await;
        assert_eq!(refused.problem(), (422, code.to_owned()), "{url}");
    }
    assert_eq!(show(host, &table.room).await, Value::Null);
    // The rate limit permits a burst; the eight requests above have used some of it.
    let refused = set(host, &table.room, "telegraph", good).await;
    assert_eq!(refused.problem(), (400, "bad_json".to_owned()));
    assert_eq!(set(host, &table.room, "discord", good).await.status, 200);
    let refused = set(host, &table.room, "discord", good).await;
    assert_eq!(refused.problem(), (429, "too_many".to_owned()));
    let refused = set(host, "aaaaaaaaaaaaaaaaaaaaaaaaaa", "discord", good).await;
    assert_eq!(refused.problem(), (404, "no_such_room".to_owned()));
    // The URL appears in no response of the server, and is deleted with the host who set it.
    let data = host.send("GET", "/api/session/data", &Value::Null).await;
    assert_eq!(data.json()["posts_to"][0]["host"], "discord.com");
    assert!(!String::from_utf8_lossy(&data.body).contains(good));
    let mut sql = world.sql().await;
    assert_eq!(sql.number("select count(*) from webhook").await, 1);
    let gone = host.send("DELETE", "/api/session", &json!({})).await;
    assert_eq!(gone.status, 204);
    assert_eq!(sql.number("select count(*) from webhook").await, 0);
}

#[tokio::test]
async fn a_trial_does_not_reveal_whether_a_port_is_open() {
    let world = world().await;
    let host = Browser::arrive(world.address, "Host").await;
    let refusing = Receiver::open().await;
    *refusing.answers.lock().unwrap() = vec!["403 Forbidden"];
    // The server closes each connection at once, like a service that speaks no TLS.
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hangs_up = other.local_addr().unwrap();
    tokio::spawn(async move { while other.accept().await.is_ok() {} });
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = closed.local_addr().unwrap();
    drop(closed);
    let targets = [
        refusing.origin.clone(),
        format!("https://{hangs_up}/"),
        format!("http://{}/", silent.local_addr().unwrap()),
        format!("http://{nobody}/"),
        "https://nowhere.invalid/".to_owned(),
    ];
    let trials = targets.map(|target| {
        let host = host.clone();
        tokio::spawn(async move {
            let room = host.room(settings()).await;
            assert_eq!(set(&host, &room, "json", &target).await.status, 200);
            let began = Instant::now();
            let outcome = try_it(&host, &room).await;
            (target, outcome, began.elapsed())
        })
    });
    for trial in trials {
        let (target, outcome, took) = trial.await.unwrap();
        assert_eq!(outcome, json!({ "outcome": "not_delivered" }), "{target}");
        let late = took.checked_sub(limits::WEBHOOK_TRIAL_TIME);
        let is_on_time = late.is_some_and(|late| late < Duration::from_secs(2));
        assert!(is_on_time, "{target}: {took:?}");
    }
}

#[tokio::test]
async fn a_temporary_host_cannot_change_the_webhook_of_the_creator() {
    let world = world().await;
    let receiver = Receiver::open().await;
    let creator = Browser::arrive(world.address, "Creator").await;
    let room = creator.room(settings()).await;
    let tab = creator.enter(&room).await;
    let guest = Browser::arrive(world.address, "Guest").await;
    let mut seated = guest.enter(&room).await;
    seated.must(json!({ "type": "sit" })).await;
    let url = format!("{}/of-creator", receiver.origin);
    assert_eq!(set(&creator, &room, "slack", &url).await.status, 200);
    drop(tab);
    let gone = json!(1);
    seated
        .until(|tab| tab.presence["seats"] == json!([gone]))
        .await;
    // A minute passes while the guest's socket sends signs of life.
    for lines in 1..=5 {
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(15)).await;
        tokio::time::resume();
        seated.text(r#"{"type":"chat","text":"hello?"}"#).await;
        seated.until(|tab| tab.chat.len() >= lines).await;
    }
    seated.until(|tab| tab.you["host"] == true).await;
    let other = format!("{}/of-stand-in", receiver.origin);
    let refused = set(&guest, &room, "ntfy", &other).await;
    assert_eq!(refused.problem(), (403, "webhook_of_another".to_owned()));
    let refused = guest.send("DELETE", &path(&room), &Value::Null).await;
    assert_eq!(refused.problem(), (403, "webhook_of_another".to_owned()));
    assert_eq!(show(&guest, &room).await["channel"], "slack");
    // A guest who was made host for good may change the channel, and so may the creator.
    let mut tab = creator.enter(&room).await;
    tab.until(|tab| tab.you["host"] == true).await;
    let person = seated.you["person"].clone();
    tab.must(json!({ "type": "host", "person": person })).await;
    assert_eq!(set(&guest, &room, "ntfy", &other).await.status, 200);
}
