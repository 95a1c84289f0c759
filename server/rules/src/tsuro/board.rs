//! The board: the tiles, the positions of the markers, and their walks.
//!
//! No operation allocates. The end of a walk follows from [`strands`] without walking; a path is
//! walked only to show its steps.

mod eight;
mod prospect;
mod spot;
mod spots;
mod squares;
mod strands;
mod walk;
mod ways;

pub(super) use self::spot::Cell;
pub use self::{prospect::Prospect, walk::Walks};
use self::{
    spot::{CELLS, Spot},
    spots::Spots,
    squares::Squares,
    strands::Strands,
    ways::Ways,
};
use super::{Mark, Port, Side, Stand, Step, Tile, tile::Turned};
use crate::{
    Seat, Seats,
    tiles::{Rotation, Square},
};

/// The board with its tiles and markers.
#[derive(Copy, Clone, Debug)]
pub struct Board {
    squares: Squares,
    strands: Strands,
    /// The start of each marker, whether or not it is still in the game.
    start: [Spot; Seat::MOST as usize],
    /// The spot that each marker stands on; [`Spot::NOWHERE`] if it is not on the board.
    at: [Spot; Seat::MOST as usize],
}

impl PartialEq for Board {
    /// Ignores the strands, which follow from the tiles.
    fn eq(&self, other: &Self) -> bool {
        self.squares == other.squares && self.start == other.start && self.at == other.at
    }
}

impl Eq for Board {}

fn spot(stand: Stand) -> Spot {
    match stand {
        Stand::Mark(mark) => Spot::of(mark),
        Stand::Side(side) => Spot::of(side.marks()[0]).on_side(),
    }
}

fn stand(spot: Spot) -> Option<Stand> {
    if spot == Spot::NOWHERE {
        None
    } else if spot.is_on_side() {
        Some(Stand::Side(Side::of(spot.mark())))
    } else {
        Some(Stand::Mark(spot.mark()))
    }
}

impl Board {
    /// Returns an empty board with `edge` squares along an edge.
    ///
    /// # Panics
    /// Panics if no game has such a board.
    pub fn new(edge: u8) -> Self {
        Self {
            squares: Squares::new(edge),
            strands: Strands::new(edge),
            start: [Spot::NOWHERE; Seat::MOST as usize],
            at: [Spot::NOWHERE; Seat::MOST as usize],
        }
    }

    /// Returns the number of squares along an edge.
    pub const fn edge(&self) -> u8 {
        self.squares.edge()
    }

    /// Returns whether the board has that square.
    pub const fn has(&self, square: Square) -> bool {
        self.squares.has(square)
    }

    /// Returns whether the mark is a start mark: a port on the rim of the board (IT, preparation
    /// 7).
    pub fn is_start_mark(&self, mark: Mark) -> bool {
        self.has(mark.square) && Spots::beyond(self.edge())[Spot::of(mark)].is_outside()
    }

    /// Returns all start marks, clockwise around the board from the north-west.
    pub fn start_marks(&self) -> impl Iterator<Item = Mark> + use<> {
        let edge = self.edge();
        (0..8 * edge).map(move |number| Spots::beyond(edge)[Spot::outside(number)].mark())
    }

    /// Returns all sides of the rim, clockwise around the board from the north-west (FR,
    /// preparation).
    pub fn start_sides(&self) -> impl Iterator<Item = Side> + use<> {
        self.start_marks().step_by(2).map(Side::of)
    }

    /// Puts a marker on its start.
    pub fn start(&mut self, seat: Seat, at: Stand) {
        self.start[seat.index()] = spot(at);
        self.at[seat.index()] = spot(at);
    }

    /// Returns the start of a marker, whether or not it is still on the board.
    pub fn started(&self, seat: Seat) -> Option<Stand> {
        stand(self.start[seat.index()])
    }

    /// Returns the position of a marker, or `None` if it is not on the board.
    pub fn at(&self, seat: Seat) -> Option<Stand> {
        stand(self.at[seat.index()])
    }

    /// Moves a marker that has started.
    pub fn stand(&mut self, seat: Seat, at: Mark) {
        self.at[seat.index()] = Spot::of(at);
    }

