//! Calls every route of the API with good and with bad input. Each answer is checked where it
//! arrives.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::documents::{OPENAPI, escaped};
use crate::{
    client::{Browser, Reply, ask, settings},
    world::World,
};

/// The routes whose good answers need more than this test has: https, the key of an authenticator,
/// the keys of a push service, or a game in which a player missed a win. Their own tests have that,
/// and all answers there are checked as well.
const ELSEWHERE: [(&str, &str); 5] = [
    ("post", "/api/session/passkeys/challenge"),
    ("post", "/api/session/passkeys"),
    ("post", "/api/session/passkeys/enter"),
    ("put", "/api/session/push"),
    ("post", "/api/games/{game_id}/missed/{version}"),
];

/// The routes called so far, each with whether it went well.
#[derive(Default)]
struct Called(BTreeSet<(String, String, bool)>);

impl Called {
    async fn call(&mut self, browser: &Browser, method: &str, path: &str, body: Value) -> Reply {
        let reply = browser.send(method, path, &body).await;
        self.note(method, path, &reply);
        reply
    }

    fn note(&mut self, method: &str, path: &str, reply: &Reply) {
        let described = OPENAPI.path_of(path).unwrap().to_owned();
        let is_good = reply.status < 400;
        self.0.insert((method.to_lowercase(), described, is_good));
    }

