//! Tests of the bots of Tsuro under the options that let the path decide the game.

use senda_bots::{Level, Player, share};
use senda_rules::Seat;

use crate::games::game;

/// An easy bot walks no path on purpose, so a medium one that does wins more often than half of the
/// games.
#[test]
fn medium_plays_for_the_path_where_the_path_decides() {
    for option in ["longest", "most_loops"] {
        let options = format!(r#"{{"game":"tsuro","preset":"2020","{option}":true}}"#);
        let options = serde_json::from_str(&options).unwrap();
        let (medium, easy) = (Player::Bot(Level::Medium), Player::Bot(Level::Easy));
        let mut won = 0.0;
        for seed in 0..100 {
            // Each deal is played from both seats.
            for (players, seat) in [([medium, easy], 0), ([easy, medium], 1)] {
                let outcome = game(&options, &players, seed, 1, |_| ());
                won += share(&outcome, Seat::new(seat).unwrap());
            }
        }
        // A bot that plays to survive alone won 42 % (`longest`) and 52 % (`most_loops`).
        assert!(won > 116.0, "{option}: {won} of 200");
    }
}
