//! Tests of Tsuro's text positions: writing, parsing, and rejection with the first reason.

use senda_rules::{
    Game, Viewer,
    tiles::Rotation,
    tsuro::{Action, Event, Options, Preset, State, Tile},
};

use super::game::play_with;
use crate::{
    case::list,
    contract::{is_refused, is_unreadable},
    table::{Dice, opened, seat},
};

/// A position with three players: seat 0 has laid a tile, and seat 1 is to play.
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

/// Returns the text with some of its parts replaced.
fn with(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(TEXT.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

#[test]
fn the_text_form_reads_back_as_written() {
    let state: State = TEXT.parse().unwrap();
    assert_eq!(state.to_string(), TEXT);
    let at = state.view(Viewer::Spectator).markers[seat(0)].at();
    assert_eq!(at.unwrap().to_string(), "b1:7");
    let spaced = format!(
        "\n  # a remark\n{}",
        TEXT.replace("turn 1", "turn  1 # whose turn")
    );
    assert_eq!(spaced.parse(), Ok(state));
    let unopened = State::new(&Options::default(), 3, Some(seat(1))).unwrap();
    assert_eq!(unopened.to_string(), "");
}

#[test]
fn rejects_positions_that_contradict_the_rules() {
    for (changes, reason) in [
        (&[(" 34\n", " 34 9\n")][..], "a tile more often"),
        (&[(" 34\n", "\n")], "a tile less often"),
        (&[("1r2@0", "1r2@2")], "path does not cross"),
        (&[("1r2@0", "1r0@0")], "not out as its path tells"),
        (&[("marker 1 f6:4", "marker 1 f1:1")], "began in one place"),
        (&[("marker 2 f1:1\n", "")], "before every marker has begun"),
        (&[("turn 1\n", "")], "nobody's turn"),
        (
            &[("board a1 1r2@0\n", ""), (" 34\n", " 34 1\n")],
            "another's to lay",
        ),
        (
            &[
                ("board a1 1r2@0\nmarker 0 a1:0\n", ""),
                (" 34\n", " 34 1\n"),
            ],
            "not begun in turn",
        ),
        (
            &[("hand 0 0 2 9", "hand 0 0 2"), (" 34\n", " 34 9\n")],
            "lacks tiles",
        ),
        (
            &[
                ("first 0", "options 2005\nfirst 0"),
                ("hand 1 3 4 5", "hand 1"),
                (" 34\n", " 34 3 4 5\n"),
            ],
            "who has no tile",
        ),
        (&[(" 34\n", " 34\ndragon 2\n")], "a dragon with a full hand"),
        (
            &[
                ("hand 2 6 7 8", "hand 2 6 7"),
                (" 34\n", " 34 8\ndragon 2\n"),
            ],
            "a dragon beside a pile",
        ),
        (
            &[(" 34\n", " 34\nout 1 resigned 1\n")],
            "a hand of who is out",
        ),
        (
            &[
                ("hand 1 3 4 5", "out 1 resigned 1\nhand 1"),
                (" 34\n", " 34 3 4 5\n"),
            ],
            "the turn of who is out",
        ),
        (
            &[
                ("turn 1", "turn 2"),
                ("hand 1 3 4 5", "out 1 resigned 1\nhand 1"),
                (" 34\n", " 34 3 4 5\ndragon 1\n"),
            ],
            "a dragon with who is out",
        ),
        (
            &[(" 34\n", "\nwaiting a2 34r0@0\n")],
            "a tile that can't wait",
        ),
        (&[(" 34\n", " 34\nbonus 2\n")], "hands on offer"),
        (&[(" 34\n", "\nlaid_down 34\n")], "nothing is laid down"),
        (
            &[("first 0", "options 2020 tiles=64\nfirst 0")],
            "a tile less often",
        ),
    ] {
        is_refused::<State>(&with(changes), reason);
    }
    for out in ["edge 1", "resigned 2", "collision 1 2", "edge 0"] {
        let text = format!("{TEXT}out 1 {out}\n");
        is_refused::<State>(&text, "not out as its path tells");
    }
}

#[test]
fn rejects_a_dragon_for_two_and_events_after_the_end() {
    let all = list(6..35);
    let two = "players 2\nturn 0\nmarker 0 a1:0\nmarker 1 f6:4\nhand 0 0 1 2\nhand 1 3 4 5\n";
    let text = format!("{two}pile{all}\n");
    assert!(text.parse::<State>().is_ok());
    is_refused::<State>(&format!("{text}dragon 0\n"), "a dragon in a game of two");
    let gone = "players 3\nout 0 resigned 0\nout 1 resigned 0\nout 2 resigned 0\n";
    let text = format!("{gone}pile 0 1 2 3 4 5{all}\n");
    is_refused::<State>(&text, "something happened after the end");
}

#[test]
fn errors_name_the_unreadable_line() {
    for (line, reason) in [
        ("first 3", "a seat is"),
        ("turn x", "a seat is"),
        ("board a1", "a line is"),
        ("board a1 1@0", "a tile on the board"),
        ("board a1 1r4@0", "a tile on the board"),
        ("board z1 1r0@0", "a square is"),
        ("board g1 1r0@0", "a square is"),
        ("board a1 35r0@0", "a tile is"),
        ("board a1 1r0@3", "a seat is"),
        ("board a1 1r0@0 a1 2r0@0", "two tiles"),
        ("marker 0", "a line is"),
        ("marker 0 b2:0", "a start mark"),
        ("marker 0 a1", "a start mark"),
        ("hand 0 35", "a tile is"),
        ("hand 0 1 2 3 4", "more tiles"),
        ("pile x", "a tile is"),
        ("out 0 edge x", "a line is"),
        ("out 0 edge", "a line is"),
        ("out 0 gone 1", "a line is"),
        ("out 0 collision 1 7", "a seat is"),
        ("dragon", "a line is"),
        ("players 3", "a line is"),
        ("hand 9", "a seat is"),
        ("options 1999", "after the players"),
        ("options 2020 edge=11", "after the players"),
    ] {
        is_unreadable::<State>(&format!("players 3\n\n{line}\n"), 3, reason);
    }
    is_unreadable::<State>("players 3\nhand 0 1\nhand 0 2", 3, "said before");
    is_unreadable::<State>("players 3\nfirst 0\noptions 2005", 3, "after the players");
    for text in ["", "players 1", "players 9", "players", "turn 1"] {
        is_unreadable::<State>(text, 1, "a position begins with players");
    }
    let many = " 1".repeat(25);
    let text = format!("players 2\nlaid_down{many}");
    is_unreadable::<State>(&text, 2, "more tiles");
}

#[test]
fn writes_options_and_unfinished_turns() {
    let text = format!(
        "players 3\noptions leaflet bonus=true tiles=35\nfirst 0\nturn 0\nwaiting a1 1r2@0\n\
         marker 0 a1:0\nmarker 1 a1:67\nmarker 2 f1:01\nhand 0 0 2\nhand 1 3 4 5\nhand 2 6 7 8\n\
         pile{}\n",
        list(9..35)
    );
    let state: State = text.parse().unwrap();
    let view = state.view(Viewer::Omniscient);
    assert!(view.options.bonus);
    assert_eq!(view.waiting.unwrap().seat, seat(0));
    assert_eq!(state.to_string(), text);
}

/// A player who lays a tile has chosen a path before the tile waits for the others.
#[test]
fn a_tile_does_not_wait_for_its_mover() {
    let waits = |marker_of_mover: &str, marker_of_other: &str| {
        format!(
            "players 3\noptions leaflet tiles=35\nfirst 0\nturn 0\nwaiting a1 1r2@0\n\
             marker 0 {marker_of_mover}\nmarker 1 {marker_of_other}\nmarker 2 f1:01\n\
             hand 0 0 2\nhand 1 3 4 5\nhand 2 6 7 8\npile{}\n",
            list(9..35)
        )
    };
    assert!(waits("a1:0", "a1:67").parse::<State>().is_ok());
    for (mover, other) in [
        ("a1:67", "a1:0"),
        ("a1:67", "a1:01"),
        ("a1:0", "a1:7"),
        ("a2:6", "a1:67"),
    ] {
        is_refused::<State>(&waits(mover, other), "a tile that can't wait there");
    }
}

/// Under the rules of 2005, where hands are drawn by turns, they are also full until the first tile
/// is laid.
#[test]
fn every_hand_is_full_before_the_first_tile() {
    let begins = |hand: &str, pile: &str| {
        let rest = list(6..35);
        format!(
            "players 2\noptions 2005\nfirst 0\nturn 1\nmarker 0 a1:0\nhand 0{hand}\nhand 1 3 4 5\n\
             pile{pile}{rest}\n"
        )
    };
    assert!(begins(" 0 1 2", "").parse::<State>().is_ok());
    is_refused::<State>(&begins("", " 0 1 2"), "a hand that lacks tiles");
}

/// With the leaflet's rules, on a shared corner: the mover resigns while the other player still has
/// to choose a path.
#[test]
fn a_tile_whose_mover_resigned_is_read_back() {
    let mut dice = Dice::new(1);
    let mut state: State = opened(&Preset::Leaflet.options(), 4, &mut dice);
    let decide = |state: &mut State, dice: &mut Dice, seat, action: &Action| {
        for event in state.decide(seat, action, dice).unwrap() {
            state.apply(&event);
        }
        let text = state.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&*state), "{text}");
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

/// The game ended before the turn of the tile did, so that the hand of the player who resigned
/// while it waited was not returned.
#[test]
fn a_hand_stays_when_its_player_resigns_while_the_last_tile_waits() {
    let text = "\
players 3
options leaflet suicide_rule=true dragon=2005 eliminated=shuffled tiles=35 edge=8
first 0
board h8 6r0@0
marker 0 h8:3
marker 1 a8:45
out 1 resigned 0
marker 2 h8:5
out 2 edge 1
hand 0 9 10
hand 1 33 0 19
hand 2 1 27 6
pile 15 27 33 31 5 9 7 16 3 8 24 28 26 17 22 11 16 34 20 3 15 28 11 13 7 12 18 17 23 10 1 32 23 24 5 2 20 25 21 30 \
25 8 26 4 19 13 34 21 14 30 29 32 12 29 18 4 22 0 14 31 2
";
    let state: State = text.parse().unwrap();
    assert_eq!(state.to_string(), text);
    let earlier = text.replace("resigned 0", "edge 0");
    is_refused::<State>(&earlier, "a marker that is not out as its path tells");
}

/// Fills a hand with the next tiles of the pile.
fn with_a_full_hand(text: &str, seat: usize) -> String {
    let pile = text.lines().find_map(|line| line.strip_prefix("pile "));
    let mut pile: Vec<&str> = pile.unwrap_or_default().split_whitespace().collect();
    let line = |line: &str| {
        let own = line.starts_with(&format!("hand {seat}"));
        let missing = 5_usize.saturating_sub(line.split(' ').count());
        match own {
            true => {
                let drawn: Vec<&str> = pile.drain(..missing.min(pile.len())).collect();
                format!("{line} {}", drawn.join(" "))
            }
            false if line.starts_with("pile ") => format!("pile {}", pile.join(" ")),
            false => line.to_owned(),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A player who has laid a tile in this turn lacks a tile until the turn ends.
#[test]
fn rejects_an_unfinished_turn_with_a_full_hand() {
    for (preset, reason) in [
        (Preset::Edition2005, "hands on offer"),
        (Preset::Leaflet, "a tile that can't wait"),
    ] {
        let mut tried = 0;
        for seed in 0..40 {
            play_with(preset.options(), 8, seed, 0, |moment| {
                let text = moment.after.to_string();
                let view = moment.after.view(Viewer::Omniscient);
                let goes_on = text.contains("\nwaiting ") || text.contains("\nbonus ");
                let (Some(turn), true) = (view.turn, goes_on) else {
                    return;
                };
                let missing = 3 - view.hands[turn].count;
                if view.pile >= missing {
                    is_refused::<State>(&with_a_full_hand(&text, turn.index()), reason);
                    tried += 1;
                }
            });
        }
        assert!(tried > 0, "{preset:?}");
    }
}

/// Such a log exists if the game was played by other rules.
#[test]
fn a_log_that_contradicts_the_rules_is_not_sound() {
    let state: State = TEXT.parse().unwrap();
    assert!(state.is_sound());
    let tile = |number| Tile::new(number).unwrap();
    let placed = |number: u8, square: &str| Event::Placed {
        seat: seat(1),
        tile: tile(number),
        rotation: Rotation::default(),
        square: square.parse().unwrap(),
        walks: Vec::new(),
    };
    for event in [
        // No marker has walked over the tile, it lies on another tile, or it is not the player's.
        placed(3, "f6"),
        placed(3, "a1"),
        placed(30, "f6"),
        Event::Dragon {
            holder: Some(seat(2)),
        },
        Event::Resigned { seat: seat(1) },
        Event::Over {
            outcome: senda_rules::Outcome {
                places: vec![1, 1, 1],
            },
        },
    ] {
        let mut other = state.clone();
        other.apply(&event);
        assert!(!other.is_sound(), "{event}");
    }
}
