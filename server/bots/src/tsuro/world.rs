//! Plays imagined games of Tsuro to their end.

use senda_rules::{
    Chance, Seat,
    tiles::Rotation,
    tsuro::{Action, Legal, Port, Safe, Table, Tile, Worlds},
};

use super::rating::{glance, shares};
use crate::{
    Dice,
    search::{Branching, Shares, World},
};

/// The number of random placements that a likely one is selected from.
const LOOKS: u32 = 4;

/// A decision in the form that is fastest to play.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Move {
    /// The placement of a tile.
    Place(Safe),
    /// Any decision other than a placement.
    Other(Action),
}

impl Move {
    pub(super) fn of(action: &Action) -> Self {
        let placement = |tile, rotation, port: Option<u8>| {
            Some(Safe {
                tile: Tile::new(tile)?,
                rotation: Rotation::new(rotation)?,
                port: port.and_then(Port::new),
            })
        };
        let placed = match *action {
            Action::Place {
                tile,
                rotation,
                port,
            } => placement(tile, rotation, port),
            _ => None,
        };
        placed.map_or_else(|| Self::Other(action.clone()), Self::Place)
    }

    pub(super) fn action(self) -> Action {
        match self {
            Self::Place(placement) => Action::from(placement),
            Self::Other(action) => action,
        }
    }
}

/// A table on which a game is played out.
#[derive(Clone)]
pub(super) struct Playout {
    table: Table,
}

impl Playout {
    /// Deals one of the worlds that look like the real one. All seats are expected to play well.
    pub(super) fn one_of(worlds: &Worlds, dice: &mut Dice) -> Self {
        Self {
            table: worlds.deal(dice),
        }
    }

    /// Makes the chosen decision for the acting seat.
    fn decide(&mut self, chosen: &Move, dice: &mut Dice) {
        match chosen {
            Move::Place(placement) => self.table.place(*placement, dice),
            Move::Other(action) => {
                let seat = self.table.acting().expect("somebody who decides");
                self.table
                    .act(seat, action, dice)
                    .expect("a legal decision");
            }
        }
    }

    /// Makes a likely decision for the acting seat.
    fn decide_likely(&mut self, dice: &mut Dice) {
        let Some(legal) = self.table.legal() else {
            let actions = self.table.actions();
            let chosen = Move::of(dice.any(&actions));
            return self.decide(&chosen, dice);
        };
        let count = legal.count();
        let best = if count == 1 {
            legal.get(dice.pick(count))
        } else {
            let drawn = (0..LOOKS).map(|_| dice.pick(count));
            // The same placement is often drawn twice.
            let mut known = [None; Legal::MOST];
            let worth = |&number: &u32| {
                let glance = || glance(&self.table, legal.get(number));
                *known[number as usize].get_or_insert_with(glance)
            };
            legal.get(drawn.max_by_key(worth).expect("a placement"))
        };
        self.table.place(best, dice);
    }
}

impl World for Playout {
    type Move = Move;

    /// An upper bound: each tile is laid at most once.
    const HORIZON: usize = 1_000;

    fn acting(&self) -> Option<Seat> {
        self.table.acting()
    }

    fn play(&mut self, chosen: &Move, dice: &mut Dice) {
        self.decide(chosen, dice);
    }

    fn play_likely(&mut self, dice: &mut Dice) {
        self.decide_likely(dice);
    }

    fn shares(&self) -> Shares {
        shares(&self.table)
    }
}

impl Branching for Playout {
    type Moves = Vec<Move>;

    fn moves(&mut self, _: &mut Dice) -> Vec<Move> {
        match self.table.legal() {
            Some(legal) => legal.wise().map(Move::Place).collect(),
            None => self.table.actions().into_iter().map(Move::Other).collect(),
        }
    }

    fn likely(&mut self, moves: &[Move], dice: &mut Dice) -> Move {
        let mut known = [None; Legal::MOST];
        let glanced = |&number: &usize| match &moves[number] {
            Move::Place(placement) => {
                let glance = || glance(&self.table, *placement);
                *known[number].get_or_insert_with(glance)
            }
            Move::Other(_) => 0,
        };
        let any = (0..LOOKS).map(|_| dice.below(moves.len()));
        let best = any.max_by_key(glanced);
        moves[best.expect("something to decide")].clone()
    }
}
