//! Bad requests and handshakes: the documented code, and nothing changed.

use serde_json::json;

use crate::{
    client::{Browser, Reply, Tab, ask, handshake, settings},
    world::World,
};

#[tokio::test]
async fn handshakes_must_be_our_own() {
    let world = World::start().await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let address = world.address;
    let path = format!("/api/rooms/{room}/socket");
    let own = format!("http://{address}");
    let cookie = ("cookie", &*browser.cookie);
    let protocol = ("sec-websocket-protocol", "senda.v2");
    let origin = ("origin", &*own);
    let zeros = format!("senda={}", "0".repeat(64));
    let refusals: [(&str, &[_], u16, &str); 10] = [
        (&path, &[cookie, protocol], 403, "foreign_origin"),
        (
            &path,
            &[cookie, protocol, ("origin", "http://evil.example")],
            403,
            "foreign_origin",
        ),
        (
            &path,
            &[cookie, protocol, ("origin", "null")],
            403,
            "foreign_origin",
        ),
        (&path, &[cookie, origin], 400, "subprotocol"),
        (
            &path,
            &[cookie, origin, ("sec-websocket-protocol", "senda.v0")],
            400,
            "subprotocol",
        ),
        (&path, &[origin, protocol], 401, "no_session"),
        (
            &path,
            &[origin, protocol, ("cookie", "senda=forged")],
            401,
            "unknown_session",
        ),
        (
            &path,
            &[origin, protocol, ("cookie", &zeros)],
            401,
            "unknown_session",
        ),
        (
            "/api/rooms/zzzzzzzzzz/socket",
            &[cookie, origin, protocol],
            404,
            "no_such_room",
        ),
        (
            "/api/rooms/..%2f/socket",
            &[cookie, origin, protocol],
            404,
            "no_such_room",
        ),
    ];
    for (path, headers, status, code) in refusals {
        let refused = Reply::refused(handshake(address, path, headers).await);
        assert_eq!(refused.status, status, "{headers:?}");
        let kind = refused.header("content-type");
        assert_eq!(kind, Some("application/problem+json"));
        if !refused.body.is_empty() {
            assert_eq!(refused.json()["code"], code);
        }
    }
    let plain = ask(address, "GET", &path, &[cookie, origin], b"").await;
    assert_eq!(plain.problem(), (426, "not_a_socket".to_owned()));
    let foreign = ask(address, "GET", &path, &[cookie], b"").await;
    assert_eq!(foreign.problem(), (403, "foreign_origin".to_owned()));
    let tab = browser.enter(&room).await;
    assert_eq!(
        tab.presence["watching"].as_u64().unwrap_or(0),
        0,
        "nobody else came in"
    );
}

#[tokio::test]
async fn a_page_of_the_former_version_is_told_so_and_one_that_speaks_both_is_served() {
    let world = World::start().await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let own = format!("http://{}", world.address);
    let paths = [
        format!("/api/rooms/{room}/socket"),
        "/api/lobby/socket".to_owned(),
    ];
    let open = async |path: &str, offered: &str| {
        let headers = [
            ("cookie", &*browser.cookie),
            ("origin", &*own),
            ("sec-websocket-protocol", offered),
        ];
        let (socket, answer) = handshake(world.address, path, &headers).await.unwrap();
        let spoken = answer.headers()["sec-websocket-protocol"].clone();
        (Tab::of(socket), spoken)
    };
    let (mut former, spoken) = open(&paths[0], "senda.v1").await;
    assert_eq!(spoken, "senda.v1", "or the browser would not let it in");
    assert_eq!(former.closed().await, 4506);
    assert!(former.frames.is_empty(), "{:?}", former.frames);
    let (mut current, spoken) = open(&paths[0], "senda.v1, senda.v2").await;
    assert_eq!(spoken, "senda.v2");
    current
        .until(|tab| tab.version > 0 && !tab.presence.is_null())
        .await;
    assert_eq!(current.presence["watching"], 0, "the host alone is here");
    // The list of the lobby is the same in both.
    let (mut lobby, spoken) = open(&paths[1], "senda.v1").await;
    assert_eq!(spoken, "senda.v1");
    lobby.until(|tab| !tab.rooms.is_null()).await;
}

