//! The board: which tile lies where, where the markers face, and how they walk.
//!
//! Nothing here allocates. Squares lie in a grid with a wall round the board, so that a walk is two
//! table look-ups a square and needs no coordinates.

use super::{
    Mark, Port, Side, Stand, Step, Tile,
    tile::{EXIT, Turned},
    walk::{Ended, Look, LookAll, Walks},
    ways::Ways,
};
use crate::{
    Seat, Seats,
    tiles::{Rotation, Square},
};

/// Squares from a row of the grid to the next: the longest board, and a wall on both its sides.
const STRIDE: usize = Square::MOST_EDGE as usize + 2;

/// Squares that can be named by a `u8`, so that no look-up leaves the grid.
const GRID: usize = 256;

/// A port of a square: square * 8 + port. Or that of a side, see [`SIDE`], or [`NOWHERE`].
pub(super) type Spot = u16;

const NOWHERE: Spot = Spot::MAX;

/// A square of the grid.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Cell(u8);

impl Cell {
    /// Where a square lies.
    pub(super) fn of(square: Square) -> Self {
        Self::at(spot_of(square, Port::NORTH_WEST))
    }

    #[allow(clippy::cast_possible_truncation)] // what is above is the flag of a side
    fn at(spot: Spot) -> Self {
        Self((spot >> 3) as u8)
    }

    fn index(self) -> usize {
        self.0.into()
    }

    /// Port 0.
    fn corner(self) -> Spot {
        Spot::from(self.0) << 3
    }

    /// Which square of the board it is.
    pub(super) fn square(self) -> Square {
        square_of(self.corner())
    }
}

/// Added to a side's first port: the marker stands on the side, and its path is not chosen.
const SIDE: Spot = 1 << 12;

/// On a square: no tile.
const EMPTY: u8 = u8::MAX;
/// On a square: no square of the board.
const WALL: u8 = u8::MAX - 1;

/// The most steps of a path: it comes from outside the tiles, so it can't run in a circle, and it takes
/// each of the four ways of a square at most once.
const LONGEST: u16 = 4 * Square::MOST_EDGE as u16 * Square::MOST_EDGE as u16;

/// What is added to a port of a square to come to the port across its edge.
pub(super) static ACROSS: [i16; 8] = across();

/// What is added to the port by which a turned tile is entered to come to the port by which the next square is.
static STEP: [[i16; 8]; GRID] = steps();

#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // a small number
const fn across() -> [i16; 8] {
    let row = STRIDE as i16 * 8;
    [
        5 - row,
        3 - row,
        8 + 7 - 2,
        8 + 6 - 3,
        row + 1 - 4,
        row - 5,
        3 - 6 - 8,
        2 - 7 - 8,
    ]
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // ports
const fn steps() -> [[i16; 8]; GRID] {
    let across = across();
    let mut steps = [[0; 8]; GRID];
    let mut row = 0;
    while row < EXIT.len() {
        let mut port = 0;
        while port < 8 {
            let exit = EXIT[row][port] as i16;
            steps[row][port] = exit - port as i16 + across[exit as usize];
            port += 1;
        }
        row += 1;
    }
    steps
}

/// The board, and the markers on it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Board {
    edge: u8,
    tiles: [u8; GRID],
    /// Where each marker has started, whether or not it is still in.
    start: [Spot; Seat::MOST as usize],
    /// Where each marker faces; [`NOWHERE`] if it is not on the board.
    at: [Spot; Seat::MOST as usize],
}

pub(super) fn offset(spot: Spot, by: i16) -> Spot {
    spot.wrapping_add_signed(by)
}

#[allow(clippy::cast_possible_truncation)] // a small number
fn spot_of(square: Square, port: Port) -> Spot {
    let index = (u16::from(square.y()) + 1) * STRIDE as u16 + u16::from(square.x()) + 1;
    index * 8 + u16::from(port.number())
}

pub(super) fn square_of(spot: Spot) -> Square {
    let index = Cell::at(spot).index();
    let number = |of: usize| u8::try_from(of - 1).expect("a coordinate");
    Square::new(number(index % STRIDE), number(index / STRIDE)).expect("a square of the board")
}

pub(super) fn mark(spot: Spot) -> Mark {
    Mark {
        square: square_of(spot),
        port: port(spot),
    }
}

fn stand(spot: Spot) -> Stand {
    if spot & SIDE == 0 {
        Stand::Mark(mark(spot))
    } else {
        Stand::Side(Side::of(mark(spot % SIDE)))
    }
}

