//! A table on which games are played out.

use senda_rules::{
    Chance, Seat, Seats,
    tiles::Rotation,
    tsuro::{Action, Port, Safe, Table, Tile, Worlds},
};

use super::rating::{glance, shares};
use crate::{
    Dice,
    search::{Shares, World},
};

/// Placements that are compared for one that is likely.
const LOOKS: u32 = 4;
/// Of a hundred others so many lay any tile that keeps them on the board, for each player at the table beyond
/// [`FEW`]: all of them at a table of eight. Few others are best expected to play well. Of many, each is seldom in the
/// way, and a bot that takes all of them to play well gives up what only good answers could take from it.
const CARELESS: u32 = 25;
/// Players at a table where all are expected to play well.
const FEW: u8 = 4;

/// A decision, in the form that is quickest to play.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Move {
    /// A tile is laid.
    Place(Safe),
    /// Anything else.
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
    /// Who lays any tile, as far as this world goes.
    careless: Seats,
}

impl Playout {
    /// One of those that `seat` can't tell from the real one.
    pub(super) fn one_of(worlds: &Worlds, seat: Seat, dice: &mut Dice) -> Self {
        let table = worlds.deal(dice);
        let others = table.still_in().without(seat).iter();
        let of_hundred = CARELESS * u32::from(table.seats().saturating_sub(FEW));
        let careless = others.filter(|_| dice.pick(100) < of_hundred).collect();
        Self { table, careless }
    }
}

impl World for Playout {
    type Move = Move;

    /// Each tile is laid once at most.
    const HORIZON: usize = 1_000;

    fn acting(&self) -> Option<Seat> {
        self.table.acting()
    }

    fn moves(&mut self, _: &mut Dice) -> Vec<Move> {
        match self.table.legal() {
            Some(legal) => legal.wise().map(Move::Place).collect(),
            None => self.table.actions().into_iter().map(Move::Other).collect(),
        }
    }

    fn likely(&mut self, moves: &[Move], dice: &mut Dice) -> Move {
        let glanced = |chosen: &Move| match chosen {
            Move::Place(placement) => glance(&self.table, *placement),
            Move::Other(_) => 0,
        };
        let any = (0..LOOKS).map(|_| dice.any(moves));
        let best = any.max_by_key(|chosen| glanced(chosen));
        best.expect("something to decide").clone()
    }

    fn play(&mut self, chosen: &Move, dice: &mut Dice) {
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

    fn play_likely(&mut self, dice: &mut Dice) {
        let Some(legal) = self.table.legal() else {
            let actions = self.table.actions();
            let chosen = Move::of(dice.any(&actions));
            return self.play(&chosen, dice);
        };
        let count = legal.count();
        let mut draw = || legal.get(dice.pick(count));
        let mover = self.table.acting();
        let best = if count == 1 || mover.is_some_and(|seat| self.careless.contains(seat)) {
            draw()
        } else {
            let drawn = (0..LOOKS).map(|_| draw());
            drawn
                .max_by_key(|placement| glance(&self.table, *placement))
                .expect("a placement")
        };
        self.table.place(best, dice);
    }

    fn shares(&self) -> Shares {
        shares(&self.table)
    }
}
