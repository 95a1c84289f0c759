//! The data of the game: the board, the pieces and the tiles. No other file contains these numbers.
//!
//! The rulebook counts the pieces, but its pictures are lost. The facts that it leaves open are
//! reconstructed and marked **\[R\]**. They were tuned by playing the whole game with random
//! players and with simple bots.

use super::Kind;

/// The contents of the box and the layout of the board.
///
/// Cells are given in axial coordinates from the middle of the board: `q` to the east, `r` to the
/// south-east.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Components {
    /// The number of sides of a tile.
    pub sides: u8,
    /// The number of steps from the middle of the board to its rim.
    pub radius: i8,
    /// The number of steps from the middle of the board to the rim of the island.
    pub island: i8,
    /// The cells of each green area. Area `z` leads to free zone `z`.
    pub areas: &'static [[(i8, i8); 3]],
    /// The number of prisoners of each player.
    pub prisoners: u8,
    /// The number of doors of each player.
    pub doors: u8,
    /// The number of master keys. A player has one at most.
    pub keys: u8,
    /// The number of piles of tiles.
    pub piles: u8,
    /// The number of tiles of all kinds together.
    pub count: u8,
    /// The kinds of tiles, in the order of [`Kind::ALL`].
    pub tiles: &'static [Tiles],
}

/// A kind of tile with its tunnels and its number of tiles.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Tiles {
    /// The kind that this entry describes.
    pub kind: Kind,
    /// The tunnels of the kind. No two of them meet on the tile.
    pub sections: &'static [SectionOf],
    /// The number of tiles of the kind in the box.
    pub count: u8,
}

/// One tunnel of a kind of tile.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct SectionOf {
    /// The sides that the tunnel leads to, clockwise from 0 in the east.
    pub openings: &'static [u8],
    /// Whether the tunnel has a hide-out.
    pub hide_out: bool,
}

/// Makes a tunnel that leads to these sides.
const fn tunnel(openings: &'static [u8]) -> SectionOf {
    SectionOf {
        openings,
        hide_out: false,
    }
}

/// Makes a tunnel with a hide-out that leads to these sides.
const fn hide_out(openings: &'static [u8]) -> SectionOf {
    SectionOf {
        openings,
        hide_out: true,
    }
}

const fn tiles(kind: Kind, sections: &'static [SectionOf], count: u8) -> Tiles {
    Tiles {
        kind,
        sections,
        count,
    }
}

/// The components that the game is played with.
pub const COMPONENTS: Components = Components {
    // Inferred: six green areas lie at the corners of the board (goal), and a tile has up to three
    // separate tunnels (moving prisoners), which takes six sides.
    sides: 6,
    // [R]: no source gives the size of the board.
    radius: 6,
    // The island is in the middle of the board (preparation); its size is [R].
    island: 1,
    // There are six green areas, at the corners (goal). Their size is [R]: a corner and its two
    // neighbours on the rim.
    areas: &[
        [(6, 0), (6, -1), (5, 1)],
        [(0, 6), (1, 5), (-1, 6)],
        [(-6, 6), (-5, 6), (-6, 5)],
        [(-6, 0), (-6, 1), (-5, -1)],
        [(0, -6), (-1, -5), (1, -6)],
        [(6, -6), (5, -6), (6, -5)],
    ],
    // Each player has eight prisoners (material, preparation).
    prisoners: 8,
    // Each player has two doors (material, preparation).
    doors: 2,
    // There are four keys, and a player has one at most (material, master key).
    keys: 4,
    // There are three piles (preparation).
    piles: 3,
    // There are 54 tiles (material). Their tunnels and the count of each kind are [R] throughout:
    // the rulebook mentions junctions, hide-outs and tiles with up to three tunnels.
    count: 54,
    tiles: &[
        tiles(Kind::Straight, &[tunnel(&[0, 3])], 8),
        tiles(Kind::WideBend, &[tunnel(&[0, 2])], 8),
        tiles(Kind::SharpBend, &[tunnel(&[0, 1])], 2),
        tiles(Kind::YJunction, &[tunnel(&[0, 2, 4])], 4),
        tiles(Kind::LeftJunction, &[tunnel(&[0, 1, 3])], 2),
        tiles(Kind::RightJunction, &[tunnel(&[0, 2, 3])], 2),
        tiles(Kind::FourWay, &[tunnel(&[0, 1, 3, 4])], 2),
        tiles(Kind::TwoBends, &[tunnel(&[0, 2]), tunnel(&[3, 5])], 4),
        tiles(
            Kind::StraightAndBend,
            &[tunnel(&[0, 3]), tunnel(&[1, 2])],
            2,
        ),
        tiles(Kind::TwoStraights, &[tunnel(&[0, 3]), tunnel(&[1, 4])], 2),
        tiles(
            Kind::ThreeStraights,
            &[tunnel(&[0, 3]), tunnel(&[1, 4]), tunnel(&[2, 5])],
            2,
        ),
        tiles(
            Kind::ThreeBends,
            &[tunnel(&[0, 1]), tunnel(&[2, 3]), tunnel(&[4, 5])],
            2,
        ),
        tiles(
            Kind::StraightAndTwoBends,
            &[tunnel(&[0, 3]), tunnel(&[1, 2]), tunnel(&[4, 5])],
            2,
        ),
        tiles(Kind::HideOutEnd, &[hide_out(&[0])], 4),
        tiles(Kind::HideOutStraight, &[hide_out(&[0, 3])], 4),
        tiles(Kind::HideOutBend, &[hide_out(&[0, 2])], 2),
        tiles(Kind::HideOutJunction, &[hide_out(&[0, 2, 4])], 2),
    ],
};

