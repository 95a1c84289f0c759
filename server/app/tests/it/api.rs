//! Tests of sessions, rooms and health over HTTP.

use serde_json::json;

use crate::{
    client::{Browser, ask, settings},
    world::World,
};

const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn an_identity_is_a_cookie_that_only_the_browser_has() {
    let world = World::start().await;
    let reply = ask(world.address, "POST", "/api/session", &[JSON], b"{}").await;
    assert_eq!(reply.status, 200);
    let body = reply.json();
    let name = body["name"].as_str().unwrap();
    assert!(
        name.rsplit_once(' ').unwrap().1.parse::<u8>().is_ok(),
        "{name} is a wind and a number"
    );
    let cookie = reply.header("set-cookie").unwrap();
    let (value, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(
        attributes,
        "HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000"
    );
    let token = value.strip_prefix("senda=").unwrap();
    assert_eq!(token.len(), 64);

    let mut database = world.database().await;
    let (hash, stored): (String, String) = sqlx::query_as("select token_hash, name from player")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(stored, name);
    assert!(hash != token && hash.len() == 64);

    let browser = Browser {
        address: world.address,
        cookie: value.to_owned(),
    };
    let again = browser.send("POST", "/api/session", &json!({})).await;
    assert_eq!((again.json(), again.header("set-cookie")), (body, None));
}

#[tokio::test]
async fn over_https_the_cookie_is_secure_and_the_public_url_is_the_origin() {
    let world = World::with(|settings| {
        settings.public_url = vec!["https://senda.example".parse().unwrap()];
    })
    .await;
    let host = ("host", "senda.example");
    let headers = [host, JSON, ("origin", "https://senda.example")];
    let reply = ask(world.address, "POST", "/api/session", &headers, b"{}").await;
    assert!(reply.header("set-cookie").unwrap().contains("; Secure;"));
    let headers = [host, JSON, ("origin", "http://senda.example")];
    let reply = ask(world.address, "POST", "/api/session", &headers, b"{}").await;
    assert_eq!(reply.problem(), (403, "foreign_origin".to_owned()));
}

#[tokio::test]
async fn a_forged_or_unknown_cookie_is_replaced_by_a_new_identity() {
    let world = World::start().await;
    for forged in ["senda=abc".to_owned(), format!("senda={}", "0".repeat(64))] {
        let browser = Browser {
            address: world.address,
            cookie: forged.clone(),
        };
        let refused = browser
            .send("POST", "/api/rooms", &json!({ "settings": settings() }))
            .await;
        assert_eq!(refused.problem(), (401, "unknown_session".to_owned()));
        let refused = browser
            .send("PUT", "/api/session", &json!({ "name": "Ana" }))
            .await;
        assert_eq!(refused.problem(), (401, "unknown_session".to_owned()));
        let reply = browser.send("POST", "/api/session", &json!({})).await;
        assert_eq!(reply.status, 200);
        assert!(!reply.header("set-cookie").unwrap().starts_with(&forged));
    }
}

#[tokio::test]
async fn names_are_normalised_or_rejected() {
    let world = World::start().await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let reply = browser
        .send("PUT", "/api/session", &json!({ "name": "  Ana   Maria " }))
        .await;
    assert_eq!(reply.json(), json!({ "name": "Ana Maria" }));
    for bad in [
        String::new(),
        " ".into(),
        "x".repeat(25),
        "a\u{202e}b".into(),
        "a\u{7}b".into(),
    ] {
        let reply = browser
            .send("PUT", "/api/session", &json!({ "name": bad }))
            .await;
        assert_eq!(reply.problem(), (422, "bad_name".to_owned()), "{bad:?}");
    }
    let reply = browser.send("POST", "/api/session", &json!({})).await;
    assert_eq!(
        reply.json(),
        json!({ "name": "Ana Maria" }),
        "refusals change nothing"
    );
}

#[tokio::test]
async fn a_room_is_created_and_found() {
    let world = World::start().await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let reply = browser
        .send("POST", "/api/rooms", &json!({ "settings": settings() }))
        .await;
    assert_eq!(reply.status, 201);
    let body = reply.json();
    let room = body["room"].as_str().unwrap();
    assert_eq!(body["path"], format!("/r/{room}"));
    assert_eq!(room.len(), 10);
    let found = ask(
        world.address,
        "GET",
        &format!("/api/rooms/{room}"),
        &[],
        b"",
    )
    .await;
    assert_eq!(
        (found.status, found.json()),
        (200, json!({ "room": room, "game": "tsuro" }))
    );
    let tab = browser.enter(room).await;
    assert_eq!((tab.seat(), &tab.you["host"]), (Some(0), &json!(true)));
}

#[tokio::test]
async fn a_deserted_room_is_found_after_a_restart() {
    let world = World::start().await;
    let mut browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let world = world.again().await;
    assert_eq!(world.app.registry.in_memory(), 0);
    // Many clients ask at once, and the room is not restored for them.
    let path = format!("/api/rooms/{room}");
    let asks: Vec<_> = (0..20)
        .map(|_| {
            let (address, path) = (world.address, path.clone());
            tokio::spawn(async move { ask(address, "GET", &path, &[], b"").await.status })
        })
        .collect();
    for answer in asks {
        assert_eq!(answer.await.unwrap(), 200);
    }
    assert_eq!(world.app.registry.in_memory(), 0);
    // Many clients enter at once; the room is restored once.
    browser.address = world.address;
    let tabs: Vec<_> = (0..8)
        .map(|_| {
            let (browser, room) = (browser.clone(), room.clone());
            tokio::spawn(async move { browser.enter(&room).await.epoch })
        })
        .collect();
    let mut epochs = Vec::new();
    for tab in tabs {
        epochs.push(tab.await.unwrap());
    }
    epochs.dedup();
    assert_eq!((epochs.len(), world.app.registry.in_memory()), (1, 1));
}

#[tokio::test]
async fn health_checks_report_the_state_of_the_server() {
    let world = World::start().await;
    for path in ["/health/live", "/health/ready"] {
        assert_eq!(ask(world.address, "GET", path, &[], b"").await.status, 200);
    }
    world.app.store.close().await;
    assert_eq!(
        ask(world.address, "GET", "/health/live", &[], b"")
            .await
            .status,
        200
    );
    assert_eq!(
        ask(world.address, "GET", "/health/ready", &[], b"")
            .await
            .status,
        503
    );
}

#[tokio::test]
async fn the_contact_for_reports_of_vulnerabilities_is_where_programs_look_for_it() {
    let path = "/.well-known/security.txt";
    let world = World::start().await;
    assert_eq!(ask(world.address, "GET", path, &[], b"").await.status, 404);
    let world = World::with(|settings| {
        settings.public_url = vec!["https://example.org/senda/".parse().unwrap()];
        settings.site.security_contact = Some("security@example.org".parse().unwrap());
    })
    .await;
    let host = [("host", "example.org")];
    for path in [path, "/senda/.well-known/security.txt"] {
        let reply = ask(world.address, "GET", path, &host, b"").await;
        let kind = reply.header("content-type").unwrap();
        assert_eq!(kind, "text/plain; charset=utf-8");
        let text = String::from_utf8(reply.0.body).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let [contact, expires, canonical] = lines[..] else {
            panic!("{text}")
        };
        assert_eq!(contact, "Contact: mailto:security@example.org");
        assert!(expires.starts_with("Expires: 2"), "{expires}");
        assert!(expires.ends_with("T00:00:00Z"), "{expires}");
        assert_eq!(
            canonical,
            "Canonical: https://example.org/.well-known/security.txt"
        );
    }
}
