//! Tests of outlines: positions that look alike share one, and others don't.

use std::collections::BTreeSet;

use senda_puzzles::{
    Solved,
    make::{Made, choose},
    outline, puzzles, solver,
};
use senda_rules::{AnyGame, GameKind};

fn outline_of(kind: &str, position: &str) -> String {
    let mut kinds = GameKind::ALL.iter();
    let kind = kinds.find(|of| of.word() == kind).expect("a game");
    let game: AnyGame = kind.position(position).expect(position);
    outline(&game, solver(&game))
}

/// Checks that the first position looks like each of `twins` and like none of the `others`.
fn check(kind: &str, position: &str, twins: &[&str], others: &[&str]) {
    let of_it = outline_of(kind, position);
    for twin in twins {
        assert_eq!(outline_of(kind, twin), of_it, "{twin}");
    }
    for other in others {
        assert_ne!(outline_of(kind, other), of_it, "{other}");
    }
}

/// Returns the text of a position after one tile was laid, in which two players hold three tiles
/// each.
fn paths(turn: u8, laid: &str, markers: [&str; 2], hands: [&str; 2]) -> String {
    let held: Vec<&str> = hands.iter().flat_map(|hand| hand.split(' ')).collect();
    let left = (0..35).filter(|tile| *tile != 17 && !held.contains(&&*tile.to_string()));
    let pile: Vec<String> = left.map(|tile| tile.to_string()).collect();
    let [one, other] = markers;
    format!(
        "players 2\nturn {turn}\nboard {laid}\nmarker 0 {one}\nmarker 1 {other}\n\
         hand 0 {}\nhand 1 {}\npile {}",
        hands[0],
        hands[1],
        pile.join(" "),
    )
}

#[test]
fn twins_on_a_square_board_of_paths() {
    check(
        "tsuro",
        &paths(0, "a1 17r2@0", ["a1:0", "f5:3"], ["3 1 2", "5 6 7"]),
        &[
            // A quarter turn, the colours exchanged, and another hidden tile.
            &paths(0, "f1 17r3@0", ["f1:2", "b6:5"], ["3 1 2", "5 6 7"]),
            &paths(1, "a1 17r2@1", ["f5:3", "a1:0"], ["5 6 7", "3 1 2"]),
            &paths(0, "a1 17r2@0", ["a1:0", "f5:3"], ["2 1 3", "8 6 7"]),
        ],
        &[
            &paths(0, "a1 17r1@0", ["a1:0", "f5:3"], ["3 1 2", "5 6 7"]),
            &paths(0, "a1 17r2@0", ["a1:0", "f5:2"], ["3 1 2", "5 6 7"]),
            &paths(0, "a1 17r2@0", ["a1:0", "f5:3"], ["4 1 2", "5 6 7"]),
            &paths(1, "a1 17r2@0", ["a1:0", "f5:3"], ["3 1 2", "5 6 7"]),
        ],
    );
}

#[test]
fn twins_on_a_square_board_of_pawns() {
    check(
        "tortus",
        "open d4 I0 d3 L1 c3 S0\npawns 0 a1 b1\npawns 1 g7\nhand 0 N N N N I",
        &[
            // A quarter turn, a mirror image, and the colours exchanged.
            "open d4 I1 e4 L2 e3 S1\npawns 0 g1 g2\npawns 1 a7\nhand 0 N N N N I",
            "open d4 I0 d3 L2 e3 S0\npawns 0 g1 f1\npawns 1 a7\nhand 0 I N N N N",
            "turn 1\nopen d4 I0 d3 L1 c3 S0\npawns 1 a1 b1\npawns 0 g7\nhand 1 N N N N I",
        ],
        &[
            "open d4 I1 d3 L1 c3 S0\npawns 0 a1 b1\npawns 1 g7\nhand 0 N N N N I",
            "open d4 I0 d3 L1 c3 S1\npawns 0 a1 b1\npawns 1 g7\nhand 0 N N N N I",
            "open d4 I0 d3 L1 c3 S0\npawns 0 a1 g7\npawns 1 b1\nhand 0 N N N N I",
            "open d4 I0 d3 L1 c3 S0\npawns 0 a1 b1\npawns 1 g7\nhand 0 N N N D I",
        ],
    );
}

#[test]
fn twins_on_a_board_of_hexagons() {
    check(
        "section_x",
        "tiles g9 straight1\nzones 1 2\nprisoners 0 g9:0\nstock 0 left_junction",
        &[
            // A sixth of a turn: the cell that is two steps to the south-east of the middle comes
            // to be two steps to the south-west of it.
            "tiles e9 straight2\nzones 1 3\nprisoners 0 e9:0\nstock 0 left_junction",
            // The mirror image along the row of the middle: a left junction becomes a right one.
            "tiles i5 straight2\nzones 1 4\nprisoners 0 i5:0\nstock 0 right_junction",
            // The colours exchanged, and another prisoner of the same player.
            "turn 1\ntiles g9 straight1\nzones 0 2\nprisoners 1 block g9:0\nstock 1 left_junction",
        ],
        &[
            "tiles g9 straight1\nzones 1 1\nprisoners 0 g9:0\nstock 0 left_junction",
            "tiles g9 straight1\nzones 1 2\nprisoners 1 g9:0\nstock 0 left_junction",
            "tiles g9 straight1\nzones 1 2\nprisoners 0 g9:0\nstock 0 right_junction",
            "tiles g9 straight1\nzones 1 2\nstock 0 left_junction",
        ],
    );
}

#[test]
fn the_maker_keeps_one_of_several_twins() {
    let made = |outline: &str, at: usize| Made {
        puzzle: puzzles(GameKind::ALL[0])[at].clone(),
        length: 1,
        solved: Solved {
            easy: 0,
            medium: 0,
            hard: 0,
        },
        outline: outline.to_owned(),
    };
    let chosen = choose(vec![made("a", 0), made("b", 1), made("a", 2)], 9);
    let outlines: BTreeSet<&str> = chosen.iter().map(|made| &*made.outline).collect();
    assert_eq!((chosen.len(), outlines), (2, ["a", "b"].into()));
}
