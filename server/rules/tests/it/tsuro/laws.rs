//! Invariants of every game, tested on random games with and without resignations.
//!
//! Mutations that were tried one at a time, and the tests that they break (in addition to the
//! statistics):
//!
//! | mutation | failing tests |
//! |---|---|
//! | the holder of the dragon does not draw first | cases |
//! | the dragon of an eliminated player goes to a full hand | cases |
//! | the dragon stays although all hands are full | cases, moments, twins |
//! | two players use the dragon | cases, moments |
//! | the suicide rule considers only rotation 0 | cases, moments |
//! | any placement is legal | cases, moments |
//! | only the mover's marker walks | cases, moments, walking and most others |
//! | a collision is reported as the edge | cases, moments |
//! | an eliminated mover draws | cases, moments |
//! | the pile is not shuffled when hands are returned | cases |
//! | the 35th tile does not end the game | cases, the log, places and most others |
//! | a player who resigns shares the place of the last tile's victims | places |
//! | the place of a player who resigns is shown at once | moments |
//! | a returned hand is shown to every viewer | secrets, all three of them |
//! | a drawn tile is shown to every viewer | twins, sent too early |
//! | the pile of the deal is shown | sent too early |
//! | a view shows hands to other players | twins, sent too early, choices |
//! | rotations that look the same are offered | cases, counts, only legal actions |

mod choices;
mod state;

use std::collections::BTreeSet;

use proptest::prelude::*;
use senda_rules::{
    Game, Seat, Seats, Viewer,
    tsuro::{Action, Options, Out, Phase, State, View},
};

pub use self::state::walked;
use self::{
    choices::{
        a_refusal_says_what_is_safe, previews_come_true, rotations_that_look_the_same_do_the_same,
    },
    state::{
        a_hand_has_a_tile_to_place, a_place_that_is_told_stays,
        markers_stand_where_their_paths_end, the_dragon_marks_who_draws_next, tiles_are_conserved,
    },
};
use super::game::{Moment, alone, play, play_with, random_options};
use crate::effort::scaled;
use crate::table::Dice;

/// Generates a number of seats, a seed and the `resigning` parameter.
pub fn game() -> impl Strategy<Value = (u8, u64, usize)> {
    (2..=8_u8, any::<u64>(), prop_oneof![Just(0), Just(30)])
}

pub fn omniscient(state: &State) -> View {
    state.view(Viewer::Omniscient)
}

fn still_in(view: &View) -> Seats {
    let alive = view
        .markers
        .iter()
        .filter(|(_, marker)| marker.out.is_none());
    alive.map(|(seat, _)| seat).collect()
}

fn obeys_the_laws(moment: &Moment) {
    tiles_are_conserved(moment);
    markers_stand_where_their_paths_end(moment);
    a_hand_has_a_tile_to_place(moment);
    the_dragon_marks_who_draws_next(moment);
    a_place_that_is_told_stays(moment);
    previews_come_true(moment);
    a_refusal_says_what_is_safe(moment);
    rotations_that_look_the_same_do_the_same(moment);
}

/// Plays a few games with those options and checks every invariant.
fn games_obey(options: Options, games: u64, seed: u64) {
    for game in 0..games {
        let seats = 2 + u8::try_from((game + seed) % 7).unwrap();
        let resigning = if game % 2 == 0 { 0 } else { 25 };
        let end = play_with(options, seats, seed + game, resigning, obeys_the_laws);
        assert_eq!(end.view(Viewer::Spectator).phase, Phase::Over);
        the_best_path_wins(&end);
    }
}

/// With the option `most_loops`, the path with the most loops among the players who did not resign
/// wins; with `longest`, the longest of these. Without either, no player who is out wins unless all
/// are out.
fn the_best_path_wins(end: &State) {
    let view = omniscient(end);
    let places = end.outcome().unwrap().places;
    let winners = || {
        places
            .iter()
            .zip(Seat::first(8))
            .filter(|(place, _)| **place == 1)
    };
    // A loop is a step onto a square that an earlier one has crossed.
    let loops = |seat: Seat| {
        let steps = view.markers[seat].steps();
        let squares: BTreeSet<_> = steps.iter().map(|step| step.square).collect();
        steps.len() - squares.len()
    };
    let worth = |seat: Seat| {
        let by_loops = view.options.most_loops.then(|| loops(seat));
        let by_length = view.options.longest.then(|| view.markers[seat].path.len());
        (by_loops, by_length)
    };
    for (seat, marker) in view.markers.iter() {
        let told = marker.loops.map(usize::from);
        assert_eq!(told, view.options.most_loops.then(|| loops(seat)));
    }
    if view.options.is_by_path() {
        let resigned = |seat: Seat| matches!(view.markers[seat].out, Some(Out::Resigned { .. }));
        let seats = view.markers.iter().map(|(seat, _)| seat);
        let best = seats.filter(|&seat| !resigned(seat)).map(worth).max();
        let best = best.expect("a player who did not resign");
        assert!(winners().all(|(_, seat)| !resigned(seat) && worth(seat) == best));
    } else if !still_in(&view).is_empty() {
        assert!(winners().all(|(_, seat)| still_in(&view).contains(seat)));
    }
}

#[test]
fn each_option_alone_obeys_the_laws() {
    for (number, options) in (0..).zip(alone()) {
        games_obey(options, scaled(14).into(), 1_000 * number);
    }
}

#[test]
fn combinations_of_options_obey_the_laws() {
    let mut dice = Dice::new(200);
    for number in 0..u64::from(scaled(200)) {
        games_obey(random_options(&mut dice), 2, 20_000 + 10 * number);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(48)))]

    #[test]
    fn every_moment_obeys_the_laws((seats, seed, resigning) in game()) {
        play(seats, seed, resigning, obeys_the_laws);
    }

    #[test]
    fn places_follow_from_the_order_of_leaving((seats, seed, resigning) in game()) {
        let mut left: Vec<Seats> = Vec::new();
        let end = play(seats, seed, resigning, |moment| {
            let (before, after) = (omniscient(&moment.before), omniscient(&moment.after));
            let gone: Seats = still_in(&before).iter().filter(|&s| !still_in(&after).contains(s)).collect();
            // Players who resign between the same two tiles share a place.
            let resigned = moment.action == Action::Resign {};
            match left.last_mut() {
                Some(last) if resigned && last.iter().all(|s| after.markers[s].out
                    == after.markers[moment.seat].out) => *last = last.with(moment.seat),
                _ if gone.is_empty() => {}
                _ => left.push(gone),
            }
        });
        let alive = still_in(&omniscient(&end));
        let mut place = 1;
        let groups = [alive].into_iter().chain(left.into_iter().rev());
        let places = end.outcome().unwrap().places;
        for group in groups.filter(|group| !group.is_empty()) {
            prop_assert!(group.iter().all(|s| places[s.index()] == place), "{places:?}");
            place += group.len();
        }
    }
}
