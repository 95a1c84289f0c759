//! Finds every win within one turn, exactly. It does not look beyond the turn.

mod chain;
mod layout;
mod line;
mod solver;

use senda_rules::{
    Game, Seat, Viewer,
    tiles::Square,
    tortus::{Action, Phase, State, Tile, View},
};

use self::{
    chain::{Chain, Lifted, Names},
    layout::{Laid, Mask, bit, index, tiles},
    line::{Decision, actions_of},
    solver::{Ground, Hand, Pawns, Solver, Win},
};
use crate::Wins;

/// Finds the decisions with which the seat can win before its turn ends, whatever it doesn't know.
///
/// A line consists of decisions of the seat alone and uses no hidden information: it opens no tile,
/// and it ends where the opponent must fill a gap. So every line wins however the hidden tiles lie.
/// A line that wins only if an opened tile is of some kind does not count, and neither does one
/// that returns to a position of its action.
///
/// Each line contains as few decisions as possible; decisions to let a pawn stop don't count. The
/// search ends after it has examined about `nodes` landings and positions between actions.
pub fn wins(game: &State, seat: Seat, nodes: u64) -> Wins<Action> {
    let Some(mut turn) = Turn::of(game, seat, nodes, false) else {
        return Wins::none();
    };
    let mut is_complete = true;
    let mut firsts = Vec::new();
    for action in game.legal_actions(seat) {
        let Some(win) = turn.after(&action) else {
            continue;
        };
        match actions_of(game, seat, Some(&action), &win.line) {
            Some(line) => firsts.push((win.cost, line)),
            None => is_complete = false,
        }
    }
    firsts.sort_by_key(|(cost, line)| (*cost, line.len()));
    Wins {
        firsts: firsts.into_iter().map(|(_, line)| line).collect(),
        nodes: turn.solver.nodes,
        is_complete: is_complete && !turn.solver.is_over(),
    }
}

/// Returns the shortest line with which the seat wins before its turn ends; `None` if there is
/// none, or if none was found within the limit. Lines are those of [`wins`].
pub fn win(game: &State, seat: Seat, nodes: u64) -> Option<Vec<Action>> {
    if game.phase() != Phase::Act {
        return wins(game, seat, nodes).firsts.into_iter().next();
    }
    let mut turn = Turn::of(game, seat, nodes, false)?;
    let win = turn.solver.best(&turn.ground, turn.pawns, turn.actions)?;
    actions_of(game, seat, None, &win.line)
}

/// Returns whether the seat has a win in the turn that it begins, as far as the search finds one
/// within the limit, and the number of positions that it examined.
pub(super) fn can_win(game: &State, seat: Seat, nodes: u64) -> (bool, u64) {
    let turn = Turn::of(game, seat, nodes, true).filter(|_| game.phase() == Phase::Act);
    turn.map_or((false, 0), |mut turn| {
        let win = turn.solver.best(&turn.ground, turn.pawns, turn.actions);
        (win.is_some(), turn.solver.nodes)
    })
}

/// A turn of a seat, as far as the seat knows it.
struct Turn {
    view: View,
    seat: Seat,
    solver: Solver,
    ground: Ground,
    pawns: Pawns,
    actions: u8,
}

impl Turn {
    /// Returns the turn if the seat decides in it and it can still be won.
    fn of(game: &State, seat: Seat, nodes: u64, any: bool) -> Option<Self> {
        if game.mover() != Some(seat) || !game.acting().contains(seat) {
            return None;
        }
        if matches!(game.phase(), Phase::Exchange | Phase::Place) {
            return None;
        }
        let view = game.view(Viewer::Seat(seat));
        let mut hand = Hand::default();
        for tile in view.hands[seat].iter().filter_map(|held| held.tile) {
            hand[tile as usize] += u8::from(!tile.swallows());
        }
        let mut solver = Solver::new(nodes, any);
        let ground = solver.ground(tiles(&view), hand);
        let standing = |is_own: bool| {
            let pawns = view
                .pawns
                .iter()
                .filter(|pawn| (pawn.seat == seat) == is_own);
            let squares = pawns.filter_map(|pawn| pawn.at);
            squares.fold(0, |all, at| all | bit(index(at)))
        };
        let pawns = Pawns {
            own: standing(true),
            foes: standing(false),
        };
        Some(Self {
            seat,
            solver,
            ground,
            pawns,
            actions: view.actions,
            view,
        })
    }

