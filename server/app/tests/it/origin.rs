//! Tests of a server with a public URL: it accepts only pages of that origin, and serves no other
//! host.

use std::{
    io::{BufRead, BufReader},
    process::Command,
    time::Duration,
};

use serde_json::{Value, json};

use crate::{
    client::{Browser, Reply, ask, handshake, settings},
    process::Process,
    world::{Folder, World},
};

const JSON: (&str, &str) = ("content-type", "application/json");
const HOST: (&str, &str) = ("host", "senda.example");
const ORIGIN: (&str, &str) = ("origin", "https://senda.example");

async fn public(url: &str) -> World {
    World::with(|settings| settings.public_url = vec![url.parse().unwrap()]).await
}

#[tokio::test]
async fn with_a_public_url_no_other_host_is_served() {
    let world = public("https://senda.example").await;
    let address = world.address;
    for path in [
        "/",
        "/r/k7m2p9qx4t",
        "/style/tokens.css",
        "/api/rooms/zzzzzzzzzz",
    ] {
        let own = ask(address, "GET", path, &[HOST], b"").await;
        assert!(matches!(own.status, 200 | 404), "{path}");
        let named = address.to_string();
        for host in ["evil.example", "senda.example:80", &named] {
            let reply = ask(address, "GET", path, &[("host", host)], b"").await;
            assert_eq!(reply.problem(), (421, "unknown_host".to_owned()));
            let detail = reply.json()["detail"].to_string();
            for word in [host, "https://senda.example", "proxy_set_header Host"] {
                assert!(detail.contains(word), "{detail}");
            }
        }
    }
    // A supervisor that checks the process uses no host name.
    for path in ["/health/live", "/health/ready"] {
        assert_eq!(ask(address, "GET", path, &[], b"").await.status, 200);
    }
}

