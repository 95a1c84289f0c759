//! Positions of every game: whatever can be reached reads back, and whatever is read can be played.

use std::{
    fmt::{Debug, Display},
    panic::{AssertUnwindSafe, catch_unwind},
    str::FromStr,
};

use proptest::prelude::*;
use senda_rules::{Game, Seat, Viewer, section_x, tortus, tsuro};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::table::{Dice, play};

/// A game whose positions can be written down.
pub trait Written: Game {
    /// The written form, as JSON and as text.
    type Position: Clone + Debug + PartialEq + Display + FromStr + Serialize + DeserializeOwned;

    /// How somebody gives up.
    const RESIGN: Self::Action;

    /// The game written down.
    fn write(&self) -> Self::Position;

    /// The game that is written down, if there can be one.
    fn read(position: &Self::Position) -> Option<Self>;
}

macro_rules! written {
    ($($game:ident),+) => { $(
        impl Written for $game::State {
            type Position = $game::Position;
            const RESIGN: $game::Action = $game::Action::Resign {};

            fn write(&self) -> $game::Position {
                self.position().expect("an opened game")
            }

            fn read(position: &$game::Position) -> Option<Self> {
                Self::try_from(position).ok()
            }
        }
    )+ };
}

written!(tsuro, tortus, section_x);

/// The game reads back equal from what is written of it, in each form.
#[track_caller]
pub fn a_position_restores_the_game<G: Written>(game: &G) {
    let position = game.write();
    assert_eq!(G::read(&position).as_ref(), Some(game), "{position}");
    let json = serde_json::to_string(&position).unwrap();
    assert_eq!(
        serde_json::from_str::<G::Position>(&json).unwrap(),
        position
    );
    let read = position.to_string().parse().ok();
    assert_eq!(read.as_ref(), Some(&position), "{position}");
}

/// Any legal action, but one time in `resigning` somebody gives up, most often in the middle of a turn.
fn decision<G: Written>(game: &G, resigning: usize, dice: &mut Dice) -> Option<(Seat, G::Action)> {
    let acting = game.acting().iter().next()?;
    if dice.below(resigning) == 0 {
        let still_in: Vec<Seat> = game.still_in().iter().collect();
        let any = still_in[dice.below(still_in.len())];
        let mover = game.mover().filter(|mover| still_in.contains(mover));
        let leaves = mover.filter(|_| dice.below(2) == 0).unwrap_or(any);
        return Some((leaves, G::RESIGN));
    }
    let actions = game.legal_actions(acting);
    Some((acting, actions[dice.below(actions.len())].clone()))
}

/// What numbers become: those of seats and tiles, and the edges of their types.
const NUMBERS: [u16; 10] = [0, 1, 2, 3, 4, 8, 35, 100, 255, 65_535];

