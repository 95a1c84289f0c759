//! The board: which tile lies where, where the markers face, and how they walk.
//!
//! Nothing here allocates. Where a walk ends is known by [`strands`] without walking; only what is to be
//! shown step by step is walked.

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
use self::{spot::Spot, spots::Spots, squares::Squares, strands::Strands, ways::Ways};
use super::{Mark, Port, Side, Stand, Step, Tile, tile::Turned};
use crate::{
    Seat, Seats,
    tiles::{Rotation, Square},
};

/// The board, and the markers on it.
#[derive(Copy, Clone, Debug)]
pub struct Board {
    squares: Squares,
    strands: Strands,
    /// Where each marker has started, whether or not it is still in.
    start: [Spot; Seat::MOST as usize],
    /// Where each marker faces; [`Spot::NOWHERE`] if it is not on the board.
    at: [Spot; Seat::MOST as usize],
}

impl PartialEq for Board {
    /// The strands follow from the tiles.
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
    /// An empty board of that edge.
    ///
    /// # Panics
    /// If no game has such a board.
    pub fn new(edge: u8) -> Self {
        Self {
            squares: Squares::new(edge),
            strands: Strands::new(edge),
            start: [Spot::NOWHERE; Seat::MOST as usize],
            at: [Spot::NOWHERE; Seat::MOST as usize],
        }
    }

    /// Squares along an edge.
    pub const fn edge(&self) -> u8 {
        self.squares.edge()
    }

    /// Whether the board has that square.
    pub const fn has(&self, square: Square) -> bool {
        self.squares.has(square)
    }

    /// Whether it is a start mark: a port on the rim of the board (IT, preparation 7).
    pub fn is_start_mark(&self, mark: Mark) -> bool {
        self.has(mark.square) && Spots::beyond(self.edge())[Spot::of(mark)].is_outside()
    }

    /// All start marks, clockwise round the board from the north-west.
    pub fn start_marks(&self) -> impl Iterator<Item = Mark> + use<> {
        let edge = self.edge();
        (0..8 * edge).map(move |number| Spots::beyond(edge)[Spot::outside(number)].mark())
    }

    /// All sides of the rim, clockwise round the board from the north-west (FR, preparation).
    pub fn start_sides(&self) -> impl Iterator<Item = Side> + use<> {
        self.start_marks().step_by(2).map(Side::of)
    }

    /// Puts a marker where it starts.
    pub fn start(&mut self, seat: Seat, at: Stand) {
        self.start[seat.index()] = spot(at);
        self.at[seat.index()] = spot(at);
    }

    /// Where a marker has started, whether or not it is still on the board.
    pub fn started(&self, seat: Seat) -> Option<Stand> {
        stand(self.start[seat.index()])
    }

    /// Where a marker faces, if it is on the board.
    pub fn at(&self, seat: Seat) -> Option<Stand> {
        stand(self.at[seat.index()])
    }

    /// Moves a marker that has been started.
    pub fn stand(&mut self, seat: Seat, at: Mark) {
        self.at[seat.index()] = Spot::of(at);
    }

    /// Takes a marker off the board.
    pub fn remove(&mut self, seat: Seat) {
        self.at[seat.index()] = Spot::NOWHERE;
    }

    /// Whether a marker that is still in stands there or has started from there.
    pub fn is_taken(&self, stand: Stand) -> bool {
        self.starter(spot(stand)).is_some()
    }

    /// Whose marker, of those still in, started there. Few ask, so those who walk should not pay for it.
    #[cold]
    fn starter(&self, start: Spot) -> Option<Seat> {
        let started = |seat: &Seat| {
            self.start[seat.index()] == start && self.at[seat.index()] != Spot::NOWHERE
        };
        Seat::first(Seat::MOST).find(started)
    }

    /// The markers on the board.
    pub fn markers(&self) -> Seats {
        Seats::of_which(|seat| self.at[seat.index()] != Spot::NOWHERE)
    }

    /// The square that a marker on the board faces.
    ///
    /// # Panics
    /// If the marker is not on the board.
    pub(super) fn facing(&self, seat: Seat) -> Cell {
        let at = self.at[seat.index()];
        assert_ne!(at, Spot::NOWHERE, "a marker on the board");
        at.cell()
    }

    /// The port by which a marker on the board enters that square; if its path is not chosen, the two of its
    /// side.
    pub(super) fn ports(&self, seat: Seat) -> (Port, Option<Port>) {
        let at = self.at[seat.index()];
        (at.port(), at.is_on_side().then(|| at.port().second()))
    }

