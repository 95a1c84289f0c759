//! The language of the case files.
//!
//! ```text
//! source: move                              the section of the manual
//! title: what it shows, in our words
//! position:                                 the text form of a position, up to the first step; or
//! open 0 seed 7                             a fresh game in which seat 0 plays first, by chance of that seed
//! do 0 move 3 d4                            a decision and what happens
//! = moved 3 d3-d4 move                      each event in a line
//! = acted 1
//! refuse 1 move 3 d4                        a decision that is refused, and why
//! = {"code":"not_your_turn"}
//! offers 0 flow d5 d3:hole                  what the seat may decide, of each action by itself:
//! offers 0 move 3 d5 d3:pawn7               exchange, place, rotate, open, swap, hand, move, push, fill, penalty
//! offers 1 nothing
//! ```
//! Nothing but the deal is drawn by chance. Decisions are written as their parameters come, a pawn and a place in the
//! hand as numbers: `rotate d4 2`, `swap d4 1 2`, `fill 1 2`, `exchange 0 d4`.

use std::fmt::{Display, Write};

use senda_rules::{
    Game, Seat, Viewer,
    tiles::Square,
    tortus::{Action, By, Choices, Event, Meets, Options, Position, State, Target, Tile},
};

use crate::table::{Dice, seat};

/// Runs a case and panics where it does not come out.
pub fn run(name: &str, text: &str) {
    let mut lines = text.lines().enumerate().peekable();
    let mut head = |word: &str| {
        let (_, line) = lines.next().expect("a line");
        let said = line
            .strip_prefix(word)
            .and_then(|line| line.strip_prefix(": "));
        assert!(
            said.is_some_and(|said| !said.is_empty()),
            "{name}: begins with {word}"
        );
    };
    head("source");
    head("title");
    let mut state: Option<State> = None;
    let mut checked = 0;
    let mut position = String::new();
    while let Some((number, line)) = lines.next() {
        let at = format!("{name}, line {}", number + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let is_step =
            matches!(word, "do" | "refuse" | "offers") || word == "open" && rest.contains("seed");
        if !is_step {
            assert!(state.is_none(), "{at}: unknown word {word}");
            if word != "position:" {
                writeln!(position, "{line}").unwrap();
            }
            continue;
        }
        let mut expected = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("= ")) {
            expected.push(line[2..].to_owned());
        }
        checked += 1;
        if word == "open" {
            let (first, number) = rest.split_once(" seed ").unwrap();
            let first = Some(seat(first.parse().unwrap()));
            let mut fresh = State::new(&Options::default(), 2, first).unwrap();
            let events = fresh.open(&mut Dice::new(number.parse().unwrap()));
            happen(&mut fresh, &events, &expected, &at);
            state = Some(fresh);
            continue;
        }
        let state = state.get_or_insert_with(|| {
            let position: Position = position.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
            State::try_from(&position).unwrap_or_else(|e| panic!("{name}: {e:?}"))
        });
        if word == "offers" {
            assert_eq!(offers(state, rest), rest, "{at}");
            continue;
        }
        let (seat, action) = decision(rest);
        let decided = state.decide(seat, &action, &mut Dice::new(0));
        if word == "do" {
            let events = decided.unwrap_or_else(|e| panic!("{at}: refused: {e:?}"));
            happen(state, &events, &expected, &at);
        } else {
            let code = serde_json::to_string(&decided.expect_err(&at)).unwrap();
            assert_eq!([code], expected[..], "{at}");
        }
    }
    assert!(checked > 0, "{name}: shows nothing");
}

fn happen(state: &mut State, events: &[Event], expected: &[String], at: &str) {
    let happened: Vec<String> = events.iter().map(say).collect();
    assert_eq!(happened, expected, "{at}");
    for event in events {
        state.apply(event);
    }
}

fn decision(text: &str) -> (Seat, Action) {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |text: &str| -> u8 { text.parse().unwrap() };
    let square = |text: &str| -> Square { text.parse().unwrap() };
    let action = match &words[1..] {
        ["exchange", hand, at] => Action::Exchange {
            hand: number(hand),
            square: square(at),
        },
        ["place", at] => Action::Place { square: square(at) },
        ["rotate", at, rotation] => Action::Rotate {
            square: square(at),
            rotation: number(rotation),
        },
        ["open", at] => Action::Open { square: square(at) },
        ["swap", at, hand, rotation] => Action::Swap {
            square: square(at),
            hand: number(hand),
            rotation: number(rotation),
        },
        ["move", pawn, to] => Action::Move {
            pawn: number(pawn),
            to: square(to),
        },
        ["push", to] => Action::Push { to: square(to) },
        ["follow", to] => Action::Follow { to: square(to) },
        ["stop"] => Action::Stop {},
        ["fill", hand, rotation] => Action::Fill {
            hand: number(hand),
            rotation: number(rotation),
        },
        ["penalty", pawn] => Action::Penalty { pawn: number(pawn) },
        ["end_turn"] => Action::EndTurn {},
        ["draw"] => Action::Draw {},
        ["resign"] => Action::Resign {},
        _ => panic!("no decision: {text}"),
    };
    (seat(number(words[0])), action)
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().fold(String::new(), |mut text, item| {
        write!(text, " {item}").unwrap();
        text
    })
}

