//! Positions: written, read, and refused with every reason.

use senda_rules::{
    Game, Viewer,
    tsuro::{Action, Impossible, NotAPosition, Options, Position, Preset, State, Tile, Unreadable},
};

use super::game::{play, play_with};
use crate::table::{Dice, opened, seat};

/// Three players; seat 0 has laid a tile, seat 1 is to play.
const TEXT: &str = "\
players 3
first 0
turn 1
board a1 1r2@0
marker 0 a1:0
marker 1 f6:4
marker 2 f1:1
hand 0 0 2 9
hand 1 3 4 5
hand 2 6 7 8
pile 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34
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

fn tile(number: u8) -> Tile {
    Tile::new(number).unwrap()
}

#[test]
fn the_text_form_reads_as_it_is_written() {
    assert_eq!(position().to_string(), TEXT);
    let state = State::try_from(&position()).unwrap();
    assert_eq!(state.position(), Some(position()));
    assert_eq!(
        state.view(Viewer::Spectator).markers[seat(0)]
            .at
            .unwrap()
            .to_string(),
        "b1:7"
    );
    let spaced = format!(
        "\n  # a remark\n{}",
        TEXT.replace("turn 1", "turn  1 # whose turn")
    );
    assert_eq!(spaced.parse(), Ok(position()));
}

#[test]
fn the_json_form_knows_no_other_fields() {
    let json = serde_json::to_value(position()).unwrap();
    assert_eq!(
        serde_json::from_value::<Position>(json.clone()).unwrap(),
        position()
    );
    for path in ["", "/board/0", "/markers/0", "/options"] {
        let mut other = json.clone();
        other.pointer_mut(path).unwrap()["extra"] = 1.into();
        assert!(serde_json::from_value::<Position>(other).is_err(), "{path}");
    }
}

#[test]
fn an_unopened_game_has_no_position() {
    assert_eq!(
        State::new(&Options::default(), 3, None).unwrap().position(),
        None
    );
    assert_eq!(
        State::new(&Options::default(), 3, Some(seat(1)))
            .unwrap()
            .position(),
        None
    );
}

/// A change of the position, and the reasons against what it makes.
type Case = (fn(&mut Position), Vec<Impossible>);

fn refused(cases: Vec<Case>) {
    for (number, (change, expected)) in cases.into_iter().enumerate() {
        assert_eq!(reasons(change), expected, "case {number}");
    }
}

#[test]
fn a_wrong_set_of_seats_or_tiles_is_refused() {
    use Impossible as I;
    let zero = seat(0);
    refused(vec![
        (|p| drop(p.hands.pop()), vec![I::Seats]),
        (
            |p| p.markers.clear(),
            vec![
                I::Seats,
                I::NoSuchSeat { seat: zero },
                I::NoSuchSeat { seat: seat(1) },
            ],
        ),
        (|p| p.first = seat(3), vec![I::NoSuchSeat { seat: seat(3) }]),
        (
            |p| p.pile.push(tile(9)),
            vec![I::TileTwice { tile: tile(9) }],
        ),
        (
            |p| p.pile.truncate(p.pile.len() - 1),
            vec![I::TileMissing { tile: tile(34) }],
        ),
        (
            |p| {
                let t = p.pile.pop().unwrap();
                p.hands[0].push(t);
            },
            vec![I::HandTooLarge { seat: zero }],
        ),
        (
            |p| {
                let t = p.hands[0].pop().unwrap();
                p.pile.push(t);
            },
            vec![I::HandShort { seat: zero }],
        ),
    ]);
}

