//! The sides that the tunnels of a tile lead to, for each rotation.

use super::{
    Kind, Rotation,
    components::{COMPONENTS, MOST_SECTIONS},
};

impl Kind {
    /// Returns whether tiles of this kind have a hide-out.
    pub fn has_hide_out(self) -> bool {
        self.shape(Rotation::default()).hide_out != 0
    }

    /// Returns for each tunnel of a tile of this kind the sides that it leads to in that rotation,
    /// as a set with one bit per side.
    pub fn sections(self, rotation: Rotation) -> &'static [u8] {
        let shape = self.shape(rotation);
        &shape.sections[..shape.count.into()]
    }

    pub(super) fn shape(self, rotation: Rotation) -> &'static Shape {
        &SHAPES[self as usize][usize::from(rotation.sixths())]
    }
}

/// The tunnels of a tile in a rotation. Sets of sides have one bit per side.
#[derive(Copy, Clone, Debug)]
pub(super) struct Shape {
    /// The sides that any tunnel leads to.
    pub(super) open: u8,
    /// The sides that each tunnel leads to; the empty set from index `count` on.
    pub(super) sections: [u8; MOST_SECTIONS],
    /// The number of tunnels of the tile.
    pub(super) count: u8,
    /// The set of tunnels that have a hide-out, one bit per tunnel.
    pub(super) hide_out: u8,
}

impl Shape {
    /// Returns the numbers of the tunnels.
    pub(super) fn numbers(self) -> std::ops::Range<u8> {
        0..self.count
    }

    /// Returns the sides that a tunnel leads to.
    pub(super) fn openings(self, section: u8) -> u8 {
        self.sections[usize::from(section)]
    }

    /// Returns whether a tunnel has a hide-out.
    pub(super) fn hides(self, section: u8) -> bool {
        self.hide_out & 1 << section != 0
    }

    /// Returns the number of the tunnel that leads to a side, which is given as a bit.
    pub(super) fn section_at(self, side: u8) -> Option<u8> {
        self.numbers()
            .find(|&section| self.openings(section) & side != 0)
    }
}

static SHAPES: [[Shape; 6]; Kind::ALL.len()] = shapes();

const fn shapes() -> [[Shape; 6]; Kind::ALL.len()] {
    let none = Shape {
        open: 0,
        sections: [0; MOST_SECTIONS],
        count: 0,
        hide_out: 0,
    };
    let mut shapes = [[none; 6]; Kind::ALL.len()];
    let mut at = 0;
    while at < 6 * shapes.len() {
        shapes[at / 6][at % 6] = shape(at / 6, at % 6);
        at += 1;
    }
    shapes
}

#[expect(clippy::cast_possible_truncation, reason = "at most three sections")]
const fn shape(kind: usize, rotation: usize) -> Shape {
    let sections = COMPONENTS.tiles[kind].sections;
    let mut shape = Shape {
        open: 0,
        sections: [0; MOST_SECTIONS],
        count: sections.len() as u8,
        hide_out: 0,
    };
    let mut at = 0;
    while at < sections.len() {
        let mut opening = 0;
        while opening < sections[at].openings.len() {
            let side = (sections[at].openings[opening] as usize + rotation) % 6;
            shape.sections[at] |= 1 << side;
            opening += 1;
        }
        shape.open |= shape.sections[at];
        if sections[at].hide_out {
            shape.hide_out |= 1 << at;
        }
        at += 1;
    }
    shape
}
