//! Checks that no byte that a viewer receives contains a tile that the viewer may not know.

use std::collections::BTreeSet;

use proptest::prelude::*;
use senda_rules::{
    Game, Seat, Viewer,
    tsuro::{Action, Choices, Event, Options, Phase, State, Tile},
};
use serde_json::Value;

use super::game::{alone, play, play_with, random_options};
use crate::effort::scaled;
use crate::table::{Dice, seat, viewers};

/// Collects the numbers at every `tile` and in every list of `hands` and `pile` in a message.
fn tiles_in(value: &Value, within: bool, found: &mut BTreeSet<u64>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "options" {
                    continue; // that number is the size of the box
                }
                let within = match name.as_str() {
                    "tile" | "tiles" | "hands" | "give" | "take" => true,
                    "pile" => value.is_array(),
                    "paths" | "count" | "seat" => false,
                    _ => within && !value.is_object(),
                };
                tiles_in(value, within, found);
            }
        }
        Value::Array(values) => values
            .iter()
            .for_each(|value| tiles_in(value, within, found)),
        Value::Number(number) if within => {
            found.insert(number.as_u64().unwrap());
        }
        _ => {}
    }
}

/// Adds the tiles that an event of the log allows a viewer to know.
fn learn(known: &mut BTreeSet<u64>, event: &Event, viewer: Viewer, options: Options) {
    let mine = |seat: Seat| options.open_hands || viewer == Viewer::Seat(seat);
    let number = |tile: &Tile| u64::from(tile.number());
    match event {
        Event::Opened { hands, .. } => {
            let hands = hands.iter().filter(|(seat, _)| mine(*seat));
            known.extend(hands.flat_map(|(_, hand)| hand.iter().flatten().map(number)));
        }
        Event::Drew { seat, tile } if mine(*seat) => known.extend(tile.iter().map(number)),
        Event::Swapped { seat, take, .. } if mine(*seat) => {
            known.extend(take.iter().flatten().map(number));
        }
        Event::Placed { tile, .. } | Event::Laid { tile, .. } => {
            known.insert(number(tile));
        }
        _ => {}
    }
}

/// Plays a game and checks that a viewer receives no tile number before they held the tile, had it
/// offered for a swap, or it lay on the board.
fn nobody_is_told_too_early(options: Options, seats: u8, seed: u64, resigning: usize) {
    let mut log = opened_log(options, seats, seed);
    play_with(options, seats, seed, resigning, |moment| {
        log.extend(moment.events.iter().cloned());
        if moment.after.outcome().is_some() {
            return;
        }
        let all = moment.after.view(Viewer::Omniscient);
        for viewer in viewers(seats) {
            let mut known = BTreeSet::new();
            let mut shown = BTreeSet::new();
            for event in &log {
                learn(&mut known, event, viewer, options);
                // The event is redacted now, as for a viewer who reconnects.
                let event = serde_json::to_value(moment.after.redact(event, viewer)).unwrap();
                tiles_in(&event, false, &mut shown);
                assert!(shown.is_subset(&known), "{viewer:?} is told {event}");
            }
            if all.phase == Phase::Bonus && all.turn.map(Viewer::Seat) == Some(viewer) {
                let Some(Choices::Swap { offers }) = &all.choices else {
                    panic!("the mover has an offer")
                };
                let offered = offers.iter().flat_map(|offer| &offer.tiles);
                known.extend(offered.map(|face| u64::from(face.tile.number())));
            }
            let view = serde_json::to_value(moment.after.view(viewer)).unwrap();
            tiles_in(&view, false, &mut shown);
            assert!(shown.is_subset(&known), "{viewer:?} sees {view}");
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(40)))]

    #[test]
    fn no_tile_is_sent_too_early(
        (seats, seed, resigning) in (2..=8_u8, any::<u64>(), prop_oneof![Just(0), Just(30)])
    ) {
        nobody_is_told_too_early(Options::default(), seats, seed, resigning);
    }

}

#[test]
fn each_option_alone_keeps_secrets() {
    for (number, options) in (0..).zip(alone()) {
        for game in 0..3_u8 {
            let (seats, seed) = (
                2 + (3 * game + number) % 7,
                u64::from(number) << 8 | u64::from(game),
            );
            nobody_is_told_too_early(options, seats, seed, 40);
        }
    }
}

#[test]
fn combinations_of_options_keep_secrets() {
    let mut dice = Dice::new(201);
    for number in (0..u64::from(scaled(200))).step_by(4) {
        let options = random_options(&mut dice);
        let seats = 2 + u8::try_from(number % 5).unwrap();
        nobody_is_told_too_early(options, seats, number, 40);
    }
}

fn opened_log(options: Options, seats: u8, seed: u64) -> Vec<Event> {
    let state = State::new(&options, seats, None).unwrap();
    state.open(&mut Dice::new(seed))
}

#[test]
fn choices_are_hidden_from_other_seats() {
    play(4, 7, 0, |moment| {
        let state = &moment.before;
        for seat in Seat::first(4) {
            let choices = state.view(Viewer::Seat(seat)).choices;
            assert_eq!(choices.is_some(), state.acting().contains(seat));
        }
        assert!(state.view(Viewer::Omniscient).choices.is_some());
        assert_eq!(state.view(Viewer::Spectator).choices, None);
    });
}

/// The owner still sees the tiles of a hand that went back into the pile; no other viewer does.
#[test]
fn a_returned_hand_is_shown_only_to_its_owner() {
    let state = super::game::opened(3, &mut Dice::new(3));
    let events = state
        .decide(seat(1), &Action::Resign {}, &mut Dice::new(4))
        .unwrap();
    let mut after = state.clone();
    for event in &events {
        after.apply(event);
    }
    let returned = events
        .iter()
        .find(|event| matches!(event, Event::Returned { .. }))
        .unwrap();
    for viewer in viewers(3) {
        let Event::Returned { hands, pile } = after.redact(returned, viewer) else {
            panic!("returned")
        };
        let shown = hands[0].tiles.iter().flatten().count();
        assert_eq!(
            shown,
            if viewer == Viewer::Seat(seat(1)) {
                3
            } else {
                0
            }
        );
        assert_eq!(hands[0].tiles.len(), 3);
        assert!(pile.iter().all(Option::is_none));
        assert_eq!(pile.len(), 29);
    }
}

/// With open hands every viewer receives the dealt, drawn, swapped and returned tiles as their
/// owner does. The order of the pile stays hidden from all.
#[test]
fn open_hands_are_sent_to_every_viewer() {
    let options = Options {
        open_hands: true,
        bonus: true,
        ..Options::default()
    };
    let is_told = |state: &State, event: &Event| {
        let mut whole = serde_json::to_value(event).unwrap();
        let pile = whole.get_mut("pile").and_then(Value::as_array_mut);
        pile.into_iter()
            .flatten()
            .for_each(|tile| *tile = Value::Null);
        for viewer in viewers(5) {
            let told = serde_json::to_value(state.redact(event, viewer)).unwrap();
            assert_eq!(told, whole, "{viewer:?}");
        }
    };
    for seed in 0..10 {
        let mut before = opened_log(options, 5, seed);
        play_with(options, 5, seed, 40, |moment| {
            before.extend(moment.events.iter().cloned());
            if moment.after.outcome().is_none() {
                for event in before.drain(..) {
                    is_told(&moment.after, &event);
                }
            }
        });
    }
}
