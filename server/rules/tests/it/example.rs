//! The information that the contract tests need about the example.

use std::ops::RangeInclusive;

use senda_rules::{
    Game, Seat, Viewer,
    example::{Action, CARDS, EDGE, Event, FEWEST, MOST, Options, State},
    tiles::Square,
};

use crate::{
    case::{Looks, list},
    contract::{Contract, Games},
    table::Dice,
};

/// The query of the case files: `sees 1 ? ? ? ? 5 4 3 2`, both hands as the seat sees them.
impl Looks for State {
    const LOOKS: &'static [&'static str] = &["sees"];

    fn look(&self, _: &str, asked: &str) -> String {
        let (seat, _) = asked.split_once(' ').unwrap();
        let view = self.view(Viewer::Seat(seat.parse().unwrap()));
        let cards = view.hands.iter().flat_map(|(_, hand)| hand);
        let shown = cards.map(|card| card.map_or("?".to_owned(), |card| card.to_string()));
        format!("{seat}{}", list(shown))
    }
}

impl Contract for State {
    const SEATS: RangeInclusive<u8> = FEWEST..=MOST;
    const GAMES: Games = Games {
        moments: 64,
        one_in: 1,
        tries: (32, 1),
        twins: 64,
        positions: 64,
        changes: (64, 1),
    };

    fn options(dice: &mut Dice) -> Options {
        Options {
            diagonals: dice.below(2) == 0,
        }
    }

    /// Returns every card on every square, including one invalid card and square on each side.
    fn candidates(&self, _: &mut Dice) -> Vec<Action> {
        let squares = (0..=EDGE).flat_map(|y| (0..=EDGE).filter_map(move |x| Square::new(x, y)));
        let lay = |square| (0..=CARDS + 1).map(move |card| Action::Lay { card, square });
        squares.flat_map(lay).collect()
    }

    fn harms(&self, _: Seat, _: &Action) -> bool {
        false
    }

    /// Returns the cards that the other player lays.
    fn comes_to_light(&self, events: &[Event], viewer: Viewer) -> Option<Vec<Event>> {
        let new = |event: &&Event| match event {
            Event::Laid { seat, .. } => !viewer.sees_hand(*seat),
            _ => false,
        };
        Some(events.iter().filter(new).cloned().collect())
    }
}
