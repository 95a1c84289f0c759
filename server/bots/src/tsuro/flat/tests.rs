//! Compares flat tables with the rules.

use senda_rules::{AnyAction, AnyGame, AnyView, Game, GameKind, Seat, Viewer, tsuro::State};

use super::{FlatMove, FlatTable, FlatWorlds};
use crate::{
    Dice, choose_at_random,
    search::{Branching, World},
    share,
};

/// Deals a flat table that looks to the seat like the game.
fn flat(game: &State, seat: Seat, dice: &mut Dice) -> FlatTable {
    let worlds = FlatWorlds::behind(&game.view(Viewer::Seat(seat)));
    worlds.expect("official rules").deal(dice)
}

/// Returns the decisions that are worth considering, in the order of their text.
fn wise(game: &State, seat: Seat) -> Vec<String> {
    let table = game.table();
    let actions: Vec<_> = match table.legal() {
        Some(legal) => legal.wise().map(senda_rules::tsuro::Action::from).collect(),
        None => game.legal_actions(seat),
    };
    sorted(actions.iter())
}

fn sorted<'a>(actions: impl Iterator<Item = &'a senda_rules::tsuro::Action>) -> Vec<String> {
    let mut texts: Vec<_> = actions.map(|action| format!("{action:?}")).collect();
    texts.sort_unstable();
    texts
}

/// Compares what both know after the same decision, and the shares if the game is over. The flat
/// game is also over once the seat for which it is played is out, with no share for that seat.
fn compare(game: &State, flat: &FlatTable, view: &senda_rules::tsuro::View) {
    let table = game.table();
    for seat in Seat::first(table.seats()) {
        assert_eq!(flat.is_in(seat.index()), table.still_in().contains(seat));
    }
    if !flat.is_in(flat.own) && game.outcome().is_none() {
        assert_eq!(flat.acting(), None);
        assert!(flat.shares()[flat.own].abs() < f32::EPSILON);
        return;
    }
    assert_eq!(flat.acting(), table.acting());
    if let Some(outcome) = game.outcome() {
        for seat in Seat::first(table.seats()) {
            let difference = f64::from(flat.shares()[seat.index()]) - share(&outcome, seat);
            assert!(difference.abs() < 1e-6, "{seat:?}: {difference}");
        }
        return;
    }
    for seat in Seat::first(table.seats()) {
        let count = usize::from(flat.counts[seat.index()]);
        assert_eq!(count, table.hand(seat).len(), "{seat:?}");
        let at = view.markers[seat].at();
        let flat_at = flat.at[seat.index()];
        match at {
            Some(senda_rules::tsuro::Stand::Mark(mark)) => assert_eq!(flat_at, super::spot(mark)),
            _ => assert!(flat_at >= super::UNSTARTED),
        }
    }
    assert_eq!(flat.in_pile, view.pile);
    assert_eq!(flat.dragon, view.dragon.map(Seat::index));
}

/// At each decision of random games, the same moves are possible, and the same seats are left
/// after them, with as many tiles, on the same spots, and with the same shares in the end.
#[test]
fn flat_tables_keep_the_official_rules() {
    let options = GameKind::ALL.iter().find(|kind| kind.word() == "tsuro");
    let options = options.expect("a game").options();
    let (mut ends_without_survivors, mut early_ends) = (0, 0);
    for number in 0..400_u32 {
        let mut dice = Dice::new(number.into());
        let seats = 2 + u8::try_from(number % 7).expect("below 7");
        let mut game = AnyGame::new(&options, seats, None).expect("a possible table");
        game.apply_all(&game.open(&mut dice));
        while let Some(seat) = game.acting().iter().next() {
            let view = game.view(Viewer::Seat(seat));
            let AnyGame::Tsuro(state) = &game else {
                unreachable!("a game of Tsuro");
            };
            let mut flat = flat(state, seat, &mut dice);
            if number % 2 == 0 {
                // The game goes on if the mover takes itself off the board.
                let mut others = flat.clockwise(seat.index());
                flat.own = others.find(|&seat| flat.is_in(seat)).expect("others");
            }
            let moves = flat.moves(&mut dice);
            let moves: Vec<_> = moves
                .as_ref()
                .iter()
                .map(|chosen| chosen.action())
                .collect();
            assert_eq!(sorted(moves.iter()), wise(state, seat));
            // Random players leave early, so most games have wise ones.
            let chosen = if number % 4 == 0 {
                choose_at_random(&view, seat, dice.number()).expect("a decision")
            } else {
                AnyAction::Tsuro(dice.any(&moves).clone())
            };
            let AnyAction::Tsuro(action) = &chosen else {
                unreachable!("a decision of Tsuro");
            };
            let events = game.decide(seat, &chosen, &mut dice);
            game.apply_all(&events.expect("a legal decision"));
            let Some(chosen) = FlatMove::of(action) else {
                break; // a player resigns
            };
            flat.play(&chosen, &mut dice);
            let AnyView::Tsuro(view) = game.view(Viewer::Seat(seat)) else {
                unreachable!("a view of Tsuro");
            };
            let AnyGame::Tsuro(state) = &game else {
                unreachable!("a game of Tsuro");
            };
            compare(state, &flat, &view);
            ends_without_survivors += u32::from(flat.turn.is_none() && flat.still_in == 0);
            early_ends += u32::from(flat.turn.is_none() && state.outcome().is_none());
        }
    }
    assert!(ends_without_survivors > 0 && early_ends > 0);
}