    /// The seats whose markers stand on a side of that square: their paths are not chosen. Clockwise from
    /// the next one after `from`, who comes last.
    pub(super) fn undecided(&self, cell: Cell, from: Seat) -> impl Iterator<Item = Seat> + use<'_> {
        from.clockwise(Seat::MOST).filter(move |seat| {
            let at = self.at[seat.index()];
            at.is_on_side() && at.cell() == cell
        })
    }

    /// The seats whose markers enter that square next.
    fn before(&self, cell: Cell) -> Seats {
        Seats::of_bits(eight::before(&self.at, cell))
    }

    /// Whether a tile lies there.
    pub fn is_covered(&self, square: Square) -> bool {
        self.has(square) && self.squares.is_covered(Cell::of(square))
    }

    /// Lays a tile; nobody moves.
    ///
    /// # Panics
    /// If the board has no such square.
    pub fn lay(&mut self, square: Square, tile: Tile, rotation: Rotation) {
        assert!(self.has(square), "a square of the board");
        self.cover(Cell::of(square), Turned::new(tile, rotation));
    }

    fn cover(&mut self, cell: Cell, tile: Turned) {
        self.squares.lay(cell, tile);
        self.strands.join(cell, tile);
    }

    /// The path from a mark on the rim to where it ends: the mark before an empty square, or `None`
    /// off the board.
    ///
    /// # Panics
    /// If the board has no such mark.
    pub fn follow(&self, from: Mark, visit: impl FnMut(Step)) -> Option<Mark> {
        assert!(self.has(from.square), "a mark of the board");
        let end = self.squares.walk(Spot::of(from), visit);
        (!end.is_outside()).then(|| end.mark())
    }

    /// The steps from where a marker has started to where its path ends; 0 if its path is not chosen.
    pub(super) fn length(&self, seat: Seat) -> u16 {
        let mut steps = 0;
        if let Some(Stand::Mark(start)) = self.started(seat) {
            self.follow(start, |_| steps += 1);
        }
        steps
    }

    /// Of [`Self::OUTLOOKS`] tiles, each in its four rotations, by about how many the marker would stay on the board
    /// if one of them came to lie before it; 0 if it is not on the board.
    pub fn outlook(&self, seat: Seat) -> u16 {
        if self.at[seat.index()] == Spot::NOWHERE {
            return 0;
        }
        let (first, second) = self.ports(seat);
        let ways = self.ways(self.facing(seat));
        let of = |port| ways.outlook(port);
        of(first).max(second.map_or(0, of))
    }

    /// The tiles of a box, each in its four rotations.
    pub const OUTLOOKS: u16 = 4 * Tile::COUNT as u16;

    /// The other seats whose markers enter the same square next.
    pub fn rivals(&self, seat: Seat) -> Seats {
        if self.at[seat.index()] == Spot::NOWHERE {
            return Seats::NONE;
        }
        self.before(self.facing(seat)).without(seat)
    }

    /// What becomes of whom a tile on that square leads out by each port.
    pub(super) fn ways(&self, cell: Cell) -> Ways {
        Ways::new(&self.strands, cell)
    }

    /// Lays a tile on the square that the mover's marker faces and walks every marker that faces it,
    /// the mover's first, then clockwise (IT, play 2). Who leaves the board is taken off it.
    ///
    /// # Panics
    /// If the mover's marker is not on the board, or a path has not been chosen.
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

    /// Whether a marker that enters an empty square by that port stays on the board, if that tile lies there. A
    /// collision takes it off like the edge (IT, questions).
    pub(super) fn stays(&self, cell: Cell, tile: Turned, port: Port) -> bool {
        !self.strands.lead(cell, tile, port).is_outside()
    }

    /// Whether a marker that enters an empty square by that port joins the path of another, if that tile lies there.
    pub(super) fn collides(&self, cell: Cell, tile: Turned, port: Port) -> bool {
        let end = self.strands.lead(cell, tile, port);
        end.is_outside() && self.starter(Spots::beyond(self.edge())[end]).is_some()
    }

    /// How every marker that faces an empty square would walk, if that tile lay there. The mover's may have
    /// left it.
    pub(super) fn walks(&self, cell: Cell, mover: Seat, tile: Turned) -> Walks {
        let end = |seat: Seat| {
            let enter = self.at[seat.index()].port();
            self.strands.lead(cell, tile, enter)
        };
        // A path that comes out at a start mark is that marker's own path, walked backwards: the two have been
        // joined.
        let with = |outside| self.starter(Spots::beyond(self.edge())[outside]);
        Walks::new(mover, self.before(cell), end, with)
    }

    /// The steps of those walks, one walk after the other.
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

    /// Lays the tile, and lets the markers walk. Who leaves the board is taken off it.
    pub(super) fn walk(&mut self, cell: Cell, tile: Turned, walks: &Walks) {
        self.cover(cell, tile);
        for seat in walks.walked().iter() {
            self.at[seat.index()] = walks.stands(seat);
        }
    }
}
