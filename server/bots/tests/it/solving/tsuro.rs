//! Tests of the exact values of endings of Tsuro.

mod sure;

use senda_bots::{Budget, Dice, Level, Player, choose, share, solve::tsuro::values};
use senda_rules::{
    AnyAction, AnyGame, AnyOptions, Chance, Game, Seat, Viewer,
    tsuro::{Action, State},
};

use super::effort::scaled;
use crate::games::game;

/// A limit that no position of these tests reaches.
const NODES: u64 = 10_000_000;
/// The usual game.
const USUAL: &str = r#"{"game":"tsuro","preset":"2020"}"#;

/// Passes the positions of games that can be solved, with the seat that decides.
fn endings(options: &str, seats: usize, games: u32, each: impl FnMut(&State, Seat)) {
    endings_of(
        options,
        &vec![Player::Bot(Level::Medium); seats],
        games,
        each,
    );
}

/// Passes the positions of games of these players, with the seat that decides.
fn endings_of(options: &str, players: &[Player], games: u32, mut each: impl FnMut(&State, Seat)) {
    let options: AnyOptions = serde_json::from_str(options).expect("options");
    for seed in 0..games {
        game(&options, players, seed.into(), 1, |moment| {
            if let AnyGame::Tsuro(game) = moment.game {
                each(game, moment.seat);
            }
        });
    }
}

/// Refuses to be asked: an ending of two players leaves nothing to chance.
struct NoChance;

impl Chance for NoChance {
    fn shuffle(&mut self, items: &mut [u32]) {
        assert!(items.len() < 2, "nothing to shuffle");
    }
}

/// Returns the seats' shares of the first place if all play best: by plain recursion.
fn plain(game: &State) -> [f64; 2] {
    let seats = [0, 1].map(|number| Seat::new(number).expect("a seat"));
    if let Some(outcome) = game.outcome() {
        return seats.map(|seat| share(&outcome, seat));
    }
    let acting = game.acting().iter().next().expect("a seat to decide");
    let after = |action: &Action| {
        let after = game.after(acting, action, &mut NoChance);
        plain(&after.expect("a legal decision"))
    };
    let shares = game.legal_actions(acting);
    let of_acting = |shares: &[f64; 2]| shares[acting.index()];
    let best = shares.iter().map(after);
    best.max_by(|one, other| of_acting(one).total_cmp(&of_acting(other)))
        .expect("a decision")
}

#[test]
fn values_of_endings_are_those_of_a_plain_search() {
    let mut met = 0;
    endings(USUAL, 2, scaled(60), |game, seat| {
        let found = values(game, seat, NODES);
        if !found.is_complete {
            return;
        }
        assert!(found.nodes < NODES);
        let actions: Vec<Action> = found
            .values
            .iter()
            .map(|(action, _)| action.clone())
            .collect();
        assert_eq!(actions, game.legal_actions(seat));
        for (action, value) in found.values {
            let after = game
                .after(seat, &action, &mut NoChance)
                .expect("a legal decision");
            assert!(
                (plain(&after)[seat.index()] - f64::from(value)).abs() < 1e-6,
                "{game}"
            );
        }
        met += 1;
    });
    assert!(met > 20, "{met} endings");
}

/// With open hands, tables of more players can be solved as well, and chance shuffles the hands of
/// players who are out.
#[test]
fn values_of_open_hands_are_means_over_all_orders() {
    let options = r#"{"game":"tsuro","preset":"2020","open_hands":true}"#;
    let (mut met, mut dice) = (0, Dice::new(1));
    endings(options, 3, scaled(40), |game, seat| {
        let found = values(game, seat, 200_000);
        if !found.is_complete || found.values.len() < 2 {
            return;
        }
        // A decision that ends the game is worth its result.
        for (action, value) in found.values {
            assert!((0.0..=1.0).contains(&value));
            let after = game
                .after(seat, &action, &mut dice)
                .expect("a legal decision");
            if let Some(outcome) = after.outcome() {
                assert!(
                    (share(&outcome, seat) - f64::from(value)).abs() < 1e-6,
                    "{game}"
                );
            }
        }
        met += 1;
    });
    assert!(met > 5, "{met} endings");
}

#[test]
fn hidden_tiles_are_not_guessed() {
    let (mut solved, mut open) = (0, 0);
    endings(USUAL, 3, 5, |game, seat| {
        let found = values(game, seat, NODES);
        let hidden = game.still_in().without(seat);
        let hidden = hidden
            .iter()
            .filter(|&other| !game.table().hand(other).is_empty());
        if hidden.count() > 1 {
            assert!(!found.is_complete);
            open += 1;
        }
        solved += u32::from(found.is_complete);
    });
    assert!(open > solved, "{open} {solved}");
}

#[test]
fn hard_plays_solved_endings_without_an_error() {
    let mut met = 0;
    endings(USUAL, 2, scaled(60), |game, seat| {
        let found = values(game, seat, NODES);
        let best = found
            .values
            .iter()
            .map(|(_, value)| *value)
            .fold(0.0, f32::max);
        if found
            .values
            .iter()
            .all(|(_, value)| (value - best).abs() < 1e-6)
        {
            return;
        }
        let view = AnyGame::Tsuro(game.clone()).view(Viewer::Seat(seat));
        let choice = choose(&view, seat, Level::Hard, &Budget::iterations(1), met);
        let chosen = choice.expect("a decision").action;
        let is_chosen = |(action, _): &&(Action, f32)| AnyAction::Tsuro(action.clone()) == chosen;
        let value = found
            .values
            .iter()
            .find(is_chosen)
            .expect("a legal decision")
            .1;
        assert!((value - best).abs() < 1e-6, "{game}");
        met += 1;
    });
    assert!(met > 5, "{met} endings");
}
