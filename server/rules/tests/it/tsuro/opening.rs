//! Tests of the beginning of a game.

use senda_rules::{
    Game,
    tsuro::{Action, Event, HAND, Illegal, Options, State},
};

use super::game::opened;
use crate::table::{Dice, seat};

#[test]
fn rejects_impossible_seats_and_options() {
    let new = |seats, first| State::new(&Options::default(), seats, first);
    for seats in [0, 1, 9, 255] {
        assert_eq!(new(seats, None), Err(Illegal::Seats));
    }
    let which = "first".to_owned();
    assert_eq!(new(2, Some(seat(2))), Err(Illegal::BadOptions { which }));
    for (which, wrong) in [
        (
            "edge",
            Options {
                edge: 5,
                ..Options::default()
            },
        ),
        (
            "edge",
            Options {
                edge: 11,
                ..Options::default()
            },
        ),
        (
            "tiles",
            Options {
                tiles: 36,
                ..Options::default()
            },
        ),
    ] {
        let which = which.to_owned();
        assert_eq!(
            State::new(&wrong, 2, None),
            Err(Illegal::BadOptions { which })
        );
    }
    for seats in 2..=8 {
        let state = new(seats, Some(seat(seats - 1))).unwrap();
        assert!(state.acting().is_empty());
        let resign = state.decide(seat(0), &Action::Resign {}, &mut Dice::new(0));
        assert_eq!(
            resign,
            Err(Illegal::WrongPhase),
            "nothing can be decided before the deal"
        );
        let opening = state.open(&mut Dice::new(1));
        let [
            Event::Opened {
                first, hands, pile, ..
            },
        ] = &opening[..]
        else {
            panic!("one event")
        };
        assert_eq!(first.number(), seats - 1);
        assert!(hands.iter().all(|(_, hand)| hand.len() == HAND));
        assert_eq!(pile.len(), 35 - HAND * usize::from(seats));
    }
}

#[test]
fn chance_draws_the_first_player() {
    let mut led = [0; 3];
    for seed in 0..300 {
        let state = opened(3, &mut Dice::new(seed));
        led[state.acting().iter().next().unwrap().index()] += 1;
    }
    assert!(led.iter().all(|&times| times > 60), "{led:?}");
}
