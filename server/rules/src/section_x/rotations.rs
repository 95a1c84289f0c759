//! Sets of rotations, each written as one digit of base64.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Cell, Rotation, cell};

/// The digits of base64, one for each of the 64 sets of six rotations.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A set of rotations. Bit `n` says whether a tile may be turned by `n` sixths. The set is written
/// as one digit of base64: `A` is the empty set, `/` has all six rotations.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(rename = "SectionXRotations", type = "string")
)]
pub struct Rotations(pub(super) u8);

/// A set of rotations for each cell for tiles. It is written as a string with one digit of
/// [`Rotations`] for each cell of [`View::cells`](super::View::cells), in the same order.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(rename = "SectionXByCell", type = "string")
)]
pub struct ByCell(Vec<Rotations>);

impl Rotations {
    /// The set without any rotation.
    pub const NONE: Self = Self(0);
    /// The set of all six rotations.
    pub const ALL: Self = Self(63);

    /// Returns whether the set contains the rotation.
    pub const fn contains(self, rotation: Rotation) -> bool {
        self.0 & 1 << rotation.sixths() != 0
    }

    /// Returns the set with the rotation added.
    #[must_use]
    pub const fn with(self, rotation: Rotation) -> Self {
        Self(self.0 | 1 << rotation.sixths())
    }

    /// Returns the set with the rotation removed.
    #[must_use]
    pub const fn without(self, rotation: Rotation) -> Self {
        Self(self.0 & !(1 << rotation.sixths()))
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the rotations of the set, the smallest first.
    pub fn iter(self) -> impl Iterator<Item = Rotation> + Clone {
        Rotation::ALL
            .into_iter()
            .filter(move |&rotation| self.contains(rotation))
    }

    const fn digit(self) -> char {
        DIGITS[self.0 as usize] as char
    }

    pub(super) fn of_digit(digit: u8) -> Option<Self> {
        let set = DIGITS.iter().position(|&other| other == digit)?;
        u8::try_from(set).ok().map(Self)
    }
}

impl FromIterator<Rotation> for Rotations {
    fn from_iter<I: IntoIterator<Item = Rotation>>(rotations: I) -> Self {
        rotations.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Rotations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

impl Serialize for Rotations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.digit())
    }
}

impl<'de> Deserialize<'de> for Rotations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let [digit] = text.as_bytes() else {
            return Err(de::Error::custom(
                "a set of rotations is one digit of base64",
            ));
        };
        Self::of_digit(*digit).ok_or_else(|| de::Error::custom("not a digit of base64"))
    }
}

impl ByCell {
    /// Computes the set of each cell for tiles with a function.
    pub(super) fn new(of: impl FnMut(Cell) -> Rotations) -> Self {
        Self(Cell::for_tiles().map(of).collect())
    }

    /// Returns the set of a cell; the empty set for a cell that is not for tiles.
    pub fn on(&self, cell: Cell) -> Rotations {
        let place = cell::place(cell);
        place.map_or(Rotations::NONE, |place| self.0[place])
    }

    /// Returns the cells whose sets are not empty, with these sets.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Rotations)> {
        let cells = Cell::for_tiles().zip(self.0.iter().copied());
        cells.filter(|(_, rotations)| !rotations.is_empty())
    }

    /// Returns whether the sets of all cells are empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|rotations| rotations.is_empty())
    }
}

impl Serialize for ByCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text: String = self.0.iter().map(|rotations| rotations.digit()).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for ByCell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let sets: Option<Vec<_>> = text.bytes().map(Rotations::of_digit).collect();
        let all = |sets: &Vec<_>| sets.len() == cell::places();
        sets.filter(all)
            .map(Self)
            .ok_or_else(|| de::Error::custom("one digit of base64 for each cell for tiles"))
    }
}

crate::in_json_schema!(Rotations, "SectionXRotations", {
    "type": "string",
    "pattern": "^[A-Za-z0-9+/]$",
    "description": "A set of rotations as one digit of base64. Bit n says whether a tile may be turned by n sixths.",
});
crate::in_json_schema!(ByCell, "SectionXByCell", {
    "type": "string",
    "pattern": "^[A-Za-z0-9+/]*$",
    "description": "A set of rotations for each cell for tiles: one digit for each of `cells` of the view, in the same \
                    order.",
});

#[cfg(test)]
mod tests {
    use super::{DIGITS, Rotations};

    #[test]
    fn each_set_has_its_digit() {
        for (set, digit) in (0..).zip(DIGITS) {
            assert_eq!(Rotations(set).digit(), char::from(*digit));
            assert_eq!(Rotations::of_digit(*digit), Some(Rotations(set)));
        }
        assert_eq!(Rotations::of_digit(b'='), None);
    }
}
