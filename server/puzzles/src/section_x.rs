//! Puzzles of Section X: tiles that let prisoners escape in the same turn.

mod outline;

use senda_bots::Dice;
use senda_rules::{
    Game, Seat,
    section_x::{Action, Cell, Phase, Place, STEPS_EACH, State},
};

use crate::{
    found::Found,
    puzzle::{Goal, Theme},
};

pub use self::outline::outline;

/// The hidden tiles are those that are left in the box, in any order.
pub const LEFT_OUT: &[&str] = &["pile"];

/// Returns the puzzles that a position is: only a change of one cell lets so many prisoners escape
/// in this turn. Nothing is drawn before they do.
pub fn find(game: &State, seat: Seat) -> Vec<Found<Action>> {
    let near = prisoners_within(game, seat, STEPS_EACH);
    if game.phase() != Phase::Tile || game.mover() != Some(seat) || near == 0 {
        return Vec::new();
    }
    let mut search = Search {
        seat,
        dice: Dice::new(0),
    };
    let mut without_tile = game.clone();
    let without = search
        .play(&mut without_tile, &Action::SkipTile {})
        .map_or_else(Vec::new, |()| search.escapes(&without_tile));
    let mut best = Best {
        escaped: out(&without),
        lines: Vec::new(),
    };
    for action in game.legal_actions(seat) {
        let mut after = game.clone();
        if search.play(&mut after, &action).is_none() || after.has_same_tunnels(&without_tile) {
            continue;
        }
        let mut line = search.escapes(&after);
        let escaped = out(&line);
        line.insert(0, action);
        best.offer(escaped, line);
    }
    let Some(solution) = best.only_idea() else {
        return Vec::new();
    };
    let most = best.escaped;
    let theme = match solution[0] {
        _ if most > 1 => Theme::SeveralFree,
        Action::Place { .. } => Theme::WayOut,
        _ => Theme::Change,
    };
    let prisoners = u16::from(near);
    vec![Found {
        goal: Goal::Gain {
            least: u16::try_from(most).expect("eight prisoners"),
        },
        theme,
        length: u16::try_from(solution.len()).expect("a few decisions") * 10 + prisoners,
        solution,
    }]
}

/// Returns an escape that is also a puzzle. Escapes without a change of a tile are seen at once.
pub fn opportunity(game: &State, seat: Seat) -> Option<Found<Action>> {
    find(game, seat).pop()
}

/// The lines by which most prisoners escape.
struct Best {
    /// The number of prisoners that escape, at first without a change of a tile.
    escaped: usize,
    /// The lines that begin with a change of a tile, if it is needed for so many.
    lines: Vec<Vec<Action>>,
}

impl Best {
    fn offer(&mut self, escaped: usize, line: Vec<Action>) {
        if escaped > self.escaped {
            self.escaped = escaped;
            self.lines = vec![line];
        } else if escaped == self.escaped && !self.lines.is_empty() {
            self.lines.push(line);
        }
    }

    /// Returns a shortest line if all lines change the same cell. One that lays a tile comes first.
    fn only_idea(&self) -> Option<Vec<Action>> {
        let mut lines = self.lines.iter();
        let [one, other] = changed(lines.next()?)?;
        let changes =
            |line: &Vec<Action>, cell| changed(line).is_some_and(|cells| cells.contains(&cell));
        let is_idea = |&cell: &Cell| self.lines.iter().all(|line| changes(line, cell));
        [one, other].iter().find(|cell| is_idea(cell))?;
        let rank = |line: &&Vec<Action>| (!matches!(line[0], Action::Place { .. }), line.len());
        self.lines.iter().min_by_key(rank).cloned()
    }
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

/// Returns the number of a seat's prisoners in tunnels that can't be farther than so many steps
/// from a green area.
fn prisoners_within(game: &State, seat: Seat, steps: u8) -> u8 {
    let is_near = |at: &&Place| cell(**at).is_some_and(|cell| cell.to_green() <= steps);
    let near = game.prisoners(seat).iter().filter(is_near).count();
    u8::try_from(near).expect("eight prisoners")
}

/// Returns the cell of a prisoner in a tunnel.
const fn cell(at: Place) -> Option<Cell> {
    match at {
        Place::Tunnel(spot) => Some(spot.cell),
        Place::Block | Place::Green(_) | Place::Free(_) | Place::Lost => None,
    }
}

/// Returns how many prisoners escape by these steps.
fn out(steps: &[Action]) -> usize {
    let is_out = |step: &&Action| matches!(step, Action::Step { to, .. } if to.is_out());
    steps.iter().filter(is_out).count()
}

/// A search for the steps of one turn.
struct Search {
    seat: Seat,
    dice: Dice,
}

impl Search {
    /// Plays a decision; `None` if the rules reject it.
    fn play(&mut self, game: &mut State, action: &Action) -> Option<()> {
        *game = game.after(self.seat, action, &mut self.dice).ok()?;
        Some(())
    }

    /// Returns the fewest steps with which as many prisoners as possible escape.
    fn escapes(&mut self, game: &State) -> Vec<Action> {
        let mut best = Vec::new();
        self.look(game, &mut Vec::new(), &mut best);
        best
    }

    fn look(&mut self, game: &State, steps: &mut Vec<Action>, best: &mut Vec<Action>) {
        let [now, most] = [&*steps, &*best].map(|steps| out(steps));
        if now > most || now == most && now > 0 && steps.len() < best.len() {
            best.clone_from(steps);
        }
        let possible = now + usize::from(prisoners_within(game, self.seat, STEPS_EACH));
        if game.phase() != Phase::Act || possible <= most.max(now) {
            return;
        }
        for action in game.legal_actions(self.seat) {
            let Action::Step { prisoner, to } = &action else {
                continue;
            };
            // The steps of a prisoner follow each other, since their order does not matter
            // otherwise.
            let before = steps.iter().rev().take_while(
                |step| matches!(step, Action::Step { prisoner: other, .. } if other == prisoner),
            );
            let left = usize::from(STEPS_EACH).saturating_sub(before.count() + 1);
            let is_hopeful =
                to.is_out() || cell(*to).is_some_and(|cell| usize::from(cell.to_green()) <= left);
            if !is_hopeful {
                continue;
            }
            let mut after = game.clone();
            if self.play(&mut after, &action).is_some() {
                steps.push(action);
                self.look(&after, steps, best);
                steps.pop();
            }
        }
    }
}
