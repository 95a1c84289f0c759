//! The events of a game.

use serde::{Deserialize, Serialize};

use super::{Cell, Kind, Place, Rotation, Spot};
use crate::{Outcome, Seat};

/// A tile as a viewer sees it: `null` if the viewer may not know the kind.
pub type Card = Option<Kind>;

/// A prisoner and its place.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXPrisoner"),
    ts(rename = "SectionXPrisoner")
)]
#[serde(deny_unknown_fields)]
pub struct Prisoner {
    /// The seat of the prisoner's player.
    pub seat: Seat,
    /// The number of the prisoner, from 0.
    pub number: u8,
    /// The place of the prisoner.
    pub at: Place,
}

/// A door on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXDoor"),
    ts(rename = "SectionXDoor")
)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// The seat of the door's player.
    pub seat: Seat,
    /// The section that the door is in.
    pub at: Spot,
}

/// The length of a player's tunnels before they were joined to those of other players (fight for a
/// tunnel).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXLength"),
    ts(rename = "SectionXLength")
)]
#[serde(deny_unknown_fields)]
pub struct Length {
    /// The seat whose doors are in these tunnels.
    pub seat: Seat,
    /// The number of different tiles of these tunnels.
    pub tiles: u8,
}

/// The reasons why a round ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXRoundEnd"),
    ts(rename = "SectionXRoundEnd")
)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum RoundEnd {
    /// The prisoners of one player on green areas are as many as end a round (end of a round).
    Escape {
        /// The seat of that player.
        seat: Seat,
    },
    /// The last tile was drawn, and the turn in which it was drawn is over (end of a round).
    LastTile,
    /// All players, one after the other, have done nothing in their turns \[R\].
    Idle,
    /// The round has had the maximum number of turns \[R\].
    TurnLimit,
}

/// The fate of all prisoners and doors when the tunnels collapse.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXCollapse"),
    ts(rename = "SectionXCollapse")
)]
pub struct Collapse {
    /// The reason why the round ends.
    pub why: RoundEnd,
    /// The prisoners that were on a green area. They are now in the free zone of the same number.
    pub freed: Vec<Prisoner>,
    /// The prisoners that were in a tunnel outside a hide-out. They are lost.
    pub lost: Vec<Prisoner>,
    /// The prisoners that are safe, in a cell block or a hide-out.
    pub safe: Vec<Prisoner>,
    /// The doors that go back to their players.
    pub doors: Vec<Door>,
}

