//! The board: the tile on each cell, and the places that tunnels lead to.

use serde::{Deserialize, Serialize};

use super::{
    Cell, Ground, Kind, Place, Rotation, Rotations, Side, Spot, cell::CELLS, shape::Shape,
};

/// The kind and the rotation of a tile on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Laid {
    pub(super) kind: Kind,
    pub(super) rotation: Rotation,
}

impl Laid {
    pub(super) fn shape(self) -> &'static Shape {
        self.kind.shape(self.rotation)
    }
}

/// A tile on the board, with its cell.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXBoardTile"),
    ts(rename = "SectionXBoardTile")
)]
#[serde(deny_unknown_fields)]
pub struct BoardTile {
    /// The cell of the tile.
    pub cell: Cell,
    /// The kind of the tile.
    pub kind: Kind,
    /// The rotation of the tile.
    pub rotation: Rotation,
}

impl BoardTile {
    pub(super) fn new(cell: Cell, Laid { kind, rotation }: Laid) -> Self {
        Self {
            cell,
            kind,
            rotation,
        }
    }

    pub(super) fn laid(self) -> Laid {
        let Self { kind, rotation, .. } = self;
        Laid { kind, rotation }
    }
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Board {
    laid: [Option<Laid>; CELLS],
}

/// The constraints that the tiles around a cell put on a tile laid there. Sets of sides are bit
/// sets with one bit per side.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Around {
    /// The sides on which a tile lies.
    known: u8,
    /// The sides among them on which that tile has a tunnel.
    open: u8,
}

impl Around {
    /// Returns the constraints without the tile on that side.
    pub(super) fn but(self, side: Side) -> Self {
        Self {
            known: self.known & !side.bit(),
            open: self.open & !side.bit(),
        }
    }

    /// Returns the constraints with a tile on that side. `open` says whether that tile has a tunnel
    /// to this cell.
    pub(super) fn with(self, side: Side, open: bool) -> Self {
        let but = self.but(side);
        Self {
            known: but.known | side.bit(),
            open: but.open | if open { side.bit() } else { 0 },
        }
    }

    /// Returns the rotations in which a tile of the kind fits: tunnels must continue in the tiles
    /// around (phase 2).
    pub(super) fn rotations(self, kind: Kind) -> Rotations {
        Rotation::ALL
            .into_iter()
            .filter(|&rotation| (kind.shape(rotation).open ^ self.open) & self.known == 0)
            .collect()
    }

    /// Returns the first side on which a tile doesn't fit.
    pub(super) fn misfit(self, laid: Laid) -> Option<Side> {
        let wrong = (laid.shape().open ^ self.open) & self.known;
        Side::ALL.into_iter().find(|side| wrong & side.bit() != 0)
    }
}

impl Board {
    pub(super) fn empty() -> Self {
        Self {
            laid: [None; CELLS],
        }
    }

    pub(super) fn at(&self, cell: Cell) -> Option<Laid> {
        self.laid[cell.index()]
    }

    pub(super) fn put(&mut self, cell: Cell, laid: Laid) {
        self.laid[cell.index()] = Some(laid);
    }

    pub(super) fn take(&mut self, cell: Cell) -> Option<Laid> {
        self.laid[cell.index()].take()
    }

    /// Returns the tiles, row by row from the north.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (Cell, Laid)> {
        Cell::all().filter_map(|cell| Some((cell, self.at(cell)?)))
    }

    /// Returns the sections of all tiles, in the order of the tiles.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> {
        self.tiles().flat_map(|(cell, laid)| {
            let spot = move |section| Spot { cell, section };
            laid.shape().numbers().map(spot)
        })
    }

    pub(super) fn is_free(&self, cell: Cell) -> bool {
        cell.ground() == Ground::Tiles && self.at(cell).is_none()
    }

    /// Returns whether the section exists.
    pub(super) fn has(&self, spot: Spot) -> bool {
        self.at(spot.cell)
            .is_some_and(|laid| spot.section < laid.shape().count)
    }

    /// Returns whether the section has a hide-out.
    pub(super) fn hides(&self, spot: Spot) -> bool {
        self.at(spot.cell)
            .is_some_and(|laid| laid.shape().hides(spot.section))
    }

    /// Returns the number of prisoners that the section has room for: one in a tunnel, two in a
    /// hide-out (moving prisoners; hide-out).
    pub(super) fn room(&self, spot: Spot) -> usize {
        if self.hides(spot) { 2 } else { 1 }
    }

    /// Returns the number of sides that the section leads to.
    pub(super) fn openings(&self, spot: Spot) -> u32 {
        let laid = self.at(spot.cell);
        laid.map_or(0, |laid| laid.shape().openings(spot.section).count_ones())
    }

    /// Returns the constraints that the tiles around a cell put on the cell.
    pub(super) fn around(&self, cell: Cell) -> Around {
        let mut around = Around::default();
        for side in Side::ALL {
            let Some(laid) = cell.beside(side).and_then(|beside| self.at(beside)) else {
                continue;
            };
            around.known |= side.bit();
            if laid.shape().open & side.opposite().bit() != 0 {
                around.open |= side.bit();
            }
        }
        around
    }

    /// Returns the places that a section leads to, side by side: the island, a green area or a
    /// section of another tile. The relation is symmetric: two linked sections lead to each other.
    pub(super) fn leads(&self, spot: Spot) -> impl Iterator<Item = Place> {
        let open = self
            .at(spot.cell)
            .map_or(0, |laid| laid.shape().openings(spot.section));
        let lead = move |side: Side| {
            let cell = spot.cell.beside(side)?;
            match cell.ground() {
                Ground::Island => Some(Place::Block),
                Ground::Green(zone) => Some(Place::Green(zone)),
                Ground::Tiles => {
                    let shape = self.at(cell)?.shape();
                    let section = shape.section_at(side.opposite().bit())?;
                    Some(Place::Tunnel(Spot { cell, section }))
                }
            }
        };
        Side::ALL
            .into_iter()
            .filter(move |side| open & side.bit() != 0)
            .filter_map(lead)
    }

    /// Returns the places that are one step away from a place, without duplicates (moving
    /// prisoners). From the block these are all entrances around the island.
    pub(super) fn steps(&self, from: Place) -> Vec<Place> {
        let mut to: Vec<Place> = match from {
            Place::Block => self
                .spots()
                .filter(|&spot| self.leads(spot).any(|place| place == Place::Block))
                .map(Place::Tunnel)
                .collect(),
            Place::Tunnel(spot) => self.leads(spot).collect(),
            Place::Green(_) | Place::Free(_) | Place::Lost => Vec::new(),
        };
        to.sort_unstable();
        to.dedup();
        to
    }
}
