//! What a viewer may not know is in no byte that they are sent.

use senda_rules::Viewer;
use serde_json::Value;

use super::{Contract, for_seeds, opening, play, some_game};
use crate::table::{Dice, Moment, bytes, opened, told, viewers};

/// Games of which the ends are looked at.
const ENDS: u32 = 8;

/// Two worlds that look the same to a viewer go on looking the same as long as what comes to light for them is the
/// same. Otherwise another world is made of what they see then.
pub fn a_twin_world_can_not_be_told_apart<G: Contract>() {
    for_seeds(G::GAMES.twins, |seed| {
        let mut dice = Dice::new(seed);
        let (options, seats) = some_game::<G>(&mut dice);
        let all: Vec<Viewer> = viewers(seats).collect();
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

/// Who has no seat may know least: what hides nothing from them hides nothing from anybody.
pub fn are_kept_from_who_has_no_seat<G: Contract>(moment: &Moment<G>, seats: u8) {
    let game = &moment.after;
    for event in &moment.events {
        if game.redact(event, Viewer::Spectator) != *event {
            continue;
        }
        for viewer in viewers(seats) {
            assert_eq!(game.redact(event, viewer), *event, "{viewer:?}");
        }
    }
}

/// What a seat knows besides makes its view of a spectator's, and is nothing else.
pub fn are_all_that_a_seat_knows_besides<G: Contract>(game: &G, seats: u8) {
    let json = |view: &G::View| serde_json::to_value(view).unwrap();
    for viewer in viewers(seats) {
        let mut view = json(&game.view(Viewer::Spectator));
        if let Viewer::Seat(seat) = viewer
            && let Some(private) = game.private(seat)
        {
            lay_over(&mut view, &serde_json::to_value(private).unwrap());
        }
        assert_eq!(view, json(&game.view(viewer)), "{viewer:?}");
    }
}

/// The fields of what is known besides in the place of those of the same name, in lists by their places.
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

/// All that was hidden is told once the game is over.
pub fn after_the_game_everybody_sees_everything<G: Contract>() {
    for_seeds(ENDS.min(G::GAMES.twins), |seed| {
        let (options, seats) = some_game::<G>(&mut Dice::new(!seed));
        let mut log = opening::<G>(&options, seats, seed);
        let end = play::<G>(&options, seats, seed, |moment| {
            log.extend(moment.events.iter().cloned());
        });
        for viewer in viewers(seats) {
            assert!(log.iter().all(|event| &end.redact(event, viewer) == event));
            assert_eq!(end.view(viewer), end.view(Viewer::Omniscient));
        }
    });
}
