//! Positions of Tortus: written, read, and refused with every reason.

use senda_rules::{
    Game, Viewer,
    tortus::{Impossible, NotAPosition, Options, Phase, Position, State, Tile, Unreadable},
};

use crate::table::seat;

/// Seat 0 has pushed a pawn onto an open tile.
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

fn position() -> Position {
    TEXT.parse().unwrap()
}

/// The reasons against the position after a change.
fn reasons(change: impl FnOnce(&mut Position)) -> Vec<Impossible> {
    let mut position = position();
    change(&mut position);
    State::try_from(&position).expect_err("an impossible position")
}

#[test]
fn what_is_read_is_what_is_written() {
    let state = State::try_from(&position()).unwrap();
    assert_eq!(state.position(), Some(position()));
    assert_eq!(position().to_string().parse(), Ok(position()));
    let spaced = format!(
        "\n # a remark\n{}",
        TEXT.replace("turn 0", "turn  0 # whose")
    );
    assert_eq!(spaced.parse(), Ok(position()));
    let view = state.view(Viewer::Spectator);
    assert_eq!(view.phase, Phase::Flow { pawn: 5 });
    assert_eq!(view.draw, Some(seat(1)));
    let unopened = State::new(&Options::default(), 2, Some(seat(1))).unwrap();
    assert_eq!(unopened.position(), None);
}

#[test]
fn the_json_form_knows_no_other_fields() {
    let json = serde_json::to_value(position()).unwrap();
    let read: Position = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(read, position());
    let nested = [
        "",
        "/board/0",
        "/pawns/0",
        "/hands/0/0",
        "/steps/0",
        "/options",
        "/phase",
    ];
    for path in nested {
        let mut other = json.clone();
        other.pointer_mut(path).unwrap()["extra"] = 1.into();
        assert!(serde_json::from_value::<Position>(other).is_err(), "{path}");
    }
}

/// A change of the position, and the reasons against what it makes.
type Case = (fn(&mut Position), Vec<Impossible>);

#[test]
fn an_impossible_position_is_refused() {
    use Impossible as I;
    let square = |text: &str| text.parse().unwrap();
    let (zero, one) = (seat(0), seat(1));
    let cases: Vec<Case> = vec![
        (|p| p.first = seat(2), vec![I::Seats]),
        (|p| p.draw = Some(seat(7)), vec![I::Seats]),
        (|p| p.pawns.truncate(9), vec![I::Pawns]),
        (|p| p.pawns[0].seat = seat(1), vec![I::Pawns]),
        (|p| p.pawns[0].lost = true, vec![I::Pawns]),
        (
            |p| p.pawns[0].at = Some("h1".parse().unwrap()),
            vec![I::OffBoard {
                square: square("h1"),
            }],
        ),
        (
            |p| p.steps[0].from = "a8".parse().unwrap(),
            vec![I::OffBoard {
                square: square("a8"),
            }],
        ),
        (
            |p| p.pawns[0].at = Some("a1".parse().unwrap()),
            vec![I::Square {
                square: square("a1"),
            }],
        ),
        (
            |p| p.board.retain(|laid| laid.square.to_string() != "a1"),
            vec![I::Square {
                square: square("a1"),
            }],
        ),
        (
            |p| p.hands[seat(0)][0].tile = Tile::Pit,
            vec![
                I::Tiles {
                    tile: Tile::Straight,
                },
                I::Tiles { tile: Tile::Pit },
                I::HandHoles { seat: zero },
            ],
        ),
        (
            |p| {
                let held = p.hands[seat(0)].pop().unwrap();
                p.hands[seat(1)].push(held);
            },
            vec![I::HandSize { seat: zero }, I::HandSize { seat: one }],
        ),
        (
            |p| p.hands[seat(1)][0].public = false,
            vec![I::HandHoles { seat: one }],
        ),
        (|p| p.actions = 4, vec![I::Turn]),
        (|p| p.turns = 201, vec![I::Turn]),
        (|p| p.phase = Phase::Flow { pawn: 6 }, vec![I::Phase]),
        (|p| p.phase = Phase::Push { pawn: 0 }, vec![I::Phase]),
        (|p| p.phase = Phase::Act, vec![I::Phase]),
        (|p| p.phase = Phase::Penalty, vec![I::Phase]),
        (|p| p.turn = None, vec![I::Phase]),
        (
            |p| {
                p.pawns[5].at = None;
                p.pawns[5].lost = true;
                p.pawns[6].at = None;
                p.pawns[6].lost = true;
            },
            vec![I::Phase],
        ),
        (|p| p.steps[0].to = "e4".parse().unwrap(), vec![I::Steps]),
        (|p| p.steps[0].pawn = 10, vec![I::Steps]),
        (|p| p.steps = [p.steps[1]].repeat(100), vec![I::Steps]),
    ];
    for (number, (change, expected)) in cases.into_iter().enumerate() {
        assert_eq!(reasons(change), expected, "case {number}");
    }
}

