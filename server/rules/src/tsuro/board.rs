//! The board: which tile lies where, where the markers face, and how they walk.
//!
//! Nothing here allocates. Walking is two table look-ups a square.

use super::{
    Mark, Port, Step, Tile, WalkEnd,
    tile::{EXIT, Turned},
};
use crate::{
    Seat, Seats,
    tiles::{Rotation, Square},
};

/// Squares along an edge of the board (IT, contents).
pub const EDGE: u8 = 6;

const SQUARES: usize = EDGE as usize * EDGE as usize;

/// A port of a square: square * 8 + port, squares counted row by row. Or [`NOWHERE`].
type Spot = u16;

const NOWHERE: Spot = Spot::MAX;

/// Where a path that leaves a square by a port goes on; [`NOWHERE`] off the board.
static BEYOND: [Spot; SQUARES * 8] = beyond();

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // coordinates of a small board, checked before they are used
const fn beyond() -> [Spot; SQUARES * 8] {
    // Per port: the step to the neighbour (0 stays, 1 on, -1 back) and the port entered there.
    const ACROSS: [(i16, i16, Spot); 8] = [
        (0, -1, 5),
        (0, -1, 4),
        (1, 0, 7),
        (1, 0, 6),
        (0, 1, 1),
        (0, 1, 0),
        (-1, 0, 3),
        (-1, 0, 2),
    ];
    let edge = EDGE as i16;
    let mut beyond = [NOWHERE; SQUARES * 8];
    let mut spot = 0;
    while spot < beyond.len() {
        let square = (spot / 8) as i16;
        let (east, south, port) = ACROSS[spot % 8];
        let (x, y) = (square % edge + east, square / edge + south);
        if 0 <= x && x < edge && 0 <= y && y < edge {
            beyond[spot] = (y * edge + x) as Spot * 8 + port;
        }
        spot += 1;
    }
    beyond
}

/// The spot of a mark that is on the board.
fn spot(mark: Mark) -> Option<Spot> {
    let Mark { square, port } = mark;
    on_board(square).then(|| {
        let square = u16::from(square.y()) * u16::from(EDGE) + u16::from(square.x());
        square * 8 + u16::from(port.number())
    })
}

fn mark(spot: Spot) -> Mark {
    let edge = u16::from(EDGE);
    let square = spot / 8;
    let number = |of: u16| u8::try_from(of).expect("a coordinate");
    Mark {
        square: Square::new(number(square % edge), number(square / edge)).expect("a square"),
        port: port(spot),
    }
}

fn port(spot: Spot) -> Port {
    Port::new((spot & 7) as u8).expect("below 8")
}

fn step(enter: Spot, leave: Spot) -> Step {
    Step {
        square: mark(enter).square,
        enter: port(enter),
        leave: port(leave),
    }
}

/// Whether the board has that square.
pub fn on_board(square: Square) -> bool {
    square.x() < EDGE && square.y() < EDGE
}

/// Whether it is a start mark: a port on the rim of the board (IT, preparation 7).
pub fn is_start_mark(mark: Mark) -> bool {
    spot(mark).is_some_and(|spot| BEYOND[usize::from(spot)] == NOWHERE)
}

/// All start marks, clockwise round the board from the north-west.
///
/// # Panics
/// Never.
pub fn start_marks() -> impl Iterator<Item = Mark> {
    let last = EDGE - 1;
    let along = move |side: u8, place: u8| match side {
        0 => (place, 0),
        1 => (last, place),
        2 => (last - place, last),
        _ => (0, last - place),
    };
    (0..4 * 2 * EDGE).map(move |number| {
        let (side, place) = (number / (2 * EDGE), number % (2 * EDGE));
        let (x, y) = along(side, place / 2);
        Mark {
            square: Square::new(x, y).expect("a square of the rim"),
            port: Port::new(2 * side + place % 2).expect("below 8"),
        }
    })
}

/// The tiles on the board and the markers of those who are in.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Board {
    tiles: [Option<Turned>; SQUARES],
    start: [Spot; Seat::MOST as usize],
    at: [Spot; Seat::MOST as usize],
}

impl Board {
    /// No tile and no marker.
    pub const EMPTY: Self = Self {
        tiles: [None; SQUARES],
        start: [NOWHERE; Seat::MOST as usize],
        at: [NOWHERE; Seat::MOST as usize],
    };

    /// Puts a marker on its start mark.
    ///
    /// # Panics
    /// If the mark is not on the board.
    pub fn start(&mut self, seat: Seat, at: Mark) {
        let spot = spot(at).expect("a mark of the board");
        self.start[seat.index()] = spot;
        self.at[seat.index()] = spot;
    }

    /// Where a marker faces, if it is on the board.
    pub fn at(&self, seat: Seat) -> Option<Mark> {
        let spot = self.at[seat.index()];
        (spot != NOWHERE).then(|| mark(spot))
    }

    /// Moves a marker that has been started.
    ///
    /// # Panics
    /// If the mark is not on the board.
    pub fn stand(&mut self, seat: Seat, at: Mark) {
        self.at[seat.index()] = spot(at).expect("a mark of the board");
    }

    /// Takes a marker off the board.
    pub fn remove(&mut self, seat: Seat) {
        self.start[seat.index()] = NOWHERE;
        self.at[seat.index()] = NOWHERE;
    }

