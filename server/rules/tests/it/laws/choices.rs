//! What is true of what a seat is offered, and of what it may decide.

use senda_rules::{
    Game, Seat, Viewer,
    tiles::{Rotation, Square},
    tsuro::{Action, Choices, Event, Illegal, Mark, Phase, Port, Safe, Stand, Tile, WalkEnd},
};

use super::omniscient;
use crate::table::{Dice, Moment};

pub fn previews_come_true(moment: &Moment) {
    let Action::Place { tile, rotation, .. } = moment.action else {
        return;
    };
    let view = moment.before.view(Viewer::Seat(moment.seat));
    let Some(Choices::Place {
        square: faced,
        placements,
        forced,
    }) = &view.choices
    else {
        panic!("a seat that placed had choices");
    };
    let promised = placements
        .iter()
        .find(|p| p.tile.number() == tile && p.rotation.turns() == rotation)
        .expect("the placement was offered");
    let Event::Placed { walks, square, .. } = &moment.events[0] else {
        panic!("a placement begins with the tile");
    };
    assert_eq!(&promised.walks, walks);
    assert_eq!(faced, square);
    assert_eq!(walks[0].seat, moment.seat);
    let out = !matches!(walks[0].end, WalkEnd::Stands { .. });
    assert_eq!(
        out, *forced,
        "who has a safe placement is never eliminated by their own"
    );
}

/// The legal actions are those that are accepted; nothing else is.
pub fn exactly_the_legal_is_accepted(moment: &Moment) {
    let state = &moment.before;
    for seat in Seat::first(Seat::MOST) {
        let legal = state.legal_actions(seat);
        let marks = (0..8).flat_map(|p| Seat::first(8).map(move |s| (s.number(), p)));
        let starts = marks.map(|(along, port)| Action::Start {
            mark: Stand::Mark(Mark {
                square: Square::new(along, 0).unwrap(),
                port: Port::new(port).unwrap(),
            }),
        });
        let places = (0..=Tile::COUNT).flat_map(|tile| {
            (0..=4).map(move |rotation| Action::Place {
                tile,
                rotation,
                port: None,
            })
        });
        let mut accepted = 0;
        for action in starts.chain(places) {
            let decided = state.decide(seat, &action, &mut Dice::new(0));
            let smallest = smallest(&action);
            assert_eq!(
                decided.is_ok(),
                legal.contains(&smallest),
                "{seat}: {action:?}: {decided:?}"
            );
            accepted += usize::from(decided.is_ok() && smallest == action);
            if smallest != action && decided.is_ok() {
                let same = state.decide(seat, &smallest, &mut Dice::new(0));
                assert_eq!(decided, same, "rotations that look the same do the same");
            }
        }
        if state.acting().contains(seat) && omniscient(state).phase == Phase::Placing {
            assert_eq!(accepted, legal.len());
        }
        for action in &legal {
            assert!(state.decide(seat, action, &mut Dice::new(0)).is_ok());
        }
    }
}

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

/// A refused placement says what else would do, and all of that would.
pub fn a_refusal_says_what_is_safe(moment: &Moment) {
    let Some(turn) = moment.before.acting().iter().next() else {
        return;
    };
    let hand = omniscient(&moment.before).hands[turn]
        .tiles
        .clone()
        .unwrap();
    for (face, rotation) in hand.iter().flat_map(|f| Rotation::ALL.map(|r| (f, r))) {
        let action = Safe {
            tile: face.tile,
            rotation,
            port: None,
        }
        .into();
        let decided = moment.before.decide(turn, &action, &mut Dice::new(0));
        if let Err(Illegal::WouldEliminateYou { instead }) = decided {
            assert!(!instead.is_empty());
            for safe in instead {
                let events = moment
                    .before
                    .decide(turn, &safe.into(), &mut Dice::new(0))
                    .unwrap();
                let Event::Placed { walks, .. } = &events[0] else {
                    panic!("a tile is laid")
                };
                assert!(matches!(walks[0].end, WalkEnd::Stands { .. }));
            }
        }
    }
}

/// The clock decides something legal, and nothing that eliminates where something else is possible.
pub fn the_clock_plays_safe(moment: &Moment, dice: &mut Dice) {
    for seat in Seat::first(Seat::MOST) {
        let action = moment.after.clock_action(seat, dice);
        let legal = moment.after.legal_actions(seat);
        assert_eq!(action.is_some(), moment.after.acting().contains(seat));
        assert!(action.is_none_or(|action| legal.contains(&action)));
    }
}
