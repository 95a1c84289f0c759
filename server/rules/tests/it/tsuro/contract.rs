//! The information that the contract tests need about Tsuro.

use std::ops::RangeInclusive;

use senda_rules::{
    Game, Seat, Viewer,
    tiles::{Rotation, Square},
    tsuro::{
        Action, Choices, Event, FEWEST, MOST, Mark, Options, Placement, Port, Safe, Side, Stand,
        Starts, State, Tile, WalkEnd,
    },
};

use super::{
    game::{random_decision, random_options},
    laws::omniscient,
};
use crate::{
    contract::{Contract, Games},
    table::Dice,
};

impl Contract for State {
    const SEATS: RangeInclusive<u8> = FEWEST..=MOST;
    const GAMES: Games = Games {
        moments: 120,
        one_in: 1,
        tries: (31, 1),
        twins: 1_500,
        positions: 320,
        changes: (320, 4),
    };

    fn options(dice: &mut Dice) -> Options {
        random_options(dice)
    }

    fn any_decision(&self, dice: &mut Dice) -> Option<(Seat, Action)> {
        random_decision(self, dice, 30)
    }

    fn candidates(&self, _: &mut Dice) -> Vec<Action> {
        let sides = omniscient(self).options.start == Starts::Sides;
        candidates(sides).collect()
    }

    fn is_listed(action: &Action, legal: &[Action]) -> bool {
        legal.contains(&smallest(action))
    }

    /// A walk off the board harms the seat. A swap counts as harm too, because it is for the player
    /// to choose.
    fn harms(&self, seat: Seat, action: &Action) -> bool {
        matches!(action, Action::Swap { .. }) || own_walk(self, seat, action) == Some(false)
    }

    fn comes_to_light(&self, events: &[Event], viewer: Viewer) -> Option<Vec<Event>> {
        let open = omniscient(self).options.open_hands;
        let own = |seat: Seat| viewer.sees_hand(seat);
        let offered =
            |event: &Event| matches!(event, Event::Bonus { seat, .. } if open || own(*seat));
        if events.iter().any(offered) {
            return None;
        }
        let new = |event: &&Event| match event {
            Event::Drew { seat, .. } => open || own(*seat),
            Event::Placed { seat, .. } | Event::Laid { seat, .. } | Event::Swapped { seat, .. } => {
                !own(*seat)
            }
            _ => false,
        };
        Some(events.iter().filter(new).cloned().collect())
    }
}

/// Returns decisions of all kinds, most of them wrong.
fn candidates(by_ports: bool) -> impl Iterator<Item = Action> {
    let squares = || (0..8).map(|along| Square::new(along, 0).unwrap());
    let marks = squares().flat_map(|square| Port::all().map(move |port| Mark { square, port }));
    let starts = marks.flat_map(|mark| [Stand::Mark(mark), Stand::Side(Side::of(mark))]);
    let ports = move || {
        [None]
            .into_iter()
            .chain((if by_ports { 0 } else { 8 }..=8).map(Some))
    };
    let places = (0..=Tile::COUNT).flat_map(move |tile| {
        (0..=4_u8).flat_map(move |rotation| {
            ports().map(move |port| Action::Place {
                tile,
                rotation,
                port,
            })
        })
    });
    let swap = |give: &[u8], take: &[u8]| Action::Swap {
        give: give.to_vec(),
        take: take.to_vec(),
    };
    let swaps = [swap(&[], &[]), swap(&[0], &[]), swap(&[35], &[0])];
    starts
        .map(|mark| Action::Start { mark })
        .chain(places)
        .chain((0..=8).map(|port| Action::Path { port }))
        .chain(swaps)
        .chain([Action::Keep {}])
}

/// Returns the placement with the smallest rotation that looks the same.
fn smallest(action: &Action) -> Action {
    let Action::Place {
        tile,
        rotation,
        port,
    } = *action
    else {
        return action.clone();
    };
    match (Tile::new(tile), Rotation::new(rotation)) {
        (Some(found), Some(turns)) => Action::Place {
            tile,
            rotation: found.smallest(turns).turns(),
            port,
        },
        _ => action.clone(),
    }
}

/// Whether the decision leaves the seat's marker on the board, according to its preview; `None` if
/// it has no preview.
fn own_walk(state: &State, seat: Seat, action: &Action) -> Option<bool> {
    let choices = state.view(Viewer::Seat(seat)).choices?;
    let walks = match (choices, action) {
        (Choices::Place { placements, .. }, Action::Place { .. }) => {
            let same = |p: &Placement| {
                let safe = Safe {
                    tile: p.tile,
                    rotation: p.rotation,
                    port: p.port,
                };
                Action::from(safe) == *action
            };
            placements.into_iter().find(same)?.walks
        }
        (Choices::Path { paths }, Action::Path { port }) => {
            paths.into_iter().find(|p| p.port.number() == *port)?.walks
        }
        _ => return None,
    };
    let own = walks.iter().find(|walk| walk.seat == seat)?;
    Some(matches!(own.end, WalkEnd::Stands { .. }))
}
