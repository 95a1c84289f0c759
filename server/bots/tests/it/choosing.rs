//! Tests that a bot's decisions are legal, follow only from its view, and arrive in time.

#![expect(
    clippy::disallowed_methods,
    reason = "a test of the time limit reads the clock"
)]

use std::time::{Duration, Instant};

use senda_bots::{Budget, Dice, Level, Player, choose};
use senda_rules::{AnyAction, AnyGame, AnyOptions, AnyView, Game, Seat, Viewer, section_x::Action};

use crate::games::{every_options, game, tables};

/// The iterations that a bot may use for each decision of a test's complete game.
const GLANCE: u32 = 2;

/// Passes one in `one_in` positions of games between easy bots, which are fast to play.
fn moments(one_in: usize, mut each: impl FnMut(&AnyOptions, &AnyGame, Seat)) {
    for (number, options) in (0_u64..).zip(every_options()) {
        for seats in tables(&options) {
            let mut dice = Dice::new(100 * number + u64::from(seats));
            let players = vec![Player::Bot(Level::Easy); seats.into()];
            let seed = dice.number();
            game(&options, &players, seed, GLANCE, |moment| {
                // The arena itself verifies that the decision is legal.
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
fn a_seat_without_a_decision_gets_no_choice() {
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

/// A different game that looks the same to the seat, and a view that was sent over the wire, give
/// the same choice.
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

/// The search uses all permitted iterations, unless moves were compared equally often and told
/// apart, or need no comparison.
#[test]
fn a_choice_reports_its_iterations() {
    moments(200, |_, game, seat| {
        let view = game.view(Viewer::Seat(seat));
        let legal = game.legal_actions(seat);
        if legal.len() > 1 {
            let choice = choose(&view, seat, Level::Hard, &Budget::iterations(9), 1).unwrap();
            let visits: u32 = choice.candidates.iter().map(|of| of.visits).sum();
            assert_eq!(choice.iterations, visits);
            let most = choice.candidates.iter().map(|of| of.visits).max();
            let tied = choice
                .candidates
                .iter()
                .filter(|of| Some(of.visits) == most);
            // One face-down pile is as good as another.
            let is_draw = |action| matches!(action, &AnyAction::SectionX(Action::Draw { .. }));
            let is_blind = choice.candidates.is_empty() && legal.iter().all(is_draw);
            assert!(
                visits == 9 || is_blind || visits < 9 && tied.count() > 1,
                "{visits}: {choice:?}"
            );
        }
    });
}

/// A bot with unlimited iterations ends soon after its budget is over. The bound leaves room for a
/// busy machine.
#[test]
fn a_bot_stops_when_its_budget_is_over() {
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
