//! A table on which games are played out.

use senda_rules::{
    Chance, Seat,
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
pub(super) struct Playout(Table);

impl Playout {
    /// One of those that a view can't tell from the real one.
    pub(super) fn one_of(worlds: &Worlds, dice: &mut Dice) -> Self {
        Self(worlds.deal(dice))
    }
}

impl World for Playout {
    type Move = Move;

    /// Each tile is laid once at most.
    const HORIZON: usize = 1_000;

    fn acting(&self) -> Option<Seat> {
        self.0.acting()
    }

    fn moves(&mut self, _: &mut Dice) -> Vec<Move> {
        match self.0.legal() {
            Some(legal) => legal.wise().map(Move::Place).collect(),
            None => self.0.actions().into_iter().map(Move::Other).collect(),
        }
    }

    fn likely(&mut self, moves: &[Move], dice: &mut Dice) -> Move {
        let glanced = |chosen: &Move| match chosen {
            Move::Place(placement) => glance(&self.0, *placement),
            Move::Other(_) => 0,
        };
        let any = (0..LOOKS).map(|_| dice.any(moves));
        let best = any.max_by_key(|chosen| glanced(chosen));
        best.expect("something to decide").clone()
    }

    fn play(&mut self, chosen: &Move, dice: &mut Dice) {
        match chosen {
            Move::Place(placement) => self.0.place(*placement, dice),
            Move::Other(action) => {
                let seat = self.0.acting().expect("somebody who decides");
                self.0.act(seat, action, dice).expect("a legal decision");
            }
        }
    }

    fn play_likely(&mut self, dice: &mut Dice) {
        let Some(legal) = self.0.legal() else {
            let actions = self.0.actions();
            let chosen = Move::of(dice.any(&actions));
            return self.play(&chosen, dice);
        };
        let count = legal.count();
        let mut draw = || legal.get(dice.pick(count));
        let best = if count == 1 {
            draw()
        } else {
            let drawn = (0..LOOKS).map(|_| draw());
            drawn
                .max_by_key(|placement| glance(&self.0, *placement))
                .expect("a placement")
        };
        self.0.place(best, dice);
    }

    fn shares(&self) -> Shares {
        shares(&self.0)
    }
}