pub(super) fn port(spot: Spot) -> Port {
    Port::new((spot & 7) as u8).expect("below 8")
}

/// Where a walk ends, and how many steps it has.
#[derive(Copy, Clone)]
pub(super) struct Walked {
    pub(super) last: Result<Spot, Spot>,
    steps: u16,
}

impl Board {
    /// An empty board of that edge.
    pub const fn new(edge: u8) -> Self {
        let mut tiles = [WALL; GRID];
        let mut y = 1;
        while y <= edge as usize {
            let mut x = 1;
            while x <= edge as usize {
                tiles[y * STRIDE + x] = EMPTY;
                x += 1;
            }
            y += 1;
        }
        Self {
            edge,
            tiles,
            start: [NOWHERE; Seat::MOST as usize],
            at: [NOWHERE; Seat::MOST as usize],
        }
    }

    /// Squares along an edge.
    pub const fn edge(&self) -> u8 {
        self.edge
    }

    /// Whether the board has that square.
    pub const fn has(&self, square: Square) -> bool {
        square.x() < self.edge && square.y() < self.edge
    }

    /// Whether it is a start mark: a port on the rim of the board (IT, preparation 7).
    pub fn is_start_mark(&self, mark: Mark) -> bool {
        let spot = spot_of(mark.square, mark.port);
        let beyond = offset(spot, ACROSS[usize::from(mark.port.number())]);
        self.has(mark.square) && self.tiles[Cell::at(beyond).index()] == WALL
    }

    /// All start marks, clockwise round the board from the north-west.
    ///
    /// # Panics
    /// Never.
    pub fn start_marks(&self) -> impl Iterator<Item = Mark> + use<> {
        let edge = self.edge;
        let last = edge - 1;
        let along = move |side: u8, place: u8| match side {
            0 => (place, 0),
            1 => (last, place),
            2 => (last - place, last),
            _ => (0, last - place),
        };
        (0..4 * 2 * edge).map(move |number| {
            let (side, place) = (number / (2 * edge), number % (2 * edge));
            let (x, y) = along(side, place / 2);
            Mark {
                square: Square::new(x, y).expect("a square of the rim"),
                port: Port::new(2 * side + place % 2).expect("below 8"),
            }
        })
    }

    /// All sides of the rim, clockwise round the board from the north-west (FR, preparation).
    pub fn start_sides(&self) -> impl Iterator<Item = Side> + use<> {
        self.start_marks().step_by(2).map(Side::of)
    }

    /// Puts a marker where it starts.
    pub fn start(&mut self, seat: Seat, at: Stand) {
        let spot = match at {
            Stand::Mark(mark) => spot_of(mark.square, mark.port),
            Stand::Side(side) => spot_of(side.square, side.ports()[0]) | SIDE,
        };
        self.start[seat.index()] = spot;
        self.at[seat.index()] = spot;
    }

    /// Where a marker has started, whether or not it is still on the board.
    pub fn started(&self, seat: Seat) -> Option<Stand> {
        let spot = self.start[seat.index()];
        (spot != NOWHERE).then(|| stand(spot))
    }

    /// Where a marker faces, if it is on the board.
    pub fn at(&self, seat: Seat) -> Option<Stand> {
        let spot = self.at[seat.index()];
        (spot != NOWHERE).then(|| stand(spot))
    }

    /// Moves a marker that has been started.
    pub fn stand(&mut self, seat: Seat, at: Mark) {
        self.at[seat.index()] = spot_of(at.square, at.port);
    }

    /// Takes a marker off the board.
    pub fn remove(&mut self, seat: Seat) {
        self.at[seat.index()] = NOWHERE;
    }

    /// Whether a marker that is still in stands there or has started from there.
    pub fn is_taken(&self, stand: Stand) -> bool {
        let (spot, flags) = match stand {
            Stand::Mark(mark) => (spot_of(mark.square, mark.port), 0),
            Stand::Side(side) => (spot_of(side.square, side.ports()[0]), SIDE),
        };
        let taken = |(&start, &at): (&Spot, &Spot)| at != NOWHERE && start == spot | flags;
        self.start.iter().zip(&self.at).any(taken)
    }

    /// The square that a marker on the board faces, and the port by which it will enter, if its path is
    /// chosen.
    pub(super) fn facing(&self, seat: Seat) -> (Cell, Option<Port>) {
        let at = self.at[seat.index()];
        (Cell::at(at), (at & SIDE == 0).then(|| port(at)))
    }

