//! The contract for decisions: their legality, their text form and their disclosure.

use senda_rules::{Game, Seat, Viewer};

use super::{Contract, for_seeds, is_sent, play, some_game};
use crate::table::{Dice, Moment};

/// The maximum number of legal decisions that are tried per seat and moment.
const SOME: usize = 40;

/// Checks that the disclosed part of a decision can be reconstructed from its events, also from
/// those that a spectator receives, and that an omniscient viewer receives the events unchanged.
pub fn are_told<G: Game>(moment: &Moment<G>) {
    let disclosed = Some(G::disclosed(&moment.action));
    assert_eq!(G::decision(&moment.events), disclosed);
    let told = |event| moment.after.redact(event, Viewer::Spectator);
    let told: Vec<G::Event> = moment.events.iter().map(told).collect();
    assert_eq!(G::decision(&told), disclosed, "{told:?}");
    for event in &moment.events {
        assert_eq!(&moment.after.redact(event, Viewer::Omniscient), event);
    }
}

/// Returns some of the legal decisions of a seat.
fn some_legal<G: Contract>(game: &G, seat: Seat, dice: &mut Dice) -> Vec<G::Action> {
    let mut legal = game.legal_actions(seat);
    while legal.len() > SOME {
        legal.swap_remove(dice.below(legal.len()));
    }
    legal
}

/// Checks that legal decisions are accepted, and that they round-trip as text and as JSON.
pub fn are_written<G: Contract>(game: &G, dice: &mut Dice) {
    for seat in game.acting().iter() {
        for action in some_legal(game, seat, dice) {
            let read = action.to_string().parse().ok();
            assert_eq!(read.as_ref(), Some(&action), "{action}");
            is_sent(&action);
            let decided = game.decide(seat, &action, dice);
            assert!(decided.is_ok(), "{seat}: {action}: {decided:?}");
        }
    }
}

/// Checks that the clock's decision is legal, and that it harms its seat only if every legal
/// decision does.
pub fn of_the_clock_harm_nobody<G: Contract>(game: &G, seats: u8, dice: &mut Dice) {
    for seat in Seat::first(seats) {
        let action = game.clock_action(seat, dice);
        assert_eq!(action.is_some(), game.acting().contains(seat));
        let Some(action) = action else { continue };
        let legal = game.legal_actions(seat);
        assert!(legal.contains(&action), "{action}");
        if game.harms(seat, &action) {
            assert!(
                legal.iter().all(|other| game.harms(seat, other)),
                "{action}"
            );
        }
    }
}

/// Checks that exactly the legal actions are accepted, except for mistakes that the rules punish.
pub fn only_legal_actions_are_accepted<G: Contract>() {
    let (games, one_in) = G::GAMES.tries;
    for_seeds(games, |seed| {
        let mut dice = Dice::new(!seed);
        let (options, seats) = some_game::<G>(&mut dice);
        play::<G>(&options, seats, seed, |moment| {
            if dice.below(one_in) > 0 {
                return;
            }
            let game = &moment.before;
            let candidates = game.candidates(&mut dice);
            for seat in Seat::first(Seat::MOST) {
                let legal = game.legal_actions(seat);
                for action in &candidates {
                    let decided = game.decide(seat, action, &mut dice);
                    let is_listed = G::is_listed(action, &legal);
                    match &decided {
                        Ok(events) if G::is_mistake(events) => assert!(!is_listed, "{action}"),
                        Ok(_) => assert!(is_listed, "{seat}: {action} is accepted"),
                        Err(illegal) => assert!(!is_listed, "{seat}: {action}: {illegal:?}"),
                    }
                }
            }
        });
    });
}