/// The reasons why a game ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXEnd"),
    ts(rename = "SectionXEnd")
)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum End {
    /// Enough prisoners of one player have escaped (end of the game).
    Target {
        /// The seat of the winner.
        winner: Seat,
    },
    /// No player has enough prisoners left to win (too few prisoners).
    NobodyCan,
    /// Some player did not have enough prisoners left, and the last round is over (too few
    /// prisoners).
    LastRound,
    /// Two rounds in a row have passed in which no prisoner escaped or was lost \[R\].
    Stalled,
    /// The game has had the maximum number of rounds \[R\].
    RoundLimit,
    /// All other players have left the game \[R\].
    Alone {
        /// The seat of the winner.
        winner: Seat,
    },
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// An event of a game. The log hides nothing. An event that is sent to a viewer has `null` for
    /// each tile that the viewer may not know.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS), schemars(rename = "SectionXEvent"), ts(rename = "SectionXEvent"))]
    pub enum Event {
        /// The tiles are shuffled and laid in piles, and the first round begins.
        Opened {
            /// The version of the rules, [`crate::section_x::RULES`].
            rules: u16,
            /// The seat that plays first.
            first: Seat,
            /// The piles, the top tile of each first. One shuffle of all tiles is dealt pile by
            /// pile.
            piles: Vec<Vec<Card>>,
        },
        /// The game begins with a position instead of a deal.
        SetUp {
            /// The version of the rules, [`crate::section_x::RULES`].
            rules: u16,
            /// The complete position as text, or `null` for a viewer who may not know all of it.
            position: Option<String>,
        },
        /// The turn of a player begins.
        Turn {
            /// The seat whose turn it is.
            seat: Seat,
        },
        /// A player draws a tile into the stock.
        Drew {
            /// The seat of the player.
            seat: Seat,
            /// The number of the pile, from 0.
            pile: u8,
            /// The tile that was drawn.
            tile: Card,
        },
        /// A player lays a tile of the stock on the board.
        Placed {
            /// The seat of the player.
            seat: Seat,
            /// The index of the tile in the stock. The tiles behind it move up.
            stock: u8,
            /// The kind of the tile.
            tile: Kind,
            /// The cell of the tile.
            cell: Cell,
            /// The rotation of the tile.
            rotation: Rotation,
        },
        /// Two tiles exchange their cells, together with the prisoners and doors on them.
        Exchanged {
            /// The former cell of the first tile.
            a: Cell,
            /// The rotation of the first tile on its new cell.
            rotation_a: Rotation,
            /// The former cell of the second tile.
            b: Cell,
            /// The rotation of the second tile on its new cell.
            rotation_b: Rotation,
        },
        /// A tile moves to another cell, together with the prisoners and doors on it.
        Relocated {
            /// The former cell of the tile.
            from: Cell,
            /// The new cell of the tile.
            to: Cell,
            /// The rotation of the tile on its new cell.
            rotation: Rotation,
        },
        /// A tile is turned on its cell.
        Turned {
            /// The cell of the tile.
            cell: Cell,
            /// The new rotation of the tile.
            rotation: Rotation,
        },
        /// The player does nothing with a tile.
        Skipped {},
        /// Tunnels with doors of several players have been joined, and the longest of them are
        /// equally long. The mover chooses whose doors stay.
        Tied {
            /// A section of the joined tunnel.
            at: Spot,
            /// The lengths of the tunnels before they were joined.
            lengths: Vec<Length>,
            /// The seats whose doors can stay.
            among: Vec<Seat>,
        },
        /// One player's doors stay in a tunnel that joins those of several players. The doors of
        /// the others go back to them.
        Fought {
            /// A section of the joined tunnel.
            at: Spot,
            /// The lengths of the tunnels before they were joined.
            lengths: Vec<Length>,
            /// The seat whose doors stay.
            kept: Seat,
            /// The doors that go back.
            back: Vec<Door>,
        },
        /// A prisoner makes a step.
        Stepped {
            /// The seat of the prisoner's player.
            seat: Seat,
            /// The number of the prisoner.
            prisoner: u8,
            /// The place that the prisoner leaves.
            from: Place,
            /// The place that the prisoner enters.
            to: Place,
        },
        /// A player takes a free zone.
        ZoneTaken {
            /// The seat of the player.
            seat: Seat,
            /// The number of the zone.
            zone: u8,
        },
        /// A player puts a door into a tunnel, or moves one.
        DoorPut {
            /// The seat of the player.
            seat: Seat,
            /// The section that the door was in; `null` if it was not on the board.
            from: Option<Spot>,
            /// The section that the door is in now.
            to: Spot,
        },
        /// A player earns a master key and must choose the door to give up for it.
        KeyDue {
            /// The seat of the player.
            seat: Seat,
        },
        /// A player gets a master key and gives up a door for it.
        KeyWon {
            /// The seat of the player.
            seat: Seat,
            /// The section that the door was in; `null` if it was not on the board.
            door: Option<Spot>,
        },
        /// A player gives the master key back and gets the door back.
        KeyLost {
            /// The seat of the player.
            seat: Seat,
        },
        /// The round is over: the tunnels collapse.
        Collapsed(Box<Collapse>),
        /// Some player does not have enough prisoners left to win, so the next round is the last.
        LastRound {},
        /// A round begins: all tiles except the hide-outs in use are shuffled and laid in piles.
        Round {
            /// The number of the round, from 1.
            number: u8,
            /// The piles, the top tile of each first. One shuffle of all these tiles is dealt pile
            /// by pile.
            piles: Vec<Vec<Card>>,
        },
        /// A player leaves the game. The player's prisoners and doors leave the board, the player's
        /// zones become free again, and the tiles of the stock are shuffled into the piles of the
        /// next round \[R\].
        Resigned {
            /// The seat of the player.
            seat: Seat,
        },
        /// The game is over, and the places are known.
        Over {
            /// The places of the players.
            outcome: Outcome,
            /// The reason why the game is over.
            end: End,
        },
    }
}