    /// Whether a marker that is still in stands on that mark or has started from it.
    pub fn is_taken(&self, mark: Mark) -> bool {
        spot(mark).is_some_and(|spot| self.start.contains(&spot))
    }

    /// Whether a tile lies there.
    pub fn is_covered(&self, square: Square) -> bool {
        let corner = Mark {
            square,
            port: Port::NORTH_WEST,
        };
        spot(corner).is_some_and(|spot| self.tiles[usize::from(spot / 8)].is_some())
    }

    /// Lays a tile; nobody moves.
    ///
    /// # Panics
    /// If the board has no such square.
    pub fn lay(&mut self, square: Square, tile: Tile, rotation: Rotation) {
        let corner = Mark {
            square,
            port: Port::NORTH_WEST,
        };
        let square = usize::from(spot(corner).expect("a square of the board") / 8);
        self.tiles[square] = Some(Turned::new(tile, rotation));
    }

    /// The path from a mark on the rim to where it ends: the mark before an empty square, or `None`
    /// off the board.
    ///
    /// # Panics
    /// If the board has no such mark.
    pub fn follow(&self, from: Mark, mut visit: impl FnMut(Step)) -> Option<Mark> {
        let from = spot(from).expect("a mark of the board");
        let last = self.walk(from, |enter, leave| visit(step(enter, leave)));
        last.ok().map(mark)
    }

    /// Walks from a spot: `Ok` where it stands before an empty square, `Err` the port of the rim by
    /// which it leaves the board.
    fn walk(&self, from: Spot, mut visit: impl FnMut(Spot, Spot)) -> Result<Spot, Spot> {
        let mut enter = from;
        // A path comes from outside the tiles, so it can't run in a circle: it takes each of the four
        // ways of a square at most once.
        for _ in 0..=4 * SQUARES {
            let Some(tile) = self.tiles[usize::from(enter / 8)] else {
                return Ok(enter);
            };
            let exit = EXIT[tile.index()][usize::from(enter & 7)];
            let leave = (enter & !7) | u16::from(exit);
            visit(enter, leave);
            enter = BEYOND[usize::from(leave)];
            if enter == NOWHERE {
                return Err(leave);
            }
        }
        unreachable!("a path ends after at most four ways a square");
    }

    /// Whether the seat's marker would stay on the board if it laid that tile on the square it faces.
    /// A collision takes it off the board like the edge (IT, questions).
    pub fn survives(&self, seat: Seat, tile: Tile, rotation: Rotation) -> bool {
        let at = self.at[seat.index()];
        let mut after = *self;
        after.tiles[usize::from(at / 8)] = Some(Turned::new(tile, rotation));
        after.walk(at, |_, _| ()).is_ok()
    }

    /// Lays a tile on the square that the mover's marker faces and walks every marker that faces it,
    /// the mover's first, then clockwise (IT, play 2). Who leaves the board is taken off it.
    ///
    /// # Panics
    /// If the mover's marker is not on the board.
    pub fn place(
        &mut self,
        mover: Seat,
        tile: Tile,
        rotation: Rotation,
        mut visit: impl FnMut(Seat, Step),
    ) -> Walks {
        let square = self.at[mover.index()] / 8;
        self.tiles[usize::from(square)] = Some(Turned::new(tile, rotation));
        let mut walks = Walks {
            ends: [None; Seat::MOST as usize],
            mover,
        };
        for seat in walks.order() {
            let at = self.at[seat.index()];
            if at == NOWHERE || at / 8 != square {
                continue;
            }
            walks.ends[seat.index()] = Some(
                match self.walk(at, |enter, leave| visit(seat, step(enter, leave))) {
                    Ok(spot) => WalkEnd::Stands { at: mark(spot) },
                    Err(rim) => match self.starter(rim) {
                        Some(with) => WalkEnd::Collision { with },
                        None => WalkEnd::Edge,
                    },
                },
            );
        }
        for (seat, end) in walks.iter() {
            match end {
                WalkEnd::Stands { at } => self.stand(seat, at),
                WalkEnd::Edge | WalkEnd::Collision { .. } => self.remove(seat),
            }
        }
        walks
    }

    /// Whose marker, of those still in, started there. A path that comes out at a start mark is that
    /// marker's own path, walked backwards: the two have been joined.
    fn starter(&self, rim: Spot) -> Option<Seat> {
        Seat::first(Seat::MOST).find(|seat| self.start[seat.index()] == rim)
    }

    /// The markers on the board.
    pub fn markers(&self) -> Seats {
        Seat::first(Seat::MOST)
            .filter(|seat| self.at[seat.index()] != NOWHERE)
            .collect()
    }
}

/// How the walks after one tile ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Walks {
    ends: [Option<WalkEnd>; Seat::MOST as usize],
    mover: Seat,
}

impl Walks {
    /// Every seat there can be, the mover first, then clockwise.
    fn order(self) -> impl Iterator<Item = Seat> {
        std::iter::once(self.mover).chain(
            self.mover
                .clockwise(Seat::MOST)
                .take(usize::from(Seat::MOST) - 1),
        )
    }

    /// The markers that walked, the mover's first, then clockwise, with where they ended.
    pub fn iter(self) -> impl Iterator<Item = (Seat, WalkEnd)> {
        self.order()
            .filter_map(move |seat| self.ends[seat.index()].map(|end| (seat, end)))
    }
}
