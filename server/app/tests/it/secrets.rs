//! Tests that no frame contains information that its viewer may not know.

use serde_json::Value;

use crate::{game::Table, world::World};

/// Examines all places of a frame where a tile may be hidden, and counts the tiles that are shown.
///
/// # Errors
/// Returns the place of a tile that this viewer may not know.
fn inspect(message: &Value, own: Option<usize>) -> Result<u32, String> {
    let mut shown = 0;
    let hidden = |what: &str, value: &Value| match value {
        Value::Null => Ok(()),
        other => Err(format!("{what} shows {other}")),
    };
    let empty = Vec::new();
    let list = |value: &Value| value.as_array().unwrap_or(&empty).clone();
    let game = &message["view"]["game"];
    for (seat, hand) in list(&game["hands"]).iter().enumerate() {
        if own == Some(seat) {
            shown += u32::try_from(list(&hand["tiles"]).len()).unwrap();
        } else {
            hidden("a hand", &hand["tiles"])?;
        }
    }
    if !game["choices"].is_null() && game["turn"].as_u64() != own.map(|seat| seat as u64) {
        return Err("the choices of another seat".to_owned());
    }
    for told in list(&message["happenings"]) {
        let happening = &told["happening"];
        for event in list(&happening["events"]) {
            for card in list(&event["pile"]) {
                hidden("the pile", &card)?;
            }
            match event["type"].as_str().unwrap() {
                "opened" => {
                    for (seat, hand) in list(&event["hands"]).iter().enumerate() {
                        for card in list(hand).iter().filter(|_| own != Some(seat)) {
                            hidden("a deal", card)?;
                        }
                    }
                }
                "drew" if event["seat"].as_u64() != own.map(|seat| seat as u64) => {
                    hidden("a draw", &event["tile"])?;
                }
                "returned" => {
                    for hand in list(&event["hands"]) {
                        let whose = hand["seat"].as_u64();
                        for card in list(&hand["tiles"]) {
                            if whose != own.map(|seat| seat as u64) {
                                hidden("a returned hand", &card)?;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }
    Ok(shown)
}

#[tokio::test]
async fn no_frame_before_the_end_names_a_tile_hidden_from_its_viewer() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 4, 1).await;
    table.play_out().await;
    let seats: Vec<_> = table.players.iter().map(|(_, tab)| tab.seat()).collect();
    assert_eq!(seats, [Some(0), Some(1), Some(2), Some(3)]);
    for (_, tab) in table.players.iter().chain(&table.watchers) {
        let own = tab.seat().map(|seat| usize::try_from(seat).unwrap());
        let (mut shown, mut looked_at) = (0, 0);
        for message in tab.messages() {
            let frame = message.to_string();
            if message["view"]["phase"] == "over" {
                break;
            }
            assert!(!frame.contains("\"secret\""), "{frame}");
            assert!(!frame.contains(&table.players[0].0.cookie["senda=".len()..]));
            looked_at += u32::from(message["view"]["game"].is_object());
            shown += inspect(message, own).unwrap_or_else(|where_| panic!("{where_}: {frame}"));
        }
        assert!(looked_at > 10, "a whole game was looked at");
        assert_eq!(
            shown > 0,
            own.is_some(),
            "players see their own tiles, spectators none"
        );
    }
}

/// Checks the test itself: a player's own frames contain tiles that are secret for all others.
#[tokio::test]
async fn the_inspection_finds_secrets_in_the_frames_of_another_player() {
    let world = World::start().await;
    let table = Table::playing(world.address, 3, 0).await;
    let mut opening = table.players[1].1.messages().iter();
    let opening = opening
        .rfind(|message| message["view"]["game"].is_object())
        .unwrap();
    assert!(inspect(opening, Some(1)).unwrap() > 0);
    assert!(inspect(opening, Some(0)).is_err());
    assert!(inspect(opening, None).is_err());
}
