//! The interpreter of the case files, as far as their language is the same for every game.
//!
//! ```text
//! source: IT, play 2                   the source of the rule
//! title: what it shows                 a description in our own words
//! position:                            the text form of a position, up to the first step; or
//! open 3 1                             a new game of 3 players in which seat 1 plays first;
//!                                      `seed 7` and options may follow
//! do 0 place 17r2                      a decision, followed by its events
//! = 0: 17r2 a1, walks a1.0-3 to b1:6   one event per line, as its full text
//! refuse 1 place 3r0                   a decision that is rejected, followed by the reason
//! = {"code":"not_in_hand"}
//! offers 1 17r0 17r1                   a query of the game: its result must equal the line itself
//! ```
//! Without a seed, chance reverses every order.

use std::{fmt::Display, str::FromStr};

use senda_rules::{Chance, Game, Seat};

use crate::table::{Dice, Reverse, seat};

/// A game with case files, and the queries on its state that these can contain.
pub trait Looks: Game<Action: FromStr, Options: FromStr + Default> + FromStr<Err: Display> {
    /// The words that begin a query.
    const LOOKS: &'static [&'static str];

    /// Runs the query `look`, one of [`Self::LOOKS`]. `asked` is the rest of the line. Returns the
    /// text that the rest of the line should have been.
    fn look(&self, look: &str, asked: &str) -> String;
}

/// Runs a case and panics if its results differ from the expected ones.
pub fn run<G: Looks>(name: &str, text: &str) {
    let mut lines = text.lines().enumerate().peekable();
    for word in ["source: ", "title: "] {
        let said = lines.next().and_then(|(_, line)| line.strip_prefix(word));
        let said = said.is_some_and(|said| !said.is_empty());
        assert!(said, "{name}: begins with {word}");
    }
    let mut position = String::new();
    let mut game: Option<G> = None;
    let mut checked = 0;
    while let Some((number, line)) = lines.next() {
        let at = format!("{name}, line {}", number + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if !is_step::<G>(word, rest) {
            assert!(game.is_none(), "{at}: unknown word {word}");
            if word != "position:" {
                position.extend([line, "\n"]);
            }
            continue;
        }
        let mut expected = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("= ")) {
            expected.push(line[2..].to_owned());
        }
        checked += 1;
        if word == "open" {
            assert!(game.is_none() && position.is_empty(), "{at}: opened twice");
            let (mut fresh, happened) = opened::<G>(rest).unwrap_or_else(|| panic!("{at}: {rest}"));
            happen(&mut fresh, &happened, &expected, &at);
            game = Some(fresh);
            continue;
        }
        let game = game.get_or_insert_with(|| read(name, &position));
        if matches!(word, "do" | "refuse") {
            let (seat, action) = decision::<G>(rest).unwrap_or_else(|| panic!("{at}: {rest}"));
            let decided = game.decide(seat, &action, &mut Reverse);
            if word == "do" {
                let events = decided.unwrap_or_else(|e| panic!("{at}: refused: {e:?}"));
                happen(game, &events, &expected, &at);
            } else {
                let code = serde_json::to_string(&decided.expect_err(&at)).unwrap();
                assert_eq!([code], expected[..], "{at}");
            }
        } else {
            assert_eq!(game.look(word, rest), rest, "{at}");
            assert!(expected.is_empty(), "{at}: nothing happens by looking");
        }
    }
    assert!(checked > 0, "{name}: shows nothing");
}

/// Whether the line is a step. A line of a position can begin with `open` too, but not with a
/// number after it.
fn is_step<G: Looks>(word: &str, rest: &str) -> bool {
    let fresh = word == "open" && rest.starts_with(|letter: char| letter.is_ascii_digit());
    fresh || matches!(word, "do" | "refuse") || G::LOOKS.contains(&word)
}

fn read<G: Looks>(name: &str, position: &str) -> G {
    position.parse().unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn opened<G: Looks>(text: &str) -> Option<(G, Vec<G::Event>)> {
    let (seats, rest) = text.split_once(' ')?;
    let (first, mut options) = rest.split_once(' ').unwrap_or((rest, ""));
    let mut chance: Box<dyn Chance> = Box::new(Reverse);
    if let Some(seeded) = options.strip_prefix("seed ") {
        let (number, after) = seeded.split_once(' ').unwrap_or((seeded, ""));
        chance = Box::new(Dice::new(number.parse().ok()?));
        options = after;
    }
    let first = Some(seat(first.parse().ok()?));
    let options = match options {
        "" => G::Options::default(),
        options => options.parse().ok()?,
    };
    let game = G::new(&options, seats.parse().ok()?, first).ok()?;
    let events = game.open(&mut *chance);
    Some((game, events))
}

fn happen<G: Looks>(game: &mut G, events: &[G::Event], expected: &[String], at: &str) {
    let happened: Vec<String> = events.iter().map(ToString::to_string).collect();
    assert_eq!(happened, expected, "{at}");
    for event in events {
        game.apply(event);
    }
}

fn decision<G: Looks>(text: &str) -> Option<(Seat, G::Action)> {
    let (number, action) = text.split_once(' ')?;
    Some((number.parse().ok()?, action.parse().ok()?))
}

/// Returns the items, each with a space before it.
pub fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items = items.into_iter().map(|item| format!(" {item}"));
    items.collect()
}