#[test]
fn a_board_that_its_paths_deny_is_refused() {
    use Impossible as I;
    let zero = seat(0);
    let a1 = "a1".parse().unwrap();
    let g1 = "g1".parse().unwrap();
    refused(vec![
        (
            |p| p.board[0].seat = seat(2),
            vec![I::LaidAside { square: a1 }],
        ),
        (
            |p| p.board[0].square = "g1".parse().unwrap(),
            vec![
                I::OffBoard { square: g1 },
                I::WrongPath { seat: zero },
                I::NotAtPathEnd { seat: zero },
            ],
        ),
        (
            |p| {
                let mut laid = p.board[0];
                laid.tile = p.pile.pop().unwrap();
                p.board.insert(0, laid);
            },
            vec![I::SquareTwice { square: a1 }],
        ),
        (
            |p| p.markers[0].path.clear(),
            vec![I::LaidAside { square: a1 }, I::WrongPath { seat: zero }],
        ),
        (
            |p| p.board[0].rotation = senda_rules::tiles::Rotation::default(),
            vec![
                I::WrongPath { seat: zero },
                I::NotAtPathEnd { seat: zero },
                I::WrongOut { seat: zero },
            ],
        ),
    ]);
}

#[test]
fn a_marker_where_none_can_stand_is_refused() {
    use Impossible as I;
    let f1 = "f1:1".parse().unwrap();
    refused(vec![
        (
            |p| p.markers[0].start = "a1:3".parse().ok(),
            vec![I::NoSuchMark { seat: seat(0) }],
        ),
        (
            |p| p.markers[1] = p.markers[2].clone(),
            vec![I::MarkTwice { mark: f1 }],
        ),
        (
            |p| {
                p.markers[2].start = None;
                p.markers[2].at = None;
            },
            vec![I::NotStarted { seat: seat(2) }],
        ),
        (
            |p| p.markers[1].at = "a1:1".parse().ok(),
            vec![
                I::FacesTile { seat: seat(1) },
                I::NotAtPathEnd { seat: seat(1) },
            ],
        ),
        (
            |p| p.markers[1].at = "f6:5".parse().ok(),
            vec![I::NotAtPathEnd { seat: seat(1) }],
        ),
    ]);
}

#[test]
fn a_turn_or_dragon_out_of_place_is_refused() {
    use Impossible as I;
    refused(vec![
        (|p| p.turn = None, vec![I::Turn]),
        (
            |p| p.dragon = Some(seat(2)),
            vec![I::DragonWithFullHand, I::DragonBesidePile],
        ),
        (
            |p| {
                p.dragon = Some(seat(2));
                let t = p.hands[2].pop().unwrap();
                p.pile.push(t);
            },
            vec![I::DragonBesidePile],
        ),
        (
            |p| {
                let t = p.hands[1].split_off(0);
                p.pile.extend(t);
            },
            vec![I::HandShort { seat: seat(1) }, I::NothingToPlace],
        ),
    ]);
}

#[test]
fn who_is_out_has_nothing_left() {
    use Impossible as I;
    use senda_rules::tsuro::Out;
    let out = |out| {
        move |p: &mut Position| {
            p.markers[1].out = Some(out);
            p.markers[1].at = None;
            p.dragon = Some(seat(1));
        }
    };
    let found = reasons(out(Out::Resigned { after: 1 }));
    let expected = [
        I::HandOfOut { seat: seat(1) },
        I::TurnOfOut,
        I::DragonOfOut,
        I::DragonWithFullHand,
        I::DragonBesidePile,
    ];
    assert_eq!(found, expected);
    for wrong in [
        Out::Edge { after: 1 },
        Out::Resigned { after: 2 },
        Out::Collision {
            after: 1,
            with: seat(2),
        },
        Out::Edge { after: 0 },
    ] {
        assert!(
            reasons(out(wrong)).contains(&I::WrongOut { seat: seat(1) }),
            "{wrong:?}"
        );
    }
}

#[test]
fn markers_are_put_down_in_turn() {
    use Impossible as I;
    let start = |p: &mut Position| {
        p.pile.push(tile(1));
        p.board.clear();
        p.markers[0].path.clear();
        p.markers[0].at = p.markers[0].start;
    };
    assert_eq!(reasons(start), [I::FirstTurn]);
    let unstarted = |p: &mut Position, number: usize| {
        start(p);
        p.markers[number].start = None;
        p.markers[number].at = None;
    };
    assert_eq!(
        reasons(|p| unstarted(p, 0)),
        [
            I::StartOrder { seat: seat(0) },
            I::StartOrder { seat: seat(1) },
            I::StartOrder { seat: seat(2) }
        ]
    );
}

