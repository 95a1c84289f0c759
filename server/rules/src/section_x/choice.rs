//! What a seat may choose, as a view says it.

use serde::{Deserialize, Serialize};

use super::{ByCell, Cell, Illegal, Kind, Length, Place, Rotations, Spot};
use crate::{BySeat, Seat};

/// What a seat may decide. What is `null` or empty is not possible now.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXChoices"))]
pub struct Choices {
    /// Piles that a tile can be drawn from.
    pub draw: Vec<u8>,
    /// What can be done with tiles.
    pub tile: Option<TileChoices>,
    /// Whether doing nothing with a tile is to be said.
    pub skip_tile: bool,
    /// Prisoners that can move, those together that are in the same place.
    pub steps: Vec<Steps>,
    /// Doors that can be put or moved.
    pub doors: Vec<DoorChoice>,
    /// Whether the turn can be ended.
    pub end_turn: bool,
    /// Whether the round ends with the turn, if it is ended now.
    pub ends_round: bool,
    /// Whose doors can stay in the tunnel that is fought for.
    pub fight: Option<Fight>,
    /// Doors of which one is to be given up for a key.
    pub give_door: Vec<Spot>,
}

/// What can be done with tiles.
///
/// A cell that is missing in a choice is so for one of a few reasons: a tile lies there, it does not fit, or an
/// occupied hide-out would come closer to a green area. Which one it is, and the side on which a tile doesn't
/// fit, the server says when it is asked: the action is refused with its code, and nothing changes.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXTileChoices"))]
pub struct TileChoices {
    /// The tiles of the stock, those of a kind together, and where each can be placed.
    pub place: Vec<Placeable>,
    /// The tiles of the board that can be moved, and where: on an empty cell it is relocated, on the cell of
    /// another tile of this list it is exchanged with it.
    pub moves: Vec<Movable>,
    /// Pairs of tiles side by side that can be exchanged: how one is turned says how the other can be. All
    /// other pairs are turned as `moves` says, each for itself.
    pub beside: Vec<Beside>,
    /// The tiles of the board that can be turned, and how.
    pub turn: Vec<Turnable>,
    /// Why the other tiles of the board can't be moved or can't be turned.
    pub fixed: Vec<Fixed>,
}

/// A kind of tile in the stock.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXPlaceable"))]
pub struct Placeable {
    /// Which.
    pub kind: Kind,
    /// The places in the stock where there is one.
    pub stock: Vec<u8>,
    /// Where it can be placed.
    pub to: ByCell,
    /// The fights that it would bring about.
    pub fights: Vec<FightAhead>,
}

/// Tunnels of several players that a tile would join, and whose doors would stay. One tile can bring about several
/// fights, each for a tunnel of its own.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXFightAhead"))]
pub struct FightAhead {
    /// Where the tile would lie.
    pub cell: Cell,
    /// How it would be turned.
    pub rotations: Rotations,
    /// How long the tunnels are, of all who have doors in them, the lowest seat first.
    pub lengths: Vec<Length>,
    /// Whose doors would stay; of several the mover chooses.
    pub among: Vec<Seat>,
}

/// A tile of the board that can be moved.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXMovable"))]
pub struct Movable {
    /// Where it lies.
    pub cell: Cell,
    /// Where it can lie.
    pub to: ByCell,
    /// The fights that it would bring about on an empty cell.
    pub fights: Vec<FightAhead>,
}

/// Two tiles side by side that can be exchanged, written as three texts: the cell of one, the cell of the other,
/// and a digit of [`Rotations`] for each rotation of the first on its new place, 0 to 5, that says how the second
/// can be turned on its.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(rename = "SectionXBeside", type = "[string, string, string]")
)]
pub struct Beside {
    /// Where one lies.
    pub a: Cell,
    /// Where the other lies.
    pub b: Cell,
    /// For each rotation of the first those of the second.
    pub rotations: [Rotations; 6],
}

/// Rotations of a tile on a cell.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXTurnable"))]
pub struct Turnable {
    /// Where.
    pub cell: Cell,
    /// How.
    pub rotations: Rotations,
}

/// A tile of the board that can't be moved or can't be turned.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXFixed"))]
pub struct Fixed {
    /// Where it lies.
    pub cell: Cell,
    /// Why it can't be turned.
    pub turn: Illegal,
    /// Why it can't be moved either; `null` if it can.
    pub moved: Option<Illegal>,
}

/// Where the prisoners of a place can go.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXSteps"))]
pub struct Steps {
    /// Their numbers.
    pub prisoners: Vec<u8>,
    /// Where they can go.
    pub to: Vec<Target>,
    /// Where a tunnel leads as well, and why nobody can go there.
    pub barred: Vec<Barred>,
}

/// Where a prisoner can go.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXTarget"))]
pub struct Target {
    /// Where: `block`, a section, or a green area.
    pub to: Place,
    /// What it does besides; `null` for nothing.
    pub does: Option<Does>,
}

/// What a step does besides.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXDoes"))]
pub struct Does {
    /// It takes a free zone that is nobody's.
    pub takes_zone: bool,
    /// It gives the master key back.
    pub loses_key: bool,
    /// The round ends: how many prisoners each player loses by that; `null` if it goes on.
    pub ends_round: Option<BySeat<u8>>,
    /// The game is won.
    pub wins: bool,
}

/// Where a tunnel leads and nobody can go.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXBarred"))]
pub struct Barred {
    /// Where.
    pub to: Place,
    /// Why.
    pub why: Illegal,
}

/// A door that can be put or moved.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXDoorChoice"))]
pub struct DoorChoice {
    /// Where it is; `null` for one that is not on the board.
    pub from: Option<Spot>,
    /// Where it can be put.
    pub to: Vec<Spot>,
}

/// A fight that waits for a choice.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXFight"))]
pub struct Fight {
    /// The number of the tunnel.
    pub tunnel: u8,
    /// Whose doors can stay.
    pub among: Vec<Seat>,
    /// How long the tunnels were, of all who have doors in it.
    pub lengths: Vec<Length>,
}

impl Serialize for Beside {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits: String = self.rotations.iter().map(Rotations::to_string).collect();
        (self.a, self.b, digits).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Beside {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (a, b, digits) = <(Cell, Cell, String)>::deserialize(deserializer)?;
        let sets: Option<Vec<Rotations>> = digits.bytes().map(Rotations::of_digit).collect();
        let rotations = sets.and_then(|sets| sets.try_into().ok());
        let wrong = || serde::de::Error::custom("six digits of base64");
        Ok(Self {
            a,
            b,
            rotations: rotations.ok_or_else(wrong)?,
        })
    }
}
