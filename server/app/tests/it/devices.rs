//! Tests of one person with several devices, and of a lost device.

use serde_json::{Value, json};

use crate::{
    client::{Browser, Reply, settings},
    forget::closed,
    world::World,
};

async fn post(browser: &Browser, path: &str, body: Value) -> Reply {
    browser.send("POST", path, &body).await
}

/// Requests a code of either kind, a link or a recovery code.
async fn code(browser: &Browser, kind: &str) -> String {
    let reply = post(browser, &format!("/api/session/{kind}"), json!({})).await;
    assert_eq!(reply.status, 200);
    reply.json()["code"].as_str().unwrap().to_owned()
}

async fn enter(browser: &Browser, code: &str) -> Reply {
    post(browser, "/api/session/enter", json!({ "code": code })).await
}

/// Returns the browser after it has signed in with the code.
async fn entered(browser: &Browser, code: &str) -> Browser {
    let reply = enter(browser, code).await;
    assert_eq!(
        reply.status,
        200,
        "{}",
        String::from_utf8_lossy(&reply.body)
    );
    Browser {
        cookie: reply.cookie().split(';').next().unwrap().to_owned(),
        ..browser.clone()
    }
}

async fn devices(browser: &Browser) -> Vec<Value> {
    let reply = browser
        .send("GET", "/api/session/devices", &Value::Null)
        .await;
    assert_eq!(reply.status, 200);
    reply.json()["devices"].as_array().unwrap().clone()
}

async fn sign_out(browser: &Browser, device: &Value) -> Reply {
    let id = device["id"].as_str().unwrap();
    let path = format!("/api/session/devices/{id}");
    browser.send("DELETE", &path, &Value::Null).await
}

#[tokio::test]
async fn a_link_signs_a_second_device_in() {
    let world = World::start().await;
    let desk = Browser::arrive(world.address, "Ana").await;
    let room = desk.room(settings()).await;
    let phone = Browser::arrive(world.address, "Somebody").await;
    let link = code(&desk, "link").await;
    let phone = entered(&phone, &link).await;
    let tab = phone.enter(&room).await;
    assert_eq!(
        (tab.you["seat"].as_u64(), &tab.you["name"]),
        (Some(0), &json!("Ana"))
    );
    assert_eq!(tab.you["host"], true);
    // Both devices are listed, and each is marked as the current one in its own list.
    for (browser, other) in [(&desk, &phone), (&phone, &desk)] {
        let devices = devices(browser).await;
        assert_eq!(devices.len(), 2);
        let here: Vec<&Value> = devices.iter().filter(|of| of["here"] == true).collect();
        assert_eq!(here.len(), 1);
        assert_ne!(browser.cookie, other.cookie);
    }
    // A link works once.
    let third = Browser::arrive(world.address, "Third").await;
    let refused = enter(&third, &link).await;
    assert_eq!(refused.problem(), (422, "bad_code".to_owned()));
    // A new link replaces the previous one, and an expired link is invalid.
    let (before, last) = (code(&desk, "link").await, code(&desk, "link").await);
    assert_eq!(enter(&third, &before).await.status, 422);
    let mut sql = world.sql().await;
    sql.execute("update pass set expires_at = 1").await;
    assert_eq!(enter(&third, &last).await.status, 422);
    for nonsense in ["", "AAAA", &"A".repeat(10_000)] {
        assert_ne!(enter(&third, nonsense).await.status, 200, "{nonsense}");
    }
    // The device stays signed in over a restart.
    let world = world.again().await;
    let phone = Browser {
        address: world.address,
        ..phone
    };
    assert_eq!(phone.enter(&room).await.you["seat"].as_u64(), Some(0));
}