    /// The seats whose markers stand on a side of that square: their paths are not chosen. Clockwise from
    /// the next one after `from`, who comes last.
    pub(super) fn undecided(&self, cell: Cell, from: Seat) -> impl Iterator<Item = Seat> + use<'_> {
        let on_side = cell.corner() | SIDE;
        from.clockwise(Seat::MOST)
            .filter(move |seat| self.at[seat.index()] & !7 == on_side)
    }

    /// Whether a tile lies there.
    pub fn is_covered(&self, square: Square) -> bool {
        self.has(square) && self.tiles[Cell::of(square).index()] != EMPTY
    }

    /// Lays a tile; nobody moves.
    ///
    /// # Panics
    /// If the board has no such square.
    pub fn lay(&mut self, square: Square, tile: Tile, rotation: Rotation) {
        assert!(self.has(square), "a square of the board");
        self.tiles[Cell::of(square).index()] = Turned::new(tile, rotation).number();
    }

    /// The path from a mark on the rim to where it ends: the mark before an empty square, or `None`
    /// off the board.
    ///
    /// # Panics
    /// If the board has no such mark.
    pub fn follow(&self, from: Mark, mut visit: impl FnMut(Step)) -> Option<Mark> {
        assert!(self.has(from.square), "a mark of the board");
        let walked = self.walk(spot_of(from.square, from.port), &mut visit);
        walked.last.ok().map(mark)
    }

    /// Walks from a spot: to the one before an empty square, or, off the board, to the port of the rim by
    /// which it is left. Only one who looks costs the time to say where each step leads.
    pub(super) fn walk(&self, from: Spot, look: &mut impl Look) -> Walked {
        let mut enter = from;
        for steps in 0..=LONGEST {
            let turned = self.tiles[Cell::at(enter).index()];
            if turned >= WALL {
                let last = if turned == EMPTY {
                    Ok(enter)
                } else {
                    Err(offset(enter, ACROSS[usize::from(enter & 7)]))
                };
                return Walked { last, steps };
            }
            let next = offset(enter, STEP[usize::from(turned)][usize::from(enter & 7)]);
            look.step(enter, next);
            enter = next;
        }
        unreachable!("a path ends after at most four ways a square");
    }

    /// What becomes of whom a tile on the square that the seat's marker faces leads out by each port.
    pub(super) fn ways(&self, seat: Seat) -> Ways<'_> {
        Ways::new(self, Cell::at(self.at[seat.index()]).corner())
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
        assert!(self.at(mover).is_some(), "a marker on the board");
        let (cell, _) = self.facing(mover);
        self.place_at(cell, mover, tile, rotation, visit)
    }

    /// Like [`Self::place`], on a square that the mover's marker may have left.
    pub(super) fn place_at(
        &mut self,
        cell: Cell,
        mover: Seat,
        tile: Tile,
        rotation: Rotation,
        mut look: impl LookAll,
    ) -> Walks {
        self.tiles[cell.index()] = Turned::new(tile, rotation).number();
        let mut walks = Walks::none(mover);
        for seat in self.before(cell).iter_from(mover) {
            let at = self.at[seat.index()];
            let walked = self.walk(at, &mut look.of(seat));
            walks.walked = walks.walked.with(seat);
            walks.steps[seat.index()] = walked.steps;
            walks.ends[seat.index()] = match walked.last {
                Ok(spot) => Ended::Stands(spot),
                Err(rim) => self.starter(rim).map_or(Ended::Edge, Ended::Collision),
            };
        }
        for seat in walks.walked.iter() {
            self.at[seat.index()] = match walks.ends[seat.index()] {
                Ended::Stands(spot) => spot,
                Ended::Stays | Ended::Edge | Ended::Collision(_) => NOWHERE,
            };
        }
        walks
    }

    /// The seats whose markers face that square.
    fn before(&self, cell: Cell) -> Seats {
        let mut seats = Seats::NONE;
        for seat in Seat::first(Seat::MOST) {
            if self.at[seat.index()] & !7 == cell.corner() {
                seats = seats.with(seat);
            }
        }
        seats
    }

    /// Whose marker, of those still in, started there. A path that comes out at a start mark is that
    /// marker's own path, walked backwards: the two have been joined.
    fn starter(&self, rim: Spot) -> Option<Seat> {
        let started =
            |seat: &Seat| self.start[seat.index()] == rim && self.at[seat.index()] != NOWHERE;
        Seat::first(Seat::MOST).find(started)
    }

    /// The markers on the board.
    pub fn markers(&self) -> Seats {
        Seat::first(Seat::MOST)
            .filter(|seat| self.at[seat.index()] != NOWHERE)
            .collect()
    }
}
