//! The choices of a seat, as a view presents them.

use serde::{Deserialize, Serialize};

use super::{ByCell, Cell, Illegal, Kind, Length, Place, Rotations, Spot};
use crate::{BySeat, Seat};

/// The decisions that are open to a seat. An entry that is `null` or empty is not possible now.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXChoices"),
    ts(rename = "SectionXChoices")
)]
pub struct Choices {
    /// The piles that a tile can be drawn from.
    pub draw: Vec<u8>,
    /// The possible actions with tiles.
    pub tile: Option<TileChoices>,
    /// Whether doing nothing with a tile takes an explicit `skip_tile` action.
    pub skip_tile: bool,
    /// The prisoners that can move, grouped by place.
    pub steps: Vec<Steps>,
    /// The doors that can be put or moved.
    pub doors: Vec<DoorChoice>,
    /// Whether the turn can be ended.
    pub end_turn: bool,
    /// Whether the round ends if the turn is ended now.
    pub ends_round: bool,
    /// The fight that waits for the choice of the doors that stay.
    pub fight: Option<Fight>,
    /// The doors on the board; one of them must be given up for a key.
    pub give_door: Vec<Spot>,
}

/// The possible actions with tiles.
///
/// A cell is missing from a choice for one of a few reasons: a tile lies there, the tile does not
/// fit, or an occupied hide-out would come closer to a green area. A client that needs the reason,
/// or the side on which a tile doesn't fit, sends the action: the server rejects it with the code
/// of the reason, and nothing changes.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXTileChoices"),
    ts(rename = "SectionXTileChoices")
)]
pub struct TileChoices {
    /// The kinds of tiles in the stock, and the cells that each can be placed on.
    pub place: Vec<Placeable>,
    /// The tiles of the board that can be moved, and their possible cells. A tile that moves to an
    /// empty cell is relocated. A tile that moves to the cell of another tile of this list is
    /// exchanged with it.
    pub moves: Vec<Movable>,
    /// The pairs of adjacent tiles that can be exchanged. The rotation of one tile restricts the
    /// rotations of the other. In all other pairs each tile has the rotations of `moves`,
    /// independently.
    pub beside: Vec<Beside>,
    /// The tiles of the board that can be turned, and their possible rotations.
    pub turn: Vec<Turnable>,
    /// The tiles of the board that the seat may not turn, and the reasons why they can't be turned
    /// or moved.
    pub fixed: Vec<Fixed>,
}

/// A kind of tile in the stock that can be placed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXPlaceable"),
    ts(rename = "SectionXPlaceable")
)]
pub struct Placeable {
    /// The kind of the tiles.
    pub kind: Kind,
    /// The indices of the tiles of this kind in the stock.
    pub stock: Vec<u8>,
    /// The possible rotations on each cell.
    pub to: ByCell,
    /// The fights that placing the tile would cause.
    pub fights: Vec<FightAhead>,
}

/// A fight that a tile would cause by joining tunnels of several players. One tile can cause
/// several fights, each for a different tunnel.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXFightAhead"),
    ts(rename = "SectionXFightAhead")
)]
pub struct FightAhead {
    /// The cell that the tile would lie on.
    pub cell: Cell,
    /// The rotations of the tile that cause the fight.
    pub rotations: Rotations,
    /// The tunnel lengths of all players who have doors in the joined tunnel, the lowest seat
    /// first.
    pub lengths: Vec<Length>,
    /// The seats whose doors could stay. If there are several, the mover chooses one.
    pub among: Vec<Seat>,
}

/// A tile of the board that can be moved.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXMovable"),
    ts(rename = "SectionXMovable")
)]
pub struct Movable {
    /// The cell of the tile.
    pub cell: Cell,
    /// The possible rotations on each cell that the tile can move to.
    pub to: ByCell,
    /// The fights that moving the tile to an empty cell would cause.
    pub fights: Vec<FightAhead>,
}

