//! An aggressive baseline for the bots: digs straight, runs, and ends the round.

use senda_rules::{
    AnyAction, AnyView, Game, Seat,
    section_x::{Action, Place, STOCK, State},
};

use super::ways::Ways;
use crate::{Dice, Script};

/// A player of Section X that only looks at its own shortest way: it lays the tile that shortens
/// that way most, and runs with as many prisoners as end the round. It uses no doors and no
/// hide-outs, and moves no tiles. It does not know other games.
pub const DIGGER: Script = Script {
    name: "digger",
    choose: dig,
};

fn dig(view: &AnyView, seat: Seat, seed: u64) -> Option<AnyAction> {
    let AnyView::SectionX(view) = view else {
        return None;
    };
    let mut dice = Dice::new(seed);
    let state = State::determinize(view, &mut dice);
    let seats = view.players.seats();
    let actions = state.legal_actions(seat);
    let first = actions.first()?.clone();
    let now = ways(&state, seats, seat);
    let is_full = state.stock(seat).len() == STOCK;
    let count =
        |is_so: fn(&Place) -> bool| state.prisoners(seat).iter().filter(|at| is_so(at)).count();
    let running = count(|at| matches!(at, Place::Tunnel(_) | Place::Green(_)));
    let mut worth = |action: &Action| match action {
        Action::Place { cell, .. } if is_full || now.lead_over(*cell) => {
            let after = state.after(seat, action, &mut dice).ok()?;
            let left = ways(&after, seats, seat).from_block;
            // A tile that makes the way longer waits, unless another can't be drawn.
            (is_full || left <= now.from_block).then(|| 256 - u32::from(left))
        }
        Action::Step { prisoner, to } => {
            let at = state.prisoners(seat)[usize::from(*prisoner)];
            let has_room = at != Place::Block || running < usize::from(state.ends_round());
            let (from, to) = (distance(&now, at), distance(&now, *to));
            // The prisoner in front makes room for the others.
            (has_room && to < from).then(|| 256 - u32::from(to))
        }
        _ => None,
    };
    let mut best = (0, first);
    for action in actions {
        let worth = worth(&action).unwrap_or_default();
        if worth > best.0 {
            best = (worth, action);
        }
    }
    Some(AnyAction::SectionX(best.1))
}

fn ways(state: &State, seats: u8, seat: Seat) -> Ways {
    Ways::of(state, seats, seat)
}

/// Returns the number of steps from a place to a green area.
fn distance(ways: &Ways, at: Place) -> u8 {
    match at {
        Place::Tunnel(spot) => ways.from(spot),
        Place::Block => ways.from_block,
        Place::Green(_) | Place::Free(_) | Place::Lost => 0,
    }
}
