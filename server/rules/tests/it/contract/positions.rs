//! The contract for positions: every reachable position reads back, and every position that can be
//! parsed can be played.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    str::FromStr,
};

use senda_rules::{NotAPosition, Viewer};

use super::{Contract, for_seeds, legal_decision, some_game};
use crate::table::{Dice, play};

/// Checks that the game is equal to the result of parsing its own text.
pub fn restore_the_game<G: Contract>(game: &G) {
    let text = game.to_string();
    match text.parse::<G>() {
        Ok(read) => assert_eq!(&read, game, "{text}"),
        Err(reason) => panic!("{reason}:\n{text}"),
    }
}

/// Checks that the text can be parsed line by line but is rejected as an impossible position, for a
/// reason that contains these words.
#[track_caller]
pub fn is_refused<G: Contract + FromStr<Err = NotAPosition>>(text: &str, why: &str) {
    match text.parse::<G>() {
        Err(NotAPosition::Contradiction { reason }) => {
            assert!(reason.contains(why), "{reason}: {text}");
        }
        other => panic!("{other:?} instead of {why}:\n{text}"),
    }
}

/// Checks that the line with that number can't be parsed, for a reason that contains these words.
#[track_caller]
pub fn is_unreadable<G: Contract + FromStr<Err = NotAPosition>>(
    text: &str,
    number: usize,
    why: &str,
) {
    match text.parse::<G>() {
        Err(NotAPosition::Line { line, reason }) => {
            assert!(
                line == number && reason.contains(why),
                "{line}, {reason}: {text}"
            );
        }
        other => panic!("{other:?} instead of {why}:\n{text}"),
    }
}

/// Plays games in which players resign often or rarely, and reads back every position.
pub fn every_position_reads_back<G: Contract>() {
    for_seeds(G::GAMES.positions, |seed| {
        let (options, seats) = some_game::<G>(&mut Dice::new(!seed));
        for resigning in [8, 60] {
            let player = &mut |game: &G, dice: &mut Dice| legal_decision(game, resigning, dice);
            play(&options, seats, seed, player, |moment| {
                restore_the_game(&moment.after);
                assert!(moment.after.is_sound());
            });
        }
    });
}

/// Plays games and occasionally mutates the text of a position. The result must be rejected or be
/// playable.
pub fn changed_positions_never_panic<G: Contract>() {
    let (games, one_in) = G::GAMES.changes;
    for_seeds(games, |seed| {
        let mut dice = Dice::new(!seed);
        let (options, seats) = some_game::<G>(&mut dice);
        let player = &mut |game: &G, dice: &mut Dice| legal_decision(game, 60, dice);
        play(&options, seats, seed, player, |moment| {
            if dice.below(one_in) > 0 {
                return;
            }
            let text = moment.after.to_string();
            for _ in 0..12 {
                what_is_read_can_be_played::<G>(&changed(&text, &mut dice), &mut dice);
            }
        });
    });
}

/// The replacements for numbers: those of seats and tiles, and the limits of their types.
const NUMBERS: [u16; 10] = [0, 1, 2, 3, 4, 8, 35, 100, 255, 65_535];

/// Mutates a text slightly: words and lines are removed, duplicated, exchanged or replaced.
fn changed(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<Vec<String>> = text
        .lines()
        .map(|line| line.split(' ').map(str::to_owned).collect())
        .collect();
    for _ in 0..=dice.below(2) {
        let (here, there) = (dice.below(lines.len()), dice.below(lines.len()));
        let word = dice.below(lines[here].len());
        let other = dice.below(lines[there].len());
        let of_other = lines[there][other].clone();
        match dice.below(8) {
            0 if lines.len() > 2 => drop(lines.remove(here)),
            1 => lines.swap(here, there),
            2 if lines[here].len() > 1 => drop(lines[here].remove(word)),
            3 => lines[here].push(of_other),
            4 => lines[here][word] = of_other,
            5 => {
                lines[there][other] = std::mem::replace(&mut lines[here][word], of_other);
            }
            6 if lines[here].len() > 1 => {
                let moved = lines[here].remove(word);
                lines[there].push(moved);
            }
            _ => lines[here][word] = another_word(&lines[here][word], dice),
        }
    }
    let lines: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
    lines.join("\n")
}

/// Returns the word with one of its characters changed, or another number.
fn another_word(word: &str, dice: &mut Dice) -> String {
    const OTHERS: &[u8] = b"0123456789abcdefghXLTIOSDJ+-:@r ";
    if word.parse::<u64>().is_ok() && dice.below(4) > 0 {
        return NUMBERS[dice.below(NUMBERS.len())].to_string();
    }
    let mut characters: Vec<char> = word.chars().collect();
    let other = char::from(OTHERS[dice.below(OTHERS.len())]);
    match dice.below(characters.len() + 1) {
        at if at < characters.len() => characters[at] = other,
        _ => characters.push(other),
    }
    characters.into_iter().collect()
}

/// Parses a mutated position, and plays it if it is valid.
fn what_is_read_can_be_played<G: Contract>(changed: &str, dice: &mut Dice) {
    let played = catch_unwind(AssertUnwindSafe(|| {
        if let Ok(game) = changed.parse::<G>() {
            restore_the_game(&game);
            can_be_played(game, dice);
        }
    }));
    assert!(played.is_ok(), "no game can begin with this:\n{changed}");
}

/// Builds the views of a game and plays it for a few decisions.
fn can_be_played<G: Contract>(mut game: G, dice: &mut Dice) {
    for _ in 0..12 {
        let _ = game.view(Viewer::Omniscient);
        for seat in game.acting().iter() {
            let _ = (game.view(Viewer::Seat(seat)), game.clock_action(seat, dice));
        }
        let Some((seat, action)) = legal_decision(&game, 16, dice) else {
            assert!(game.outcome().is_some());
            return;
        };
        let Ok(events) = game.decide(seat, &action, dice) else {
            panic!("{action} is offered and refused");
        };
        for event in &events {
            game.apply(event);
        }
    }
}
