//! What a bot decides is legal, follows from what it was told alone, and comes when it is asked for.

#![allow(clippy::disallowed_methods)] // a test of time reads the clock

use std::time::{Duration, Instant};

use senda_bots::{Budget, Dice, Level, Player, choose};
use senda_rules::{AnyGame, AnyOptions, AnyView, Game, Seat, Viewer};

use crate::games::{every_options, game, tables};

/// What a bot may think about a decision of a whole game of a test.
const GLANCE: u32 = 2;

/// Moments of games of easy bots, which are soon played, one in so many.
fn moments(one_in: usize, mut each: impl FnMut(&AnyOptions, &AnyGame, Seat)) {
    for (number, options) in (0_u64..).zip(every_options()) {
        for seats in tables(&options) {
            let mut dice = Dice::new(100 * number + u64::from(seats));
            let players = vec![Player::Bot(Level::Easy); seats.into()];
            let seed = dice.number();
            game(&options, &players, seed, GLANCE, |moment| {
                // The arena itself holds the decision to the rules.
                if dice.below(one_in) == 0 {
                    each(&options, moment.game, moment.seat);
                }
            });
        }
    }
}

#[test]
fn every_level_plays_by_the_rules_in_every_game_and_at_every_table() {
    let mut met = 0;
    moments(25, |options, game, seat| {
        let view = game.view(Viewer::Seat(seat));
        let legal = game.legal_actions(seat);
        for level in Level::ALL {
            let budget = Budget::iterations(5);
            let choice = choose(&view, seat, level, &budget, 1).expect("something to decide");
            assert!(
                legal.contains(&choice.action),
                "{options:?} {level}: {choice:?}"
            );
            let listed = choice.candidates.iter();
            assert!(listed.clone().all(|other| legal.contains(&other.action)));
            let first = listed.map(|other| &other.action).next();
            assert!(first.is_none_or(|first| *first == choice.action));
            met += 1;
        }
    });
    assert!(met > 100, "{met} decisions");
}

#[test]
fn who_has_nothing_to_decide_decides_nothing() {
    moments(40, |_, game, seat| {
        for other in Seat::first(Seat::MOST).filter(|&other| other != seat) {
            if game.still_in().contains(other) {
                let view = game.view(Viewer::Seat(other));
                let budget = Budget::iterations(1);
                assert_eq!(choose(&view, other, Level::Easy, &budget, 1), None);
            }
        }
    });
}

/// Another game that looks the same to the seat, and what is sent over the wire, give the same choice.
#[test]
fn equal_views_give_equal_choices() {
    let mut dice = Dice::new(7);
    moments(100, |_, game, seat| {
        let view = game.view(Viewer::Seat(seat));
        let twin = AnyGame::determinize(&view, &mut dice).view(Viewer::Seat(seat));
        let json = serde_json::to_string(&view).unwrap();
        let sent: AnyView = serde_json::from_str(&json).unwrap();
        let seed = dice.number();
        for level in Level::ALL {
            let of = |view| choose(view, seat, level, &Budget::iterations(4), seed);
            let choice = of(&view);
            assert_eq!(of(&twin), choice);
            assert_eq!(of(&sent), choice);
        }
    });
}

/// All that it may have are used, unless moves were compared equally often and told apart, or need not be.
#[test]
fn iterations_are_counted() {
    moments(200, |_, game, seat| {
        let view = game.view(Viewer::Seat(seat));
        if game.legal_actions(seat).len() > 1 {
            let choice = choose(&view, seat, Level::Hard, &Budget::iterations(9), 1).unwrap();
            let visits: u32 = choice.candidates.iter().map(|of| of.visits).sum();
            assert_eq!(choice.iterations, visits);
            let most = choice.candidates.iter().map(|of| of.visits).max();
            let tied = choice
                .candidates
                .iter()
                .filter(|of| Some(of.visits) == most);
            assert!(visits == 9 || visits < 9 && tied.count() > 1, "{visits}");
        }
    });
}

/// However many iterations it might have, a bot ends soon after nobody waits any longer; the bound leaves room for a
/// machine that does much else.
#[test]
fn a_bot_stops_when_it_is_told() {
    const THINKING: Duration = Duration::from_millis(5);
    const MOST: Duration = Duration::from_millis(1_500);
    moments(300, |options, game, seat| {
        let view = game.view(Viewer::Seat(seat));
        let begin = Instant::now();
        let is_over = || begin.elapsed() >= THINKING;
        let choice = choose(&view, seat, Level::Hard, &Budget::until(&is_over), 1);
        assert!(begin.elapsed() < MOST, "{options:?}: {:?}", begin.elapsed());
        assert!(game.legal_actions(seat).contains(&choice.unwrap().action));
        let never = choose(&view, seat, Level::Hard, &Budget::until(&|| true), 1).unwrap();
        assert_eq!(never.iterations, 0);
    });
}
