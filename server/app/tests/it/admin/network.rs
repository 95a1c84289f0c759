//! Tests of the operator's way in over the network.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command};

use serde_json::{Value, json};

use super::{
    Steered,
    reports::{chat, report_last},
};
use crate::{
    client::{Browser, Reply, ask, settings},
    process::Process,
    world::Folder,
};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn write_token(folder: &Path, token: &str, mode: u32) -> String {
    let path = folder.join("token");
    fs::write(&path, format!("{token}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Starts a server with the token and these options.
fn start(options: &[&str]) -> Steered {
    let folder = Folder::new();
    let file = write_token(folder.path(), TOKEN, 0o600);
    let options = [&["--admin-token-file", &file], options].concat();
    Steered::in_folder(folder, &options)
}

async fn send(server: &Steered, method: &str, path: &str, body: Value) -> Reply {
    let address = server.process.address;
    let host = address.to_string();
    let (origin, bearer) = (format!("http://{host}"), format!("Bearer {TOKEN}"));
    let headers = [
        ("host", &*host),
        ("origin", &origin),
        ("authorization", &bearer),
        ("content-type", "application/json"),
    ];
    let body = if body.is_null() {
        Vec::new()
    } else {
        body.to_string().into_bytes()
    };
    ask(
        address,
        method,
        &format!("/api/admin/{path}"),
        &headers,
        &body,
    )
    .await
}

async fn done(server: &Steered, method: &str, path: &str, body: Value) -> Value {
    let reply = send(server, method, path, body).await;
    assert_eq!(reply.status, 200, "{method} {path}");
    reply.json()
}

#[tokio::test]
async fn each_command_has_the_same_effect_over_the_network_as_over_the_socket() {
    let server = start(&[]);
    let address = server.process.address;
    let ana = Browser::arrive(address, "Anabela").await;
    let bruno = Browser::arrive(address, "Bruno").await;
    let room = ana.room(settings()).await;
    let mut tabs = (ana.enter(&room).await, bruno.enter(&room).await);
    chat((&mut tabs.1, &mut tabs.0), &["you fool"]).await;
    report_last(&mut tabs.0, "mine").await;
    // Both ways show the same.
    let same = async |path: &str, arguments: &[&str]| {
        let mut shown = done(&server, "GET", path, json!(null)).await;
        let mut printed = server.json(arguments);
        // Other processes use the disk as well.
        for answer in [&mut shown, &mut printed] {
            answer.as_object_mut().unwrap().remove("free_bytes");
        }
        assert_eq!(shown, printed, "{path}");
        shown
    };
    let people = same("people?find=bruno", &["people", "bruno"]).await;
    let person = people["people"][0]["id"].as_str().unwrap().to_owned();
    same(&format!("rooms/{room}"), &["room", &room]).await;
    same("rooms", &["rooms"]).await;
    same("notice", &["announce"]).await;
    same("drain", &["drain", "--status"]).await;
    same("bots", &["bots"]).await;
    same("storage", &["storage"]).await;
    let reports = same("reports", &["reports"]).await;
    let report = reports["reports"][0]["id"].as_str().unwrap().to_owned();
    same(&format!("reports/{report}"), &["report", &report]).await;
    // The socket shows each effect.
    let of_room = |action: &str| format!("rooms/{room}/{action}");
    for (action, key, value) in [
        ("lock", "locked", true),
        ("unlock", "locked", false),
        ("close", "closed", true),
        ("open", "closed", false),
    ] {
        done(&server, "POST", &of_room(action), json!({})).await;
        assert_eq!(server.json(&["room", &room])[key], value, "{action}");
    }
    done(&server, "PUT", "drain", json!({ "on": true })).await;
    assert_eq!(server.json(&["drain", "--status"])["draining"], true);
    done(&server, "PUT", "notice", json!({ "text": "soon" })).await;
    assert_eq!(server.json(&["announce"])["notice"]["text"], "soon");
    done(&server, "DELETE", "notice", json!(null)).await;
    assert_eq!(server.json(&["announce"])["notice"], json!(null));
    done(
        &server,
        "POST",
        &format!("reports/{report}/settle"),
        json!({}),
    )
    .await;
    assert_eq!(server.json(&["reports"])["reports"], json!([]));
    done(
        &server,
        "POST",
        "bans",
        json!({ "subject": person, "days": 1 }),
    )
    .await;
    assert_eq!(server.json(&["bans"])["bans"][0]["subject"], *person);
    done(
        &server,
        "DELETE",
        &format!("bans?subject={person}"),
        json!(null),
    )
    .await;
    assert_eq!(server.json(&["bans"])["bans"], json!([]));
    done(&server, "DELETE", &format!("people/{person}"), json!(null)).await;
    assert_eq!(server.json(&["people", "bruno"])["people"], json!([]));
    done(&server, "DELETE", &format!("rooms/{room}"), json!(null)).await;
    assert_eq!(server.json(&["rooms"])["rooms"], json!([]));
    if server.json(&["storage"])["engine"] == "sqlite" {
        let made = done(&server, "POST", "backups", json!({})).await;
        assert!(Path::new(made["file"].as_str().unwrap()).exists());
    }
    let (lines, _folder) = server.stop();
    let log = lines.join("\n");
    let expected = format!("action=\"lock room\" subject={}", &room[..4]);
    let line = lines.iter().find(|line| line.ends_with(&expected)).unwrap();
    assert!(line.contains("by=token"), "{line}");
    assert!(!log.contains(TOKEN), "{log}");
}

#[tokio::test]
async fn a_request_without_the_token_is_refused_and_guesses_are_limited() {
    let server = start(&[]);
    let address = server.process.address;
    let path = "/api/admin/storage";
    let reply = ask(address, "GET", path, &[], b"").await;
    assert_eq!(reply.problem(), (401, "no_operator".to_owned()));
    // A cookie is no token.
    let ana = Browser::arrive(address, "Ana").await;
    let reply = ana.send("GET", path, &json!(null)).await;
    assert_eq!(reply.problem(), (401, "no_operator".to_owned()));
    let wrong = [("authorization", "Bearer 0123456789abcdef0123456789abcdee")];
    for _ in 0..10 {
        let reply = ask(address, "GET", path, &wrong, b"").await;
        assert_eq!(reply.problem(), (401, "no_operator".to_owned()));
    }
    let reply = ask(address, "GET", path, &wrong, b"").await;
    assert_eq!(reply.problem(), (429, "too_many".to_owned()));
    // Or else the address could go on guessing.
    let reply = send(&server, "GET", "storage", json!(null)).await;
    assert_eq!(reply.problem(), (429, "too_many".to_owned()));
    let (lines, _folder) = server.stop();
    assert!(lines.iter().all(|line| !line.contains("0123456789")));
}

#[tokio::test]
async fn a_page_of_another_site_can_change_nothing() {
    let server = start(&[]);
    let bearer = format!("Bearer {TOKEN}");
    let headers = [
        ("authorization", &*bearer),
        ("origin", "https://evil.example"),
        ("content-type", "application/json"),
    ];
    let path = "/api/admin/drain";
    let reply = ask(
        server.process.address,
        "PUT",
        path,
        &headers,
        b"{\"on\":true}",
    )
    .await;
    assert_eq!(reply.problem(), (403, "foreign_origin".to_owned()));
}

#[tokio::test]
async fn the_token_is_refused_where_it_came_unencrypted_from_afar() {
    let server = start(&["--trust-proxy=127.0.0.1"]);
    let bearer = format!("Bearer {TOKEN}");
    for (scheme, status) in [("http", 403), ("https", 200), ("HTTPS, http", 200)] {
        let headers = [
            ("authorization", &*bearer),
            ("x-forwarded-for", "203.0.113.9"),
            ("x-forwarded-proto", scheme),
        ];
        let reply = ask(
            server.process.address,
            "GET",
            "/api/admin/storage",
            &headers,
            b"",
        )
        .await;
        assert_eq!(reply.status, status, "{scheme}");
    }
    // A proxy that says nothing of the scheme proves no https.
    let headers = [
        ("authorization", &*bearer),
        ("x-forwarded-for", "203.0.113.9"),
    ];
    let reply = ask(
        server.process.address,
        "GET",
        "/api/admin/storage",
        &headers,
        b"",
    )
    .await;
    assert_eq!(reply.problem(), (403, "not_protected".to_owned()));
}

#[tokio::test]
async fn the_page_is_there_only_with_a_token_and_no_search_engine_lists_it() {
    let server = start(&[]);
    let reply = ask(server.process.address, "GET", "/admin", &[], b"").await;
    assert_eq!(reply.status, 200);
    let page = String::from_utf8(reply.body.clone()).unwrap();
    assert!(page.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(!page.contains(TOKEN));
    let reply = ask(
        server.process.address,
        "GET",
        "/api/admin/nothing",
        &[],
        b"",
    )
    .await;
    assert_eq!(reply.status, 404);
}

#[tokio::test]
async fn a_server_does_not_start_with_a_token_that_protects_nothing() {
    let folder = Folder::new();
    for (token, mode, words) in [
        ("0123456789abcdef012", 0o600, "at least 20 characters"),
        (TOKEN, 0o644, "open to all users"),
    ] {
        let file = write_token(folder.path(), token, mode);
        let error = refused(folder.path(), &file);
        assert!(error.contains(words), "{error}");
        assert!(!error.contains(token), "{error}");
    }
    let error = refused(folder.path(), "/nowhere/token");
    assert!(error.contains("can't be read"), "{error}");
}

fn refused(folder: &Path, file: &str) -> String {
    let mut command: Command = Process::command(folder);
    let output = command.args(["--admin-token-file", file]).output().unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}
