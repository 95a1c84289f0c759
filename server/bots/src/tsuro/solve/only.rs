//! Finds the only placement that survives, or that throws out most players.

use senda_rules::{
    Game, Seat,
    tsuro::{Action, Phase, State},
};

use crate::Dice;

/// A placement with what it leads to at once.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The placement.
    pub action: Action,
    /// The game after it. A drawn tile is not decided by the placement.
    pub after: State,
    /// Whether the seat is still in the game.
    pub stays: bool,
    /// The number of other players that have left the game by it.
    pub thrown: u8,
}

/// Returns every placement of the seat; none if it has to decide something else.
///
/// # Panics
/// Panics only if the rules list an illegal placement.
pub fn placements(game: &State, seat: Seat) -> Vec<Placed> {
    if game.table().phase() != Phase::Placing {
        return Vec::new();
    }
    let mut dice = Dice::new(0);
    let placed = |action: Action| {
        let after = game.after(seat, &action, &mut dice);
        let after = after.expect("a legal decision");
        let stays = after.still_in().contains(seat);
        let left = |game: &State| game.still_in().without(seat).len();
        let thrown = left(game) - left(&after);
        Placed {
            action,
            after,
            stays,
            thrown,
        }
    };
    game.legal_actions(seat).into_iter().map(placed).collect()
}

/// Returns the placement that leaves the seat in the game, if there is exactly one among others
/// that don't.
pub fn only_survivor(placed: &[Placed]) -> Option<&Placed> {
    only_best(placed, |one| u16::from(one.stays)).map(|(only, _)| only)
}

/// Returns the placement that throws out most other players and leaves the seat in the game, if
/// there is exactly one and others throw out fewer.
pub fn only_thrower(placed: &[Placed]) -> Option<&Placed> {
    let thrown = |one: &Placed| if one.stays { one.thrown.into() } else { 0 };
    only_best(placed, thrown).map(|(only, _)| only)
}

/// Returns the only element that has the greatest value, and the value of the next one; `None` if
/// several elements have the greatest value, or if there are fewer than two.
pub fn only_best<T>(all: &[T], value: impl Fn(&T) -> u16) -> Option<(&T, u16)> {
    let mut order: Vec<(u16, &T)> = all.iter().map(|one| (value(one), one)).collect();
    order.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    match order[..] {
        [(best, one), (next, _), ..] if best > next => Some((one, next)),
        _ => None,
    }
}