#[tokio::test]
async fn a_recovery_code_signs_in_after_all_devices_are_lost() {
    let world = World::start().await;
    let lost = Browser::arrive(world.address, "Ana").await;
    let room = lost.room(settings()).await;
    let first = code(&lost, "recovery").await;
    let kept = code(&lost, "recovery").await;
    let new = Browser::arrive(world.address, "New").await;
    assert_eq!(enter(&new, &first).await.status, 422, "there is another");
    // The notation of the code does not matter, and it works more than once.
    entered(&new, &kept.to_lowercase().replace('-', " ")).await;
    let new = entered(&new, &kept).await;
    assert_eq!(new.enter(&room).await.you["seat"].as_u64(), Some(0));
    // A link does not replace the recovery code.
    code(&new, "link").await;
    let new = entered(&new, &kept).await;

    // The lost devices are signed out, including the first one, and their open sockets are closed.
    let mut open = lost.enter(&room).await;
    for device in devices(&new).await.iter().filter(|of| of["here"] == false) {
        assert_eq!(sign_out(&new, device).await.status, 204);
    }
    assert_eq!(devices(&new).await.len(), 1);
    assert_eq!(open.closed().await, 4003);
    let reply = lost.send("GET", "/api/session/devices", &Value::Null).await;
    assert_eq!(reply.problem(), (401, "unknown_session".to_owned()));
    assert_eq!(
        lost.refused(&format!("/api/rooms/{room}/socket"))
            .await
            .status,
        401
    );
    // A player can't sign out another player's device.
    let other = Browser::arrive(world.address, "Bruno").await;
    let own = devices(&new).await.remove(0);
    assert_eq!(sign_out(&other, &own).await.status, 404);
    let gone = sign_out(&new, &own).await;
    assert_eq!(gone.status, 204);
    assert!(gone.header("set-cookie").unwrap().contains("Max-Age=0"));
    let reply = new.send("GET", "/api/session/devices", &Value::Null).await;
    assert_eq!(reply.status, 401);
}

#[tokio::test]
async fn personal_data_can_be_exported() {
    let world = World::start().await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let reply = browser.send("GET", "/api/session/data", &Value::Null).await;
    let named = reply.header("content-disposition").unwrap();
    assert!(named.starts_with("attachment"), "{named}");
    let kept = reply.json();
    assert_eq!(
        (&kept["name"], &kept["rooms"][0]["room"]),
        (&json!("Ana"), &json!(room))
    );
    for nothing in ["passkeys", "notified_by", "posts_to", "removed_from"] {
        assert_eq!(kept[nothing], json!([]), "{nothing}");
    }
    assert_eq!(kept["recovery_code"], false);
    // The export contains neither a token nor a hash of one.
    let text = kept.to_string();
    let token = browser.cookie.split('=').nth(1).unwrap();
    assert!(!text.contains(token) && !text.contains("hash"), "{text}");
}

#[tokio::test]
async fn the_export_lists_channels_and_codes_without_their_secrets() {
    let world = World::with(|settings| settings.allow_private_addresses = true).await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let room = ana.room(settings()).await;
    let path = format!("/api/rooms/{room}/webhook");
    let asked = json!({ "channel": "json", "url": "http://127.0.0.1:9/hook/secret" });
    let webhook = ana.send("PUT", &path, &asked).await.json()["webhook"].take();
    code(&ana, "link").await;
    let data = async |browser: &Browser| {
        let reply = browser.send("GET", "/api/session/data", &Value::Null).await;
        (reply.json(), String::from_utf8(reply.0.body).unwrap())
    };
    let (kept, text) = data(&ana).await;
    let channel = json!({ "room": room, "channel": "json", "host": "127.0.0.1" });
    assert_eq!(kept["posts_to"], json!([channel]));
    assert!(!text.contains("hook") && !text.contains(webhook["secret"].as_str().unwrap()));
    assert_eq!(kept["recovery_code"], false, "a link is none");
    let recovery = code(&ana, "recovery").await;
    let (kept, text) = data(&ana).await;
    assert_eq!(kept["recovery_code"], true);
    assert!(!text.contains(&recovery));
    // A player who was removed from a room finds that in the export too.
    let bruno = Browser::arrive(world.address, "Bruno").await;
    let mut seated = bruno.enter(&room).await;
    seated.must(json!({ "type": "sit" })).await;
    let mut host = ana.enter(&room).await;
    let person = seated.you["person"].clone();
    host.must(json!({ "type": "remove", "person": person }))
        .await;
    assert_eq!(data(&bruno).await.0["removed_from"], json!([room]));
}

