//! What is said for a decision is what it then does.

use senda_bots::{Dice, Reason, explain};
use senda_rules::{Game, Seat, Viewer};

use crate::games::{PLAYERS, every_options, game, tables};

#[test]
fn what_is_said_of_a_decision_comes_true() {
    let (mut thrown, mut won) = (0, 0);
    for (number, options) in every_options().into_iter().enumerate() {
        for seats in tables(&options) {
            let players = vec![PLAYERS[1 + number % 2]; seats.into()];
            let seed = number as u64;
            let mut dice = Dice::new(seed);
            game(&options, &players, seed, 1, |moment| {
                let (before, seat) = (moment.game, moment.seat);
                let view = before.view(Viewer::Seat(seat));
                let reasons = explain(&view, seat, moment.action);
                let after = before.after(seat, moment.action, &mut dice).unwrap();
                let gone = |&other: &Seat| !after.still_in().contains(other);
                let gone: Vec<Seat> = before.still_in().iter().filter(gone).collect();
                let others: Vec<Seat> = gone
                    .iter()
                    .copied()
                    .filter(|&other| other != seat)
                    .collect();
                let said = reasons.iter().find_map(|reason| match reason {
                    Reason::ThrowsOut { seats } => Some(seats.clone()),
                    _ => None,
                });
                assert_eq!(said.unwrap_or_default(), others);
                thrown += others.len();
                assert_eq!(reasons.contains(&Reason::Leaves {}), gone.contains(&seat));
                let wins = after
                    .outcome()
                    .is_some_and(|of| of.places[seat.index()] == 1);
                assert_eq!(reasons.contains(&Reason::Wins {}), wins);
                won += usize::from(wins);
                let only = before.legal_actions(seat).len() == 1;
                assert_eq!(reasons.contains(&Reason::Only {}), only);
            });
        }
    }
    assert!(thrown > 20 && won > 5, "{thrown} thrown out, {won} won");
}

#[test]
fn a_decision_that_is_not_legal_has_no_reasons() {
    let options = &every_options()[0];
    let mut first = true;
    game(options, &[PLAYERS[0]; 2], 1, 1, |moment| {
        if std::mem::take(&mut first) {
            let other = Seat::first(2).find(|&other| other != moment.seat).unwrap();
            let view = moment.game.view(Viewer::Seat(other));
            assert_eq!(explain(&view, other, moment.action), []);
        }
    });
}
