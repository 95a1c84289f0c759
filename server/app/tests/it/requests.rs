//! Tests of invalid requests and handshakes: the response has the documented code, and nothing
//! changes.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use senda::settings::TrustedProxies;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{
    client::{Browser, Reply, Tab, ask, handshake, settings},
    process::Process,
    world::{Folder, World},
};

#[tokio::test]
async fn handshakes_of_foreign_or_unknown_clients_are_rejected() {
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
async fn a_page_of_the_previous_protocol_is_closed_and_one_with_both_is_served() {
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
        let spoken = answer.header("sec-websocket-protocol").unwrap().to_owned();
        (Tab::of(socket), spoken)
    };
    let (mut former, spoken) = open(&paths[0], "senda.v1").await;
    assert_eq!(spoken, "senda.v1", "or the browser would not let it in");
    assert_eq!(former.closed().await, 4506);
    assert!(former.frames().is_empty(), "{:?}", former.frames());
    let (mut current, spoken) = open(&paths[0], "senda.v1, senda.v2").await;
    assert_eq!(spoken, "senda.v2");
    current
        .until(|tab| tab.version > 0 && !tab.presence.is_null())
        .await;
    assert_eq!(current.presence["watching"], 0, "the host alone is here");
    // The list of rooms in the lobby is the same in both versions.
    let (mut lobby, spoken) = open(&paths[1], "senda.v1").await;
    assert_eq!(spoken, "senda.v1");
    lobby.until(|tab| !tab.rooms().is_null()).await;
}

#[tokio::test]
async fn invalid_requests_get_problems() {
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
async fn head_requests_get_no_body_and_files_are_read_only() {
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

/// Returns the start of the response to a request whose head has that many bytes in that many
/// lines.
async fn answer_to_head(address: SocketAddr, lines: usize, bytes: usize) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let value = "a".repeat(bytes / lines);
    let lines: String = (0..lines)
        .flat_map(|number| {
            [
                "x-".to_owned(),
                number.to_string(),
                format!(": {value}\r\n"),
            ]
        })
        .collect();
    let head = format!("GET / HTTP/1.1\r\nhost: senda\r\nconnection: close\r\n{lines}\r\n");
    // The server may answer and hang up before it has read the whole head.
    let _ = stream.write_all(head.as_bytes()).await;
    let mut answer = vec![0; 12];
    let _ = stream.read_exact(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn the_head_of_a_request_is_limited() {
    let world = World::start().await;
    // An honest browser may have many cookies of other services on the host.
    let honest = answer_to_head(world.address, 30, 20_000).await;
    assert_eq!(honest, "HTTP/1.1 200");
    let long = answer_to_head(world.address, 1, 350_000).await;
    assert_eq!(long, "HTTP/1.1 431");
    let many = answer_to_head(world.address, 90, 900).await;
    assert_eq!(many, "HTTP/1.1 431");
}

/// Returns the resident memory of a process, in KiB.
fn resident(process: &Process) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.unwrap().split_whitespace().next();
    number.unwrap().parse().unwrap()
}

#[tokio::test]
async fn endless_heads_do_not_fill_the_memory() {
    /// The number of connections that send an endless head.
    const CONNECTIONS: u64 = 300;
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let before = resident(&process);
    let mut streams = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut stream = TcpStream::connect(process.address).await.unwrap();
        let head = format!(
            "GET / HTTP/1.1\r\nhost: senda\r\nx: {}",
            "a".repeat(350 * 1024)
        );
        // The bytes that the server does not accept stay in the buffers of this side.
        let sending = stream.write_all(head.as_bytes());
        let _ = tokio::time::timeout(Duration::from_millis(20), sending).await;
        streams.push(stream);
    }
    let each = resident(&process).saturating_sub(before) / CONNECTIONS;
    assert!(each < 64, "{each} KiB for each connection");
    process.kill();
}

#[tokio::test]
async fn the_page_of_a_room_is_rate_limited_like_its_api() {
    let world = World::with(|settings| settings.trust_proxy = TrustedProxies::Nearest).await;
    let host = Browser::arrive(world.address, "Zora").await;
    let room = host.room(settings()).await;
    let page = async |from: &str| {
        let headers = [("x-forwarded-for", from)];
        let page = ask(world.address, "GET", &format!("/r/{room}"), &headers, b"").await;
        assert_eq!(page.status, 200);
        String::from_utf8(page.0.body).unwrap().contains("Zora")
    };
    // A page is sent without an invitation if the lookup takes long, as on a busy machine.
    let invites = async |from: &str| {
        for _ in 0..50 {
            if page(from).await {
                return true;
            }
        }
        false
    };
    assert!(invites("192.0.2.66").await);
    let guesser: IpAddr = "192.0.2.66".parse().unwrap();
    for _ in 0..5 {
        // The allowance grows while the pages are sent.
        while world.app.admission.requests.take(guesser.into()).is_ok() {}
        assert!(!page("192.0.2.66").await, "nothing about the room");
    }
    assert!(invites("192.0.2.67").await, "everybody else sees it");
}