#[tokio::test]
async fn a_signed_out_device_is_notified_when_it_gets_a_new_identity() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let arrive = async |browser: &Browser| post(browser, "/api/session", json!({})).await.json();
    assert_eq!(arrive(&ana).await, json!({ "name": "Ana" }));
    let own = devices(&ana).await.remove(0);
    assert_eq!(sign_out(&ana, &own).await.status, 204);
    let again = arrive(&ana).await;
    assert_eq!(again["lost"], true);
    assert_ne!(again["name"], "Ana");
    // A new visitor has lost nothing.
    let nobody = Browser {
        cookie: String::new(),
        ..ana
    };
    assert_eq!(arrive(&nobody).await.get("lost"), None);
}

#[tokio::test]
async fn signing_a_device_out_closes_its_sockets() {
    let world = World::start().await;
    let host = Browser::arrive(world.address, "Host").await;
    let room = host.room(settings()).await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let link = code(&ana, "link").await;
    let phone = entered(&ana, &link).await;
    let mut by_desk = ana.enter(&room).await;
    let mut by_phone = Vec::new();
    for _ in 0..3 {
        by_phone.push(phone.enter(&room).await);
    }
    let own = devices(&ana).await;
    let lost = own.iter().find(|of| of["here"] == false).unwrap();
    assert_eq!(sign_out(&ana, lost).await.status, 204);
    for mut tab in by_phone {
        assert_eq!(closed(&mut tab).await, 4003);
    }
    // The other device of the same person is not affected.
    by_desk.text(r#"{"type":"chat","text":"still here"}"#).await;
    by_desk.until(|tab| !tab.chat.is_empty()).await;
}

#[tokio::test]
async fn a_new_device_beyond_the_limit_replaces_the_one_seen_longest_ago() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let room = ana.room(settings()).await;
    let recovery = code(&ana, "recovery").await;
    let mut signed_in = Vec::new();
    for _ in 0..20 {
        signed_in.push(entered(&ana, &recovery).await);
    }
    let mut sql = world.sql().await;
    // The second one is now the oldest, because the first one was seen again.
    sql.execute("update device set seen_at = created_at").await;
    let first = "(select min(created_at) from device)";
    sql.execute(format!(
        "update device set seen_at = seen_at + 1000000 where created_at = {first}"
    ))
    .await;
    let mut open = signed_in[1].enter(&room).await;
    let mut other = signed_in[2].enter(&room).await;
    let last = entered(&ana, &recovery).await;
    assert_eq!(closed(&mut open).await, 4003);
    assert_eq!(devices(&last).await.len(), 21);
    let reply = signed_in[1]
        .send("GET", "/api/session/devices", &Value::Null)
        .await;
    assert_eq!(reply.problem(), (401, "unknown_session".to_owned()));
    for kept in [&ana, &signed_in[0], &signed_in[2]] {
        assert_eq!(devices(kept).await.len(), 21);
    }
    other.text(r#"{"type":"chat","text":"still here"}"#).await;
    other.until(|tab| !tab.chat.is_empty()).await;
}

#[tokio::test]
async fn a_link_from_a_clock_that_was_ahead_is_rejected() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let link = code(&ana, "link").await;
    // Simulates a clock that was a year ahead when the link was created.
    let mut sql = world.sql().await;
    sql.execute("update pass set expires_at = expires_at + 31536000000")
        .await;
    let refused = enter(&ana, &link).await;
    assert_eq!(refused.problem(), (422, "bad_code".to_owned()));
    assert_eq!(sql.number("select count(*) from pass").await, 0);
    // A recovery code does not expire, whatever the clock.
    let recovery = code(&ana, "recovery").await;
    entered(&ana, &recovery).await;
}
