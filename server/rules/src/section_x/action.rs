//! What a player decides, and why it may be refused.

use serde::{Deserialize, Serialize};

use super::{Cell, Place, Spot};
use crate::Seat;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// A decision. `stock` is a place in the own stock and `prisoner` the number of an own prisoner, both counted
    /// from 0; a rotation is the number of sixths of a turn clockwise.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXAction"))]
    pub enum Action {
        /// Takes the top tile of a pile (phase 1).
        Draw {
            /// Which, from 0.
            pile: u8,
        },
        /// Lays a tile of the stock on an empty cell (phase 2 A).
        Place {
            /// Which tile.
            stock: u8,
            /// Where.
            cell: Cell,
            /// How it is turned.
            rotation: u8,
        },
        /// Lets two tiles of the board change places (phase 2 B). `a` and `b` may be said either way round;
        /// [`legal_actions`](crate::Game::legal_actions) has each pair once, `a` before `b`.
        Exchange {
            /// Where one lies.
            a: Cell,
            /// How it is turned on its new place.
            rotation_a: u8,
            /// Where the other lies.
            b: Cell,
            /// How that is turned on its new place.
            rotation_b: u8,
        },
        /// Moves a tile of the board to an empty cell (phase 2 C).
        Relocate {
            /// Where it lies.
            from: Cell,
            /// Where to.
            to: Cell,
            /// How it is turned there.
            rotation: u8,
        },
        /// Turns a tile of the board (phase 2 D).
        Turn {
            /// Where it lies.
            cell: Cell,
            /// How it is turned afterwards.
            rotation: u8,
        },
        /// Does nothing with a tile in this turn (phase 2: a player may). Not needed where the order is free.
        SkipTile {},
        /// Says whose doors stay in a tunnel whose owners had as many tiles (fight for a tunnel).
        FightChoice {
            /// Whose.
            keep: Seat,
        },
        /// Moves an own prisoner one step (phase 3 A).
        Step {
            /// Which.
            prisoner: u8,
            /// Where to: `block`, a section, or a green area.
            to: Place,
        },
        /// Puts a door into a tunnel, or moves one (phase 3 B).
        Door {
            /// Where the own door is; `null` for one that is not on the board.
            #[serde(default)]
            from: Option<Spot>,
            /// Where to.
            to: Spot,
        },
        /// Ends the turn.
        EndTurn {},
        /// Gives up a door for a master key (master key; which one is the player's choice \[R\]).
        GiveDoor {
            /// Where it is.
            section: Spot,
        },
        /// Leaves the game \[R\].
        Resign {},
    }
}

/// Why a decision is refused. The codes are stable.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXIllegal"))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Illegal {
    /// Somebody else decides.
    NotYourTurn,
    /// The game waits for another kind of decision.
    WrongPhase,
    /// The game has ended.
    GameOver,
    /// There is no such pile.
    NoSuchPile,
    /// The pile has no tile.
    PileEmpty,
    /// The stock has as many tiles as it may have.
    StockFull,
    /// The stock has no such tile.
    NoSuchStockTile,
    /// No tile lies there.
    NoSuchTile,
    /// No tile may lie there: the island or a green area.
    NotATileCell,
    /// A tile lies there.
    CellTaken,
    /// A rotation is 0 to 5.
    BadRotation,
    /// A tunnel would end at a tile that has none there, or the other way round.
    DoesNotFit {
        /// Where it would lie.
        cell: Cell,
        /// The first side, clockwise from 0 in the east, on which it doesn't fit.
        side: u8,
    },
    /// It is there already.
    SameCell,
    /// It is turned so already.
    SameRotation,
    /// The tile is part of another's tunnel.
    ForeignTunnel {
        /// Whose.
        owner: Seat,
    },
    /// There are prisoners in a tunnel on the tile, or it is to be turned and there are any.
    PrisonerOnTile,
    /// It is to be turned, and an own prisoner is in its hide-out; it can be moved.
    OccupiedHideout,
    /// Another's prisoner is in the hide-out on the tile.
    ForeignPrisonerInHideout,
    /// An occupied hide-out would come closer to a green area.
    DistanceRule {
        /// How many steps it is away.
        old: u8,
        /// How many it would be.
        new: u8,
    },
    /// A tile has been laid, moved or turned in this turn.
    TileActionUsed,
    /// The turn has no more steps.
    NoStepsLeft,
    /// That prisoner has made as many steps as one may in a turn.
    PrisonerTwoStepsUsed,
    /// A player has no such prisoner.
    NoSuchPrisoner,
    /// That prisoner has escaped or is lost.
    PrisonerGone,
    /// There is no such tunnel on the tile.
    NoSuchSection,
    /// No tunnel leads there from where the prisoner is.
    NotConnected,
    /// Nobody else has room there.
    SectionFull,
    /// Another prisoner is on that tile, in the same tunnel.
    SameTunnel,
    /// A door bars it.
    DoorBlocks {
        /// Whose.
        owner: Seat,
    },
    /// The free zone is another's.
    ZoneOfOther {
        /// Whose.
        owner: Seat,
    },
    /// A free zone must remain for each who has none.
    ZoneReserved,
    /// A door has been put or moved in this turn.
    DoorAlreadyUsed,
    /// Prisoners have moved in this turn, so that no door may.
    StepsAlreadyUsed,
    /// All own doors are on the board, or given up for a key.
    NoDoorInSupply,
    /// There is no own door there.
    NotYourDoor,
    /// No door is put on a junction.
    Junction,
    /// No door is put on a hide-out \[R\].
    HideoutNoDoor,
    /// There is a door on the tile already.
    TileAlreadyHasDoor,
    /// The tunnel is another's.
    TunnelOfOther {
        /// Whose.
        owner: Seat,
    },
    /// Another's prisoner is there \[R\].
    ForeignPrisonerThere,
    /// That seat's tunnel was not among the longest.
    NotATiedPlayer,
    /// Section X is for two to four.
    Seats,
    /// The options contradict each other.
    BadOptions {
        /// The option at fault.
        which: String,
    },
}
