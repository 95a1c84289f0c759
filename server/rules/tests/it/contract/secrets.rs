//! The contract for secrets: no byte that a viewer receives depends on anything that the viewer may
//! not know.

use senda_rules::Viewer;
use serde_json::Value;

use super::{Contract, for_seeds, opening, play, some_game};
use crate::table::{Dice, Moment, all_viewers, bytes, opened, told};

/// The maximum number of games whose ends are checked.
const ENDS: u32 = 8;

/// Checks that two games with the same view for a viewer keep the same view as long as the same
/// information is revealed to the viewer in both. When that differs, the twin is replaced by a game
/// that is reconstructed from the viewer's current view.
pub fn a_twin_world_is_indistinguishable<G: Contract>() {
    for_seeds(G::GAMES.twins, |seed| {
        let mut dice = Dice::new(seed);
        let (options, seats) = some_game::<G>(&mut dice);
        let all: Vec<Viewer> = all_viewers(seats).collect();
        beside_a_twin::<G>(&options, seats, all[dice.below(all.len())], &mut dice);
    });
}

fn beside_a_twin<G: Contract>(options: &G::Options, seats: u8, viewer: Viewer, dice: &mut Dice) {
    let mut real: G = opened(options, seats, dice);
    let mut twin = G::determinize(&real.view(viewer), dice);
    while let Some((seat, action)) = real.any_decision(dice) {
        let events = real.decide(seat, &action, dice).unwrap();
        let theirs = twin.decide(seat, &action, dice);
        let new = real.comes_to_light(&events, viewer);
        let is_same = match &theirs {
            Ok(theirs) => new.is_some() && new == real.comes_to_light(theirs, viewer),
            Err(illegal) => {
                let shown = new.is_none_or(|new| !new.is_empty());
                assert!(shown, "{action} tells {viewer:?} of the other: {illegal:?}");
                false
            }
        };
        let real_told = told(&mut real, &events, viewer);
        if let (true, Ok(theirs)) = (is_same, theirs) {
            let twin_told = told(&mut twin, &theirs, viewer);
            assert_eq!(real.outcome().is_some(), twin.outcome().is_some());
            if real.outcome().is_none() {
                assert_eq!(real_told, twin_told, "{action}");
            }
        } else {
            twin = G::determinize(&real.view(viewer), dice);
            assert_eq!(bytes(&real.view(viewer)), bytes(&twin.view(viewer)));
        }
    }
}

/// Checks that a spectator knows least: an event that hides nothing from a spectator hides nothing
/// from any viewer.
pub fn are_kept_from_who_has_no_seat<G: Contract>(moment: &Moment<G>, seats: u8) {
    let game = &moment.after;
    for event in &moment.events {
        if game.redact(event, Viewer::Spectator) != *event {
            continue;
        }
        for viewer in all_viewers(seats) {
            assert_eq!(game.redact(event, viewer), *event, "{viewer:?}");
        }
    }
}

/// Checks that the private part of a seat, or of a viewer of all hands, merged over the view of a
/// spectator, gives the view of that viewer.
pub fn are_all_that_a_seat_knows_besides<G: Contract>(game: &G, seats: u8) {
    let json = |view: &G::View| serde_json::to_value(view).unwrap();
    for viewer in all_viewers(seats) {
        let mut view = json(&game.view(Viewer::Spectator));
        if let Some(private) = game.private(viewer) {
            lay_over(&mut view, &serde_json::to_value(private).unwrap());
        }
        assert_eq!(view, json(&game.view(viewer)), "{viewer:?}");
    }
}

/// Replaces the fields of the view by the private fields of the same name, and the elements of
/// lists by their index.
fn lay_over(view: &mut Value, own: &Value) {
    match (view, own) {
        (Value::Object(view), Value::Object(own)) => {
            for (key, own) in own {
                lay_over(view.get_mut(key).expect("a field of the view"), own);
            }
        }
        (Value::Array(items), Value::Object(own)) => {
            for (place, own) in own {
                lay_over(&mut items[place.parse::<usize>().unwrap()], own);
            }
        }
        (view, own) => *view = own.clone(),
    }
}

/// Checks that every viewer receives everything once the game is over.
pub fn every_viewer_sees_everything_after_the_game<G: Contract>() {
    for_seeds(ENDS.min(G::GAMES.twins), |seed| {
        let (options, seats) = some_game::<G>(&mut Dice::new(!seed));
        let mut log = opening::<G>(&options, seats, seed);
        let end = play::<G>(&options, seats, seed, |moment| {
            log.extend(moment.events.iter().cloned());
        });
        for viewer in all_viewers(seats) {
            assert!(log.iter().all(|event| &end.redact(event, viewer) == event));
            assert_eq!(end.view(viewer), end.view(Viewer::Omniscient));
        }
    });
}
