//! Tests that a name chosen in a room applies everywhere, once for each command that chose it.

use serde_json::{Value, json};

use crate::{
    client::{Browser, Tab, settings},
    world::World,
};

async fn rename(browser: &Browser, name: &str) {
    let reply = browser
        .send("PUT", "/api/session", &json!({ "name": name }))
        .await;
    assert_eq!(reply.status, 200);
}

async fn stored(browser: &Browser) -> Value {
    let reply = browser.send("POST", "/api/session", &json!({})).await;
    reply.json()["name"].take()
}

/// Sends a command with an id chosen by the test, and waits for its response.
async fn choose(tab: &mut Tab, id: &str, name: &str) -> Result<u64, Value> {
    let command = json!({ "type": "name", "id": id, "name": name });
    tab.text(&command.to_string()).await;
    tab.answer(id).await
}

#[tokio::test]
async fn a_repeated_command_does_not_restore_an_old_name() {
    let world = World::start().await;
    let host = Browser::arrive(world.address, "Host").await;
    let room = host.room(settings()).await;
    let watcher = Browser::arrive(world.address, "Watcher").await;
    for browser in [&host, &watcher] {
        let mut tab = browser.enter(&room).await;
        let first = choose(&mut tab, "1", "First").await.unwrap();
        assert_eq!(stored(browser).await, "First");
        rename(browser, "Second").await;
        let again = choose(&mut tab, "1", "First").await.unwrap();
        assert_eq!(again, first, "it was carried out before");
        assert_eq!(stored(browser).await, "Second");
        // A new id makes a new command, whatever name the room shows by now.
        choose(&mut tab, "2", "First").await.unwrap();
        assert_eq!(stored(browser).await, "First");
    }
}

#[tokio::test]
async fn a_name_that_the_room_refuses_is_not_stored() {
    let world = World::start().await;
    let host = Browser::arrive(world.address, "Host").await;
    let room = host.room(settings()).await;
    let guest = Browser::arrive(world.address, "Guest").await;
    let mut tab = guest.enter(&room).await;
    tab.must(json!({ "type": "sit" })).await;
    let mut taken = Value::Null;
    for number in 0..100 {
        let name = format!("Guest {number}");
        match choose(&mut tab, &format!("n{number}"), &name).await {
            Ok(_) => taken = name.into(),
            Err(refusal) => {
                assert_eq!(refusal["code"], "too_fast");
                assert_eq!(stored(&guest).await, taken);
                return;
            }
        }
    }
    panic!("a room writes any number of names");
}
