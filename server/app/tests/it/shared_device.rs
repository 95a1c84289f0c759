//! Tests of guests over sockets: players without a device of their own.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::{client::Tab, game::Table, world::World};

const GUEST: &str = "Zuleika";

/// Passes the device to the player at a seat, and waits for the complete state. A request that came
/// too fast is sent again when the server says so: tests play faster than people.
async fn pass(tab: &mut Tab, seat: u64) {
    let message = json!({ "type": "pass", "seat": seat }).to_string();
    loop {
        let refused = tab.naks().len();
        let updates = updates(tab);
        tab.text(&message).await;
        tab.until(|tab| {
            let is_passed = tab.seat() == Some(seat) && self::updates(tab) > updates;
            is_passed || tab.naks().len() > refused
        })
        .await;
        let Some(nak) = tab.naks().get(refused).copied().cloned() else {
            return;
        };
        let again = nak["problem"]["again_ms"].as_u64();
        sleep(Duration::from_millis(again.expect("a time to wait"))).await;
    }
}

/// Returns the number of complete states that the tab has received.
fn updates(tab: &Tab) -> usize {
    let messages = tab.messages().iter();
    let is_whole = |message: &&Value| message["type"] == "update" && message["from"] == 0;
    messages.filter(is_whole).count()
}

/// Returns the tiles of a seat as the tab knows them.
fn tiles(tab: &Tab, seat: u64) -> &Value {
    &tab.game()["hands"][usize::try_from(seat).unwrap()]["tiles"]
}

#[tokio::test]
async fn a_device_receives_the_hand_of_its_holder_only() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 2, 1).await;
    let tab = &mut table.players[0].1;
    tab.must(json!({ "type": "guest", "name": GUEST })).await;
    let seats = tab.view["seats"].as_array().unwrap();
    let guest = seats.iter().position(|seat| seat["name"] == GUEST).unwrap();
    let guest = u64::try_from(guest).unwrap();
    table.start().await;
    let own = table.players[0].1.seat().unwrap();
    let tab = &mut table.players[0].1;
    assert!(tiles(tab, guest).is_null());
    assert!(tiles(tab, own).is_array());
    pass(tab, guest).await;
    let of_guest = tiles(tab, guest).clone();
    assert!(of_guest.is_array());
    assert!(tiles(tab, own).is_null());
    // No other person gets the hand, neither by that message nor otherwise.
    let tab = &mut table.players[1].1;
    tab.text(&json!({ "type": "pass", "seat": guest }).to_string())
        .await;
    tab.until(|tab| !tab.naks().is_empty()).await;
    assert_eq!(tab.naks()[0]["problem"]["code"], "no_such_guest");
    let tile = of_guest[0].to_string();
    for (_, tab) in table.players[1..].iter().chain(&table.watchers) {
        assert!(tiles(tab, guest).is_null());
        assert!(!tab.frames().iter().any(|frame| frame.contains(&tile)));
    }
    // A reload begins with the owner of the device.
    let again = table.players[0].0.enter(&table.room).await;
    assert_eq!(again.seat(), Some(own));
    assert!(tiles(&again, guest).is_null());
}

#[tokio::test]
async fn a_guest_plays_to_the_end_and_leaves_no_record_outside_the_room() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let tab = &mut table.players[0].1;
    tab.must(json!({ "type": "guest", "name": GUEST })).await;
    table.start().await;
    let played = async {
        while table.is_playing() {
            let turn = table.players[0].1.game()["turn"].as_u64().unwrap();
            let is_elsewhere = table.players[1].1.seat() == Some(turn);
            if !is_elsewhere && table.players[0].1.seat() != Some(turn) {
                pass(&mut table.players[0].1, turn).await;
            }
            table.play().await;
        }
    };
    timeout(Duration::from_mins(2), played).await.unwrap();
    let mut sql = world.sql().await;
    assert_eq!(sql.number("select count(*) from finished_place").await, 3);
    let of_guest = format!(
        "select count(*) from finished_place
         where name = '{GUEST}' and player is null and guest_of is not null"
    );
    assert_eq!(sql.number(&of_guest).await, 1);
    assert_eq!(sql.number("select count(*) from played").await, 2);
    assert_eq!(sql.number("select count(*) from member").await, 2);
    let owner = &table.players[0].0;
    let data = owner.send("GET", "/api/session/data", &Value::Null).await;
    let guests = data.json()["guests"].clone();
    assert_eq!(guests.as_array().unwrap().len(), 1);
    assert_eq!(guests[0]["name"], GUEST);
    // The name goes with the person whose device it was.
    let named = format!(
        "select (select count(*) from record where events like '%{GUEST}%')
            + (select count(*) from finished_place where name = '{GUEST}')"
    );
    assert!(sql.number(&named).await > 1);
    let gone = owner.send("DELETE", "/api/session", &Value::Null).await;
    assert_eq!(gone.status, 204);
    assert_eq!(sql.number(&named).await, 0);
}
