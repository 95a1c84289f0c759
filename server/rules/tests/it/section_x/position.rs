//! Tests of Section X's text positions: rejection with the first reason. The contract tests write
//! and parse the reachable positions.

use senda_rules::{
    Game,
    section_x::{Event, Place, State},
};

use crate::{
    contract::{is_refused, is_unreadable},
    table::seat,
};

/// A position with a tunnel from the island that contains a prisoner and a door of seat 0.
const TEXT: &str = "\
seats 2
phase act
tiles i7 straight0 j7 straight0
doors 0 j7:0
prisoners 0 i7:0
";

#[test]
fn rejects_positions_that_contradict_the_rules() {
    assert!(TEXT.parse::<State>().is_ok());
    for (line, reason) in [
        ("idle 255", "more rounds or turns"),
        ("idle 2", "more rounds or turns"),
        ("turns 65535", "more rounds or turns"),
        ("round 13", "more rounds or turns"),
        ("round 0", "more rounds or turns"),
        ("stalled 3", "more rounds or turns"),
        ("options target 6", "no game has these options"),
        ("tiles k7 straight1", "a tile that doesn't fit"),
        ("doors 1 j7:0", "a door on a junction"),
        ("doors 1 k7:0", "a door on a junction"),
        ("doors 1 i7:0 i7:0 i7:0", "more doors of a player"),
        ("prisoners 1 i7:0", "no room for a prisoner"),
        ("prisoners 1 k7:0", "no room for a prisoner"),
        ("prisoners 1 green:3", "a prisoner in a zone of another's"),
        (
            "stock 0 straight straight straight straight",
            "a stock with too many",
        ),
        ("resigned 0", "something left"),
        ("resigned 1 1", "something left"),
        ("phase fight_choice", "a fight is to be decided"),
        ("doors 1 i7:0", "a fight is to be decided"),
        ("phase main", "can't wait for that"),
        ("phase give_door 0", "can't wait for that"),
        ("over nobody_can", "can't wait for that"),
        ("steps 0 3", "more steps"),
        ("steps 0 2 1 2 2 2", "more steps"),
        ("steps 0 1\ndone door", "more steps"),
        ("touched i7 j7 i8", "other tiles before"),
        ("before i7 straight0", "other tiles before"),
        ("over nobody_can\nplaces 1", "not a place for each"),
    ] {
        is_refused::<State>(&format!("{TEXT}{line}\n"), reason);
    }
}

#[test]
fn errors_name_the_unreadable_line() {
    for (line, reason) in [
        ("seats 5", "two to four play"),
        ("first 2", "a seat is"),
        ("options fast", "a line is"),
        ("phase sleep", "a line is"),
        ("tiles i7", "a line is"),
        ("tiles z7 straight0", "a place is"),
        ("tiles i7 straight6", "a tile is"),
        ("tiles g7 straight0", "one tile lies on a cell"),
        ("tiles i7 straight0 i7 straight0", "one tile lies on a cell"),
        ("zones 0 6", "a line is"),
        ("prisoners 0 green:6", "a place is"),
        (
            "prisoners 0 lost lost lost lost lost lost lost lost lost",
            "a line is",
        ),
        ("pile 3 straight", "a line is"),
        ("steps 8 1", "a line is"),
        ("done nothing", "a line is"),
        ("over sunk", "a line is"),
        ("dragon 0", "a line is"),
    ] {
        is_unreadable::<State>(&format!("seats 2\n{line}\n"), 2, reason);
    }
    let many = "stock 0".to_owned() + &" three_bends".repeat(3);
    is_unreadable::<State>(&many, 2, "not that many tiles");
}

/// Such a log exists if the game was played by other rules.
#[test]
fn a_log_that_contradicts_the_rules_is_not_sound() {
    let at = "k7:0".parse().unwrap();
    for event in [
        Event::Stepped {
            seat: seat(0),
            prisoner: 0,
            from: Place::Block,
            to: Place::Tunnel(at),
        },
        Event::ZoneTaken {
            seat: seat(3),
            zone: 1,
        },
        Event::Tied {
            at,
            lengths: Vec::new(),
            among: Vec::new(),
        },
    ] {
        let mut state: State = TEXT.parse().unwrap();
        assert!(state.is_sound());
        state.apply(&event);
        assert!(!state.is_sound(), "{event}");
    }
}
