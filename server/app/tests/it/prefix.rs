//! Tests of a server that shares its host with other programs: browsers reach it under the path of
//! its public URL.

use std::{collections::BTreeSet, net::SocketAddr};

use serde_json::{Value, json};

use crate::{
    client::{Reply, ask, handshake, settings},
    world::World,
};

const PUBLIC: &str = "https://example.org/senda/";
const HOST: (&str, &str) = ("host", "example.org");
const ORIGIN: (&str, &str) = ("origin", "https://example.org");
const JSON: (&str, &str) = ("content-type", "application/json");
const PAGES: [&str; 9] = [
    "/",
    "/r/zzzzzzzzzz",
    "/r/zzzzzzzzzz/games/1",
    "/check",
    "/you",
    "/how/section-x",
    "/learn/tsuro",
    "/nowhere",
    "/offline.html",
];

async fn shared() -> World {
    World::with(|settings| settings.public_url = vec![PUBLIC.parse().unwrap()]).await
}

async fn get(address: SocketAddr, path: &str) -> Reply {
    ask(address, "GET", path, &[HOST], b"").await
}

fn text(reply: Reply) -> String {
    String::from_utf8(reply.0.body).unwrap()
}

/// Returns the addresses in a page that begin with a slash.
fn addresses(page: &str) -> impl Iterator<Item = &str> {
    page.split("=\"")
        .skip(1)
        .filter_map(|rest| rest.split_once('"'))
        .map(|(value, _)| value)
        .filter(|value| value.starts_with('/'))
}

#[tokio::test]
async fn every_address_in_a_page_is_under_the_prefix_and_leads_somewhere() {
    let world = shared().await;
    let mut files = BTreeSet::new();
    for path in PAGES {
        let page = text(get(world.address, &format!("/senda{path}")).await);
        assert!(addresses(&page).count() > 2, "{path}");
        for address in addresses(&page) {
            assert!(address.starts_with("/senda/"), "{address} in {path}");
            let is_file = !address.contains("/api/") && !address.ends_with('/');
            files.extend(is_file.then(|| address.to_owned()));
        }
    }
    assert!(files.len() > 30, "{files:?}");
    for file in files {
        assert_eq!(get(world.address, &file).await.status, 200, "{file}");
    }
}

#[tokio::test]
async fn a_proxy_may_keep_the_prefix_or_remove_it() {
    let world = shared().await;
    for path in PAGES {
        let kept = get(world.address, &format!("/senda{path}")).await;
        let removed = get(world.address, path).await;
        assert_eq!(kept.status, removed.status, "{path}");
        assert_eq!(text(kept), text(removed), "{path}");
    }
    for path in ["/health/live", "/senda/health/live", "/senda/health/ready"] {
        let probe = ask(world.address, "GET", path, &[], b"").await;
        assert_eq!(probe.status, 200, "{path}");
    }
    for path in ["/sendas/", "/senda/api/nothing", "/api/nothing"] {
        assert_eq!(get(world.address, path).await.status, 404, "{path}");
    }
    let reply = get(world.address, "/senda/senda/").await;
    assert_eq!(reply.status, 404, "the prefix occurs once");
}

#[tokio::test]
async fn redirects_lead_to_the_prefix() {
    let world = shared().await;
    for (path, to) in [
        ("/senda", "/senda/"),
        ("/senda?lang=fr", "/senda/?lang=fr"),
        ("/senda/check/", "/senda/check"),
        ("/check/", "/senda/check"),
        ("/senda/r/ZZZZZZZZZZ?watch", "/senda/r/zzzzzzzzzz?watch"),
        ("/r/ZZZZZZZZZZ", "/senda/r/zzzzzzzzzz"),
    ] {
        let reply = get(world.address, path).await;
        assert_eq!(reply.status, 308, "{path}");
        assert_eq!(reply.header("location"), Some(to), "{path}");
    }
}

