//! Invariants of the choices that a seat is offered, and of their consequences.

use senda_rules::{
    Game, Viewer,
    tiles::Rotation,
    tsuro::{Action, Choices, Event, Illegal, Port, Safe, SuicideRule, Tile, Walk, WalkEnd},
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
    match view.options.suicide_rule {
        SuicideRule::None => {}
        SuicideRule::Edge => {
            let leads_to_edge = |walks: &[Walk]| walks[0].end == WalkEnd::Edge;
            let all = placements.iter().all(|each| leads_to_edge(&each.walks));
            assert!(
                all || !leads_to_edge(walks),
                "nobody walks to the edge while they can do otherwise"
            );
        }
        SuicideRule::AnyElimination => assert_eq!(
            out, *forced,
            "who has a safe placement is never eliminated by their own"
        ),
    }
}

/// Checks that a rejected placement lists the alternatives, and that each of them is permitted.
pub fn a_refusal_says_what_is_safe(moment: &Moment) {
    let Some(turn) = moment.before.acting().iter().next() else {
        return;
    };
    let rule = moment.before.view(Viewer::Spectator).options.suicide_rule;
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
                // A tile that waits for other players moves its player later, and must not lead to
                // the edge either.
                for event in &events {
                    if let Event::Placed { walks, .. } = event {
                        let end = walks[0].end;
                        let collides = matches!(end, WalkEnd::Collision { .. });
                        let allowed = rule == SuicideRule::Edge && collides;
                        assert!(allowed || matches!(end, WalkEnd::Stands { .. }));
                    }
                }
            }
        }
    }
}

/// Checks that rotations that look the same have the same events. A placement is offered only at
/// the smallest of them.
pub fn rotations_that_look_the_same_do_the_same(moment: &Moment) {
    let Action::Place {
        tile,
        rotation,
        port,
    } = moment.action
    else {
        return;
    };
    let of = Tile::new(tile).unwrap();
    let same = |turned: &Rotation| of.smallest(*turned).turns() == rotation;
    let decided = |rotation: u8| {
        let action = Action::Place {
            tile,
            rotation,
            port,
        };
        moment
            .before
            .decide(moment.seat, &action, &mut Dice::new(0))
    };
    for turned in Rotation::ALL.into_iter().filter(same) {
        assert_eq!(decided(turned.turns()), decided(rotation));
    }
}
