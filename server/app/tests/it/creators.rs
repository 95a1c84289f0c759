//! Tests of the people who may open rooms.

use std::process::Command;

use senda::{
    limits,
    settings::{Create, CreateCode},
};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::{
    client::{Browser, Reply, settings},
    world::World,
};

const CODE: &str = "open sesame";

async fn open(browser: &Browser, code: Option<&str>) -> Reply {
    let mut body = json!({ "settings": settings() });
    if let Some(code) = code {
        body["code"] = code.into();
    }
    browser.send("POST", "/api/rooms", &body).await
}

fn code(reply: &Reply) -> (u16, Value) {
    (reply.status, reply.json()["code"].clone())
}

#[tokio::test]
async fn a_code_is_entered_once_and_guests_need_none() {
    let with_code = |code: &str| {
        let code: CreateCode = code.parse().unwrap();
        |settings: &mut senda::settings::Settings| {
            settings.create = Create::Code;
            settings.create_code = Some(code);
        }
    };
    let world = World::with(with_code(CODE)).await;
    let ana = Browser::arrive(world.address, "Ana").await;
    assert_eq!(
        code(&open(&ana, None).await),
        (403, json!("needs_create_code"))
    );
    for wrong in ["", "open", "open sesame!"] {
        assert_eq!(
            code(&open(&ana, Some(wrong)).await),
            (403, json!("wrong_create_code"))
        );
    }
    let reply = open(&ana, Some(&format!(" {CODE}\n"))).await;
    assert_eq!(reply.status, 201);
    let room = reply.json()["room"].as_str().unwrap().to_owned();
    assert_eq!(open(&ana, None).await.status, 201, "it is remembered");
    let data = ana
        .send("GET", "/api/session/data", &json!(null))
        .await
        .json();
    assert_eq!(data["create_code"], true);
    let guest = Browser::arrive(world.address, "Bruno").await;
    guest.enter(&room).await;
    assert_eq!(
        code(&open(&guest, None).await),
        (403, json!("needs_create_code"))
    );

    // It is remembered beyond a restart, until the operator changes the code.
    let mut folder = world.stop().await;
    for (now, status) in [(CODE, 201), ("other words", 403)] {
        let world = World::in_folder(folder, with_code(now)).await;
        let ana = Browser {
            address: world.address,
            ..ana.clone()
        };
        assert_eq!(open(&ana, None).await.status, status, "{now}");
        folder = world.stop().await;
    }
}

#[tokio::test]
async fn codes_can_not_be_found_by_trying() {
    let world = World::with(|settings| {
        settings.create = Create::Code;
        settings.create_code = Some(CODE.parse().unwrap());
    })
    .await;
    let stranger = Browser::arrive(world.address, "Chiara").await;
    let mut tried = 0;
    loop {
        let reply = open(&stranger, Some(&format!("guess {tried}"))).await;
        if reply.status == 429 {
            break;
        }
        assert_eq!(code(&reply), (403, json!("wrong_create_code")));
        tried += 1;
    }
    assert_eq!(tried, 20, "as many as rooms at once");
    assert_eq!(
        open(&stranger, Some(CODE)).await.status,
        429,
        "not even the right one"
    );
}

#[tokio::test]
async fn a_server_that_opens_no_rooms_keeps_those_that_it_has() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let room = ana.room(settings()).await;
    let folder = world.stop().await;
    let world = World::in_folder(folder, |settings| settings.create = Create::Nobody).await;
    let ana = Browser {
        address: world.address,
        ..ana.clone()
    };
    assert_eq!(
        code(&open(&ana, Some(CODE)).await),
        (403, json!("no_new_rooms"))
    );
    let mut tab = ana.enter(&room).await;
    tab.must(json!({ "type": "ready", "ready": true, "nonce": null }))
        .await;
}

#[tokio::test]
async fn without_a_public_lobby_no_room_is_listed() {
    for (has_lobby, listed) in [(true, 1), (false, 0)] {
        let world = World::with(|settings| settings.public_lobby = has_lobby).await;
        let ana = Browser::arrive(world.address, "Ana").await;
        let room = ana.room(settings()).await;
        let _tab = ana.enter(&room).await;
        // The list is published at most once in this time.
        sleep(2 * limits::LIST_EVERY).await;
        let mut lobby = ana.tab("/api/lobby/socket").await;
        lobby.until(|tab| tab.rooms().is_array()).await;
        assert_eq!(lobby.rooms().as_array().unwrap().len(), listed);
        let page = ana.send("GET", "/", &json!(null)).await;
        let page = String::from_utf8(page.0.body).unwrap();
        assert_eq!(
            page.contains("<meta name=\"lobby\" content=\"off\">"),
            !has_lobby
        );
    }
}

#[test]
fn a_code_without_effect_is_rejected_and_not_repeated() {
    for arguments in [
        ["--create-code", "zebra crossing"],
        ["--create-code", "zebra"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
        let output = command.env_clear().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("--create-code"), "{said}");
        assert!(!said.contains("zebra"), "{said}");
    }
}