#[test]
fn what_is_no_text_form_is_refused_with_its_line() {
    for (line, reason) in [
        ("turns", Unreadable::Parts),
        ("turns 256", Unreadable::Parts),
        ("turn 2", Unreadable::Parts),
        ("options fast", Unreadable::Parts),
        ("phase sleep", Unreadable::Parts),
        ("phase fill 0 h1", Unreadable::Square),
        ("open d4", Unreadable::Parts),
        ("open d4 I4", Unreadable::Tile),
        ("open d4 Q1", Unreadable::Tile),
        ("open d9 I1", Unreadable::Square),
        ("hand 0 I-", Unreadable::Tile),
        ("hand 2 I", Unreadable::Parts),
        ("pawns 0 a1 a2 a3 a4 a5 a6", Unreadable::Parts),
        ("steps 0 a1", Unreadable::Parts),
        ("over sunk 0", Unreadable::Parts),
        ("dragon 0", Unreadable::Word),
    ] {
        let text = format!("first 0\n{line}\n");
        assert_eq!(
            text.parse::<Position>(),
            Err(NotAPosition { line: 2, reason }),
            "{line}"
        );
    }
    let two_pits = "open a1 P0 a2 P0".parse::<Position>();
    let reason = Unreadable::Box;
    assert_eq!(two_pits, Err(NotAPosition { line: 2, reason }));
}

#[test]
fn what_nobody_could_do_is_not_waited_for() {
    let none = "pawns 0 ? ? ? ? ?\npawns 1 ? ? ? ? ?";
    for text in [
        // All pawns of the player stand, or the other one is two ahead.
        "phase place\nturn 0\npawns 0 a1 b1 c1 d1 e1\npawns 1 a7 b7 c7 d7 ?",
        "phase place\nturn 1\npawns 0 a1 b1 c1 ? ?\npawns 1 a7 b7 c7 d7 ?",
        // No tile is open that a hole could be exchanged for.
        &format!("phase exchange\nhand 0 O I I I I\n{none}"),
        &format!("phase exchange\nopen d4 P0\nhand 0 O I I I I\n{none}"),
    ] {
        let position: Position = text.parse().unwrap();
        let found = State::try_from(&position).unwrap_err();
        assert_eq!(found, [Impossible::Phase], "{text}");
    }
}

/// The manual punishes mistakes; what is written with its options keeps them, and a position that says none has no
/// penalty, as ever.
#[test]
fn the_usual_rules_are_the_manuals() {
    let read = |json: &str| serde_json::from_str::<Options>(json).unwrap();
    assert!(Options::default().strict_open && read("{}").strict_open);
    assert!(!read(r#"{"strict_open":false}"#).strict_open);
    let written = serde_json::to_string(&Options { strict_open: false }).unwrap();
    assert_eq!(written, r#"{"strict_open":false}"#);
    assert!(!position().options.strict_open);
    let mut json = serde_json::to_value(position()).unwrap();
    json.as_object_mut().unwrap().remove("options");
    assert_eq!(
        serde_json::from_value::<Position>(json).unwrap(),
        position()
    );
}
