//! Actions with tiles: phase 2 of a turn.

use super::{
    Cell, Event, Ground, Illegal, Kind, Phase, Place, Rotation, Rotations, Side, Spot, State,
    board::{Around, Board, Laid},
    cell::CELLS,
    turn::Play,
};
use crate::Seat;

/// The constraints around every cell, computed once for many queries.
pub(super) struct Surroundings<'a> {
    state: &'a State,
    around: Vec<Around>,
    /// Whether prisoners are on the tile of each cell.
    occupied: [bool; CELLS],
}

/// A tile of the board that the seat can move.
#[derive(Copy, Clone, Debug)]
pub(super) struct Loose {
    pub(super) cell: Cell,
    kind: Kind,
    /// Whether prisoners are in its hide-out, so that the distance rule applies.
    occupied: bool,
}

impl Loose {
    fn unoccupied(cell: Cell, Laid { kind, .. }: Laid) -> Self {
        Self {
            cell,
            kind,
            occupied: false,
        }
    }

    /// Returns whether the distance rule allows the tile on a cell: not closer to a green area than
    /// now (distance rule).
    fn may_come_to(self, cell: Cell) -> bool {
        !self.occupied || cell.to_green() >= self.cell.to_green()
    }
}

impl<'a> Surroundings<'a> {
    pub(super) fn new(state: &'a State) -> Self {
        let mut around = vec![Around::default(); CELLS];
        for (cell, laid) in state.board.tiles() {
            let open = laid.shape().open;
            for side in Side::ALL {
                if let Some(beside) = cell.beside(side) {
                    let around = &mut around[beside.index()];
                    *around = around.with(side.opposite(), open & side.bit() != 0);
                }
            }
        }
        let mut occupied = [false; CELLS];
        for prisoner in state.everybody() {
            if let Place::Tunnel(spot) = prisoner.at {
                occupied[spot.cell.index()] = true;
            }
        }
        Self {
            state,
            around,
            occupied,
        }
    }

    fn around(&self, cell: Cell) -> Around {
        self.around[cell.index()]
    }

    /// Returns the rotations in which a tile of the stock can be placed on the cell.
    pub(super) fn placed(&self, kind: Kind, cell: Cell) -> Rotations {
        if self.state.board.is_free(cell) {
            self.around(cell).rotations(kind)
        } else {
            Rotations::NONE
        }
    }

    /// Returns the tiles of the board that the seat can move, row by row.
    pub(super) fn loose(&self, seat: Seat) -> Vec<Loose> {
        let loose = |(cell, _): (Cell, Laid)| {
            if self.occupied[cell.index()] {
                return self.state.loose(seat, cell).ok();
            }
            let laid = self.state.own_or_open(seat, cell).ok()?;
            Some(Loose::unoccupied(cell, laid))
        };
        self.state.board.tiles().filter_map(loose).collect()
    }

    /// Returns the tile on a cell, if the seat can turn it.
    pub(super) fn turnable(&self, seat: Seat, cell: Cell) -> Option<Laid> {
        let is_free = !self.occupied[cell.index()];
        is_free.then(|| self.state.own_or_open(seat, cell).ok())?
    }

    /// Returns the rotations in which a tile fits on another cell after it has left its own. The
    /// tile that lies on the other cell is ignored.
    fn carried(&self, loose: Loose, to: Cell) -> Rotations {
        if !loose.may_come_to(to) {
            return Rotations::NONE;
        }
        let around = self.around(to);
        let around = to
            .side_to(loose.cell)
            .map_or(around, |side| around.but(side));
        around.rotations(loose.kind)
    }

    /// Returns the rotations in which a tile can be moved to an empty cell.
    pub(super) fn relocated(&self, loose: Loose, to: Cell) -> Rotations {
        if self.state.board.is_free(to) {
            self.carried(loose, to)
        } else {
            Rotations::NONE
        }
    }

    /// Returns the rotations of two tiles on each other's cells; none for both if they can't be
    /// exchanged. The result is valid only for tiles that are not adjacent: the rotations of
    /// adjacent tiles depend on each other, see [`Self::beside`].
    pub(super) fn exchanged(&self, a: Loose, b: Loose) -> (Rotations, Rotations) {
        let of_a = self.carried(a, b.cell);
        let of_b = self.carried(b, a.cell);
        if of_a.is_empty() || of_b.is_empty() {
            return (Rotations::NONE, Rotations::NONE);
        }
        (of_a, of_b)
    }

