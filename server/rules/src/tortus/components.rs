//! The data of the game: the board, the pawns and the tiles. No other file knows these numbers.
//!
//! The manual names the components and shows pictures that are lost. What it doesn't say is reconstructed,
//! marked **\[R\]**, and was tuned by playing the whole rules at random and by simple players.

use super::Tile;
use crate::tiles::Square;

/// What lies in the box, and how it is laid out.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Components {
    /// Squares along an edge of the board.
    pub edge: u8,
    /// Rows of each player's section, from the own side.
    pub section: u8,
    /// Pawns of each player.
    pub pawns: u8,
    /// Tiles in each hand.
    pub hand: u8,
    /// The squares (column, row) whose tiles lie open at the start.
    pub open: &'static [(u8, u8)],
    /// Every kind of tile, and how many there are.
    pub tiles: &'static [(Tile, u8)],
}

/// The components that the game is played with.
pub const COMPONENTS: Components = Components {
    // [R]: no source says how large the board is.
    edge: 7,
    // [R]: the manual names only a player's section (preparation 4).
    section: 2,
    // [R]: the manual speaks of "all pawns" (preparation 4).
    pawns: 5,
    // [R]: as many as pawns, so that no hand runs out of tiles that fill a gap.
    hand: 5,
    // [R]: the cross in the middle. Few, because the manual foresees that the exchange fails (preparation 3).
    open: &[(3, 3), (3, 2), (3, 4), (2, 3), (4, 3)],
    tiles: &[
        // Several arrows on a tile: "one of the directions pointed" (single arrows). Layouts and counts [R].
        (Tile::Straight, 8),
        (Tile::Corner, 8),
        (Tile::Three, 6),
        (Tile::Four, 3),
        // One arrow: "the direction", "this instruction" (double and triple arrows). Counts [R].
        (Tile::Double, 8),
        (Tile::Triple, 6),
        // Counts [R].
        (Tile::Knight, 4),
        (Tile::Star, 5),
        // [R]: one for each pawn, so that holes don't run out before pawns do.
        (Tile::Hole, 10),
        // The manual always speaks of one pit.
        (Tile::Pit, 1),
    ],
};

/// Why no game can be played with some components.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BadComponents {
    /// The board is shorter than two sections or longer than [`Square::MOST_EDGE`].
    Edge,
    /// A section has no room for the pawns, or there are none.
    Section,
    /// A tile that starts open lies beside the board, or twice.
    Open,
    /// A kind of tile is missing or listed twice.
    Kinds,
    /// The tiles are not as many as the squares and both hands.
    Count,
    /// A hand could be left without a tile that fills a gap: every pawn but the last that a player loses
    /// puts a hole into the other's hand.
    Filler,
    /// No deal could leave both hands without holes.
    Exchange,
}

impl Components {
    /// Whether a game can be played with them.
    ///
    /// # Errors
    /// The first reason why not.
    pub const fn check(&self) -> Result<(), BadComponents> {
        if self.edge > Square::MOST_EDGE || 2 * self.section > self.edge {
            return Err(BadComponents::Edge);
        }
        if self.pawns == 0 || self.section * self.edge < self.pawns {
            return Err(BadComponents::Section);
        }
        let mut at = 0;
        while at < self.open.len() {
            let (x, y) = self.open[at];
            let mut before = 0;
            while before < at {
                if self.open[before].0 == x && self.open[before].1 == y {
                    return Err(BadComponents::Open);
                }
                before += 1;
            }
            if x >= self.edge || y >= self.edge {
                return Err(BadComponents::Open);
            }
            at += 1;
        }
        let (mut kinds, mut count, mut holes) = (0_u16, 0_u16, 0_u16);
        let mut at = 0;
        while at < self.tiles.len() {
            let (tile, of_it) = self.tiles[at];
            if kinds & 1 << tile as u16 != 0 {
                return Err(BadComponents::Kinds);
            }
            kinds |= 1 << tile as u16;
            count += of_it as u16;
            if tile.swallows() {
                holes += of_it as u16;
            }
            at += 1;
        }
        if self.tiles.len() != Tile::ALL.len() {
            return Err(BadComponents::Kinds);
        }
        if count != self.edge as u16 * self.edge as u16 + 2 * self.hand as u16 {
            return Err(BadComponents::Count);
        }
        if self.hand < self.pawns {
            return Err(BadComponents::Filler);
        }
        if count - holes < 2 * self.hand as u16 {
            return Err(BadComponents::Exchange);
        }
        Ok(())
    }

    /// Whether the tile there lies open from the start \[R\].
    pub fn starts_open(&self, square: Square) -> bool {
        self.open.contains(&(square.x(), square.y()))
    }

    /// Every tile, in the order of the list.
    pub fn every_tile(&self) -> impl Iterator<Item = Tile> {
        let some = |&(tile, count): &(Tile, u8)| (0..count).map(move |_| tile);
        self.tiles.iter().flat_map(some)
    }
}

// A set that no game can be played with does not compile.
const _: () = assert!(COMPONENTS.check().is_ok());
