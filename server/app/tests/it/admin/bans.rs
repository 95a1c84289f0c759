//! Tests of bans and of the deletion of a person by the operator.

use std::time::Duration;

use senda_store::{Place, export, import};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::Steered;
use crate::{
    client::{Browser, Reply, ask, handshake, settings},
    database::{Sql, open},
    process::Process,
    world::{Folder, World},
};

/// Returns the id of the only person whose name contains a text.
fn id_of(server: &Steered, text: &str) -> String {
    let found = server.json(&["people", text]);
    let people = found["people"].as_array().unwrap();
    assert_eq!(people.len(), 1, "{found}");
    people[0]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn people_are_found_by_a_part_of_their_name_or_by_their_id() {
    let server = Steered::start(&[]);
    for name in ["Ana", "Mariana 100%", "Zoé"] {
        Browser::arrive(server.process.address, name).await;
    }
    let names = |text: &str| {
        let found = server.json(&["people", text]);
        let names = found["people"].as_array().unwrap().iter();
        let mut names: Vec<_> = names
            .map(|of| of["name"].as_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("ANA"), ["Ana", "Mariana 100%"]);
    assert_eq!(
        names("0%"),
        ["Mariana 100%"],
        "a percent sign is no pattern"
    );
    assert_eq!(names("__"), [""; 0]);
    assert_eq!(names("zoé"), ["Zoé"]);
    let id = id_of(&server, "zoé");
    assert_eq!(names(&id), ["Zoé"]);
    assert_eq!(names(&id[..8]), ["Zoé"]);
    assert!(server.text(&["people", "zoé"]).contains(&id));
    assert!(
        server
            .error(&["people", "z"])
            .contains("2 to 72 characters")
    );
}

#[tokio::test]
async fn a_banned_person_neither_opens_nor_joins_rooms_and_loses_their_sockets() {
    let server = Steered::start(&[]);
    let address = server.process.address;
    let ana = Browser::arrive(address, "Ana").await;
    let bruno = Browser::arrive(address, "Bruno").await;
    let room = ana.room(settings()).await;
    let (mut of_ana, mut of_bruno) = (ana.enter(&room).await, bruno.enter(&room).await);
    let id = id_of(&server, "bruno");
    let text = server.text(&["ban", &id, "--days", "2", "--reason", "Insults"]);
    assert!(text.starts_with(&format!("Banned {id} until ")), "{text}");
    assert_eq!(of_bruno.closed().await, 4510);
    let body = json!({ "settings": settings() });
    let path = format!("/api/rooms/{room}/socket");
    for refused in [
        bruno.send("POST", "/api/session", &json!({})).await,
        bruno.send("POST", "/api/rooms", &body).await,
        bruno.refused(&path).await,
        bruno.send("POST", &path, &json!({})).await,
    ] {
        assert_eq!(refused.problem(), (403, "banned".to_owned()));
    }
    // The rights to their own data stay.
    let data = bruno.send("GET", "/api/session/data", &json!(null)).await;
    assert_eq!(data.json()["banned"]["reason"], "Insults");
    of_ana.must(json!({ "type": "hush", "hushed": true })).await;
    assert_eq!(server.json(&["bans"])["bans"][0]["subject"], *id);
    assert_eq!(server.json(&["people", &id])["people"][0]["banned"], true);
    server.text(&["unban", &id]);
    assert_eq!(server.text(&["bans"]), "There are no bans.\n");
    bruno.enter(&room).await;
    for (arguments, words) in [
        (&["unban", &id][..], "is not banned"),
        (&["ban", "Bruno"], "expected the id of a person"),
        (
            &["ban", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
            "no such person",
        ),
        (&["ban", "10.0.0.0/7"], "too large"),
        (&["ban", &id, "--days", "0"], "1 to 3650 days"),
        (
            &["ban", &id, "--reason", &"x".repeat(301)],
            "at most 300 characters",
        ),
    ] {
        let why = server.error(arguments);
        assert!(why.contains(words), "{arguments:?}: {why}");
    }
    // Their own request deletes the ban as well.
    server.text(&["ban", &id]);
    let gone = bruno.send("DELETE", "/api/session", &json!(null)).await;
    assert!(gone.status < 300, "{gone:?}");
    server.text(&["ban", "203.0.113.0/24"]);
    assert_eq!(server.json(&["bans"])["bans"].as_array().unwrap().len(), 1);
}

/// Sends a request that a trusted proxy passes on for a client.
async fn from(client: &str, browser: &Browser, path: &str) -> Reply {
    let headers = [
        ("content-type", "application/json"),
        ("cookie", browser.cookie.as_str()),
        ("x-forwarded-for", client),
    ];
    let body = json!({ "settings": settings() }).to_string();
    let body = if path == "/api/rooms" { &*body } else { "{}" };
    ask(browser.address, "POST", path, &headers, body.as_bytes()).await
}

#[tokio::test]
async fn a_banned_network_neither_opens_sessions_nor_rooms_nor_sockets() {
    let server = Steered::start(&["--trust-proxy=127.0.0.1"]);
    let address = server.process.address;
    let ana = Browser::arrive(address, "Ana").await;
    let room = ana.room(settings()).await;
    let path = format!("/api/rooms/{room}/socket");
    let origin = format!("http://{address}");
    let socket = async |client: &str, path: &str| {
        let headers = [
            ("cookie", ana.cookie.as_str()),
            ("origin", &origin),
            ("x-forwarded-for", client),
            ("sec-websocket-protocol", "senda.v2"),
        ];
        handshake(address, path, &headers).await
    };
    let (open, _) = socket("203.0.113.7", &path).await.unwrap();
    let mut open = crate::client::Tab::of(open);
    server.text(&["ban", "203.0.113.0/24"]);
    assert_eq!(open.closed().await, 4510);
    for asked in ["/api/session", "/api/rooms", &path, "/api/lobby/socket"] {
        let refused = from("203.0.113.200", &ana, asked).await;
        assert_eq!(refused.problem(), (403, "banned".to_owned()), "{asked}");
    }
    for path in [&*path, "/api/lobby/socket"] {
        let refused = Reply::refused(socket("203.0.113.200", path).await);
        assert_eq!(refused.problem(), (403, "banned".to_owned()), "{path}");
    }
    assert_eq!(from("203.0.114.1", &ana, "/api/rooms").await.status, 201);
    server.text(&["unban", "203.0.113.0/24"]);
    assert_eq!(from("203.0.113.200", &ana, "/api/rooms").await.status, 201);
}

#[tokio::test]
async fn the_operator_forgets_a_person_like_the_person_would() {
    let server = Steered::start(&[]);
    let address = server.process.address;
    let ana = Browser::arrive(address, "Anabela").await;
    let room = ana.room(settings()).await;
    ana.enter(&room).await;
    let id = id_of(&server, "anabela");
    server.text(&["forget", &id]);
    let people = server.json(&["people", "anabela"]);
    assert_eq!(people["people"], json!([]));
    let refused = ana
        .send("POST", "/api/rooms", &json!({ "settings": settings() }))
        .await;
    assert_eq!(refused.problem(), (401, "unknown_session".to_owned()));
    for id in [&*id, "Anabela"] {
        assert!(server.error(&["forget", id]).contains("no such person"));
    }
}

#[tokio::test]
async fn bans_and_closed_rooms_outlive_a_restart() {
    let server = Steered::start(&[]);
    let ana = Browser::arrive(server.process.address, "Ana").await;
    let room = ana.room(settings()).await;
    let id = id_of(&server, "ana");
    server.text(&["ban", &id]);
    server.text(&["close", &room]);
    server.text(&["announce", "Back at nine"]);
    let (_, folder) = server.stop();
    let server = Steered::in_folder(folder, &[]);
    let ana = Browser {
        address: server.process.address,
        ..ana
    };
    let refused = ana.send("POST", "/api/session", &json!({})).await;
    assert_eq!(refused.problem(), (403, "banned".to_owned()));
    assert_eq!(server.json(&["room", &room])["closed"], true);
    assert!(server.text(&["announce"]).contains("Back at nine"));
}

#[tokio::test]
async fn bans_and_closed_rooms_are_part_of_an_export() {
    let (from, to) = (Folder::new(), Folder::new());
    let mut sql = {
        let store = open(from.path()).await.unwrap();
        store.close().await;
        Sql::of(from.path()).await
    };
    sql.execute(
        "insert into server_ban (subject, reason, created_at) values ('203.0.113.0/24', 'x', 1)",
    )
    .await;
    sql.execute("insert into closed_room (room, created_at) values ('0123456789', 1)")
        .await;
    sql.execute(
        "insert into report (id, room, game, created_at, reporter_name, reported, reported_name,
            reason)
         values ('a', '0123456789', 'tsuro', 1, 'Ana', 'b', 'Bruno', 'spam')",
    )
    .await;
    sql.execute(
        "insert into report_line (report, number, created_at, name, text)
         values ('a', 1, 1, 'Bruno', 'x')",
    )
    .await;
    sql.execute("insert into operator_notice (id, text, until) values (1, 'x', 9)")
        .await;
    drop(sql);
    let file = from.path().join("all.senda");
    let urls = [from.path(), to.path()].map(|path| crate::database::url(path).map(Into::into));
    let place = |number: usize, path| match &urls[number] {
        Some(url) => Place::Url(url),
        None => Place::Folder(path),
    };
    export(place(0, from.path()), &file).await.unwrap();
    import(place(1, to.path()), &file).await.unwrap();
    let mut sql = Sql::of(to.path()).await;
    for (table, rows) in [
        ("server_ban", 1),
        ("closed_room", 1),
        ("report", 1),
        ("report_line", 1),
        ("operator_notice", 0),
    ] {
        let count = format!("select count(*) from {table}");
        assert_eq!(sql.number(count).await, rows, "{table}");
    }
}

#[tokio::test]
async fn bans_that_have_ended_are_removed_and_have_no_effect() {
    let world = World::start().await;
    let mut sql = world.sql().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    sql.execute("insert into server_ban (subject, reason, created_at, until) select id, '', 1, 2 from player").await;
    sql.execute(
        "insert into server_ban (subject, reason, created_at) values ('198.51.100.0/24', '', 1)",
    )
    .await;
    world.app.moderation.read(&world.app.store).await.unwrap();
    assert_eq!(
        ana.send("POST", "/api/session", &json!({})).await.status,
        200
    );
    let now = world.app.clock.now();
    assert_eq!(world.app.moderation.bans(now).len(), 1);
    world
        .app
        .store
        .writer()
        .write(senda_store::Sweep::Done(now))
        .await
        .unwrap();
    assert_eq!(sql.number("select count(*) from server_ban").await, 1);
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn another_server_of_the_database_learns_of_a_ban_within_a_minute() {
    let world = World::with(|settings| settings.cluster.node = Some("one".to_owned())).await;
    let (address, _) = world
        .beside(|settings| settings.cluster.node = Some("two".to_owned()))
        .await;
    let ana = Browser::arrive(address, "Ana").await;
    let people = world.app.store.find_people("ana").await.unwrap();
    let ban = senda_store::ServerBan {
        subject: people[0].player.0.to_string(),
        reason: String::new(),
        since: world.app.clock.now(),
        until: None,
    };
    let write = senda_store::OperatorWrite::Ban(ban);
    world
        .app
        .moderation
        .decide(&world.app.store, write)
        .await
        .unwrap();
    let until = Instant::now() + Duration::from_mins(1);
    loop {
        let reply = ana.send("POST", "/api/session", &json!({})).await;
        if reply.status == 403 {
            assert_eq!(reply.json()["code"], Value::from("banned"));
            return;
        }
        assert!(Instant::now() < until, "not within a minute");
        sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test]
async fn a_server_that_cannot_read_the_bans_does_not_start() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    store.close().await;
    // The store holds the folder until it is dropped.
    drop(store);
    let mut sql = Sql::of(folder.path()).await;
    sql.execute("alter table server_ban rename column subject to something")
        .await;
    drop(sql);
    let output = Process::command(folder.path()).output().unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("the bans of the operator can't be read"),
        "{error}"
    );
}