    /// Returns a shortest win that begins with an action; its line lacks that action.
    fn after(&mut self, action: &Action) -> Option<Win> {
        if self.solver.is_over() {
            return None;
        }
        let rest = match *action {
            Action::Rotate { square, rotation } => {
                let at = index(square);
                let laid = Laid::new(self.ground.layout.tiles[at]?.tile, rotation);
                let ground = self.solver.rotated(&self.ground, at, laid);
                self.solver.best(&ground, self.pawns, self.actions - 1)
            }
            Action::Swap {
                square,
                hand,
                rotation,
            } => {
                let at = index(square);
                let taken = self.ground.layout.tiles[at]?.tile;
                let laid = Laid::new(self.held(hand)?, rotation);
                let ground = self.solver.laid(&self.ground, at, laid, Some(taken));
                self.solver.best(&ground, self.pawns, self.actions - 1)
            }
            Action::Fill { hand, rotation } => {
                let Phase::Fill { square, .. } = self.view.phase else {
                    return None;
                };
                let laid = Laid::new(self.held(hand)?, rotation);
                let ground = self.solver.laid(&self.ground, index(square), laid, None);
                self.solver.best(&ground, self.pawns, self.actions - 1)
            }
            Action::Penalty { pawn } => {
                let at = self.view.pawns[usize::from(pawn)].at?;
                let own = self.pawns.own & !bit(index(at));
                let pawns = Pawns { own, ..self.pawns };
                self.solver.best(&self.ground, pawns, self.actions - 1)
            }
            Action::Stop {} => self.solver.best(&self.ground, self.pawns, self.actions - 1),
            Action::Move { pawn, to } => {
                let from = index(self.view.pawns[usize::from(pawn)].at?);
                return self.chain(&self.pawns.lift(from), index(to));
            }
            Action::Push { to } | Action::Follow { to } => {
                let lifted = self.lifted()?;
                return self.chain(&lifted, index(to));
            }
            Action::Exchange { .. }
            | Action::Place { .. }
            | Action::Open { .. }
            | Action::EndTurn {}
            | Action::Draw {}
            | Action::Decline {}
            | Action::Resign {} => None,
        };
        let rest = rest?;
        let cost = rest.cost + u16::from(*action != Action::Stop {});
        Some(Win {
            line: rest.line.clone(),
            cost,
        })
    }

    /// Returns the tile of the hand with that index.
    fn held(&self, hand: u8) -> Option<Tile> {
        self.view.hands[self.seat][usize::from(hand)].tile
    }

    /// Returns the pawns in the course of the current action.
    fn lifted(&self) -> Option<Lifted> {
        let (Phase::Push { pawn } | Phase::Flow { pawn }) = self.view.phase else {
            return None;
        };
        let squares = self.view.pawns.iter().map(|pawn| pawn.at);
        Some(self.placed(squares, pawn))
    }

    /// Returns the pawns on these squares while one of them moves.
    fn placed(&self, squares: impl Iterator<Item = Option<Square>>, moving: u8) -> Lifted {
        let (mut still, mut foes): (Mask, Mask) = (0, 0);
        let mut standing = Vec::new();
        for ((number, pawn), at) in (0..).zip(&self.view.pawns).zip(squares) {
            if let Some(at) = at.filter(|_| number != moving) {
                still |= bit(index(at));
                standing.push((index(at), number));
                if pawn.seat != self.seat {
                    foes |= bit(index(at));
                }
            }
        }
        let is_foe = self.view.pawns[usize::from(moving)].seat != self.seat;
        Lifted {
            still,
            foes,
            is_foe,
            names: Names::new(&mut standing, moving),
        }
    }

    /// Returns a shortest win that begins with the landing of the moving pawn on a square; its line
    /// lacks that decision.
    fn chain(&mut self, lifted: &Lifted, to: usize) -> Option<Win> {
        // If excluding earlier positions may have excluded too much, the search is done again
        // without it, and the rules judge the line.
        for excludes in [true, false] {
            let mut chain = Chain::new();
            chain.begin(lifted);
            if excludes {
                self.exclude(&mut chain);
            }
            chain.start(&self.ground.layout, lifted, to);
            let mut best = None;
            let ground = self.ground.clone();
            let first = |_| Decision::Stop;
            self.solver
                .continued(&ground, &mut chain, &first, self.actions, &mut best);
            if let Some(Win { mut line, cost }) = best {
                line.remove(0);
                return Some(Win { line, cost });
            }
            if !chain.may_overlook() || self.solver.is_over() {
                break;
            }
        }
        None
    }

    /// Excludes the positions in which the current action has already been.
    fn exclude(&self, chain: &mut Chain) {
        let mut squares: Vec<_> = self.view.pawns.iter().map(|pawn| pawn.at).collect();
        for step in self.view.steps.iter().rev() {
            let lifted = self.placed(squares.iter().copied(), step.pawn);
            chain.exclude(index(step.to), &lifted);
            squares[usize::from(step.pawn)] = Some(step.from);
        }
    }
}
