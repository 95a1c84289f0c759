//! Tests that the reasons of a decision agree with its effects.

use std::collections::BTreeMap;

use senda_bots::{Dice, Reason, explain};
use senda_rules::{AnyAction, AnyGame, Game, Seat, Viewer, tiles::Rotation, tortus, tsuro};

use crate::games::{PLAYERS, every_options, game, tables};

#[test]
fn the_reasons_of_a_decision_agree_with_its_effects() {
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

/// Counts how often each reason with a number is given in some games.
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

/// Returns whether one push by an enemy can drop the pawn, using only the rules: it puts each enemy
/// on the pawn's square, and follows every push and every instruction.
fn can_be_dropped(state: &tortus::State, pawn: usize) -> bool {
    let pawns = state.pawns();
    let Some(at) = pawns[pawn].at else {
        return false;
    };
    let enemies = (0..pawns.len())
        .filter(|&enemy| pawns[enemy].seat != pawns[pawn].seat && pawns[enemy].at.is_some());
    enemies.into_iter().any(|enemy| {
        let places = |seat: Seat| {
            let of_seat = pawns
                .iter()
                .enumerate()
                .filter(|(_, each)| each.seat == seat);
            let places = of_seat.map(|(number, each)| match each.at {
                _ if number == enemy => at.to_string(),
                Some(place) => place.to_string(),
                None if each.lost => "-".to_owned(),
                None => "?".to_owned(),
            });
            places.collect::<Vec<_>>().join(" ")
        };
        let text = state.to_string();
        let kept = ["options", "first", "turns", "open", "closed", "hand"];
        let kept = text.lines().filter(|line| {
            let word = line.split(' ').next().unwrap_or_default();
            kept.contains(&word)
        });
        let mut lines: Vec<String> = kept.map(str::to_owned).collect();
        let mover = pawns[enemy].seat;
        let from = pawns[enemy].at.expect("a square");
        lines.push(format!(
            "turn {}\nphase push {pawn}\nactions 1\nsteps {enemy} {from}-{at}",
            mover.index()
        ));
        for seat in Seat::first(2) {
            lines.push(format!("pawns {} {}", seat.index(), places(seat)));
        }
        let pushing: tortus::State = lines.join("\n").parse().expect(&text);
        falls(&pushing, pawn, mover, 4)
    })
}

/// Returns whether the pawn falls by a push and the remaining moves.
fn falls(state: &tortus::State, pawn: usize, mover: Seat, left: u8) -> bool {
    let ways = state.legal_actions(mover).into_iter().filter(|action| {
        let moves_on = [format!("phase push {pawn}"), format!("phase flow {pawn}")];
        let is_its_own = state
            .to_string()
            .lines()
            .any(|line| moves_on.iter().any(|on| on == line));
        is_its_own
            && matches!(
                action,
                tortus::Action::Push { .. } | tortus::Action::Follow { .. }
            )
    });
    ways.into_iter().any(|action| {
        let after = state.after(mover, &action, &mut Dice::new(0));
        let after = after.expect("a legal decision");
        after.pawns()[pawn].lost || (left > 1 && falls(&after, pawn, mover, left - 1))
    })
}

#[test]
fn tortus_counts_the_pawns_that_a_push_can_really_cost() {
    let options = every_options();
    let options = options.iter().find(|of| of.kind().word() == "tortus");
    let mut said = 0;
    for seed in 0..15 {
        let player = PLAYERS[seed % 3];
        let mut number = 0;
        game(options.unwrap(), &[player; 2], seed as u64, 1, |moment| {
            number += 1;
            let AnyGame::Tortus(before) = moment.game else {
                unreachable!("a game of Tortus");
            };
            let AnyAction::Tortus(action) = moment.action else {
                unreachable!("a decision of Tortus");
            };
            let seat = moment.seat;
            // No two pawns share a square between two actions.
            let is_between =
                |state: &tortus::State| state.to_string().lines().any(|line| line == "phase act");
            if number % 5 > 0 || !is_between(before) {
                return;
            }
            let view = moment.game.view(Viewer::Seat(seat));
            let reasons = explain(&view, seat, moment.action);
            if matches!(action, tortus::Action::Open { .. }) {
                return;
            }
            let after = before.after(seat, action, &mut Dice::new(0)).unwrap();
            if !is_between(&after) {
                return;
            }
            let count = |state: &tortus::State, own: bool| {
                let pawns = (0..state.pawns().len())
                    .filter(|&pawn| (state.pawns()[pawn].seat == seat) == own);
                let pawns = pawns.filter(|&pawn| can_be_dropped(state, pawn));
                u8::try_from(pawns.count()).unwrap()
            };
            let lost = |state: &tortus::State| {
                let own = state.pawns().iter().filter(|pawn| pawn.seat == seat);
                u8::try_from(own.filter(|pawn| pawn.lost).count()).unwrap()
            };
            let fell = lost(&after) - lost(before);
            let of = |reason: fn(&Reason) -> Option<u8>| reasons.iter().find_map(reason);
            let pairs = [
                (
                    of(|reason| match reason {
                        Reason::Endangers { count } => Some(*count),
                        _ => None,
                    }),
                    count(&after, false).saturating_sub(count(before, false)),
                ),
                (
                    of(|reason| match reason {
                        Reason::Risks { count } => Some(*count),
                        _ => None,
                    }),
                    count(&after, true).saturating_sub(count(before, true)),
                ),
                (
                    of(|reason| match reason {
                        Reason::Shelters { count } => Some(*count),
                        _ => None,
                    }),
                    count(before, true).saturating_sub(count(&after, true) + fell),
                ),
            ];
            for (number, (told, real)) in pairs.into_iter().enumerate() {
                assert_eq!(
                    told.unwrap_or(0),
                    real,
                    "{number} of {action:?} in\n{before}"
                );
                said += usize::from(real > 0);
            }
        });
    }
    assert!(said > 20, "{said}");
}

/// An independent check of the bots' rule: it lays every tile that a rival may hold on a copy of
/// the board.
#[test]
fn tsuro_names_only_rivals_that_may_hold_a_tile_that_throws_out() {
    let (mut named, mut spared) = (0, 0);
    for (number, options) in every_options().into_iter().enumerate() {
        if options.kind().word() != "tsuro" {
            continue;
        }
        for seats in tables(&options) {
            let players = vec![PLAYERS[1]; seats.into()];
            game(&options, &players, number as u64, 1, |moment| {
                let (AnyGame::Tsuro(before), AnyAction::Tsuro(action)) =
                    (moment.game, moment.action)
                else {
                    unreachable!("a game of Tsuro");
                };
                let seat = moment.seat;
                let view = moment.game.view(Viewer::Seat(seat));
                let reasons = explain(&view, seat, moment.action);
                let after = before.after(seat, action, &mut Dice::new(1)).unwrap();
                let is_placed = matches!(action, tsuro::Action::Place { .. });
                if !is_placed || !after.still_in().contains(seat) || after.outcome().is_some() {
                    return;
                }
                let exposed = reasons.iter().find_map(|reason| match reason {
                    Reason::Exposes { seats } => Some(seats.clone()),
                    _ => None,
                });
                let exposed = exposed.unwrap_or_default();
                let chosen = before.view(Viewer::Spectator).options;
                let (table, own) = (after.table(), before.table().hand(seat));
                for rival in table.board().rivals(seat).iter() {
                    // The seat knows its hand and the board. Every other tile may be anywhere,
                    // unless hands are open.
                    let hidden = before
                        .table()
                        .loose_tiles()
                        .filter(|tile| !own.contains(tile));
                    let tiles: Vec<tsuro::Tile> = if chosen.open_hands {
                        before.table().hand(rival).to_vec()
                    } else if table.hand(rival).is_empty() {
                        Vec::new()
                    } else {
                        hidden.collect()
                    };
                    let can = tiles.iter().any(|&tile| {
                        Rotation::ALL.into_iter().any(|rotation| {
                            let mut board = *table.board();
                            let mut walks = board.place(rival, tile, rotation, |_, _| ()).iter();
                            walks.any(|(walker, end)| {
                                walker == seat && !matches!(end, tsuro::WalkEnd::Stands { .. })
                            })
                        })
                    });
                    // A box of 64 contains each tile twice, and one of the two may be in the seat's
                    // own hand.
                    if exposed.contains(&rival) {
                        assert!(can || chosen.tiles == 64, "{action:?} in\n{before}");
                        named += 1;
                    } else {
                        assert!(!can, "{action:?} in\n{before}");
                        spared += 1;
                    }
                }
            });
        }
    }
    assert!(named > 50 && spared > 0, "{named} named, {spared} spared");
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