/// The error for a set of components that no game can be played with.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BadComponents {
    /// The number of sides is not six, but the geometry needs six.
    Sides,
    /// The island reaches the rim, or the radius is over 8: the number of a cell is a `u8`, which
    /// is too small for the 271 cells of radius 9.
    Radius,
    /// There are not six green areas, or a cell of an area is not on the rim or belongs to two
    /// areas.
    Areas,
    /// There are no prisoners, doors or piles, or fewer keys than players, or more than eight
    /// prisoners or doors.
    Pieces,
    /// A kind of tile is missing, listed twice, or out of the order of the kinds.
    Kinds,
    /// A kind of tile has no section or more than three, two of its sections meet, or a section
    /// leads to a side that does not exist or to a dead end without a hide-out.
    Sections,
    /// The counts of the kinds do not add up to the total count, or there are more tiles than
    /// cells.
    Count,
}

/// The maximum number of sections of a tile: six sides carry three tunnels.
pub const MOST_SECTIONS: usize = 3;

/// Returns the number of steps from the middle of the board to a cell.
const fn steps((q, r): (i8, i8)) -> i8 {
    let (q, r, s) = (q.abs(), r.abs(), (q + r).abs());
    let most = if q > r { q } else { r };
    if most > s { most } else { s }
}

impl Components {
    /// Returns the number of cells of the board.
    pub const fn cells(&self) -> usize {
        let radius = self.radius.unsigned_abs() as usize;
        3 * radius * (radius + 1) + 1
    }

    /// Returns every tile of the box, in the order of `tiles`.
    pub fn every_tile(&self) -> Vec<Kind> {
        let of_kind = |tiles: &Tiles| vec![tiles.kind; tiles.count.into()];
        self.tiles.iter().flat_map(of_kind).collect()
    }

    /// Validates that a game can be played with these components.
    ///
    /// # Errors
    /// Returns the first reason why no game can be played with them.
    pub const fn check(&self) -> Result<(), BadComponents> {
        if self.sides != 6 {
            return Err(BadComponents::Sides);
        }
        if self.island < 0 || self.island >= self.radius || self.radius > 8 {
            return Err(BadComponents::Radius);
        }
        if !self.has_areas() {
            return Err(BadComponents::Areas);
        }
        let pieces = self.prisoners > 0 && self.doors > 0 && self.piles > 0;
        if !pieces || self.prisoners > 8 || self.doors > 8 || self.keys < super::MOST {
            return Err(BadComponents::Pieces);
        }
        if self.tiles.len() != Kind::ALL.len() {
            return Err(BadComponents::Kinds);
        }
        let mut count = 0_u8;
        let mut at = 0;
        while at < self.tiles.len() {
            if self.tiles[at].kind as usize != at {
                return Err(BadComponents::Kinds);
            }
            if !self.tiles[at].has_sections() {
                return Err(BadComponents::Sections);
            }
            count = count.saturating_add(self.tiles[at].count);
            at += 1;
        }
        if count != self.count || count as usize > self.cells() {
            return Err(BadComponents::Count);
        }
        Ok(())
    }

    const fn has_areas(&self) -> bool {
        if self.areas.len() != self.sides as usize {
            return false;
        }
        let mut at = 0;
        while at < 3 * self.areas.len() {
            let cell = self.areas[at / 3][at % 3];
            if steps(cell) != self.radius {
                return false;
            }
            let mut before = 0;
            while before < at {
                let other = self.areas[before / 3][before % 3];
                if other.0 == cell.0 && other.1 == cell.1 {
                    return false;
                }
                before += 1;
            }
            at += 1;
        }
        true
    }
}

impl Tiles {
    const fn has_sections(&self) -> bool {
        if self.sections.is_empty() || self.sections.len() > MOST_SECTIONS {
            return false;
        }
        let mut seen = 0_u8;
        let mut at = 0;
        while at < self.sections.len() {
            let section = self.sections[at];
            if section.openings.is_empty() || section.openings.len() == 1 && !section.hide_out {
                return false;
            }
            let mut opening = 0;
            while opening < section.openings.len() {
                let side = section.openings[opening];
                if side > 5 || seen & 1 << side != 0 {
                    return false;
                }
                seen |= 1 << side;
                opening += 1;
            }
            at += 1;
        }
        true
    }
}

// An invalid set of components does not compile.
const _: () = assert!(COMPONENTS.check().is_ok());
