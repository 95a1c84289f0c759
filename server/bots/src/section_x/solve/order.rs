//! Selects the decisions of a turn that a search for any line tries, the most promising first.

use std::collections::BTreeMap;

use senda_rules::{
    Game, Seat,
    section_x::{Action, Cell, Place, State},
};

use crate::section_x::tiles::{Change, changes, is_with_tile, moved};

/// Sorts the decisions of a seat before its action with a tile, the most promising first. Of the
/// actions with tiles, those come first after which enough prisoners can come out, and which change
/// a cell on which one may pass to a green area, or move a prisoner; of several with the same
/// changes there, one. If only escapes count, the others are left out, unless a fight could open a
/// door there. `steps` has each prisoner's place and the number of its steps that are left;
/// `can_help` says whether enough prisoners can come out after an action with some changes, if no
/// door is in their way.
pub(super) fn likely(
    actions: &mut Vec<Action>,
    (state, seat): (&State, Seat),
    steps: &[(Place, u8)],
    only_escapes: bool,
    mut can_help: impl FnMut(&Action, &[Change]) -> bool,
) {
    let places = || {
        steps.iter().filter_map(|&(at, most)| match at {
            Place::Tunnel(spot) => Some((spot.cell, most)),
            _ => None,
        })
    };
    let is_near =
        |cell: Cell| places().any(|(from, most)| from.distance(cell) + cell.to_green() <= most);
    let others = state.still_in().without(seat);
    let mut doors = others.iter().flat_map(|other| state.doors(other));
    let is_barred = doors.any(|door| is_near(door.cell));
    let mut seen = BTreeMap::new();
    let mut last = Vec::new();
    actions.retain(|action| {
        if !is_with_tile(action) {
            return true;
        }
        let mut from = moved(action).into_iter().flatten().map(|(from, _)| from);
        let (is_first, helps) = if from.any(|from| places().any(|(cell, _)| cell == from)) {
            (true, can_help(action, &changes(state, action, |_| true)))
        } else {
            let changes = changes(state, action, is_near);
            let is_first = !changes.is_empty() && !seen.contains_key(&changes);
            let known = seen.entry(changes);
            let helps = known.or_insert_with_key(|changes| can_help(action, changes));
            (is_first, *helps)
        };
        let is_likely = is_first && helps;
        if !is_likely && (!only_escapes || is_barred && helps) {
            last.push(action.clone());
        }
        is_likely
    });
    actions.append(&mut last);
}