#[test]
fn two_play_without_the_dragon_and_nothing_follows_the_end() {
    use Impossible as I;
    let end = play(2, 5, 0, |_| ());
    let mut position = end.position().unwrap();
    assert_eq!(State::try_from(&position), Ok(end));
    position.dragon = Some(seat(0));
    position.turn = Some(seat(0));
    let found = State::try_from(&position).unwrap_err();
    assert!(
        found.contains(&I::DragonForTwo) && found.contains(&I::Turn),
        "{found:?}"
    );
    let mut position = play(3, 1, 0, |_| ()).position().unwrap();
    for marker in &mut position.markers {
        marker.out = Some(senda_rules::tsuro::Out::Resigned { after: 35 });
    }
    assert!(
        State::try_from(&position)
            .unwrap_err()
            .contains(&I::EndedEarlier)
    );
}

#[test]
fn a_line_that_can_not_be_read_is_named() {
    use Unreadable as U;
    let read = |text: &str| text.parse::<Position>().unwrap_err();
    for (line, reason) in [
        ("first 3", U::Seat),
        ("turn x", U::Seat),
        ("board a1", U::Parts),
        ("board a1 1@0", U::Laid),
        ("board a1 1r4@0", U::Laid),
        ("board z1 1r0@0", U::Square),
        ("board a1 35r0@0", U::Tile),
        ("board a1 1r0@3", U::Seat),
        ("marker 0", U::Parts),
        ("marker 0 b2:0", U::Mark),
        ("marker 0 a1", U::Mark),
        ("hand 0 35", U::Tile),
        ("pile x", U::Tile),
        ("out 0 edge x", U::Out),
        ("out 0 edge", U::Parts),
        ("out 0 gone 1", U::Out),
        ("out 0 collision 1 7", U::Seat),
        ("dragon", U::Parts),
        ("players 3", U::Word),
        ("hand 9", U::Seat),
    ] {
        assert_eq!(
            read(&format!("players 3\n\n{line}\n")),
            NotAPosition { line: 3, reason },
            "{line}"
        );
    }
    assert_eq!(
        read("players 3\nhand 0 1\nhand 0 2"),
        NotAPosition {
            line: 3,
            reason: U::Twice
        }
    );
    for text in ["", "players 1", "players 9", "players", "turn 1"] {
        assert_eq!(read(text).reason, U::Players, "{text}");
    }
}

/// Positions of every kind of options, and in the middle of a turn: `laws` writes and reads each.
#[test]
fn options_and_turns_that_go_on_are_written() {
    let text = "\
players 3
options leaflet bonus=true edge=8
first 0
turn 0
waiting a1 1r2@0
marker 0 a1:0
marker 1 a1:67
marker 2 f1:01
";
    let Err(NotAPosition { reason, .. }) = text.replace("leaflet", "1999").parse::<Position>()
    else {
        panic!("no such preset")
    };
    assert_eq!(reason, Unreadable::Options);
    let late = text.replace("options leaflet bonus=true edge=8\n", "") + "options leaflet\n";
    assert_eq!(
        late.parse::<Position>().unwrap_err().reason,
        Unreadable::Options
    );
    let position: Position = text.parse().unwrap();
    assert_eq!(position.options.edge, 8);
    assert!(position.options.bonus);
    assert_eq!(position.waiting.unwrap().seat, seat(0));
    assert!(
        position
            .to_string()
            .starts_with("players 3\noptions leaflet bonus=true edge=8\n")
    );
    let json = serde_json::to_value(&position).unwrap();
    assert_eq!(json["options"]["edge"], 8);
    assert_eq!(json["waiting"]["square"], "a1");
    let mut before = json.clone();
    for new in ["laid_down", "waiting", "bonus"] {
        before.as_object_mut().unwrap().remove(new);
    }
    before["options"] = serde_json::json!({ "preset": "2020" });
    let before: Position = serde_json::from_value(before).unwrap();
    assert_eq!((before.options, before.waiting), (Options::default(), None));
}