    /// Returns for each rotation of the first of two adjacent tiles the rotations of the second
    /// when they are exchanged, or `None` if the tiles are not adjacent.
    pub(super) fn beside(&self, a: Loose, b: Loose) -> Option<[Rotations; 6]> {
        // The side of the first tile, on its new cell, on which the second tile lies after the
        // exchange.
        let side = b.cell.side_to(a.cell)?;
        let of_a = self.carried(a, b.cell);
        let mut rotations = [Rotations::NONE; 6];
        if !b.may_come_to(a.cell) {
            return Some(rotations);
        }
        let around = self.around(a.cell);
        let meets = |open| around.with(side.opposite(), open).rotations(b.kind);
        let of_b = [meets(false), meets(true)];
        for rotation in of_a.iter() {
            let open = a.kind.shape(rotation).open & side.bit() != 0;
            rotations[usize::from(rotation.sixths())] = of_b[usize::from(open)];
        }
        Some(rotations)
    }

    /// Returns the rotations that a tile of the board can be turned to.
    pub(super) fn turned(&self, cell: Cell, laid: Laid) -> Rotations {
        self.around(cell)
            .rotations(laid.kind)
            .without(laid.rotation)
    }
}

impl State {
    /// Checks that an action with a tile is allowed now.
    pub(super) fn is_tile_phase(&self) -> Result<(), Illegal> {
        match self.phase {
            Phase::Main if self.done.tile => Err(Illegal::TileActionUsed),
            Phase::Tile | Phase::Main => Ok(()),
            Phase::Draw
            | Phase::Act
            | Phase::FightChoice
            | Phase::GiveDoor { .. }
            | Phase::Over => Err(Illegal::WrongPhase),
        }
    }

    /// Returns the tile on the cell, if no other player owns a tunnel of it. A door of the seat's
    /// own is no obstacle (phase 2 B, C and D).
    fn own_or_open(&self, seat: Seat, cell: Cell) -> Result<Laid, Illegal> {
        let laid = self.board.at(cell).ok_or(Illegal::NoSuchTile)?;
        for section in laid.shape().numbers() {
            let spot = Spot { cell, section };
            if let Some(owner) = self.tunnels.other_owner(spot, seat) {
                return Err(Illegal::ForeignTunnel { owner });
            }
        }
        Ok(laid)
    }

    /// Returns the tile on the cell, if the seat can exchange or move it: only prisoners of the
    /// seat may be on it, and only in a hide-out (phase 2 B and C).
    pub(super) fn loose(&self, seat: Seat, cell: Cell) -> Result<Loose, Illegal> {
        let laid = self.own_or_open(seat, cell)?;
        let (mut occupied, mut foreign) = (false, false);
        for (prisoner, section) in self.on_tile(cell) {
            if !laid.shape().hides(section) {
                return Err(Illegal::PrisonerOnTile);
            }
            occupied = true;
            foreign |= prisoner.seat != seat;
        }
        if foreign {
            return Err(Illegal::ForeignPrisonerInHideout);
        }
        Ok(Loose {
            cell,
            kind: laid.kind,
            occupied,
        })
    }

    /// Returns the tile on the cell, if the seat can turn it: no prisoner may be on it (phase 2 D).
    pub(super) fn turnable(&self, seat: Seat, cell: Cell) -> Result<Laid, Illegal> {
        let laid = self.own_or_open(seat, cell)?;
        if self.on_tile(cell).next().is_some() {
            let can_be_moved = self.loose(seat, cell).is_ok();
            return Err(if can_be_moved {
                Illegal::OccupiedHideout
            } else {
                Illegal::PrisonerOnTile
            });
        }
        Ok(laid)
    }
}

/// Checks that the cell is empty and for tiles.
fn empty(board: &Board, cell: Cell) -> Result<(), Illegal> {
    if cell.ground() != Ground::Tiles {
        return Err(Illegal::NotATileCell);
    }
    if board.at(cell).is_some() {
        return Err(Illegal::CellTaken);
    }
    Ok(())
}