#[tokio::test]
async fn with_a_public_url_only_its_origin_is_accepted() {
    let world = public("https://senda.example").await;
    let address = world.address;
    let reply = ask(
        address,
        "POST",
        "/api/session",
        &[HOST, JSON, ORIGIN],
        b"{}",
    )
    .await;
    assert_eq!(reply.status, 200);
    let cookie = reply.cookie();
    for (host, origin) in [
        ("senda.example", "http://senda.example"),
        ("senda.example", "https://senda.example:8443"),
        ("senda.example", "https://other.example"),
        ("other.example", "https://other.example"),
        ("other.example", "http://other.example"),
    ] {
        let headers = [("host", host), ("origin", origin), JSON, ("cookie", cookie)];
        let reply = ask(
            address,
            "PUT",
            "/api/session",
            &headers,
            br#"{"name":"Eve"}"#,
        )
        .await;
        let (status, _) = reply.problem();
        assert!(matches!(status, 403 | 421), "{origin} at {host}: {status}");
        let headers = [
            ("host", host),
            ("origin", origin),
            ("cookie", cookie),
            ("sec-websocket-protocol", "senda.v2"),
        ];
        let reply = Reply::refused(handshake(address, "/api/lobby/socket", &headers).await);
        assert_eq!(reply.status, status, "{origin} at {host}");
    }
    let headers = [HOST, ORIGIN, ("sec-websocket-protocol", "senda.v2")];
    assert!(
        handshake(address, "/api/lobby/socket", &headers)
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn a_person_at_an_unknown_address_reads_a_sentence_and_finds_the_right_one() {
    let world = public("https://example.org/senda/").await;
    for (language, words) in [
        ("en", "This server doesn't know the address a.example."),
        ("fr", "a.example"),
    ] {
        let headers = [
            ("host", "a.example"),
            ("accept", "text/html,*/*;q=0.8"),
            ("accept-language", language),
        ];
        for path in ["/", "/senda/r/zzzzzzzzzz"] {
            let reply = ask(world.address, "GET", path, &headers, b"").await;
            assert_eq!(reply.status, 421);
            let kind = reply.header("content-type").unwrap();
            assert!(kind.starts_with("text/html"), "{kind}");
            assert!(reply.header("content-security-policy").is_some());
            let page = String::from_utf8(reply.0.body).unwrap();
            let link = "<a href=\"https://example.org/senda/\">";
            let opening = format!("<html lang=\"{language}\">");
            for part in [words, link, &opening] {
                assert!(page.contains(part), "{part} in {page}");
            }
        }
        let reply = ask(world.address, "GET", "/senda/api/session", &headers, b"").await;
        assert_eq!(reply.problem(), (421, "unknown_host".to_owned()));
    }
}

/// A server with two addresses: one for the internet, one for the network at home.
async fn at_two_addresses() -> World {
    World::with(|settings| {
        let urls = ["https://senda.example", "http://10.0.0.1:8080"];
        settings.public_url = urls.map(|url| url.parse().unwrap()).into();
    })
    .await
}

#[tokio::test]
async fn each_public_url_has_its_own_cookie_links_and_origin() {
    let world = at_two_addresses().await;
    let address = world.address;
    for (host, origin, name, hsts) in [
        (
            "senda.example",
            "https://senda.example",
            "__Host-senda=",
            Some("max-age=31536000"),
        ),
        ("10.0.0.1:8080", "http://10.0.0.1:8080", "senda=", None),
    ] {
        let headers = [("host", host), JSON, ("origin", origin)];
        let reply = ask(address, "POST", "/api/session", &headers, b"{}").await;
        assert_eq!(reply.status, 200, "{host}");
        assert!(reply.cookie().starts_with(name), "{host}");
        assert_eq!(reply.header("strict-transport-security"), hsts, "{host}");
        let headers = [
            ("host", host),
            JSON,
            ("origin", origin),
            ("cookie", reply.cookie()),
        ];
        let body = json!({ "settings": settings() }).to_string();
        let opened = ask(address, "POST", "/api/rooms", &headers, body.as_bytes()).await;
        let path = opened.json()["path"].as_str().unwrap().to_owned();
        let page = ask(address, "GET", &path, &[("host", host)], b"").await;
        let page = String::from_utf8(page.0.body).unwrap();
        let link = format!("property=\"og:url\" content=\"{origin}{path}\"");
        assert!(page.contains(&link), "{page}");
        let headers = [
            ("host", host),
            ("origin", origin),
            ("cookie", reply.cookie()),
            ("sec-websocket-protocol", "senda.v2"),
        ];
        let socket = format!("/api{}/socket", path.replace("/r/", "/rooms/"));
        let socket = handshake(address, &socket, &headers).await;
        assert!(socket.is_ok(), "{host}");
    }
}

#[tokio::test]
async fn no_page_of_another_address_is_accepted_even_if_both_are_known() {
    let world = at_two_addresses().await;
    let address = world.address;
    for (host, origin, status, advice) in [
        (
            "senda.example",
            "http://10.0.0.1:8080",
            403,
            "https://senda.example",
        ),
        (
            "10.0.0.1:8080",
            "https://senda.example",
            403,
            "http://10.0.0.1:8080",
        ),
        (
            "10.0.0.1:8080",
            "https://10.0.0.1:8080",
            403,
            "another scheme",
        ),
        (
            "senda.example",
            "https://evil.example",
            403,
            "a page of another site",
        ),
        (
            "evil.example",
            "https://senda.example",
            421,
            "https://senda.example, http://10.0.0.1:8080",
        ),
    ] {
        let headers = [("host", host), JSON, ("origin", origin)];
        let reply = ask(address, "POST", "/api/session", &headers, b"{}").await;
        assert_eq!(reply.problem().0, status, "{origin} at {host}");
        let detail = reply.json()["detail"].to_string();
        assert!(detail.contains(advice), "{origin} at {host}: {detail}");
    }
}

#[tokio::test]
async fn without_a_public_url_any_host_name_is_accepted() {
    let world = World::start().await;
    for (host, origin, status) in [
        ("table.lan:8080", "http://table.lan:8080", 200),
        ("senda.example", "https://senda.example", 200),
        ("table.lan:8080", "http://other.lan:8080", 403),
    ] {
        let headers = [("host", host), ("origin", origin), JSON];
        let reply = ask(world.address, "POST", "/api/session", &headers, b"{}").await;
        assert_eq!(reply.status, status, "{origin} at {host}");
        assert_eq!(reply.header("strict-transport-security"), None);
        if status == 403 {
            // The headers are those of an nginx with its default configuration.
            let detail = reply.json()["detail"].to_string();
            assert!(detail.contains("proxy_set_header Host"), "{detail}");
        }
    }
}

#[tokio::test]
async fn over_https_the_hsts_header_is_sent() {
    let world = public("https://senda.example").await;
    for path in ["/", "/style/tokens.css", "/api/rooms/zzzzzzzzzz"] {
        let reply = ask(world.address, "GET", path, &[HOST], b"").await;
        let told = reply.header("strict-transport-security");
        assert_eq!(told, Some("max-age=31536000"), "{path}");
    }
    let world = public("http://senda.example").await;
    let reply = ask(world.address, "GET", "/", &[HOST], b"").await;
    assert_eq!(
        (reply.status, reply.header("strict-transport-security")),
        (200, None)
    );
}

/// The header applies to a host, and other ports of it may serve plain HTTP.
#[tokio::test]
async fn with_a_port_in_the_public_url_hsts_is_cleared() {
    for (hsts, expected) in [(false, "max-age=0"), (true, "max-age=31536000")] {
        let world = World::with(|settings| {
            settings.public_url = vec!["https://senda.example:8443".parse().unwrap()];
            settings.hsts = hsts;
        })
        .await;
        let host = [("host", "senda.example:8443")];
        let reply = ask(world.address, "GET", "/", &host, b"").await;
        let strict = reply.header("strict-transport-security");
        assert_eq!((reply.status, strict), (200, Some(expected)));
    }
}

async fn arrive(world: &World, cookie: &str) -> Reply {
    let headers = [HOST, ORIGIN, JSON, ("cookie", cookie)];
    ask(world.address, "POST", "/api/session", &headers, b"{}").await
}

#[tokio::test]
async fn a_cookie_of_plain_http_is_ignored_on_https() {
    let world = public("https://senda.example").await;
    let reply = arrive(&world, "").await;
    let [cookie] = reply.headers("set-cookie")[..] else {
        panic!("{reply:?}")
    };
    let (token, attributes) = cookie.split_once("; ").unwrap();
    let token = token.strip_prefix("__Host-senda=").unwrap();
    assert_eq!(
        attributes,
        "HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=34560000"
    );
    let name = reply.json();
    // The cookie may come from before the server had HTTPS, or a neighbour may have planted their
    // own session.
    for (planted, lost) in [
        (format!("senda={token}"), Some(true)),
        (format!("senda={}", "0".repeat(64)), None),
        ("senda=nonsense".to_owned(), None),
    ] {
        let reply = arrive(&world, &planted).await;
        assert_ne!(reply.json()["name"], name["name"], "somebody new");
        assert_eq!(reply.json().get("lost").and_then(Value::as_bool), lost);
        let given = reply.headers("set-cookie");
        assert_eq!(given.len(), 2);
        assert!(given[0].starts_with("__Host-senda="));
        assert!(!given[0].contains(token), "a token of its own");
        assert!(given[1].starts_with("senda=; ") && given[1].contains("Max-Age=0"));
        let headers = [HOST, ORIGIN, JSON, ("cookie", &planted)];
        let body = json!({ "settings": settings() }).to_string();
        let reply = ask(
            world.address,
            "POST",
            "/api/rooms",
            &headers,
            body.as_bytes(),
        )
        .await;
        assert_eq!(reply.problem(), (401, "no_session".to_owned()));
    }
    let planted = format!("senda={}; __Host-senda={token}", "0".repeat(64));
    let reply = arrive(&world, &planted).await;
    assert_eq!((reply.json(), reply.headers("set-cookie")), (name, vec![]));
}

#[tokio::test]
async fn a_returning_browser_has_its_cookie_renewed_for_four_hundred_days() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let come = async || ana.send("POST", "/api/session", &json!({})).await;
    let pass = async |hours| {
        tokio::time::pause();
        tokio::time::advance(Duration::from_hours(hours)).await;
        tokio::time::resume();
    };
    let mut database = world.database().await;
    let mut noted = async || -> i64 {
        let seen = "select seen_at from player";
        sqlx::query_scalar(seen)
            .fetch_one(&mut database)
            .await
            .unwrap()
    };
    let arrived = noted().await;
    pass(23).await;
    for _ in 0..3 {
        assert_eq!(come().await.header("set-cookie"), None, "it is still new");
    }
    assert_eq!(noted().await, arrived, "nothing is written");
    pass(2).await;
    let reply = come().await;
    let given = reply.header("set-cookie").unwrap();
    assert!(given.starts_with(&ana.cookie), "the same one");
    assert!(given.contains("; Max-Age=34560000"), "{given}");
    assert_eq!(reply.json(), json!({ "name": "Ana" }));
    let renewed = noted().await;
    assert!(renewed >= arrived + 25 * 60 * 60 * 1_000);
    assert_eq!(come().await.header("set-cookie"), None, "once a day");
    assert_eq!(noted().await, renewed, "once a day");
    // A session from before this column existed counts as old as possible.
    sqlx::query("update player set seen_at = null")
        .execute(&mut world.database().await)
        .await
        .unwrap();
    assert!(come().await.header("set-cookie").is_some());
}

/// Returns the only line in the log of a process after some requests. The line must contain the
/// word.
async fn says(arguments: &[&str], ask_it: &[(&str, &str)], word: &str) -> String {
    let folder = Folder::new();
    let mut starter = Command::new("env");
    for argument in arguments {
        starter.arg(argument);
    }
    let mut process = Process::start_by(starter, folder.path());
    for _ in 0..20 {
        let reply = ask(process.address, "GET", "/", ask_it, b"").await;
        assert_eq!(reply.status, 200);
    }
    let log = BufReader::new(process.take_stderr());
    process.kill();
    let said: Vec<_> = log.lines().map(Result::unwrap).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains(word), "{said:?}");
    said[0].clone()
}

#[tokio::test]
async fn an_unconfigured_proxy_is_logged() {
    // The problem is visible at the start, in the settings.
    let own = [HOST];
    let line = says(
        &["SENDA_PUBLIC_URL=https://senda.example"],
        &own,
        "without --trust-proxy",
    )
    .await;
    assert!(line.contains("WARN"), "{line}");
    // The problem is also logged when it occurs, once for all requests.
    for sign in [
        ("x-forwarded-for", "192.0.2.1"),
        ("forwarded", "for=192.0.2.1"),
    ] {
        says(&[], &[sign], "start with --trust-proxy").await;
    }
    // The opposite case is a trusted proxy that sends no address.
    says(
        &["SENDA_TRUST_PROXY=1"],
        &[],
        "without a client's address in X-Forwarded-For",
    )
    .await;
}