    /// Removes a marker from the board.
    pub fn remove(&mut self, seat: Seat) {
        self.at[seat.index()] = Spot::NOWHERE;
    }

    /// Returns whether a marker that is still on the board started there.
    pub fn is_taken(&self, stand: Stand) -> bool {
        self.starter(spot(stand)).is_some()
    }

    /// Returns the seat of the marker on the board that started there. It is rarely called, and
    /// `#[cold]` keeps it out of the code that walks markers.
    #[cold]
    fn starter(&self, start: Spot) -> Option<Seat> {
        let started = |seat: &Seat| {
            self.start[seat.index()] == start && self.at[seat.index()] != Spot::NOWHERE
        };
        Seat::first(Seat::MOST).find(started)
    }

    /// Returns the seats that have a marker on the board.
    pub fn markers(&self) -> Seats {
        Seats::of_which(|seat| self.at[seat.index()] != Spot::NOWHERE)
    }

    /// Returns the square that a marker on the board faces.
    ///
    /// # Panics
    /// Panics if the marker is not on the board.
    pub(super) fn facing(&self, seat: Seat) -> Cell {
        let at = self.at[seat.index()];
        assert_ne!(at, Spot::NOWHERE, "a marker on the board");
        at.cell()
    }

    /// Returns the port through which a marker on the board enters the square that it faces; if its
    /// path is not chosen, both ports of its side.
    pub(super) fn ports(&self, seat: Seat) -> (Port, Option<Port>) {
        let at = self.at[seat.index()];
        (at.port(), at.is_on_side().then(|| at.port().second()))
    }

