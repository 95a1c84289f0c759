//! The board: which tile lies where, where the markers face, and how they walk.
//!
//! Nothing here allocates. Squares lie in a grid with a wall round the board, so that a walk is two
//! table look-ups a square and needs no coordinates.

use super::{
    Mark, Out, Port, Side, Stand, Step, Tile, WalkEnd,
    tile::{EXIT, Turned},
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
type Spot = u16;

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
static ACROSS: [i16; 8] = across();

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

fn offset(spot: Spot, by: i16) -> Spot {
    spot.wrapping_add_signed(by)
}

#[allow(clippy::cast_possible_truncation)] // a small number
fn spot_of(square: Square, port: Port) -> Spot {
    let index = (u16::from(square.y()) + 1) * STRIDE as u16 + u16::from(square.x()) + 1;
    index * 8 + u16::from(port.number())
}

fn square_of(spot: Spot) -> Square {
    let index = Cell::at(spot).index();
    let number = |of: usize| u8::try_from(of - 1).expect("a coordinate");
    Square::new(number(index % STRIDE), number(index / STRIDE)).expect("a square of the board")
}

fn mark(spot: Spot) -> Mark {
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

fn port(spot: Spot) -> Port {
    Port::new((spot & 7) as u8).expect("below 8")
}

/// Where a walk ends, and how many steps it has.
#[derive(Copy, Clone)]
struct Walked {
    last: Result<Spot, Spot>,
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
    fn walk(&self, from: Spot, look: &mut impl Look) -> Walked {
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
        Ways {
            board: self,
            square: Cell::at(self.at[seat.index()]).corner(),
            known: [Ways::UNKNOWN; 8],
        }
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
        let mut walks = Walks {
            ends: [Ended::Stays; Seat::MOST as usize],
            steps: [0; Seat::MOST as usize],
            mover,
            walked: Seats::NONE,
        };
        for seat in mover_first(mover) {
            let at = self.at[seat.index()];
            if at & !7 != cell.corner() {
                continue;
            }
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

/// Somebody who looks at the steps of a walk, or doesn't.
pub(super) trait Look {
    fn step(&mut self, enter: Spot, next: Spot);
}

/// Nobody.
pub(super) struct Unseen;

impl Look for Unseen {
    fn step(&mut self, _: Spot, _: Spot) {}
}

impl<F: FnMut(Step)> Look for F {
    fn step(&mut self, enter: Spot, next: Spot) {
        let leave = offset(next, ACROSS[usize::from(next & 7)]);
        self(Step {
            square: square_of(enter),
            enter: port(enter),
            leave: port(leave),
        });
    }
}

/// Somebody who looks at the walks of all markers, or doesn't.
pub(super) trait LookAll {
    fn of(&mut self, seat: Seat) -> impl Look;
}

impl LookAll for Unseen {
    fn of(&mut self, _: Seat) -> impl Look {
        Self
    }
}

impl<F: FnMut(Seat, Step)> LookAll for F {
    fn of(&mut self, seat: Seat) -> impl Look {
        move |step| self(seat, step)
    }
}

/// What becomes of whom a tile on an empty square leads out by each port, found when it is asked for.
#[derive(Copy, Clone)]
pub(super) struct Ways<'a> {
    board: &'a Board,
    /// Port 0 of the square.
    square: Spot,
    /// For each port: the port by which the square is entered again, or one of the three below.
    known: [u8; 8],
}

impl Ways<'_> {
    const UNKNOWN: u8 = 8;
    const STANDS: u8 = 9;
    const OFF: u8 = 10;

    fn way(&mut self, exit: u8) -> u8 {
        let known = self.known[usize::from(exit & 7)];
        if known != Self::UNKNOWN {
            return known;
        }
        let beyond = offset(self.square | u16::from(exit), ACROSS[usize::from(exit & 7)]);
        let way = match self.board.walk(beyond, &mut Unseen).last {
            Ok(spot) if spot & !7 == self.square => (spot & 7) as u8,
            Ok(_) => Self::STANDS,
            Err(_) => Self::OFF,
        };
        self.known[usize::from(exit & 7)] = way;
        way
    }

    /// Whether a marker that enters that tile on the square by that port stays on the board. A collision
    /// takes it off like the edge (IT, questions).
    pub(super) fn survives(&mut self, tile: Tile, rotation: Rotation, port: Port) -> bool {
        let exits = &EXIT[Turned::new(tile, rotation).index()];
        let mut enter = port.number();
        loop {
            // Ends: each of the tile's four paths is taken at most once.
            match self.way(exits[usize::from(enter)]) {
                again @ 0..=7 => enter = again,
                way => return way == Self::STANDS,
            }
        }
    }
}

/// How one walk ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Ended {
    /// The marker has not walked.
    Stays,
    Stands(Spot),
    Edge,
    Collision(Seat),
}

/// How the walks after one tile ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Walks {
    ends: [Ended; Seat::MOST as usize],
    steps: [u16; Seat::MOST as usize],
    mover: Seat,
    walked: Seats,
}

/// Every seat there can be, the mover first, then clockwise.
fn mover_first(mover: Seat) -> impl Iterator<Item = Seat> {
    let others = mover.clockwise(Seat::MOST);
    std::iter::once(mover).chain(others.take(usize::from(Seat::MOST) - 1))
}

impl Walks {
    /// The seats whose markers walked.
    pub(super) fn walked(&self) -> Seats {
        self.walked
    }

    /// The markers that walked, the mover's first, then clockwise, with where they ended.
    pub fn iter(self) -> impl Iterator<Item = (Seat, WalkEnd)> {
        mover_first(self.mover).filter_map(move |seat| {
            let end = match self.ends[seat.index()] {
                Ended::Stays => return None,
                Ended::Stands(spot) => WalkEnd::Stands { at: mark(spot) },
                Ended::Edge => WalkEnd::Edge,
                Ended::Collision(with) => WalkEnd::Collision { with },
            };
            Some((seat, end))
        })
    }

    /// The steps of a seat's walk; 0 if it has not walked.
    pub(super) fn steps(&self, seat: Seat) -> u16 {
        self.steps[seat.index()]
    }

    /// How a seat's walk took it off the board, if it did, by the tile of that number.
    pub(super) fn out(&self, seat: Seat, after: u8) -> Option<Out> {
        match self.ends[seat.index()] {
            Ended::Stays | Ended::Stands(_) => None,
            Ended::Edge => Some(Out::Edge { after }),
            Ended::Collision(with) => Some(Out::Collision { after, with }),
        }
    }
}
