//! Tests of turns that hand the game over.

use senda_bots::{Level, solve::section_x::win};
use senda_rules::{Game, section_x::State};

use super::{NODES, after_turn};

/// Positions of games between hards in which the other player could win at once after most turns:
/// by an exchange of tiles, and by laying one.
const THREATENED: [&str; 2] = [
    "\
seats 2
first 0
turn 0
phase tile
round 4
turns 10
idle 0
stalled 0
done drew
tiles c7 straight1
tiles l7 left_junction3
tiles b8 straight1
tiles d8 hide_out_straight0
tiles e8 hide_out_junction5
tiles h8 hide_out_straight3
tiles j8 hide_out_straight0
tiles k8 wide_bend1
tiles k9 two_bends2
tiles j10 two_straights5
tiles i11 straight_and_two_bends1
doors 0 k9:0 b8:0
doors 1 j10:1
keys 1
zones 1 0
zones 0 3
prisoners 0 free:3 free:3 d8:0 d8:0 e8:0 e8:0 block block
prisoners 1 free:0 free:0 free:0 free:0 lost j8:0 h8:0 h8:0
stock 0 straight hide_out_straight
stock 1 hide_out_end
pile 0 y_junction three_straights wide_bend wide_bend straight y_junction three_straights
pile 1 straight_and_bend two_bends sharp_bend hide_out_bend sharp_bend four_way right_junction two_bends \
three_bends right_junction wide_bend straight wide_bend hide_out_end y_junction straight y_junction
pile 2 four_way straight_and_bend two_straights three_bends wide_bend hide_out_bend straight \
hide_out_junction wide_bend wide_bend two_bends hide_out_end left_junction straight hide_out_end \
straight_and_two_bends
",
    "\
seats 2
first 0
turn 0
phase tile
round 4
turns 6
idle 0
stalled 0
done drew
tiles k2 two_bends0
tiles l2 wide_bend3
tiles j3 straight2
tiles i4 left_junction2
tiles h5 hide_out_straight2
tiles e9 hide_out_junction1
tiles c10 left_junction2
doors 1 j3:0
zones 0 2
zones 1 4
prisoners 0 free:2 free:2 free:2 free:2 e9:0 block block block
prisoners 1 l2:0 j3:0 free:4 free:4 free:4 h5:0 e9:0 h5:0
stock 0 straight_and_two_bends
stock 1
pile 0 straight straight right_junction two_bends sharp_bend straight_and_two_bends two_straights \
three_straights hide_out_end hide_out_end y_junction straight
pile 1 hide_out_end hide_out_bend three_bends wide_bend straight_and_bend hide_out_straight right_junction \
sharp_bend four_way straight hide_out_junction y_junction two_straights straight hide_out_bend \
hide_out_straight hide_out_straight
pile 2 y_junction two_bends y_junction three_straights straight_and_bend hide_out_end wide_bend wide_bend \
two_bends four_way three_bends straight wide_bend wide_bend straight wide_bend wide_bend
",
];

/// Returns whether the second player can win at once after a turn that the first one leaves to a
/// bot of that level.
fn hands_over(game: &State, level: Level, seed: u64) -> bool {
    let after = after_turn(game, level, 8, seed);
    let next = after.mover().expect("a player");
    win(&after, next, NODES).0.is_some()
}

#[test]
fn a_hard_bot_hands_no_win_over() {
    for text in THREATENED {
        let game: State = text.parse().expect("a position");
        let count = |level| {
            (1..=6)
                .filter(|&seed| hands_over(&game, level, seed))
                .count()
        };
        assert_eq!(count(Level::Hard), 0, "{game}");
        assert!(
            count(Level::Medium) > 0,
            "a threat that is not too plain to miss"
        );
    }
}
