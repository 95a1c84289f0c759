//! What is said for a decision is what it then does.

use std::collections::BTreeMap;

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

/// How often each reason with a number was said in some games.
fn said(word: &str) -> BTreeMap<&'static str, u32> {
    let mut said = BTreeMap::new();
    let options = every_options();
    let options = options.iter().find(|of| of.kind().word() == word);
    for seed in 0..9 {
        let player = PLAYERS[seed % 3];
        game(
            options.expect("a game"),
            &[player; 2],
            seed as u64,
            1,
            |moment| {
                let view = moment.game.view(Viewer::Seat(moment.seat));
                for reason in explain(&view, moment.seat, moment.action) {
                    let (name, number) = match reason {
                        Reason::Takes { count } => ("takes", count),
                        Reason::Loses { count } => ("loses", count),
                        Reason::BringsHome { count } => ("brings home", count),
                        Reason::Endangers { count } => ("endangers", count),
                        Reason::Risks { count } => ("risks", count),
                        Reason::Shelters { count } => ("shelters", count),
                        Reason::Advances { steps } => ("advances", steps),
                        Reason::Nears { steps } => ("nears", steps),
                        _ => continue,
                    };
                    assert!((1..100).contains(&number), "{name} {number}");
                    *said.entry(name).or_default() += 1;
                }
            },
        );
    }
    said
}

#[test]
fn each_game_has_reasons_of_its_own() {
    for (word, reasons) in [
        ("tortus", &["endangers", "risks", "shelters", "takes"][..]),
        (
            "section_x",
            &["advances", "brings home", "nears", "shelters", "takes"],
        ),
    ] {
        let said = said(word);
        for reason in reasons {
            assert!(
                said.contains_key(reason),
                "{word}: {reason} was never said: {said:?}"
            );
        }
    }
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