#[tokio::test]
async fn the_cookie_the_room_and_its_preview_are_under_the_prefix() {
    let world = shared().await;
    let headers = [HOST, ORIGIN, JSON];
    let path = "/senda/api/session";
    let reply = ask(world.address, "POST", path, &headers, b"{}").await;
    let set = reply.header("set-cookie").unwrap();
    assert!(set.starts_with("__Secure-senda="), "{set}");
    assert!(
        set.contains("; Path=/senda/;") && set.contains("; Secure;"),
        "{set}"
    );
    assert_eq!(
        reply.header("strict-transport-security"),
        None,
        "it is a matter of the whole host"
    );
    let cookie = ("cookie", reply.cookie());
    let headers = [HOST, ORIGIN, JSON, cookie];
    let body = json!({ "settings": settings() }).to_string();
    let path = "/senda/api/rooms";
    let opened = ask(world.address, "POST", path, &headers, body.as_bytes()).await;
    let opened: Value = opened.json();
    let room = opened["room"].as_str().unwrap();
    assert_eq!(opened["path"], format!("/senda/r/{room}"));
    let page = text(get(world.address, &format!("/senda/r/{room}")).await);
    let link = format!("property=\"og:url\" content=\"https://example.org/senda/r/{room}\"");
    assert!(page.contains(&link), "{page}");
    let (_, picture) = page.split_once("\"og:image\" content=\"").unwrap();
    let (picture, _) = picture.split_once('"').unwrap();
    let picture = picture.strip_prefix("https://example.org").unwrap();
    let picture = get(world.address, picture).await;
    assert_eq!(picture.header("content-type"), Some("image/png"));
    // A proxy may pass the socket on with the prefix or without it.
    for path in ["/senda/api/rooms/", "/api/rooms/"] {
        let headers = [HOST, ORIGIN, cookie, ("sec-websocket-protocol", "senda.v2")];
        let path = format!("{path}{room}/socket");
        let socket = handshake(world.address, &path, &headers).await;
        assert!(socket.is_ok(), "{path}");
    }
}

#[tokio::test]
async fn passkeys_belong_to_the_host_and_not_to_the_prefix() {
    let world = shared().await;
    let headers = [HOST, ORIGIN, JSON];
    let path = "/senda/api/session";
    let reply = ask(world.address, "POST", path, &headers, b"{}").await;
    let headers = [HOST, ORIGIN, JSON, ("cookie", reply.cookie())];
    let path = "/senda/api/session/passkeys/challenge";
    let challenge = ask(world.address, "POST", path, &headers, b"{}").await;
    assert_eq!(challenge.json()["site"], "example.org");
}

#[tokio::test]
async fn the_app_and_the_robots_stay_under_the_prefix() {
    let world = shared().await;
    let manifest = get(world.address, "/senda/manifest.webmanifest").await;
    let manifest = manifest.json();
    // The paths are relative to the manifest, and the id is that of the start page.
    assert_eq!(manifest["start_url"], "./");
    assert_eq!(manifest["scope"], "./");
    assert_eq!(manifest["id"], Value::Null);
    for icon in manifest["icons"].as_array().unwrap() {
        let path = format!("/senda/{}", icon["src"].as_str().unwrap());
        assert_eq!(get(world.address, &path).await.status, 200, "{path}");
    }
    let robots = text(get(world.address, "/robots.txt").await);
    assert!(robots.contains("Disallow: /senda/api/\n"), "{robots}");
    let worker = get(world.address, "/senda/push.js").await;
    assert_eq!(worker.status, 200, "its folder is its scope");
}

#[tokio::test]
async fn hsts_for_a_shared_host_is_a_choice() {
    let world = World::with(|settings| {
        settings.public_url = vec![PUBLIC.parse().unwrap()];
        settings.hsts = true;
    })
    .await;
    let reply = get(world.address, "/senda/").await;
    assert_eq!(
        reply.header("strict-transport-security"),
        Some("max-age=31536000")
    );
}
