//! What happens in a game.

use serde::{Deserialize, Serialize};

use super::{Cell, Kind, Place, Rotation, Spot};
use crate::{Outcome, Seat};

/// A tile as a viewer sees it: `null` where they may not know which it is.
pub type Card = Option<Kind>;

/// A prisoner and where it is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXPrisoner"))]
#[serde(deny_unknown_fields)]
pub struct Prisoner {
    /// Whose.
    pub seat: Seat,
    /// The number, from 0.
    pub number: u8,
    /// Where.
    pub at: Place,
}

/// A door on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXDoor"))]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// Whose.
    pub seat: Seat,
    /// Where.
    pub at: Spot,
}

/// How long a tunnel was before others were joined to it (fight for a tunnel).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXLength"))]
#[serde(deny_unknown_fields)]
pub struct Length {
    /// Whose doors.
    pub seat: Seat,
    /// Different tiles of the tunnels that they were in.
    pub tiles: u8,
}

/// Why a round is over.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXRoundEnd"))]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum RoundEnd {
    /// As many prisoners of one player are on green areas as end a round (end of a round).
    Escape {
        /// Whose.
        seat: Seat,
    },
    /// The last tile was drawn, and that turn is over (end of a round).
    LastTile,
    /// Nobody has done anything for a turn each \[R\].
    Idle,
    /// It has had as many turns as a round may have \[R\].
    TurnLimit,
}

/// What becomes of everybody when the tunnels collapse.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXCollapse"))]
pub struct Collapse {
    /// Why.
    pub why: RoundEnd,
    /// Who was on a green area, and is in the free zone of its number now.
    pub freed: Vec<Prisoner>,
    /// Who was in a tunnel, and is lost.
    pub lost: Vec<Prisoner>,
    /// Who is safe, in a block or a hide-out.
    pub safe: Vec<Prisoner>,
    /// The doors that go back to their players.
    pub doors: Vec<Door>,
}

/// Why a game is over.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXEnd"))]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum End {
    /// Enough prisoners of one player have escaped (end of the game).
    Target {
        /// Who has won.
        winner: Seat,
    },
    /// Nobody has enough prisoners left (too few prisoners).
    NobodyCan,
    /// Somebody had not enough prisoners left, and the last round is over (too few prisoners).
    LastRound,
    /// Two rounds have passed in which nobody escaped and nobody was lost \[R\].
    Stalled,
    /// It has had as many rounds as a game may have \[R\].
    RoundLimit,
    /// All others have left the game \[R\].
    Alone {
        /// Who has won.
        winner: Seat,
    },
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// What happened. In the log nothing is hidden; what is told to a viewer has `null` for each tile they may
    /// not know.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXEvent"))]
    pub enum Event {
        /// The tiles are shuffled and laid in piles; the first round begins.
        Opened {
            /// The version of the rules, [`crate::section_x::RULES`].
            rules: u16,
            /// Who plays first.
            first: Seat,
            /// The piles, the top tile of each first. One shuffle of all tiles is dealt out pile by pile.
            piles: Vec<Vec<Card>>,
        },
        /// A turn begins.
        Turn {
            /// Whose.
            seat: Seat,
        },
        /// A tile is taken into a stock.
        Drew {
            /// Whose.
            seat: Seat,
            /// From which pile.
            pile: u8,
            /// Which it is.
            tile: Card,
        },
        /// A tile of a stock lies on the board.
        Placed {
            /// Whose stock.
            seat: Seat,
            /// The place in the stock; those behind it move up.
            stock: u8,
            /// Which.
            tile: Kind,
            /// Where.
            cell: Cell,
            /// How it is turned.
            rotation: Rotation,
        },
        /// Two tiles have changed places, with who is on them.
        Exchanged {
            /// Where one lay.
            a: Cell,
            /// How it is turned now.
            rotation_a: Rotation,
            /// Where the other lay.
            b: Cell,
            /// How that is turned now.
            rotation_b: Rotation,
        },
        /// A tile has moved, with who is on it.
        Relocated {
            /// Where it lay.
            from: Cell,
            /// Where it lies.
            to: Cell,
            /// How it is turned now.
            rotation: Rotation,
        },
        /// A tile is turned.
        Turned {
            /// Where it lies.
            cell: Cell,
            /// How it is turned now.
            rotation: Rotation,
        },
        /// Nothing is done with a tile.
        Skipped {},
        /// Tunnels with doors of several players have been joined, and the longest are as long as each other:
        /// the mover says whose doors stay.
        Tied {
            /// A section of the tunnel.
            at: Spot,
            /// How long the tunnels were.
            lengths: Vec<Length>,
            /// Who can keep theirs.
            among: Vec<Seat>,
        },
        /// One player's doors stay in a tunnel that joins several, and the others' go back to them.
        Fought {
            /// A section of the tunnel.
            at: Spot,
            /// How long the tunnels were.
            lengths: Vec<Length>,
            /// Whose stay.
            kept: Seat,
            /// Which go back.
            back: Vec<Door>,
        },
        /// A prisoner has made a step.
        Stepped {
            /// Whose.
            seat: Seat,
            /// The number.
            prisoner: u8,
            /// Where from.
            from: Place,
            /// Where to.
            to: Place,
        },
        /// A free zone is a player's from now on.
        ZoneTaken {
            /// Whose.
            seat: Seat,
            /// Which.
            zone: u8,
        },
        /// A door is in a tunnel.
        DoorPut {
            /// Whose.
            seat: Seat,
            /// Where it was; `null` if it was not on the board.
            from: Option<Spot>,
            /// Where it is.
            to: Spot,
        },
        /// A player who is to get a master key must say which door they give up for it.
        KeyDue {
            /// Who.
            seat: Seat,
        },
        /// A player has a master key, and a door less.
        KeyWon {
            /// Who.
            seat: Seat,
            /// Where the door was; `null` if it was not on the board.
            door: Option<Spot>,
        },
        /// A player has no master key any more, and the door back.
        KeyLost {
            /// Who.
            seat: Seat,
        },
        /// The round is over: the tunnels collapse.
        Collapsed(Box<Collapse>),
        /// Somebody has not enough prisoners left to win: one more round is played, and no other.
        LastRound {},
        /// A round begins: all tiles but the hide-outs that are in use are shuffled and laid in piles.
        Round {
            /// Which, from 1.
            number: u8,
            /// The piles, the top tile of each first. One shuffle of all these tiles is dealt out pile by pile.
            piles: Vec<Vec<Card>>,
        },
        /// A player has left the game: their prisoners and doors leave the board, their zones are free again and
        /// their tiles are shuffled in at the next round \[R\].
        Resigned {
            /// Who.
            seat: Seat,
        },
        /// The game is over.
        Over {
            /// The places.
            outcome: Outcome,
            /// Why.
            end: End,
        },
    }
}