/// A pair of adjacent tiles that can be exchanged. It is written as three strings: the cell of the
/// first tile, the cell of the second tile, and six digits of [`Rotations`]. The digit at index `n`
/// holds the rotations of the second tile on its new cell when the first has rotation `n` on its
/// own new cell.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(rename = "SectionXBeside", type = "[string, string, string]")
)]
pub struct Beside {
    /// The cell of the first tile.
    pub a: Cell,
    /// The cell of the second tile.
    pub b: Cell,
    /// The rotations of the second tile for each rotation of the first.
    pub rotations: [Rotations; 6],
}

/// A tile of the board that can be turned.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXTurnable"),
    ts(rename = "SectionXTurnable")
)]
pub struct Turnable {
    /// The cell of the tile.
    pub cell: Cell,
    /// The rotations that the tile can be turned to.
    pub rotations: Rotations,
}

/// A tile of the board that can't be turned, and perhaps can't be moved either.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXFixed"),
    ts(rename = "SectionXFixed")
)]
pub struct Fixed {
    /// The cell of the tile.
    pub cell: Cell,
    /// The reason why the tile can't be turned.
    pub turn: Illegal,
    /// The reason why the tile can't be moved either; `null` if it can be moved.
    pub moved: Option<Illegal>,
}

/// The possible steps of the prisoners in one place.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXSteps"),
    ts(rename = "SectionXSteps")
)]
pub struct Steps {
    /// The numbers of the prisoners.
    pub prisoners: Vec<u8>,
    /// The places that these prisoners can move to.
    pub to: Vec<Target>,
    /// The other places that a tunnel leads to, and the reasons why these prisoners can't enter
    /// them.
    pub barred: Vec<Barred>,
}

/// A place that a prisoner can move to.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXTarget"),
    ts(rename = "SectionXTarget")
)]
pub struct Target {
    /// The place: `block`, a section, or a green area.
    pub to: Place,
    /// The further effects of the step; `null` if there are none.
    pub does: Option<Does>,
}

/// The further effects of a step.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXDoes"),
    ts(rename = "SectionXDoes")
)]
pub struct Does {
    /// Whether the step takes a free zone that has no owner.
    pub takes_zone: bool,
    /// Whether the step gives the master key back.
    pub loses_key: bool,
    /// The number of prisoners that each player loses because the step ends the round; `null` if
    /// the step does not end the round, or wins the game.
    pub ends_round: Option<BySeat<u8>>,
    /// Whether the step wins the game.
    pub wins: bool,
}

/// A place that a tunnel leads to and that the prisoners can't enter.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXBarred"),
    ts(rename = "SectionXBarred")
)]
pub struct Barred {
    /// The place that the tunnel leads to.
    pub to: Place,
    /// The reason why the prisoners can't enter it.
    pub why: Illegal,
}

/// A door that can be put or moved.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXDoorChoice"),
    ts(rename = "SectionXDoorChoice")
)]
pub struct DoorChoice {
    /// The section that the door is in; `null` for a door that is not on the board.
    pub from: Option<Spot>,
    /// The sections that the door can be put into.
    pub to: Vec<Spot>,
}

/// A fight that waits for a choice.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXFight"),
    ts(rename = "SectionXFight")
)]
pub struct Fight {
    /// The number of the contested tunnel.
    pub tunnel: u8,
    /// The seats whose doors can stay.
    pub among: Vec<Seat>,
    /// The lengths of the tunnels of all players who have doors in the contested tunnel, before the
    /// tunnels were joined.
    pub lengths: Vec<Length>,
}

crate::in_json_schema!(Beside, "SectionXBeside", {
    "type": "array",
    "prefixItems": [
        { "type": "string", "description": "The cell of the first tile." },
        { "type": "string", "description": "The cell of the second tile." },
        { "type": "string", "pattern": "^[A-Za-z0-9+/]{6}$" },
    ],
    "minItems": 3,
    "maxItems": 3,
    "description": "A pair of adjacent tiles that can be exchanged. The digit at index n holds the rotations of the \
                    second tile when the first has rotation n.",
});

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