    fn has(&self, method: &str, path: &str, is_good: bool) -> bool {
        self.0
            .contains(&(method.to_owned(), path.to_owned(), is_good))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_answers_good_and_bad_input_as_described() {
    let world = World::start().await;
    let mut called = Called::default();
    let ana = Browser::arrive(world.address, "Ana").await;
    let bruno = Browser::arrive(world.address, "Bruno").await;
    let nobody = Browser {
        address: world.address,
        cookie: "senda=none".to_owned(),
    };
    let nothing = || json!({});

    session(&mut called, &ana, &nobody).await;
    pages(&mut called, &ana, &nobody).await;

    let wrong = json!({ "settings": { "options": 1 } });
    called.call(&ana, "POST", "/api/rooms", wrong).await;
    let mut slow = settings();
    slow["clock"] = json!({ "type": "turn", "seconds": 1 });
    called
        .call(&ana, "POST", "/api/rooms", json!({ "settings": slow }))
        .await;
    let mut rated = settings();
    rated["rated"] = true.into();
    let refused = called
        .call(&ana, "POST", "/api/rooms", json!({ "settings": rated }))
        .await;
    assert_eq!(refused.json()["need"], "clock");
    let opened = json!({ "settings": settings() });
    let opened = called.call(&ana, "POST", "/api/rooms", opened).await;
    let room = opened.json()["room"].as_str().unwrap().to_owned();
    let of_room = |rest: &str| format!("/api/rooms/{room}{rest}");
    let nowhere = "/api/rooms/zzzzzzzzzz";
    called.call(&ana, "GET", &of_room(""), nothing()).await;
    called.call(&ana, "GET", nowhere, nothing()).await;

    webhooks(&mut called, (&ana, &bruno), &room).await;
    sockets(&mut called, (&ana, &nobody), &room).await;
    games(&mut called, &ana).await;
    days(&mut called, (&ana, &nobody)).await;

    for (lesson, actions) in [
        ("tsuro/path", json!([])),
        ("tsuro/none", json!([])),
        ("none/none", json!([])),
        ("tsuro/path", json!([{ "game": "tsuro", "type": "resign" }])),
        (
            "tsuro/path",
            json!([{ "game": "tortus", "type": "end_turn" }]),
        ),
        ("tsuro/path", json!([1])),
    ] {
        let path = format!("/api/lessons/{lesson}");
        called
            .call(&nobody, "POST", &path, json!({ "actions": actions }))
            .await;
    }
    let first = senda_rules::GameKind::Tsuro.lessons()[0];
    let path = format!("/api/lessons/tsuro/{first}");
    called
        .call(&nobody, "POST", &path, json!({ "actions": [] }))
        .await;

    puzzles(&mut called, &ana).await;

    called.call(&ana, "DELETE", "/api/session", nothing()).await;
    called.call(&ana, "DELETE", "/api/session", nothing()).await;

    for (method, path) in OPENAPI.routes() {
        // The tests of `admin::network` call the routes of the operator.
        let is_elsewhere = path.starts_with("/api/docs") || path.starts_with("/api/admin/");
        if !path.starts_with("/api/") || is_elsewhere {
            continue;
        }
        let is_socket = ["/socket", "/entry", "/screen"].map(|end| path.ends_with(end));
        let is_always_bad = method == "post" && is_socket.contains(&true);
        let is_good_elsewhere = ELSEWHERE.contains(&(&*method, &*path));
        if !(is_always_bad || is_good_elsewhere) {
            assert!(
                called.has(&method, &path, true),
                "no good answer of {method} {path}"
            );
        }
        assert!(
            called.has(&method, &path, false),
            "no bad answer of {method} {path}"
        );
    }
}

async fn session(called: &mut Called, ana: &Browser, nobody: &Browser) {
    let nothing = || json!({});
    let path = "/api/session";
    called.call(ana, "POST", path, nothing()).await;
    called.call(nobody, "POST", path, nothing()).await;
    called.call(ana, "POST", path, json!({ "more": 1 })).await;
    let reply = ask(ana.address, "POST", path, &[], b"{}").await;
    called.note("POST", path, &reply);
    for body in [
        json!({ "name": "Ana", "language": "pt" }),
        json!({ "name": "" }),
        json!({ "language": "xx" }),
        json!([]),
    ] {
        called.call(ana, "PUT", path, body).await;
    }
    let long = json!({ "name": "x".repeat(10_000) });
    called.call(ana, "PUT", path, long).await;
    for path in [
        "rooms",
        "data",
        "devices",
        "passkeys",
        "push",
        "games",
        "opponents",
        "ratings",
        "page",
    ] {
        let path = format!("/api/session/{path}");
        called.call(ana, "GET", &path, nothing()).await;
        called.call(nobody, "GET", &path, nothing()).await;
        called.call(ana, "PATCH", &path, nothing()).await;
    }
    for path in ["link", "recovery", "passkeys/challenge"] {
        let path = format!("/api/session/{path}");
        called.call(ana, "POST", &path, nothing()).await;
        called.call(nobody, "POST", &path, nothing()).await;
    }
    let link = called
        .call(ana, "POST", "/api/session/link", nothing())
        .await;
    let code = json!({ "code": link.json()["code"] });
    called
        .call(nobody, "POST", "/api/session/enter", code.clone())
        .await;
    called
        .call(nobody, "POST", "/api/session/enter", code)
        .await;
    let devices = called
        .call(ana, "GET", "/api/session/devices", nothing())
        .await
        .json();
    let devices = devices["devices"].as_array().unwrap();
    let other = devices
        .iter()
        .find(|device| device["here"] == false)
        .unwrap();
    let device = format!("/api/session/devices/{}", other["id"].as_str().unwrap());
    called.call(ana, "DELETE", &device, nothing()).await;
    called.call(ana, "DELETE", &device, nothing()).await;
    let made = json!({ "client_data": "e30", "authenticator_data": "AQ", "key": "AQ" });
    let shown =
        json!({ "id": "AQ", "client_data": "e30", "authenticator_data": "AQ", "signature": "AQ" });
    called
        .call(ana, "POST", "/api/session/passkeys", made)
        .await;
    called
        .call(ana, "POST", "/api/session/passkeys/enter", shown)
        .await;
    called
        .call(ana, "DELETE", "/api/session/passkeys/AQ", nothing())
        .await;
    called
        .call(nobody, "DELETE", "/api/session/passkeys/AQ", nothing())
        .await;
    for host in ["http://127.0.0.1/", "https://push.unknown.example/x"] {
        let push = json!({ "endpoint": host, "keys": { "p256dh": "AQ", "auth": "AQ" } });
        called.call(ana, "PUT", "/api/session/push", push).await;
    }
    called
        .call(ana, "DELETE", "/api/session/push", nothing())
        .await;
    called
        .call(nobody, "DELETE", "/api/session/push", nothing())
        .await;
}

/// Creates and removes the page of a player.
async fn pages(called: &mut Called, ana: &Browser, nobody: &Browser) {
    let path = "/api/session/page";
    let wanted = json!({ "games": true });
    let page = called.call(ana, "PUT", path, wanted.clone()).await.json();
    called.call(nobody, "PUT", path, wanted).await;
    called.call(ana, "PUT", path, json!({ "games": 1 })).await;
    let page = format!("/api/people/{}", page["id"].as_str().unwrap());
    for path in [&*page, "/api/people/x", "/api/people/x?after=x"] {
        called.call(nobody, "GET", path, json!({})).await;
    }
    called.call(ana, "DELETE", path, json!({})).await;
    called.call(nobody, "DELETE", path, json!({})).await;
}

async fn webhooks(called: &mut Called, (ana, bruno): (&Browser, &Browser), room: &str) {
    let nothing = || json!({});
    let of_room = |rest: &str| format!("/api/rooms/{room}{rest}");
    let webhook = of_room("/webhook");
    let ntfy = json!({ "channel": "ntfy", "url": "https://ntfy.sh/senda" });
    let json_channel =
        json!({ "channel": "json", "url": "https://example.org/senda", "language": "pt" });
    called.call(bruno, "GET", &webhook, nothing()).await;
    called.call(ana, "GET", &webhook, nothing()).await;
    called.call(bruno, "DELETE", &webhook, nothing()).await;
    let trial = of_room("/webhook/trial");
    called.call(ana, "POST", &trial, nothing()).await;
    for url in ["x", "http://example.org/", "https://127.0.0.1/"] {
        let wrong = json!({ "channel": "ntfy", "url": url });
        called.call(ana, "PUT", &webhook, wrong).await;
    }
    called.call(ana, "PUT", &webhook, ntfy).await;
    called.call(ana, "GET", &webhook, nothing()).await;
    called.call(ana, "PUT", &webhook, json_channel).await;
    called.call(ana, "POST", &trial, nothing()).await;
    called.call(ana, "DELETE", &webhook, nothing()).await;
}

/// Opens each socket, and requests it without a handshake.
async fn sockets(called: &mut Called, (ana, nobody): (&Browser, &Browser), room: &str) {
    let nothing = || json!({});
    let of_room = |rest: &str| format!("/api/rooms/{room}{rest}");
    for path in [
        of_room("/socket"),
        of_room("/entry"),
        of_room("/screen"),
        "/api/lobby/socket".to_owned(),
    ] {
        for method in ["GET", "POST"] {
            called.call(ana, method, &path, nothing()).await;
            called.call(nobody, method, &path, nothing()).await;
        }
        let mut tab = ana.tab(&path).await;
        let described = OPENAPI.path_of(&path).unwrap();
        let pointer = format!("/paths/{}/get/responses/101", escaped(described));
        assert!(OPENAPI.json.pointer(&pointer).is_some());
        called
            .0
            .insert(("get".to_owned(), described.to_owned(), true));
        tab.0.socket.close().await.unwrap();
    }
}

/// Calls the routes of puzzles.
async fn puzzles(called: &mut Called, ana: &Browser) {
    let nothing = || json!({});
    let kind = senda_rules::GameKind::Tsuro;
    let puzzle = &senda_puzzles::puzzles(kind)[0];
    let path = format!("/api/puzzles/tsuro/{}", puzzle.id);
    called
        .call(ana, "GET", "/api/puzzles/tsuro", nothing())
        .await;
    called
        .call(ana, "GET", "/api/puzzles/chess", nothing())
        .await;
    for body in [
        json!({ "actions": [] }),
        json!({ "actions": [], "hint": true }),
        json!({ "actions": puzzle.decisions(kind) }),
        json!({ "actions": [{ "game": "tortus", "type": "end_turn" }] }),
    ] {
        called.call(ana, "POST", &path, body).await;
    }
    let nowhere = "/api/puzzles/tsuro/none";
    called
        .call(ana, "POST", nowhere, json!({ "actions": [] }))
        .await;
}

/// Calls the routes of the deal of the day.
async fn days(called: &mut Called, (ana, nobody): (&Browser, &Browser)) {
    let nothing = || json!({});
    let path = "/api/days/tortus";
    for path in [path, "/api/days/chess", "/api/days/tortus?day=2026-01-31"] {
        called.call(nobody, "GET", path, nothing()).await;
    }
    called.call(nobody, "POST", path, nothing()).await;
    called.call(ana, "POST", path, json!({ "code": 1 })).await;
    for _ in 0..2 {
        called.call(ana, "POST", path, nothing()).await;
    }
    called.call(ana, "GET", path, nothing()).await;
}

/// Plays a game to its end, and requests its files.
async fn games(called: &mut Called, ana: &Browser) {
    let room = ana.room(settings()).await;
    let mut tab = ana.enter(&room).await;
    tab.must(json!({ "type": "bot", "level": "easy" })).await;
    tab.must(json!({ "type": "start" })).await;
    let version = tab.version;
    let resign = json!({ "game": "tsuro", "type": "resign" });
    tab.must(json!({ "type": "act", "version": version, "action": resign }))
        .await;
    tab.until(|tab| tab.view["phase"] == "over").await;
    for path in [
        "/api/ratings".to_owned(),
        "/api/ratings?game=none".to_owned(),
        "/api/games".to_owned(),
        "/api/games?game=none".to_owned(),
        format!("/api/rooms/{room}/games"),
        format!("/api/rooms/{room}/games?after=x"),
        "/api/session/games?won=true".to_owned(),
        "/api/session/games?with=x".to_owned(),
    ] {
        called.call(ana, "GET", &path, json!({})).await;
    }
    let file = format!("/api/rooms/{room}/games/1");
    let file = ana.send("GET", &file, &json!({})).await.json();
    called.call(ana, "POST", "/api/replay", file).await;
    called.call(ana, "POST", "/api/replay", json!({})).await;
    let parts = [
        ("GET", ""),
        ("GET", "/notation"),
        ("GET", "/ratings"),
        ("GET", "/replay"),
        ("POST", "/review"),
        ("POST", "/missed"),
    ];
    for (method, rest) in parts {
        for round in ["1", "9", "x"] {
            let path = format!("/api/rooms/{room}/games/{round}{rest}");
            called.call(ana, method, &path, json!({})).await;
        }
    }
    let replay = format!("/api/rooms/{room}/games/1/replay");
    let replay = called.call(ana, "GET", &replay, json!({})).await.json();
    let game = format!("/api/games/{}", replay["id"].as_str().unwrap());
    for view in ["spectator", "all", "1", "5", "8", "none"] {
        let path = format!("{game}?view={view}");
        ana.send("GET", &path, &json!({})).await;
    }
    for (method, rest) in [
        ("GET", ""),
        ("GET", "/file"),
        ("GET", "/notation"),
        ("POST", "/review"),
        ("POST", "/missed"),
        ("POST", "/missed/1"),
        ("POST", "/missed/x"),
    ] {
        for game in [&*game, "/api/games/0123456789abcdef0123", "/api/games/x"] {
            let path = format!("{game}{rest}");
            called.call(ana, method, &path, json!({})).await;
        }
    }
    for computed in ["review", "missed"] {
        let path = format!("/api/rooms/{room}/games/1/{computed}");
        while called.call(ana, "POST", &path, json!({})).await.status == 202 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    }
}
