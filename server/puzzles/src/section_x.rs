//! Puzzles of Section X: tiles that let prisoners escape in the same turn.

mod outline;

use senda_bots::{
    Dice,
    solve::section_x::{Escapes, escapes, near_green},
};
use senda_rules::{
    Game, Seat,
    section_x::{Action, Cell, Phase, State},
};

use crate::{
    found::Found,
    puzzle::{Goal, Theme},
};

pub use self::outline::outline;

/// The hidden tiles are those that are left in the box, in any order.
pub const LEFT_OUT: &[&str] = &["pile"];

/// The limit of the search for escapes, in decisions.
const NODES: u64 = 1_000_000;
/// The limit of the search for each turn of a finished game, in decisions.
const NODES_OF_TURN: u64 = 3_000;

/// Returns the puzzles that a position is: only a change of one cell lets so many prisoners escape
/// in this turn. Nothing is drawn before they do.
pub fn find(game: &State, seat: Seat) -> Vec<Found<Action>> {
    escape(game, seat, NODES).into_iter().collect()
}

/// Returns an escape that is also a puzzle. Escapes without a change of a tile are seen at once.
/// Where the search takes long, it returns nothing: it runs for each turn of a game.
pub fn opportunity(game: &State, seat: Seat) -> Option<Found<Action>> {
    escape(game, seat, NODES_OF_TURN)
}

fn escape(game: &State, seat: Seat, nodes: u64) -> Option<Found<Action>> {
    if game.phase() != Phase::Tile || game.mover() != Some(seat) {
        return None;
    }
    let found = escapes(game, seat, nodes);
    let solution = only_idea(game, seat, &found).filter(|_| found.is_complete)?;
    let theme = match solution[0] {
        _ if found.most > 1 => Theme::SeveralFree,
        Action::Place { .. } => Theme::WayOut,
        _ => Theme::Change,
    };
    let prisoners = u16::try_from(near_green(game, seat)).expect("eight prisoners");
    Some(Found {
        goal: Goal::Gain {
            least: found.most.into(),
        },
        theme,
        length: u16::try_from(solution.len()).expect("a few decisions") * 10 + prisoners,
        solution,
    })
}

/// Returns a shortest line by which most prisoners escape, if all such lines change the same cell.
/// One that lays a tile comes first.
fn only_idea(game: &State, seat: Seat, found: &Escapes) -> Option<Vec<Action>> {
    let changes_tunnels = |line: &Vec<Action>| {
        let after = game.after(seat, &line[0], &mut Dice::new(0));
        let after = after.expect("a decision of a line");
        !after.has_same_tunnels(game)
    };
    if !found.firsts.iter().all(changes_tunnels) {
        return None;
    }
    let mut lines = found.firsts.iter();
    let [one, other] = changed(lines.next()?)?;
    let changes =
        |line: &Vec<Action>, cell| changed(line).is_some_and(|cells| cells.contains(&cell));
    let is_idea = |&cell: &Cell| found.firsts.iter().all(|line| changes(line, cell));
    [one, other].iter().find(|cell| is_idea(cell))?;
    let rank = |line: &&Vec<Action>| (!matches!(line[0], Action::Place { .. }), line.len());
    found.firsts.iter().min_by_key(rank).cloned()
}

/// Returns the cells that get another tile by the first action of a line, twice the same if there
/// is only one; `None` if it changes no tile.
const fn changed(line: &[Action]) -> Option<[Cell; 2]> {
    match line[0] {
        Action::Place { cell, .. } | Action::Turn { cell, .. } => Some([cell, cell]),
        Action::Relocate { to, .. } => Some([to, to]),
        Action::Exchange { a, b, .. } => Some([a, b]),
        _ => None,
    }
}
