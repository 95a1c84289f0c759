//! Seats, sets of seats, values per seat, and the viewers of a game.

use std::{collections::BTreeMap, fmt, marker::PhantomData, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::text::as_number;

/// A place at the table, counted from 0 in clockwise order.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(extend("maximum" = 7))
)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The maximum number of seats in any game.
    pub const MOST: u8 = 8;

    /// The seat with number 0.
    pub const ZERO: Self = Self(0);

    /// Returns the seat with that number, or `None` if no table has one.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::MOST {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Returns the first `count` seats, clockwise.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..count.min(Self::MOST)).map(Self)
    }

    /// Returns the number, from 0.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns every seat of a table of `seats` once, clockwise, beginning with the next seat and
    /// ending with this one. This seat must be one of them.
    pub fn clockwise(self, seats: u8) -> impl Iterator<Item = Self> + Clone {
        let on = move |steps| {
            let number = self.0 + steps;
            Self(if number < seats {
                number
            } else {
                number - seats
            })
        };
        (1..=seats).map(on)
    }

    /// Returns the number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The error for text that does not name a seat.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a seat is a number from 0 to 7")]
pub struct NoSeat;

impl FromStr for Seat {
    type Err = NoSeat;

    fn from_str(text: &str) -> Result<Self, NoSeat> {
        text.parse().ok().and_then(Self::new).ok_or(NoSeat)
    }
}

as_number!(Seat, NoSeat);

/// A set of seats.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// The set without any seat.
    pub const NONE: Self = Self(0);

    /// Returns the set of the first `count` seats.
    pub fn first(count: u8) -> Self {
        Seat::first(count).collect()
    }

    /// Returns the seats whose bits are set, seat 0 in the lowest bit.
    pub(crate) const fn of_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Returns the seats for which the predicate is true.
    pub(crate) fn of_which(is: impl Fn(Seat) -> bool) -> Self {
        let one = |number| u8::from(is(Seat(number))) << number;
        Self((0..Seat::MOST).fold(0, |seats, number| seats | one(number)))
    }

    /// Returns whether the set contains the seat.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of seats in the set.
    pub const fn len(self) -> u8 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "at most eight bits are set"
        )]
        let count = self.0.count_ones() as u8;
        count
    }

    /// Returns the set with the seat added.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | (1 << seat.0))
    }

    /// Returns the set with the seat removed.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Returns the seats in clockwise order from seat 0.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        self.iter_from(Seat::ZERO)
    }

    /// Returns the seats in clockwise order from that seat, whether or not it is in the set.
    pub fn iter_from(self, first: Seat) -> impl Iterator<Item = Seat> + Clone {
        let mut left = self.0.rotate_right(first.0.into());
        std::iter::from_fn(move || {
            #[expect(clippy::cast_possible_truncation, reason = "at most eight seats")]
            let seat =
                (left != 0).then(|| Seat((left.trailing_zeros() as u8 + first.0) % Seat::MOST));
            left &= left.wrapping_sub(1);
            seat
        })
    }
}

crate::in_typescript!(Seats, "number[]");

#[cfg(feature = "types")]
impl schemars::JsonSchema for Seats {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seats".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let seat = generator.subschema_for::<Seat>();
        schemars::json_schema!({ "type": "array", "items": seat, "uniqueItems": true })
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?
            .into_iter()
            .collect())
    }
}

/// One value per seat, for seats 0 to n-1; never more than [`Seat::MOST`].
#[derive(Clone, Debug, Default, Eq, PartialEq, Hash, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(inline, extend("maxItems" = 8))
)]
#[serde(transparent)]
pub struct BySeat<T>(Vec<T>);

impl<T> BySeat<T> {
    /// Returns a value for each of the first `seats` seats.
    pub fn new(seats: u8, of: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::first(seats).map(of).collect())
    }

    /// Returns each seat with its value, clockwise from seat 0.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::first(Seat::MOST).zip(&self.0)
    }

    /// Returns each seat with a mutable reference to its value, clockwise from seat 0.
    pub fn iter_mut(
        &mut self,
    ) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> + ExactSizeIterator {
        Seat::first(Seat::MOST).zip(&mut self.0)
    }

    /// Returns the value of a seat, or `None` if there is no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// Returns the number of seats.
    ///
    /// # Panics
    /// Panics only if there are more than [`Seat::MOST`] values, which construction and
    /// deserialization rule out.
    pub fn seats(&self) -> u8 {
        u8::try_from(self.0.len()).expect("at most eight seats")
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AtMostEight<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> de::Visitor<'de> for AtMostEight<T> {
            type Value = BySeat<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of at most eight")
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<BySeat<T>, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = list.next_element()? {
                    if values.len() == usize::from(Seat::MOST) {
                        return Err(de::Error::invalid_length(values.len() + 1, &self));
                    }
                    values.push(value);
                }
                Ok(BySeat(values))
            }
        }

        deserializer.deserialize_seq(AtMostEight(PhantomData))
    }
}

impl<T> std::ops::Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> std::ops::IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// Values for some of the seats, in clockwise order. It rarely holds more than one value, so that a
/// tree map would be mostly empty.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SomeSeats<T>(Box<[(Seat, T)]>);

impl<T> SomeSeats<T> {
    /// Returns whether it holds no value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for SomeSeats<T> {
    fn default() -> Self {
        Self(Box::default())
    }
}

/// Collects values; their seats must come in clockwise order.
impl<T> FromIterator<(Seat, T)> for SomeSeats<T> {
    fn from_iter<I: IntoIterator<Item = (Seat, T)>>(values: I) -> Self {
        let values: Box<[(Seat, T)]> = values.into_iter().collect();
        debug_assert!(values.is_sorted_by_key(|(seat, _)| *seat));
        Self(values)
    }
}

#[cfg(feature = "types")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for SomeSeats<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("SomeSeatsOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let value = generator.subschema_for::<T>();
        schemars::json_schema!({
            "type": "object",
            "patternProperties": { "^[0-7]$": value },
            "additionalProperties": false,
        })
    }
}

impl<T: Serialize> Serialize for SomeSeats<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(seat, value)| (seat, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SomeSeats<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = BTreeMap::<Seat, T>::deserialize(deserializer)?;
        Ok(Self(values.into_iter().collect()))
    }
}

/// The recipient of a view or an event. It decides what they may know.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Viewer {
    /// The owner of a seat.
    Seat(Seat),
    /// A viewer without a seat.
    Spectator,
    /// A viewer who may know everything that the players know together: all hands, but no pile and
    /// no closed tile.
    Hands,
    /// A viewer who may know everything: the log, tests, and every viewer after the end of the
    /// game.
    Omniscient,
}

impl Viewer {
    /// Returns whether the viewer may know the hand of the seat.
    pub fn sees_hand(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Spectator => false,
            Self::Hands | Self::Omniscient => true,
        }
    }

    /// Returns whether the viewer may know the choices of the seat.
    pub fn sees_choices(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Spectator | Self::Hands => false,
            Self::Omniscient => true,
        }
    }
}
