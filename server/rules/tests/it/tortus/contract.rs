//! The information that the contract tests need about Tortus.

use std::ops::RangeInclusive;

use senda_rules::{
    Game, Seat, Viewer,
    tiles::Square,
    tortus::{Action, Event, FEWEST, MOST, Options, State},
};

use super::game;
use crate::{
    contract::{Contract, Games},
    table::Dice,
};

impl Contract for State {
    const SEATS: RangeInclusive<u8> = FEWEST..=MOST;
    const GAMES: Games = Games {
        moments: 24,
        one_in: 1,
        tries: (3, 10),
        twins: 72,
        positions: 96,
        changes: (96, 4),
    };

    fn options(dice: &mut Dice) -> Options {
        let strict_open = dice.below(2) == 0;
        Options { strict_open }
    }

    fn any_decision(&self, dice: &mut Dice) -> Option<(Seat, Action)> {
        game::any_decision(self, dice)
    }

    fn candidates(&self, _: &mut Dice) -> Vec<Action> {
        candidates()
    }

    /// With the strict rules, opening a wrong tile is a mistake.
    fn is_mistake(events: &[Event]) -> bool {
        matches!(events[..], [Event::Misopened { .. }])
    }

    /// The loss of a pawn harms the seat.
    fn harms(&self, seat: Seat, action: &Action) -> bool {
        loses(self, seat, action)
    }

    fn comes_to_light(&self, events: &[Event], viewer: Viewer) -> Option<Vec<Event>> {
        // An exchange shows whether there are more holes to exchange.
        if matches!(events[0], Event::Exchanged { .. }) {
            return None;
        }
        let own = |seat: Seat| viewer.sees_hand(seat);
        let new = |event: &&Event| match event {
            Event::Revealed { .. } | Event::Misopened { .. } => true,
            Event::Swapped { seat, .. } | Event::Filled { seat, .. } => !own(*seat),
            _ => false,
        };
        Some(events.iter().filter(new).cloned().collect())
    }
}

fn loses(state: &State, seat: Seat, action: &Action) -> bool {
    let pawns = &state.view(Viewer::Omniscient).pawns;
    let events = state.decide(seat, action, &mut Dice::new(0)).unwrap();
    events.iter().any(|event| match event {
        Event::Fell { pawn, .. } | Event::Sank { pawn, .. } | Event::Penalised { pawn } => {
            pawns[usize::from(*pawn)].seat == seat
        }
        _ => false,
    })
}

/// Returns every decision with numbers up to one too many.
fn candidates() -> Vec<Action> {
    let mut squares = Vec::new();
    for y in 0..8 {
        squares.extend((0..8).filter_map(|x| Square::new(x, y)));
    }
    let mut all = vec![Action::Stop {}, Action::EndTurn {}];
    for pawn in 0..=10 {
        all.push(Action::Penalty { pawn });
    }
    for hand in 0..=6 {
        all.extend((0..=4).map(|rotation| Action::Fill { hand, rotation }));
    }
    for square in squares {
        all.extend([
            Action::Place { square },
            Action::Open { square },
            Action::Push { to: square },
            Action::Follow { to: square },
        ]);
        all.extend((0..=4).map(|rotation| Action::Rotate { square, rotation }));
        all.extend((0..=10).map(|pawn| Action::Move { pawn, to: square }));
        for hand in 0..=6 {
            all.push(Action::Exchange { hand, square });
            all.extend((0..=4).map(|rotation| Action::Swap {
                square,
                hand,
                rotation,
            }));
        }
    }
    all
}
