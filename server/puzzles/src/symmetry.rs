//! The symmetries of the boards, and the outline of a position: a text that is the same for all
//! positions that look alike to the solver up to a symmetry.

use senda_rules::{AnyGame, Seat, each_game, tiles::Square};

/// A symmetry of a regular board: the board is mirrored, or not, and then turned.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Symmetry {
    /// The number of sides of the board.
    sides: u8,
    is_mirrored: bool,
    /// The number of turns clockwise, each by one side.
    turns: u8,
}

impl Symmetry {
    /// Returns all symmetries of a board with that many sides.
    pub(crate) fn all(sides: u8) -> impl Iterator<Item = Self> {
        let turned = move |is_mirrored| {
            (0..sides).map(move |turns| Self {
                sides,
                is_mirrored,
                turns,
            })
        };
        [false, true].into_iter().flat_map(turned)
    }

    /// Returns the direction that a direction becomes. Directions are numbered clockwise; the
    /// mirror leaves direction 0 in its place.
    pub(crate) fn direction(self, direction: u8) -> u8 {
        let mirrored = if self.is_mirrored {
            self.sides - direction
        } else {
            direction
        };
        (mirrored + self.turns) % self.sides
    }

    /// Returns the set of directions that a set becomes, with one bit per direction.
    pub(crate) fn directions(self, set: u8) -> u8 {
        let members = (0..self.sides).filter(|direction| set & 1 << direction != 0);
        members.fold(0, |all, direction| all | 1 << self.direction(direction))
    }

    /// Returns the end of a side that an end becomes: 0 is the first one, clockwise, and 1 the
    /// second.
    pub(crate) const fn end(self, end: u8) -> u8 {
        if self.is_mirrored { 1 - end } else { end }
    }

    /// Returns the column and the row that a square becomes on a square board with that edge.
    /// Direction 0 is the north.
    pub(crate) fn square(self, square: Square, edge: u8) -> (u8, u8) {
        let (mut x, mut y) = (square.x(), square.y());
        if self.is_mirrored {
            x = edge - 1 - x;
        }
        for _ in 0..self.turns {
            (x, y) = (edge - 1 - y, x);
        }
        (x, y)
    }

    /// Returns the axial coordinates that those of a cell become on a board of hexagons. Direction
    /// 0 is that of the first coordinate.
    pub(crate) fn axial(self, (mut q, mut r): (i8, i8)) -> (i8, i8) {
        if self.is_mirrored {
            (q, r) = (q + r, -r);
        }
        for _ in 0..self.turns {
            (q, r) = (-r, q + r);
        }
        (q, r)
    }
}

/// Returns the smallest outline among those of all symmetries of a board with that many sides.
/// `facts` lists what the solver sees after a symmetry, in any order.
pub(crate) fn smallest(sides: u8, facts: impl Fn(Symmetry) -> Vec<String>) -> String {
    let outline = |symmetry| {
        let mut facts = facts(symmetry);
        facts.sort_unstable();
        facts.join("\n")
    };
    let all = Symmetry::all(sides).map(outline);
    all.min().expect("a board has sides")
}

/// Returns the number of a seat as the solver counts: 0 for itself, then clockwise.
pub(crate) fn from_solver(seat: Seat, solver: Seat, seats: u8) -> u8 {
    (seat.number() + seats - solver.number()) % seats
}

/// Generates the function that dispatches to the module of a game.
macro_rules! outline {
    ($($variant:ident = $module:ident),+ $(,)?) => {
        /// Returns a text that two positions share exactly if they look alike to the seat that
        /// decides, up to a symmetry of the board and the colours of the players. It contains
        /// neither clocks nor how the position came about.
        pub fn outline(game: &AnyGame, seat: Seat) -> String {
            match game {
                $(AnyGame::$variant(game) => crate::$module::outline(game, seat)),+
            }
        }
    };
}

each_game!(outline);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn neighbours_stay_neighbours() {
        const STEPS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        for symmetry in Symmetry::all(6) {
            for (direction, step) in (0..).zip(STEPS) {
                let there = STEPS[usize::from(symmetry.direction(direction))];
                assert_eq!(symmetry.axial(step), there, "{symmetry:?}");
            }
        }
        let middle = Square::new(3, 3).unwrap();
        let beside = [(3, 2), (4, 3), (3, 4), (2, 3)];
        for symmetry in Symmetry::all(4) {
            assert_eq!(symmetry.square(middle, 7), (3, 3));
            for (direction, (x, y)) in (0..).zip(beside) {
                let there = beside[usize::from(symmetry.direction(direction))];
                let square = Square::new(x, y).unwrap();
                assert_eq!(symmetry.square(square, 7), there, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn all_symmetries_differ() {
        for sides in [4, 6] {
            let images = Symmetry::all(sides).map(|symmetry| symmetry.axial((1, 3)));
            let squares = Symmetry::all(4).map(|symmetry| {
                let square = Square::new(1, 2).unwrap();
                symmetry.square(square, 7)
            });
            if sides == 6 {
                assert_eq!(images.collect::<BTreeSet<_>>().len(), 12);
            }
            assert_eq!(squares.collect::<BTreeSet<_>>().len(), 8);
        }
    }
}
