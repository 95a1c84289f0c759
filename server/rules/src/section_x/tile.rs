//! The kinds of tiles and their rotations.

use serde::{Deserialize, Serialize};

use crate::{as_serialized, text::as_number};

/// A kind of tile. The tunnels of each kind are in [`super::COMPONENTS`]; all of them are \[R\].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXKind"),
    ts(rename = "SectionXKind")
)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Kind {
    /// A straight tunnel to opposite sides.
    Straight,
    /// A tunnel with a wide bend, to a side two sixths of a turn away.
    WideBend,
    /// A tunnel with a sharp bend, to the adjacent side.
    SharpBend,
    /// A junction of three evenly spread tunnels.
    YJunction,
    /// A junction of three: a straight tunnel with a branch to one hand.
    LeftJunction,
    /// A junction of three: a straight tunnel with a branch to the other hand.
    RightJunction,
    /// A junction of four tunnels.
    FourWay,
    /// Two wide bends that don't meet.
    TwoBends,
    /// A straight tunnel and a sharp bend.
    StraightAndBend,
    /// Two straight tunnels, one above the other.
    TwoStraights,
    /// Three straight tunnels, one above the other.
    ThreeStraights,
    /// Three sharp bends that don't meet.
    ThreeBends,
    /// A straight tunnel with a sharp bend on each side.
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
    /// All kinds, in the order of their numbers.
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

    /// The number of kinds.
    #[expect(clippy::cast_possible_truncation, reason = "17 kinds")]
    pub const COUNT: u32 = Self::ALL.len() as u32;

    /// Returns the number of the kind, from 0. The shuffles and their verification identify tiles
    /// by it.
    pub const fn number(self) -> u32 {
        self as u32
    }
}

as_serialized!(Kind);

/// The rotation of a tile, in sixths of a turn clockwise, 0 to 5.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXRotation"),
    ts(rename = "SectionXRotation")
)]
#[serde(transparent)]
pub struct Rotation(u8);

impl Rotation {
    /// All six rotations, the smallest first.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Returns the rotation by that many sixths, or `None` for a whole turn or more.
    pub const fn new(sixths: u8) -> Option<Self> {
        if sixths < 6 { Some(Self(sixths)) } else { None }
    }

    /// Returns the number of sixths of a turn, 0 to 5.
    pub const fn sixths(self) -> u8 {
        self.0
    }
}

as_number!(Rotation, "a rotation is a number from 0 to 5");

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn each_kind_is_named_as_on_the_wire() {
        for (number, kind) in (0..).zip(Kind::ALL) {
            assert_eq!(kind.number(), number);
            assert_eq!(serde_json::json!(kind), kind.to_string());
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
    }
}
