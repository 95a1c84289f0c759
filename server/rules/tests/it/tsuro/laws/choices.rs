//! What is true of what a seat is offered, and of what it may decide.

use senda_rules::{
    Game, Seat, Viewer,
    tiles::{Rotation, Square},
    tsuro::{
        Action, Choices, Event, Illegal, Mark, Phase, Placement, Port, Safe, Side, Stand, Starts,
        Tile, WalkEnd,
    },
};

use super::omniscient;
use crate::{table::Dice, tsuro::game::Moment};

pub fn previews_come_true(moment: &Moment) {
    let placed = moment.events.iter().find_map(|event| match event {
        Event::Placed { walks, square, .. } => Some((walks, square)),
        _ => None,
    });
    if let Action::Path { port } = moment.action {
        let view = moment.before.view(Viewer::Seat(moment.seat));
        let Some(Choices::Path { paths }) = view.choices else {
            panic!("a seat that chose a path had choices");
        };
        let branch = paths.iter().find(|branch| branch.port.number() == port);
        let branch = branch.expect("the path was offered");
        assert_eq!(branch.waits.is_empty(), placed.is_some());
        assert!(placed.is_none_or(|(walks, _)| *walks == branch.walks));
        return;
    }
    let Action::Place {
        tile,
        rotation,
        port,
    } = moment.action
    else {
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
        .find(|p| {
            let same = p.tile.number() == tile && p.rotation.turns() == rotation;
            same && p.port.map(Port::number) == port
        })
        .expect("the placement was offered");
    assert_eq!(promised.waits.is_empty(), placed.is_some());
    let Some((walks, square)) = placed else {
        return;
    };
    assert_eq!(&promised.walks, walks);
    assert_eq!(faced, square);
    assert_eq!(walks[0].seat, moment.seat);
    let out = !matches!(walks[0].end, WalkEnd::Stands { .. });
    assert!(!forced || out);
    if view.options.suicide_rule {
        assert_eq!(
            out, *forced,
            "who has a safe placement is never eliminated by their own"
        );
    }
}

/// The legal actions are those that are accepted; nothing else is.
pub fn exactly_the_legal_is_accepted(moment: &Moment) {
    let state = &moment.before;
    for seat in Seat::first(Seat::MOST) {
        let legal = state.legal_actions(seat);
        let mut accepted = 0;
        let sides = omniscient(state).options.start == Starts::Sides;
        for action in candidates(sides && state.acting().contains(seat)) {
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
        let phase = omniscient(state).phase;
        if state.acting().contains(seat) && matches!(phase, Phase::Placing | Phase::Choosing) {
            assert_eq!(accepted, legal.len());
        }
        for action in &legal {
            assert!(state.decide(seat, action, &mut Dice::new(0)).is_ok());
        }
    }
}

/// Decisions of all kinds, most of them wrong ones.
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
    let tries = hand.iter().flat_map(|f| Rotation::ALL.map(|r| (f, r)));
    let ports = [None].into_iter().chain(Port::all().map(Some));
    for ((face, rotation), port) in tries.flat_map(|t| ports.clone().map(move |p| (t, p))) {
        let action = Safe {
            tile: face.tile,
            rotation,
            port,
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
                // A tile that waits for others moves its player later, and as little to the edge.
                for event in &events {
                    if let Event::Placed { walks, .. } = event {
                        assert!(matches!(walks[0].end, WalkEnd::Stands { .. }));
                    }
                }
            }
        }
    }
}

/// The clock decides something legal, and nothing that eliminates where something else is possible; it
/// swaps nothing.
pub fn the_clock_plays_safe(moment: &Moment, dice: &mut Dice) {
    for seat in Seat::first(Seat::MOST) {
        let action = moment.after.clock_action(seat, dice);
        let legal = moment.after.legal_actions(seat);
        assert_eq!(action.is_some(), moment.after.acting().contains(seat));
        let Some(action) = action else { continue };
        assert!(legal.contains(&action));
        let walks = |action: &Action| own_walk(moment, seat, action);
        if walks(&action) == Some(false) {
            assert!(legal.iter().all(|other| walks(other) == Some(false)));
        }
        assert!(!matches!(action, Action::Swap { .. }));
    }
}

/// Whether that decision leaves the seat's marker on the board, by its preview.
fn own_walk(moment: &Moment, seat: Seat, action: &Action) -> Option<bool> {
    let choices = moment.after.view(Viewer::Seat(seat)).choices?;
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
