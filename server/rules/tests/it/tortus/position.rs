//! Tests of Tortus's text positions: writing, parsing, and rejection with the first reason.

use senda_rules::{
    Game, Viewer,
    tortus::{By, Event, Options, Phase, State},
};

use crate::{
    contract::{is_refused, is_unreadable},
    table::seat,
};

/// A position in which seat 0 has pushed a pawn onto an open tile.
const TEXT: &str = "\
first 1
turn 0
phase flow 5
actions 2
turns 5
open d4 I1 d5 X0
pawns 0 d4 a1
pawns 1 d5 g7
hand 0 I L T+ D J
hand 1 O+ L T X S
steps 0 d3-d4 5 d4-d5
seen 0123456789abcdef
draw 1
";

fn state() -> State {
    TEXT.parse().unwrap()
}

#[test]
fn a_position_reads_back_as_written() {
    let state = state();
    assert_eq!(state.to_string().parse().as_ref(), Ok(&state));
    let spaced = format!(
        "\n # a remark\n{}",
        TEXT.replace("turn 0", "turn  0 # whose")
    );
    assert_eq!(spaced.parse().as_ref(), Ok(&state));
    let view = state.view(Viewer::Spectator);
    assert_eq!(view.phase, Phase::Flow { pawn: 5 });
    assert_eq!(view.draw, Some(seat(1)));
    let unopened = State::new(&Options::default(), 2, Some(seat(1))).unwrap();
    assert_eq!(unopened.to_string(), "");
}

#[test]
fn rejects_positions_that_contradict_the_rules() {
    for (old, new, reason) in [
        ("pawns 0 d4 a1", "pawns 0 d4 d4", "two pawns"),
        ("hand 0 I L", "hand 0 P L", "a hand with holes"),
        ("hand 1 O+", "hand 1 O", "a hand with holes"),
        ("actions 2", "actions 4", "more actions or turns"),
        ("turns 5", "turns 201", "more actions or turns"),
        ("phase flow 5", "phase flow 6", "can't wait for that"),
        ("phase flow 5", "phase push 0", "can't wait for that"),
        ("phase flow 5", "phase act", "can't wait for that"),
        ("phase flow 5", "phase penalty", "can't wait for that"),
        ("phase flow 5", "phase fill 0 d6", "can't wait for that"),
        ("pawns 1 d5 g7", "pawns 1", "can't wait for that"),
        ("4 5 d4-d5", "4 5 d4-e4", "can't wait for that"),
        (
            "steps 0 d3-d4",
            "steps 0 d3-e4",
            "nothing can have moved so",
        ),
        (
            "steps 0 d3-d4",
            "steps 10 d3-d4",
            "nothing can have moved so",
        ),
    ] {
        assert!(TEXT.contains(old), "{old}");
        is_refused::<State>(&TEXT.replace(old, new), reason);
    }
    let long = "5 d4-d5 5 d5-d4 ".repeat(50) + "5 d4-d5";
    let text = TEXT.replace("0 d3-d4 5 d4-d5", &long);
    is_refused::<State>(&text, "nothing can have moved so");
}

#[test]
fn errors_name_the_unreadable_line() {
    for (line, reason) in [
        ("turns", "a line is"),
        ("turns 256", "a line is"),
        ("turn 2", "a seat is"),
        ("options fast", "a line is"),
        ("phase sleep", "a line is"),
        ("phase fill 0 h1", "a square is"),
        ("open d4", "a line is"),
        ("open d4 I4", "a tile is"),
        ("open d4 Q1", "a tile is"),
        ("open d9 I1", "a square is"),
        ("open d4 I1 d4 I1", "two tiles"),
        ("hand 0 I-", "a tile is"),
        ("hand 2 I", "a seat is"),
        ("pawns 0 h1", "a square is"),
        ("pawns 0 a1 a2 a3 a4 a5 a6", "a line is"),
        ("steps 0 a1", "a line is"),
        ("steps 0 a8-a7", "a square is"),
        ("over sunk 0", "a line is"),
        ("dragon 0", "a line is"),
    ] {
        is_unreadable::<State>(&format!("first 0\n{line}\n"), 2, reason);
    }
    is_unreadable::<State>("open a1 P0 a2 P0", 2, "not that many tiles");
}

#[test]
fn rejects_phases_without_a_possible_decision() {
    let none = "pawns 0 ? ? ? ? ?\npawns 1 ? ? ? ? ?";
    for text in [
        // All pawns of the player are placed, or the other player is two ahead.
        "phase place\nturn 0\npawns 0 a1 b1 c1 d1 e1\npawns 1 a7 b7 c7 d7 ?",
        "phase place\nturn 1\npawns 0 a1 b1 c1 ? ?\npawns 1 a7 b7 c7 d7 ?",
        // No tile is open that a hole could be exchanged for.
        &format!("phase exchange\nhand 0 O I I I I\n{none}"),
        &format!("phase exchange\nopen d4 P0\nhand 0 O I I I I\n{none}"),
    ] {
        is_refused::<State>(text, "can't wait for that");
    }
}

/// Such a log exists if the game was played by other rules.
#[test]
fn a_log_that_contradicts_the_rules_is_not_sound() {
    let square = |text: &str| text.parse().unwrap();
    let moved = |to: &str| Event::Moved {
        pawn: 5,
        from: square("d5"),
        to: square(to),
        by: By::Follow,
    };
    for event in [
        moved("h5"),
        moved("a1"),
        Event::Penalised { pawn: 5 },
        Event::Turn {
            seat: seat(5),
            actions: 2,
        },
        Event::Turn {
            seat: seat(0),
            actions: 9,
        },
        Event::Fell {
            pawn: 5,
            square: square("d5"),
            taken: None,
        },
    ] {
        let mut state = state();
        assert!(state.is_sound());
        state.apply(&event);
        assert!(!state.is_sound(), "{event}");
    }
}

/// The manual punishes mistakes, and so do the default options. Options that are written explicitly
/// are kept. A position without options has no penalty, so that older texts keep their meaning.
#[test]
fn default_options_follow_the_manual() {
    let read = |json: &str| serde_json::from_str::<Options>(json).unwrap();
    assert!(Options::default().strict_open && read("{}").strict_open);
    assert!(!read(r#"{"strict_open":false}"#).strict_open);
    assert!(serde_json::from_str::<Options>(r#"{"extra":1}"#).is_err());
    let written = serde_json::to_string(&Options { strict_open: false }).unwrap();
    assert_eq!(written, r#"{"strict_open":false}"#);
    assert!(!state().view(Viewer::Spectator).options.strict_open);
}