    /// Returns the seats whose markers stand on a side of that square, so that their paths are not
    /// chosen. The order is clockwise from the seat after `from`, which comes last.
    pub(super) fn undecided(&self, cell: Cell, from: Seat) -> impl Iterator<Item = Seat> + use<'_> {
        from.clockwise(Seat::MOST).filter(move |seat| {
            let at = self.at[seat.index()];
            at.is_on_side() && at.cell() == cell
        })
    }

    /// Returns the seats whose markers enter that square next.
    fn before(&self, cell: Cell) -> Seats {
        Seats::of_bits(eight::before(&self.at, cell))
    }

    /// Returns whether a tile lies on the square.
    pub fn is_covered(&self, square: Square) -> bool {
        self.has(square) && self.squares.is_covered(Cell::of(square))
    }

    /// Lays a tile without moving any marker.
    ///
    /// # Panics
    /// Panics if the board has no such square.
    pub fn lay(&mut self, square: Square, tile: Tile, rotation: Rotation) {
        assert!(self.has(square), "a square of the board");
        self.cover(Cell::of(square), Turned::new(tile, rotation));
    }

    fn cover(&mut self, cell: Cell, tile: Turned) {
        self.squares.lay(cell, tile);
        self.strands.join(cell, tile);
    }

    /// Follows the path from a mark on the rim. Returns the mark before the empty square where it
    /// ends, or `None` if it leads off the board.
    ///
    /// # Panics
    /// Panics if the board has no such mark.
    pub fn follow(&self, from: Mark, visit: impl FnMut(Step)) -> Option<Mark> {
        assert!(self.has(from.square), "a mark of the board");
        let end = self.squares.walk(Spot::of(from), visit);
        (!end.is_outside()).then(|| end.mark())
    }

    /// Returns the number of steps from a marker's start to the end of its path; 0 if its path is
    /// not chosen.
    pub(super) fn length(&self, seat: Seat) -> u16 {
        let mut steps = 0;
        if let Some(Stand::Mark(start)) = self.started(seat) {
            self.follow(start, |_| steps += 1);
        }
        steps
    }

    /// Returns how often the first `length` steps of a marker's path lead over a square that they
    /// have crossed before.
    pub(super) fn loops(&self, seat: Seat, length: u16) -> u16 {
        let mut crossed = [false; CELLS];
        let mut steps = 0;
        let mut loops = 0;
        if let Some(Stand::Mark(start)) = self.started(seat) {
            self.follow(start, |step| {
                let before = &mut crossed[Cell::of(step.square).index()];
                loops += u16::from(*before && steps < length);
                *before = true;
                steps += 1;
            });
        }
        loops
    }

    /// Returns about how many of the [`Self::OUTLOOKS`] turned tiles would keep the marker on the
    /// board if one of them were laid on the square that it faces; 0 if the marker is not on the
    /// board. If its path is not chosen, the better of its two ports counts.
    pub fn outlook(&self, seat: Seat) -> u16 {
        if self.at[seat.index()] == Spot::NOWHERE {
            return 0;
        }
        let (first, second) = self.ports(seat);
        let ways = self.ways(self.facing(seat));
        let of = |port| ways.outlook(port);
        of(first).max(second.map_or(0, of))
    }

    /// The number of tiles in a box, each counted in its four rotations.
    pub const OUTLOOKS: u16 = 4 * Tile::COUNT as u16;

    /// Returns the other seats whose markers enter the same square next.
    pub fn rivals(&self, seat: Seat) -> Seats {
        if self.at[seat.index()] == Spot::NOWHERE {
            return Seats::NONE;
        }
        self.before(self.facing(seat)).without(seat)
    }

    /// Returns the outcome of leaving the empty square through each of its ports.
    pub(super) fn ways(&self, cell: Cell) -> Ways {
        Ways::new(&self.strands, cell)
    }

    /// Lays a tile on the square that the mover's marker faces and walks every marker that faces
    /// it, the mover's first, then clockwise (IT, play 2). Markers that leave the board are removed
    /// from it.
    ///
    /// # Panics
    /// Panics if the mover's marker is not on the board, or if a path has not been chosen.
    pub fn place(
        &mut self,
        mover: Seat,
        tile: Tile,
        rotation: Rotation,
        visit: impl FnMut(Seat, Step),
    ) -> Walks {
        let cell = self.facing(mover);
        let tile = Turned::new(tile, rotation);
        let walks = self.walks(cell, mover, tile);
        self.steps(cell, tile, &walks, visit);
        self.walk(cell, tile, &walks);
        walks
    }

    /// Returns whether a marker that enters an empty square through that port stays on the board if
    /// that tile lies there. A collision removes it just as the edge does (IT, questions).
    pub(super) fn stays(&self, cell: Cell, tile: Turned, port: Port) -> bool {
        !self.strands.lead(cell, tile, port).is_outside()
    }

    /// Returns whether a marker that enters an empty square through that port joins another
    /// marker's path if that tile lies there.
    pub(super) fn collides(&self, cell: Cell, tile: Turned, port: Port) -> bool {
        let end = self.strands.lead(cell, tile, port);
        end.is_outside() && self.starter(Spots::beyond(self.edge())[end]).is_some()
    }

    /// Returns the walks of all markers that face an empty square, if that tile lay there. The
    /// mover's marker may have left the square.
    pub(super) fn walks(&self, cell: Cell, mover: Seat, tile: Turned) -> Walks {
        let end = |seat: Seat| {
            let enter = self.at[seat.index()].port();
            self.strands.lead(cell, tile, enter)
        };
        // A path that comes out at the start mark of a marker on the board is that marker's own
        // path, walked backwards: the tile has joined the two paths.
        let with = |outside| self.starter(Spots::beyond(self.edge())[outside]);
        Walks::new(mover, self.before(cell), end, with)
    }

    /// Visits the steps of those walks, one walk after another.
    pub(super) fn steps(
        &self,
        cell: Cell,
        tile: Turned,
        walks: &Walks,
        mut visit: impl FnMut(Seat, Step),
    ) {
        let mut squares = self.squares;
        squares.lay(cell, tile);
        for seat in walks.mover_first() {
            squares.walk(self.at[seat.index()], |step| visit(seat, step));
        }
    }

    /// Lays the tile and moves the markers. Markers that leave the board are removed from it.
    pub(super) fn walk(&mut self, cell: Cell, tile: Turned, walks: &Walks) {
        self.cover(cell, tile);
        for seat in walks.walked().iter() {
            self.at[seat.index()] = walks.stands(seat);
        }
    }
}
