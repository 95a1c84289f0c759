//! The kinds of tiles, and how they are turned.

use serde::{Deserialize, Deserializer, Serialize, de};

/// A kind of tile. Its tunnels are in [`super::COMPONENTS`]; all of them are \[R\].
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
