//! Tests of turns that hand the game over.

use senda_bots::{Level, solve::section_x::win};
use senda_rules::{Game, section_x::State};

use super::{NODES, after_turn};

/// Positions of games between hards in which the other player could win at once after most turns:
/// by an exchange of tiles, by laying one, by laying one with a win that takes long to find, twice
/// by moving a tile that only a door beside it protects, and thanks to a tile that was laid.
const THREATENED: [&str; 6] = [
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
    "\
seats 2
first 1
turn 1
phase tile
round 5
turns 23
idle 0
stalled 0
done drew
tiles l3 wide_bend4
tiles k6 hide_out_straight0
tiles e7 hide_out_bend0
tiles j7 wide_bend2
tiles l7 straight3
tiles b8 three_bends0
tiles e8 hide_out_bend0
tiles b9 hide_out_junction0
tiles d9 right_junction2
tiles f9 hide_out_straight0
tiles h9 hide_out_straight1
tiles a10 two_bends2
tiles d10 hide_out_end2
tiles h10 three_bends5
tiles a11 wide_bend4
tiles b11 two_bends3
tiles c11 wide_bend3
tiles f11 sharp_bend0
tiles h11 straight4
doors 0 f11:0 h11:0
doors 1 h10:2 l7:0
zones 0 2
zones 1 3
prisoners 0 free:2 free:2 free:2 free:2 k6:0 k6:0 block block
prisoners 1 free:3 free:3 free:3 free:3 f9:0 f9:0 e8:0 e7:0
stock 0 straight hide_out_end two_bends
stock 1 hide_out_straight straight left_junction
pile 0
pile 1 straight_and_two_bends three_straights four_way straight right_junction straight \
two_straights left_junction hide_out_end two_bends y_junction y_junction
pile 2 straight three_straights straight hide_out_junction y_junction straight_and_bend \
two_straights wide_bend four_way straight_and_bend hide_out_end wide_bend wide_bend wide_bend \
y_junction straight_and_two_bends sharp_bend
",
    "\
seats 2
first 0
turn 1
phase tile
round 3
turns 1
idle 0
stalled 0
done drew
tiles e8 hide_out_bend3
tiles e9 hide_out_straight5
tiles d10 hide_out_junction1
tiles b11 hide_out_end5
zones 0 1
zones 0 4
prisoners 0 free:4 free:4 free:1 free:1 b11:0 e9:0 d10:0 e9:0
prisoners 1 e8:0 e8:0 lost block block block block block
stock 0
stock 1 three_bends
pile 0 wide_bend straight y_junction two_bends two_straights straight two_bends straight \
straight sharp_bend wide_bend hide_out_straight straight_and_two_bends hide_out_straight \
right_junction wide_bend
pile 1 wide_bend straight three_straights hide_out_end straight y_junction wide_bend wide_bend \
four_way wide_bend straight hide_out_junction straight sharp_bend three_bends wide_bend \
hide_out_bend
pile 2 hide_out_end four_way straight_and_bend straight_and_two_bends two_bends hide_out_end \
two_bends y_junction left_junction hide_out_straight right_junction left_junction \
two_straights straight_and_bend three_straights y_junction
",
    "\
seats 2
first 1
turn 1
phase tile
round 4
turns 1
idle 0
stalled 0
done drew
tiles h5 hide_out_junction3
tiles i6 hide_out_straight0
tiles l6 hide_out_bend1
zones 0 0
zones 1 4
prisoners 0 free:0 free:0 free:0 free:0 l6:0 h5:0 h5:0 i6:0
prisoners 1 free:4 free:4 i6:0 block block block block block
stock 0
stock 1 wide_bend
pile 0 straight sharp_bend wide_bend hide_out_end three_bends y_junction straight \
hide_out_straight three_straights y_junction straight y_junction straight two_straights \
straight hide_out_straight
pile 1 hide_out_junction four_way two_bends two_bends left_junction straight_and_two_bends \
two_bends straight_and_bend left_junction sharp_bend three_straights right_junction \
straight_and_bend wide_bend wide_bend wide_bend hide_out_bend
pile 2 straight straight hide_out_straight wide_bend straight_and_two_bends y_junction \
two_bends hide_out_end two_straights straight hide_out_end right_junction wide_bend wide_bend \
three_bends four_way hide_out_end
",
    "\
seats 2
first 1
turn 1
phase tile
round 4
turns 3
idle 0
stalled 0
done drew
tiles g3 wide_bend1
tiles g4 hide_out_straight1
tiles f6 hide_out_end0
tiles h8 hide_out_straight1
tiles f9 hide_out_junction3
tiles h9 hide_out_straight1
keys 0
zones 1 1
zones 0 4
prisoners 0 free:4 free:4 free:4 f9:0 f9:0 free:4 g3:0 g4:0
prisoners 1 free:1 free:1 f6:0 f6:0 h9:0 h9:0 h8:0 h8:0
stock 0 three_straights
stock 1 hide_out_bend
pile 0 wide_bend right_junction hide_out_straight wide_bend left_junction hide_out_bend \
left_junction y_junction three_bends sharp_bend straight_and_bend straight y_junction \
two_bends
pile 1 wide_bend two_bends four_way four_way y_junction straight hide_out_end three_bends \
wide_bend hide_out_end hide_out_end hide_out_junction wide_bend straight two_straights \
sharp_bend
pile 2 two_straights straight straight_and_two_bends straight right_junction y_junction \
straight_and_bend straight straight wide_bend two_bends straight_and_two_bends three_straights \
straight two_bends wide_bend
",
];

/// Returns whether the next player can win at once after the present turn, which is left to a bot
/// of that level.
fn hands_over(game: &State, level: Level, seed: u64) -> bool {
    let after = after_turn(game, level, 8, seed);
    let next = after.mover().expect("a player");
    win(&after, next, NODES).0.is_some()
}

#[test]
fn a_hard_bot_hands_no_win_over() {
    for (number, text) in THREATENED.iter().enumerate() {
        let game: State = text.parse().expect("a position");
        let count = |level| {
            (1..=6)
                .filter(|&seed| hands_over(&game, level, seed))
                .count()
        };
        // In the last position the worlds that hard imagines may all be harmless ones.
        let most = usize::from(number + 1 == THREATENED.len());
        assert!(count(Level::Hard) <= most, "{game}");
        assert!(
            count(Level::Medium) > 0,
            "a threat that is not too plain to miss"
        );
    }
}