/// Checks that the tile fits on the cell.
fn fits(board: &Board, cell: Cell, laid: Laid) -> Result<(), Illegal> {
    let misfit = board.around(cell).misfit(laid);
    misfit.map_or(Ok(()), |side: Side| {
        let side = side.number();
        Err(Illegal::DoesNotFit { cell, side })
    })
}

fn rotation(sixths: u8) -> Result<Rotation, Illegal> {
    Rotation::new(sixths).ok_or(Illegal::BadRotation)
}

/// Checks that the distance rule allows the tile on the cell.
fn far_enough(loose: Loose, to: Cell) -> Result<(), Illegal> {
    if loose.may_come_to(to) {
        return Ok(());
    }
    Err(Illegal::DistanceRule {
        old: loose.cell.to_green(),
        new: to.to_green(),
    })
}

impl Play<'_> {
    /// Lays a tile of the stock (phase 2 A).
    pub(super) fn place(
        &mut self,
        seat: Seat,
        stock: u8,
        cell: Cell,
        sixths: u8,
    ) -> Result<(), Illegal> {
        self.state.is_tile_phase()?;
        let tile = self.state.stocks[seat].get(usize::from(stock)).copied();
        let kind = tile.ok_or(Illegal::NoSuchStockTile)?;
        let rotation = rotation(sixths)?;
        empty(&self.state.board, cell)?;
        fits(&self.state.board, cell, Laid { kind, rotation })?;
        self.add(Event::Placed {
            seat,
            stock,
            tile: kind,
            cell,
            rotation,
        });
        self.fight();
        Ok(())
    }

    /// Exchanges two tiles of the board (phase 2 B).
    pub(super) fn exchange(
        &mut self,
        seat: Seat,
        (a, sixths_a): (Cell, u8),
        (b, sixths_b): (Cell, u8),
    ) -> Result<(), Illegal> {
        self.state.is_tile_phase()?;
        let (loose_a, loose_b) = (self.state.loose(seat, a)?, self.state.loose(seat, b)?);
        if a == b {
            return Err(Illegal::SameCell);
        }
        let (rotation_a, rotation_b) = (rotation(sixths_a)?, rotation(sixths_b)?);
        far_enough(loose_a, b)?;
        far_enough(loose_b, a)?;
        let laid = |loose: Loose, rotation| Laid {
            kind: loose.kind,
            rotation,
        };
        let mut board = self.state.board.clone();
        board.take(a);
        board.take(b);
        fits(&board, b, laid(loose_a, rotation_a))?;
        board.put(b, laid(loose_a, rotation_a));
        fits(&board, a, laid(loose_b, rotation_b))?;
        self.add(Event::Exchanged {
            a,
            rotation_a,
            b,
            rotation_b,
        });
        self.fight();
        Ok(())
    }

    /// Moves a tile of the board (phase 2 C).
    pub(super) fn relocate(
        &mut self,
        seat: Seat,
        from: Cell,
        to: Cell,
        sixths: u8,
    ) -> Result<(), Illegal> {
        self.state.is_tile_phase()?;
        let loose = self.state.loose(seat, from)?;
        let rotation = rotation(sixths)?;
        if from == to {
            return Err(Illegal::SameCell);
        }
        empty(&self.state.board, to)?;
        far_enough(loose, to)?;
        let mut board = self.state.board.clone();
        board.take(from);
        let kind = loose.kind;
        fits(&board, to, Laid { kind, rotation })?;
        self.add(Event::Relocated { from, to, rotation });
        self.fight();
        Ok(())
    }

    /// Turns a tile of the board (phase 2 D).
    pub(super) fn turn(&mut self, seat: Seat, cell: Cell, sixths: u8) -> Result<(), Illegal> {
        self.state.is_tile_phase()?;
        let laid = self.state.turnable(seat, cell)?;
        let rotation = rotation(sixths)?;
        if rotation == laid.rotation {
            return Err(Illegal::SameRotation);
        }
        fits(&self.state.board, cell, Laid { rotation, ..laid })?;
        self.add(Event::Turned { cell, rotation });
        self.fight();
        Ok(())
    }
}