#[test]
fn a_turn_that_can_not_go_on_is_refused() {
    use Impossible as I;
    let a2 = |p: &mut Position| {
        let mut laid = p.board[0];
        laid.square = "a2".parse().unwrap();
        laid.tile = p.pile.pop().unwrap();
        laid
    };
    let waiting = |p: &mut Position| p.waiting = Some(a2(p));
    assert_eq!(reasons(waiting), [I::Waiting]);
    assert!(reasons(|p| p.bonus = vec![seat(2)]).contains(&I::Bonus));
    assert_eq!(reasons(|p| p.laid_down.extend(p.pile.pop())), [I::LaidDown]);
    assert_eq!(reasons(|p| p.options.edge = 11), [I::Options]);
    assert!(reasons(|p| p.options.tiles = 64).contains(&I::TileMissing { tile: tile(1) }));
}

#[test]
fn more_tiles_laid_down_than_hands_have_are_refused() {
    use Impossible as I;
    let found = reasons(|p| {
        p.options.bonus = true;
        p.options.eliminated = senda_rules::tsuro::Eliminated::LaidDown;
        p.laid_down = p.pile.split_off(0);
    });
    assert!(found.contains(&I::LaidDown), "{found:?}");
}

/// By the leaflet, on a shared corner: the mover leaves while the other still has to choose a path.
#[test]
fn a_tile_whose_mover_resigned_is_read_back() {
    let mut dice = Dice::new(1);
    let mut state: State = opened(&Preset::Leaflet.options(), 4, &mut dice);
    let decide = |state: &mut State, dice: &mut Dice, seat, action: &Action| {
        for event in state.decide(seat, action, dice).unwrap() {
            state.apply(&event);
        }
        let position = state.position().unwrap();
        assert_eq!(
            State::try_from(&position).as_ref(),
            Ok(&*state),
            "{position}"
        );
    };
    let first = state.acting().iter().next().unwrap();
    for side in ["a1:67", "a1:01", "f1:23", "f6:45"] {
        let seat = state.acting().iter().next().unwrap();
        let mark = side.parse().unwrap();
        decide(&mut state, &mut dice, seat, &Action::Start { mark });
    }
    let laid = state.legal_actions(first).swap_remove(0);
    decide(&mut state, &mut dice, first, &laid);
    let waits = state.acting().iter().next().unwrap();
    assert_ne!(waits, first);
    decide(&mut state, &mut dice, first, &Action::Resign {});
    decide(&mut state, &mut dice, waits, &Action::Path { port: 0 });
    for _ in 0..8 {
        let Some(seat) = state.acting().iter().next() else {
            return;
        };
        let action = state.legal_actions(seat).swap_remove(0);
        decide(&mut state, &mut dice, seat, &action);
    }
}

/// Whoever has laid a tile in this turn lacks it, until the turn ends.
#[test]
fn a_turn_does_not_go_on_with_a_full_hand() {
    use Impossible as I;
    for (preset, reason) in [
        (Preset::Edition2005, I::Bonus),
        (Preset::Leaflet, I::Waiting),
    ] {
        let mut tried = 0;
        for seed in 0..40 {
            play_with(preset.options(), 8, seed, 0, |moment| {
                let mut position = moment.after.position().unwrap();
                let goes_on = position.waiting.is_some() || !position.bonus.is_empty();
                let (Some(turn), true) = (position.turn, goes_on) else {
                    return;
                };
                let hand = &mut position.hands[turn.index()];
                while hand.len() < 3
                    && let Some(tile) = position.pile.pop()
                {
                    hand.push(tile);
                }
                if hand.len() == 3 {
                    let found = State::try_from(&position).unwrap_err();
                    assert!(found.contains(&reason), "{found:?}\n{position}");
                    tried += 1;
                }
            });
        }
        assert!(tried > 0, "{preset:?}");
    }
}
