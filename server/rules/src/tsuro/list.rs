//! A list of tiles with a fixed capacity and no allocation.

use std::fmt;

use super::Tile;

/// A list of at most `N` tiles.
#[derive(Copy, Clone)]
pub struct Tiles<const N: usize> {
    tiles: [Tile; N],
    count: u8,
}

impl<const N: usize> Tiles<N> {
    /// The empty list of tiles.
    pub const NONE: Self = Self {
        tiles: [Tile::FIRST; N],
        count: 0,
    };

    /// Returns the tiles as a slice.
    pub fn as_slice(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.count)]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [Tile] {
        &mut self.tiles[..usize::from(self.count)]
    }

    /// Returns the number of tiles.
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// Returns whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Appends a tile at the end of the list.
    ///
    /// # Panics
    /// Panics if the list already holds `N` tiles.
    pub fn push(&mut self, tile: Tile) {
        self.tiles[usize::from(self.count)] = tile;
        self.count += 1;
    }

    /// Removes and returns the last tile.
    pub fn pop(&mut self) -> Option<Tile> {
        self.count = self.count.checked_sub(1)?;
        Some(self.tiles[usize::from(self.count)])
    }

    /// Removes the first occurrence of the tile. Returns whether there was one.
    pub fn take(&mut self, tile: Tile) -> bool {
        // In a list as short as a hand, comparing every element is faster than a loop with an
        // unpredictable exit.
        let count = usize::from(self.count);
        let mut place = count;
        for (other, &there) in self.tiles.iter().enumerate().rev() {
            if there == tile && other < count {
                place = other;
            }
        }
        for later in 1..N {
            let from = if later > place { later } else { later - 1 };
            self.tiles[later - 1] = self.tiles[from];
        }
        let found = place < count;
        self.count -= u8::from(found);
        found
    }
}

impl<const N: usize> Extend<Tile> for Tiles<N> {
    fn extend<I: IntoIterator<Item = Tile>>(&mut self, tiles: I) {
        tiles.into_iter().for_each(|tile| self.push(tile));
    }
}

impl<const N: usize> FromIterator<Tile> for Tiles<N> {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut list = Self::NONE;
        list.extend(tiles);
        list
    }
}

impl<const N: usize> PartialEq for Tiles<N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const N: usize> Eq for Tiles<N> {}

impl<const N: usize> fmt::Debug for Tiles<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}