fn targets(targets: &[Target]) -> String {
    list(targets.iter().map(|target| match target.meets {
        Meets::Open => target.square.to_string(),
        Meets::Closed => format!("{}:closed", target.square),
        Meets::Hole => format!("{}:hole", target.square),
        Meets::Pit => format!("{}:pit", target.square),
        Meets::Pawn { pawn } => format!("{}:pawn{pawn}", target.square),
    }))
}

/// What the seat named first in the text is offered of the action named next, in the same form.
fn offers(state: &State, text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let viewer = Viewer::Seat(seat(words[0].parse().unwrap()));
    let offered = match (words[1], state.view(viewer).choices) {
        (_, None) => return format!("{} nothing", words[0]),
        ("exchange", Some(Choices::Exchange { hand, squares })) => {
            format!("{} for{}", list(hand), list(squares))
        }
        ("place", Some(Choices::Place { squares })) => list(squares),
        ("rotate", Some(Choices::Act { rotate, .. })) => list(rotate.iter().map(|turns| {
            let rotations = turns.rotations.iter().map(|rotation| rotation.turns());
            format!("{}:{}", turns.square, list(rotations).replace(' ', ""))
        })),
        ("open", Some(Choices::Act { open, .. })) => list(open),
        ("swap", Some(Choices::Act { swap, .. })) => list(swap),
        ("hand", Some(Choices::Act { hand, .. })) => list(hand),
        ("move", Some(Choices::Act { moves, .. })) => {
            let moved = moves
                .iter()
                .find(|moves| moves.pawn.to_string() == words[2]);
            format!(" {}{}", words[2], targets(&moved.unwrap().to))
        }
        ("push", Some(Choices::Push { to, .. })) | ("flow", Some(Choices::Flow { to, .. })) => {
            targets(&to)
        }
        ("fill", Some(Choices::Fill { square, hand })) => format!(" {square} with{}", list(hand)),
        ("penalty", Some(Choices::Penalty { pawns })) => list(pawns),
        (word, Some(other)) => panic!("no {word} in {other:?}"),
    };
    format!("{} {}{offered}", words[0], words[1])
}

fn letters(tiles: impl Iterator<Item = Tile>) -> String {
    tiles.map(Tile::letter).collect()
}

/// An event in words of the case language.
fn say(event: &Event) -> String {
    let deal = |hands: &senda_rules::BySeat<Vec<Option<Tile>>>, board: &[_]| {
        let hands: Vec<String> = hands
            .iter()
            .map(|(_, hand)| letters(hand.iter().flatten().copied()))
            .collect();
        let board = board
            .iter()
            .map(|dealt: &senda_rules::tortus::Dealt| dealt.tile.unwrap());
        format!("{}; {}", hands.join(" "), letters(board))
    };
    match event {
        Event::Opened {
            first,
            hands,
            board,
            ..
        } => format!("opened {first}: {}", deal(hands, board)),
        Event::Redealt { hands, board } => format!("redealt: {}", deal(hands, board)),
        Event::Exchanged {
            seat,
            hand,
            square,
            laid,
            taken,
        } => format!(
            "exchanged {seat} {hand} {square}: {} for {}",
            laid.letter(),
            taken.letter()
        ),
        Event::Placed { pawn, square } => format!("placed {pawn} {square}"),
        Event::Turn { seat, actions } => format!("turn {seat} {actions}"),
        Event::Rotated { square, rotation } => format!("rotated {square} {}", rotation.turns()),
        Event::Revealed {
            square,
            tile,
            rotation,
        } => format!("revealed {square} {}{}", tile.letter(), rotation.turns()),
        Event::Misopened { square } => format!("misopened {square}"),
        Event::Penalised { pawn } => format!("penalised {pawn}"),
        Event::Swapped {
            seat,
            hand,
            square,
            laid,
            rotation,
            taken,
        } => format!(
            "swapped {seat} {hand} {square}: {}{} for {}",
            laid.letter(),
            rotation.turns(),
            taken.letter()
        ),
        Event::Moved { pawn, from, to, by } => {
            let by = match by {
                By::Move => "move",
                By::Push => "push",
                By::Follow => "follow",
                By::Forced => "forced",
            };
            format!("moved {pawn} {from}-{to} {by}")
        }
        Event::Captured { pawn, square } => format!("captured {pawn} {square}"),
        Event::Fell {
            pawn,
            square,
            taken: Some(seat),
        } => format!("fell {pawn} {square}, taken by {seat}"),
        Event::Fell { pawn, square, .. } => format!("fell {pawn} {square}"),
        Event::Filled {
            seat,
            hand,
            square,
            tile,
            rotation,
        } => format!(
            "filled {seat} {hand} {square}: {}{}",
            tile.letter(),
            rotation.turns()
        ),
        Event::Sank { pawn, square } => format!("sank {pawn} {square}"),
        Event::Acted { left } => format!("acted {left}"),
        Event::DrawOffered { seat } => format!("draw offered by {seat}"),
        Event::Over { outcome, end } => {
            let end = serde_json::to_value(end).unwrap();
            format!("over {:?} {}", outcome.places, end["how"].as_str().unwrap())
        }
    }
}
