//! The data of the game: the board, the pieces and the tiles. No other file knows these numbers.
//!
//! The rulebook counts the pieces; its pictures are lost. What it doesn't say is reconstructed, marked
//! **\[R\]**, and was tuned by playing the whole rules at random and by simple players.

use super::Kind;

/// What lies in the box, and how the board is laid out.
///
/// Cells are given as axial coordinates from the middle of the board: `q` to the east, `r` to the south-east.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Components {
    /// Sides of a tile.
    pub sides: u8,
    /// Steps from the middle of the board to its rim.
    pub radius: i8,
    /// Steps from the middle to the rim of the island.
    pub island: i8,
    /// The cells of each green area; area `z` leads to free zone `z`.
    pub areas: &'static [[(i8, i8); 3]],
    /// Prisoners of each player.
    pub prisoners: u8,
    /// Doors of each player.
    pub doors: u8,
    /// Master keys, one a player.
    pub keys: u8,
    /// Piles that the tiles are laid in.
    pub piles: u8,
    /// Tiles of all kinds.
    pub count: u8,
    /// Every kind of tile.
    pub tiles: &'static [Tiles],
}

/// A kind of tile, its tunnels, and how many there are.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Tiles {
    /// Which.
    pub kind: Kind,
    /// Its tunnels: none meets another on the tile.
    pub sections: &'static [SectionOf],
    /// How many.
    pub count: u8,
}

/// One tunnel of a kind of tile.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct SectionOf {
    /// The sides that it leads to, clockwise from 0 in the east.
    pub openings: &'static [u8],
    /// Whether it has a hide-out.
    pub hide_out: bool,
}

/// A tunnel to these sides.
const fn tunnel(openings: &'static [u8]) -> SectionOf {
    SectionOf {
        openings,
        hide_out: false,
    }
}

/// A tunnel to these sides with a hide-out.
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
    // Inferred: six green areas lie at the corners of the board (goal), and up to three tunnels of their own
    // are on a tile (moving prisoners), which takes six sides.
    sides: 6,
    // [R]: no source says how large the board is.
    radius: 6,
    // In the middle of the board (preparation); its size is [R].
    island: 1,
    // Six, at the corners (goal); how large they are is [R]: a corner and its neighbours on the rim.
    areas: &[
        [(6, 0), (6, -1), (5, 1)],
        [(0, 6), (1, 5), (-1, 6)],
        [(-6, 6), (-5, 6), (-6, 5)],
        [(-6, 0), (-6, 1), (-5, -1)],
        [(0, -6), (-1, -5), (1, -6)],
        [(6, -6), (5, -6), (6, -5)],
    ],
    // Eight each (material, preparation).
    prisoners: 8,
    // Two each (material, preparation).
    doors: 2,
    // Four, and a player has one at most (material, master key).
    keys: 4,
    // Three (preparation).
    piles: 3,
    // 54 (material). Which tunnels they show is [R] throughout: the rulebook names junctions, hide-outs and
    // tiles with up to three tunnels.
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

/// Why no game can be played with some components.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BadComponents {
    /// The geometry is that of six sides.
    Sides,
    /// The island reaches the rim, or the board is larger than two figures of a cell can say.
    Radius,
    /// There are not six green areas, or a cell of one lies inside the board, beside it, or in another.
    Areas,
    /// There are no prisoners, doors or piles, or fewer keys than players, or more prisoners or doors than
    /// are kept count of.
    Pieces,
    /// A kind of tile is missing, listed twice, or not in the order of the kinds.
    Kinds,
    /// A tile has no section or more than three, two of them meet, one leads to a side that is none, or ends
    /// without a hide-out.
    Sections,
    /// The counts of the kinds do not make the count of all, or there are more tiles than cells.
    Count,
}

/// The most sections of a tile: six sides carry three tunnels.
pub const MOST_SECTIONS: usize = 3;

/// Steps from the middle of the board.
const fn steps((q, r): (i8, i8)) -> i8 {
    let (q, r, s) = (q.abs(), r.abs(), (q + r).abs());
    let most = if q > r { q } else { r };
    if most > s { most } else { s }
}

impl Components {
    /// Cells of the board.
    pub const fn cells(&self) -> usize {
        let radius = self.radius.unsigned_abs() as usize;
        3 * radius * (radius + 1) + 1
    }

    /// Every tile, in the order of the list.
    pub fn every_tile(&self) -> Vec<Kind> {
        let of_kind = |tiles: &Tiles| vec![tiles.kind; tiles.count.into()];
        self.tiles.iter().flat_map(of_kind).collect()
    }

    /// Whether a game can be played with them.
    ///
    /// # Errors
    /// The first reason why not.
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

// A set that no game can be played with does not compile.
const _: () = assert!(COMPONENTS.check().is_ok());
