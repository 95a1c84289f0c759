//! The changes that an action makes to the tiles of the board.

use senda_rules::{
    Game,
    section_x::{Action, Cell, Kind, Rotation, State},
};

/// A tile of a kind on a cell, in a rotation.
type Laid = (Cell, Kind, Rotation);

/// A cell after an action: empty, or with the tunnels of a tile and whether it has a hide-out.
pub(super) type Change = (Cell, Option<(&'static [u8], bool)>);

/// Returns whether the action lays, moves or turns a tile.
pub(super) const fn is_with_tile(action: &Action) -> bool {
    matches!(
        action,
        Action::Place { .. }
            | Action::Relocate { .. }
            | Action::Exchange { .. }
            | Action::Turn { .. }
    )
}

/// Returns the tiles that a legal action of the player in turn lays, moves or turns, as they lie
/// afterwards: at most two.
pub(super) fn laid(state: &State, action: &Action) -> [Option<Laid>; 2] {
    let tile = |cell, kind: Option<Kind>, rotation| Some((cell, kind?, Rotation::new(rotation)?));
    match *action {
        Action::Place {
            stock,
            cell,
            rotation,
        } => {
            let stock = state
                .mover()
                .map(|seat| state.stock(seat)[usize::from(stock)]);
            [tile(cell, stock, rotation), None]
        }
        Action::Relocate { from, to, rotation } => [tile(to, state.kind(from), rotation), None],
        Action::Turn { cell, rotation } => [tile(cell, state.kind(cell), rotation), None],
        Action::Exchange {
            a,
            rotation_a,
            b,
            rotation_b,
        } => [
            tile(a, state.kind(b), rotation_b),
            tile(b, state.kind(a), rotation_a),
        ],
        Action::Draw { .. }
        | Action::SkipTile {}
        | Action::FightChoice { .. }
        | Action::Step { .. }
        | Action::Door { .. }
        | Action::EndTurn {}
        | Action::GiveDoor { .. }
        | Action::Resign {} => [None; 2],
    }
}

/// Returns the changes of a legal action of the player in turn on some of the cells.
pub(super) fn changes(
    state: &State,
    action: &Action,
    is_target: impl Fn(Cell) -> bool,
) -> Vec<Change> {
    let laid = laid(state, action).into_iter().flatten();
    let laid = laid.map(|(cell, kind, rotation)| {
        let tile = (kind.sections(rotation), kind.has_hide_out());
        (cell, Some(tile))
    });
    let emptied = emptied(action).map(|cell| (cell, None));
    let all = laid.chain(emptied);
    all.filter(|(cell, _)| is_target(*cell)).collect()
}

/// Returns the cells between which an action moves tiles, each from the first to the second, with
/// the prisoners on them.
pub(super) fn moved(action: &Action) -> [Option<(Cell, Cell)>; 2] {
    match *action {
        Action::Relocate { from, to, .. } => [Some((from, to)), None],
        Action::Exchange { a, b, .. } => [Some((a, b)), Some((b, a))],
        _ => [None; 2],
    }
}

/// Returns the cell that an action leaves without a tile.
pub(super) fn emptied(action: &Action) -> Option<Cell> {
    match *action {
        Action::Relocate { from, .. } => Some(from),
        _ => None,
    }
}