/// Changes a text a little: words and lines go, come twice, change places, or become other words.
fn change_text(text: &str, dice: &mut Dice) -> String {
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

/// The word with one of its characters changed, or another number.
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

/// Where something in a JSON value is: any of its fields, and as often as not something further in.
fn some_place(value: &Value, dice: &mut Dice) -> String {
    let mut at = String::new();
    let mut inner = value;
    loop {
        let (step, next) = match inner {
            Value::Array(of) if !of.is_empty() => {
                let number = dice.below(of.len());
                (number.to_string(), &of[number])
            }
            Value::Object(of) if !of.is_empty() => {
                let (key, next) = of.iter().nth(dice.below(of.len())).unwrap();
                (key.clone(), next)
            }
            _ => return at,
        };
        at = format!("{at}/{step}");
        inner = next;
        if dice.below(2) == 0 {
            return at;
        }
    }
}

/// Changes a value a little: parts go, come twice, change places or become others.
fn change_json(value: &mut Value, dice: &mut Dice) {
    for _ in 0..=dice.below(2) {
        let here = some_place(value, dice);
        let there = some_place(value, dice);
        let of_there = value.pointer(&there).unwrap().clone();
        let place = value.pointer_mut(&here).unwrap();
        let changed = match (&mut *place, dice.below(4)) {
            (Value::Array(of), 0) if !of.is_empty() => {
                let gone = of.remove(dice.below(of.len()));
                if let Some(Value::Array(list)) = value.pointer_mut(&there) {
                    list.push(gone); // a tile in another hand
                }
                continue;
            }
            (Value::Array(of), 1) if !of.is_empty() => {
                let twice = of[dice.below(of.len())].clone();
                of.push(twice);
                continue;
            }
            (Value::Bool(is), 0..3) => Value::Bool(!*is),
            (Value::Number(_), 0..3) => NUMBERS[dice.below(NUMBERS.len())].into(),
            (Value::String(word), 0..2) => another_word(word, dice).into(),
            (_, 0) => Value::Null,
            _ => of_there,
        };
        let old = std::mem::replace(place, changed);
        if dice.below(2) == 0
            && let Some(other) = value.pointer_mut(&there)
        {
            *other = old;
        }
    }
}

/// Looks at a game that was read with all eyes and plays it on for a few decisions.
fn can_be_played<G: Written>(mut game: G, dice: &mut Dice) {
    for _ in 0..12 {
        let _ = game.view(Viewer::Omniscient);
        for seat in game.acting().iter() {
            let _ = (game.view(Viewer::Seat(seat)), game.clock_action(seat, dice));
        }
        let Some((seat, action)) = decision(&game, 16, dice) else {
            assert!(game.outcome().is_some());
            return;
        };
        let Ok(events) = game.decide(seat, &action, dice) else {
            panic!("{action:?} is offered and refused");
        };
        for event in &events {
            game.apply(event);
        }
    }
}

/// Reads what has become of a position, and plays it if it is one. Returns whether it is.
fn what_is_read_can_be_played<G: Written>(
    changed: &str,
    position: Option<&G::Position>,
    dice: &mut Dice,
) -> bool {
    let tried = catch_unwind(AssertUnwindSafe(|| {
        let Some(game) = position.and_then(G::read) else {
            return false;
        };
        can_be_played(game, dice);
        true
    }));
    tried.unwrap_or_else(|_| panic!("no game can begin with this:\n{changed}"))
}

/// Plays a game, now and then changes what is written of it, and counts the changes that could be read.
fn changes_never_panic<G: Written>(options: &G::Options, seats: u8, seed: u64, rarity: usize) {
    let mut dice = Dice::new(!seed);
    let player = &mut |game: &G, dice: &mut Dice| decision(game, 60, dice);
    play(options, seats, seed, player, |moment| {
        if dice.below(rarity) > 0 {
            return;
        }
        a_position_restores_the_game(&moment.after);
        let position = moment.after.write();
        for _ in 0..6 {
            let text = change_text(&position.to_string(), &mut dice);
            what_is_read_can_be_played::<G>(&text, text.parse().ok().as_ref(), &mut dice);
            let mut json = serde_json::to_value(&position).unwrap();
            change_json(&mut json, &mut dice);
            let read = serde_json::from_value(json.clone()).ok();
            what_is_read_can_be_played::<G>(&json.to_string(), read.as_ref(), &mut dice);
        }
    });
}

/// Plays games of those options and reads back every position, with somebody leaving every few decisions.
fn all_positions_read_back<G: Written>(options: &G::Options, seats: u8, seed: u64) {
    for resigning in [8, 60] {
        let player = &mut |game: &G, dice: &mut Dice| decision(game, resigning, dice);
        play(options, seats, seed, player, |moment| {
            a_position_restores_the_game(&moment.after);
        });
    }
}

fn tsuro_options() -> impl Strategy<Value = tsuro::Options> {
    let preset = prop::sample::select(&tsuro::Preset::ALL[..]);
    preset.prop_map(tsuro::Preset::options)
}

fn tortus_options() -> impl Strategy<Value = tortus::Options> {
    any::<bool>().prop_map(|strict_open| tortus::Options { strict_open })
}

fn section_x_options() -> impl Strategy<Value = section_x::Options> {
    let preset = prop::sample::select(&section_x::Preset::ALL[..]);
    preset.prop_map(section_x::Preset::options)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(320))]

    #[test]
    fn every_position_of_tsuro_reads_back(
        (options, seats, seed) in (tsuro_options(), 2..=8_u8, any::<u64>())
    ) {
        all_positions_read_back::<tsuro::State>(&options, seats, seed);
    }

    #[test]
    fn changed_positions_of_tsuro_never_panic(
        (options, bonus, seats, seed) in (tsuro_options(), any::<bool>(), 2..=8_u8, any::<u64>())
    ) {
        let options = tsuro::Options { bonus, ..options };
        changes_never_panic::<tsuro::State>(&options, seats, seed, 4);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_position_of_tortus_reads_back((options, seed) in (tortus_options(), any::<u64>())) {
        all_positions_read_back::<tortus::State>(&options, 2, seed);
    }

    #[test]
    fn changed_positions_of_tortus_never_panic((options, seed) in (tortus_options(), any::<u64>())) {
        changes_never_panic::<tortus::State>(&options, 2, seed, 4);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_position_of_section_x_reads_back(
        (options, seats, seed) in (section_x_options(), 2..=4_u8, any::<u64>())
    ) {
        all_positions_read_back::<section_x::State>(&options, seats, seed);
    }

    #[test]
    fn changed_positions_of_section_x_never_panic(
        (options, seats, seed) in (section_x_options(), 2..=4_u8, any::<u64>())
    ) {
        changes_never_panic::<section_x::State>(&options, seats, seed, 8);
    }
}