#[tokio::test]
async fn requests_that_make_no_sense_are_problems() {
    let world = World::start().await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let cookie = ("cookie", &*browser.cookie);
    let kind = ("content-type", "application/json");
    let large = format!(r#"{{"name":"{}"}}"#, "x".repeat(9_000));
    let mut slow = settings();
    slow["clock"] = json!({ "type": "turn", "seconds": 14 });
    let slow = json!({ "settings": slow }).to_string();
    let mut other = settings();
    other["options"]["preset"] = "1999".into();
    let other = json!({ "settings": other }).to_string();
    let requests: [(&str, &str, &[_], &str, u16, &str); 12] = [
        ("GET", "/api", &[], "", 404, "not_found"),
        ("GET", "/api/nothing", &[], "", 404, "not_found"),
        ("GET", "/api/rooms/nothing", &[], "", 404, "no_such_room"),
        ("GET", "/api/rooms/zzzzzzzzzz", &[], "", 404, "no_such_room"),
        (
            "PATCH",
            "/api/session",
            &[cookie],
            "",
            405,
            "method_not_allowed",
        ),
        ("POST", "/api/session", &[kind], "{", 400, "bad_json"),
        (
            "POST",
            "/api/session",
            &[kind],
            r#"{"token":"1"}"#,
            400,
            "bad_json",
        ),
        ("POST", "/api/session", &[], "{}", 415, "not_json"),
        (
            "PUT",
            "/api/session",
            &[cookie, kind],
            &large,
            413,
            "too_large",
        ),
        ("POST", "/api/rooms", &[kind], "{}", 401, "no_session"),
        (
            "POST",
            "/api/rooms",
            &[cookie, kind],
            &slow,
            422,
            "bad_settings",
        ),
        (
            "POST",
            "/api/rooms",
            &[cookie, kind],
            &other,
            400,
            "bad_json",
        ),
    ];
    for (method, path, headers, body, status, code) in requests {
        let reply = ask(world.address, method, path, headers, body.as_bytes()).await;
        assert_eq!(
            reply.problem(),
            (status, code.to_owned()),
            "{method} {path} {body}"
        );
    }
    for header in [
        ("origin", "http://evil.example"),
        ("sec-fetch-site", "cross-site"),
    ] {
        let headers = [cookie, kind, header];
        let reply = ask(
            world.address,
            "PUT",
            "/api/session",
            &headers,
            br#"{"name":"Eve"}"#,
        )
        .await;
        assert_eq!(reply.problem(), (403, "foreign_origin".to_owned()));
    }
    let reply = browser.send("POST", "/api/session", &json!({})).await;
    assert_eq!(reply.json(), json!({ "name": "Ana" }), "nothing changed");
    assert_eq!(world.app.registry.in_memory(), 0);
}

#[tokio::test]
async fn a_head_is_an_answer_without_its_body_and_files_are_only_read() {
    let world = World::start().await;
    for path in ["/", "/r/k7m2p9qx4t", "/style/tokens.css", "/nothing"] {
        let whole = ask(world.address, "GET", path, &[], b"").await;
        let head = ask(world.address, "HEAD", path, &[], b"").await;
        assert_eq!((head.status, head.body.len()), (whole.status, 0), "{path}");
        for name in ["content-length", "etag", "content-type"] {
            assert_eq!(head.header(name), whole.header(name), "{name} of {path}");
        }
        for method in ["POST", "PUT", "DELETE"] {
            let reply = ask(world.address, method, path, &[], b"").await;
            assert_eq!(reply.problem(), (405, "method_not_allowed".to_owned()));
        }
    }
}
