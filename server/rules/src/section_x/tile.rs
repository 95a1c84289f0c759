//! The kinds of tiles, how they are turned, and where their tunnels lead.

use serde::{Deserialize, Deserializer, Serialize, de};

use super::components::{COMPONENTS, MOST_SECTIONS};

/// A kind of tile. Its tunnels are in [`COMPONENTS`]; all of them are \[R\].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXKind"))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Kind {
    /// A tunnel straight on.
    Straight,
    /// A tunnel that turns a little.
    WideBend,
    /// A tunnel that turns back.
    SharpBend,
    /// A junction of three, evenly spread.
    YJunction,
    /// A junction on a straight tunnel, to one hand.
    LeftJunction,
    /// A junction on a straight tunnel, to the other hand.
    RightJunction,
    /// A junction of four.
    FourWay,
    /// Two wide bends that don't meet.
    TwoBends,
    /// A straight tunnel and a sharp bend.
    StraightAndBend,
    /// Two straight tunnels, one above the other.
    TwoStraights,
    /// Three straight tunnels, one above the other.
    ThreeStraights,
    /// Three sharp bends.
    ThreeBends,
    /// A straight tunnel and a sharp bend on both sides of it.
    StraightAndTwoBends,
    /// A hide-out at the end of a tunnel.
    HideOutEnd,
    /// A hide-out on a straight tunnel.
    HideOutStraight,
    /// A hide-out on a wide bend.
    HideOutBend,
    /// A hide-out on a junction of three.
    HideOutJunction,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 17] = [
        Self::Straight,
        Self::WideBend,
        Self::SharpBend,
        Self::YJunction,
        Self::LeftJunction,
        Self::RightJunction,
        Self::FourWay,
        Self::TwoBends,
        Self::StraightAndBend,
        Self::TwoStraights,
        Self::ThreeStraights,
        Self::ThreeBends,
        Self::StraightAndTwoBends,
        Self::HideOutEnd,
        Self::HideOutStraight,
        Self::HideOutBend,
        Self::HideOutJunction,
    ];

    /// How many kinds there are.
    #[allow(clippy::cast_possible_truncation)] // 17
    pub const COUNT: u32 = Self::ALL.len() as u32;

    /// Its name, as it is on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::WideBend => "wide_bend",
            Self::SharpBend => "sharp_bend",
            Self::YJunction => "y_junction",
            Self::LeftJunction => "left_junction",
            Self::RightJunction => "right_junction",
            Self::FourWay => "four_way",
            Self::TwoBends => "two_bends",
            Self::StraightAndBend => "straight_and_bend",
            Self::TwoStraights => "two_straights",
            Self::ThreeStraights => "three_straights",
            Self::ThreeBends => "three_bends",
            Self::StraightAndTwoBends => "straight_and_two_bends",
            Self::HideOutEnd => "hide_out_end",
            Self::HideOutStraight => "hide_out_straight",
            Self::HideOutBend => "hide_out_bend",
            Self::HideOutJunction => "hide_out_junction",
        }
    }

    /// The kind of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The number of the kind, from 0; shuffles and their check name tiles by it.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Whether prisoners can hide on such a tile.
    pub fn has_hide_out(self) -> bool {
        self.shape(Rotation::default()).hide_out != 0
    }

    /// Its tunnels when it is turned like that.
    pub(super) fn shape(self, rotation: Rotation) -> &'static Shape {
        &SHAPES[self as usize][rotation.0 as usize]
    }
}

/// Sixths of a turn clockwise, 0 to 5.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXRotation"))]
#[serde(transparent)]
pub struct Rotation(u8);

impl Rotation {
    /// The six of them.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// That many sixths, if it is less than a whole turn.
    pub const fn new(sixths: u8) -> Option<Self> {
        if sixths < 6 { Some(Self(sixths)) } else { None }
    }

    /// Sixths of a turn, 0 to 5.
    pub const fn sixths(self) -> u8 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Rotation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let sixths = u8::deserialize(deserializer)?;
        Self::new(sixths).ok_or_else(|| de::Error::custom("a rotation is a number from 0 to 5"))
    }
}

/// The tunnels of a tile that is turned; sets of sides have a bit for each.
#[derive(Copy, Clone, Debug)]
pub(super) struct Shape {
    /// The sides that any tunnel leads to.
    pub(super) open: u8,
    /// The sides that each leads to; none for those beyond `count`.
    pub(super) sections: [u8; MOST_SECTIONS],
    /// How many tunnels there are.
    pub(super) count: u8,
    /// Which of them have a hide-out, a bit each.
    pub(super) hide_out: u8,
}

impl Shape {
    /// The numbers of its tunnels.
    pub(super) fn numbers(self) -> std::ops::Range<u8> {
        0..self.count
    }

    /// The sides that a tunnel leads to.
    pub(super) fn openings(self, section: u8) -> u8 {
        self.sections[usize::from(section)]
    }

    /// Whether a tunnel has a hide-out.
    pub(super) fn hides(self, section: u8) -> bool {
        self.hide_out & 1 << section != 0
    }

    /// The tunnel that leads to a side.
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

#[allow(clippy::cast_possible_truncation)] // at most three sections
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

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn each_kind_is_named_as_on_the_wire() {
        for (number, kind) in (0..).zip(Kind::ALL) {
            assert_eq!(kind.number(), number);
            assert_eq!(serde_json::json!(kind), kind.name());
            assert_eq!(Kind::of_name(kind.name()), Some(kind));
        }
    }
}
