//! Read access to a game for bots that think ahead: the same facts as in a view, without the cost
//! of building one.

use super::{
    Action, Cell, Kind, Options, Phase, Place, Spot, State,
    legal::{self, Moves},
};
use crate::{Seat, Seats};

impl State {
    /// Returns the options of the game.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the phase, which says what the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the places of a seat's prisoners, indexed by the number of the prisoner.
    pub fn prisoners(&self, seat: Seat) -> &[Place] {
        &self.prisoners[seat]
    }

    /// Returns the tiles in the stock of a seat.
    pub fn stock(&self, seat: Seat) -> &[Kind] {
        &self.stocks[seat]
    }

    /// Returns the doors of a seat that are on the board.
    pub fn doors(&self, seat: Seat) -> &[Spot] {
        &self.doors[seat]
    }

    /// Returns the number of tiles in all piles together.
    pub fn tiles_left(&self) -> usize {
        self.piles.iter().map(Vec::len).sum()
    }

    /// Returns the kind of the tile on a cell, or `None` if no tile lies there.
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        Some(self.board.at(cell)?.kind)
    }

    /// Returns for each tunnel of the tile on a cell the sides that it leads to, as a set with one
    /// bit per side, or `None` if no tile lies there.
    pub fn sections(&self, cell: Cell) -> Option<&'static [u8]> {
        let shape = self.board.at(cell)?.shape();
        Some(&shape.sections[..shape.count.into()])
    }

    /// Returns whether the tunnels of both games run in the same way: a tile that looks the same in
    /// two rotations may lie in either.
    pub fn has_same_tunnels(&self, other: &Self) -> bool {
        let is_same = |cell| {
            let [one, other] = [self, other].map(|state| state.board.at(cell));
            one == other
                || one
                    .zip(other)
                    .is_some_and(|(one, other)| one.shape().sections == other.shape().sections)
        };
        Cell::all().all(is_same)
    }

    /// Returns whether a tunnel has a hide-out.
    pub fn hides(&self, spot: Spot) -> bool {
        self.board.hides(spot)
    }

    /// Returns the zones whose green areas prisoners of a seat may enter, as a set with one bit per
    /// zone.
    pub fn zones_for(&self, seat: Seat) -> u8 {
        let takes_new = self.may_take_new(seat);
        let is_open = |owner: &Option<Seat>| owner.map_or(takes_new, |owner| owner == seat);
        let zones = (0..).zip(&self.zones);
        zones.fold(0, |set, (zone, owner)| {
            set | u8::from(is_open(owner)) << zone
        })
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Returns the number of prisoners of one player on green areas that ends a round.
    pub fn ends_round(&self) -> u8 {
        self.escape()
    }

    /// Returns the legal actions of a seat, but no exchanges, and only those moves of tiles whose
    /// new cells satisfy `is_target`. The others are too many to list in a search.
    pub fn actions_towards(&self, seat: Seat, is_target: impl Fn(Cell) -> bool) -> Vec<Action> {
        if self.decides() == Some(seat) {
            legal::actions(self, seat, Moves::To(&is_target))
        } else {
            Vec::new()
        }
    }

    /// Returns the number of the present round, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Returns the seats that have a master key.
    pub fn keys(&self) -> Seats {
        self.keys
    }

    /// Returns the owner of each free zone.
    pub fn zones(&self) -> &[Option<Seat>] {
        &self.zones
    }
}
