//! The data of the game: the board, the pawns and the tiles. No other file contains these numbers.
//!
//! The manual names the components and shows pictures, which are lost. The facts that it leaves
//! open are reconstructed and marked **\[R\]**. They were tuned by playing the whole game with
//! random players and with simple bots.

use super::Tile;
use crate::tiles::Square;

/// The contents of the box and the layout of the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Components {
    /// The number of squares along an edge of the board.
    pub edge: u8,
    /// The number of rows of each player's section, counted from the player's side.
    pub section: u8,
    /// The number of pawns of each player.
    pub pawns: u8,
    /// The number of tiles in each hand.
    pub hand: u8,
    /// The squares (column, row) of the tiles that are open at the start.
    pub open: &'static [(u8, u8)],
    /// The kinds of tiles with their counts.
    pub tiles: &'static [(Tile, u8)],
}

/// The components that the game is played with.
pub const COMPONENTS: Components = Components {
    // [R]: no source gives the size of the board.
    edge: 7,
    // [R]: the manual mentions a player's section without its size (preparation 4).
    section: 2,
    // [R]: the manual speaks of "all pawns" (preparation 4).
    pawns: 5,
    // [R]: as many tiles as pawns, so that a hand always has a tile that can fill a gap.
    hand: 5,
    // [R]: the cross in the middle. It is small because the manual provides for a failing exchange
    // (preparation 3).
    open: &[(3, 3), (3, 2), (3, 4), (2, 3), (4, 3)],
    tiles: &[
        // Several arrows on a tile: "one of the directions pointed" (single arrows). Layouts and
        // counts [R].
        (Tile::Straight, 8),
        (Tile::Corner, 8),
        (Tile::Three, 6),
        (Tile::Four, 3),
        // One arrow: "the direction", "this instruction" (double and triple arrows). Counts [R].
        (Tile::Double, 8),
        (Tile::Triple, 6),
        // The counts of the knight and the star are [R].
        (Tile::Knight, 4),
        (Tile::Star, 5),
        // [R]: one hole for each pawn, so that holes don't run out before pawns do.
        (Tile::Hole, 10),
        // The manual always speaks of one pit.
        (Tile::Pit, 1),
    ],
};

/// The error for a set of components that no game can be played with.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BadComponents {
    /// The board is shorter than two sections or longer than [`Square::MOST_EDGE`].
    Edge,
    /// A section has no room for the pawns, or there are no pawns.
    Section,
    /// A square that starts open is listed twice or is not on the board.
    Open,
    /// A kind of tile is missing or listed twice.
    Kinds,
    /// The number of tiles is not that of the squares and both hands.
    Count,
    /// A hand could be left without a tile that fills a gap: every pawn that a player loses, except
    /// the last, puts a hole into the other player's hand.
    Filler,
    /// No deal could leave both hands without holes.
    Exchange,
}

impl Components {
    /// Validates that a game can be played with these components.
    ///
    /// # Errors
    /// Returns the first reason why no game can be played with them.
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

    /// Returns whether the tile on the square is open at the start \[R\].
    pub fn starts_open(&self, square: Square) -> bool {
        self.open.contains(&(square.x(), square.y()))
    }

    /// Returns every tile of the box, in the order of `tiles`.
    pub fn every_tile(&self) -> impl Iterator<Item = Tile> {
        let some = |&(tile, count): &(Tile, u8)| (0..count).map(move |_| tile);
        self.tiles.iter().flat_map(some)
    }
}

// An invalid set of components does not compile.
const _: () = assert!(COMPONENTS.check().is_ok());
