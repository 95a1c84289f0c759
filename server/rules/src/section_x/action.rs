//! The actions of a player, and the reasons why an action is rejected.

use serde::{Deserialize, Serialize};

use super::{Cell, Place, Spot};
use crate::Seat;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// An action of a player. `stock` is the index of a tile in the player's stock and `prisoner`
    /// the number of one of the player's prisoners, both counted from 0. A rotation is a number of
    /// sixths of a turn clockwise.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS), schemars(rename = "SectionXAction"), ts(rename = "SectionXAction"))]
    pub enum Action {
        /// Takes the top tile of a pile (phase 1).
        Draw {
            /// The number of the pile, from 0.
            pile: u8,
        },
        /// Lays a tile of the stock on an empty cell (phase 2 A).
        Place {
            /// The index of the tile in the stock.
            stock: u8,
            /// The cell that the tile is laid on.
            cell: Cell,
            /// The rotation of the tile.
            rotation: u8,
        },
        /// Exchanges two tiles of the board (phase 2 B). `a` and `b` can be given in either order;
        /// [`legal_actions`](crate::Game::legal_actions) lists each pair once, `a` before `b`.
        Exchange {
            /// The cell of the first tile.
            a: Cell,
            /// The rotation of the first tile on its new cell.
            rotation_a: u8,
            /// The cell of the second tile.
            b: Cell,
            /// The rotation of the second tile on its new cell.
            rotation_b: u8,
        },
        /// Moves a tile of the board to an empty cell (phase 2 C).
        Relocate {
            /// The cell that the tile lies on.
            from: Cell,
            /// The cell that the tile moves to.
            to: Cell,
            /// The rotation of the tile on its new cell.
            rotation: u8,
        },
        /// Turns a tile of the board (phase 2 D).
        Turn {
            /// The cell of the tile.
            cell: Cell,
            /// The new rotation of the tile.
            rotation: u8,
        },
        /// Skips phase 2 without doing anything with a tile, which is optional (phase 2). With the
        /// option `any_order` it is not needed, and is rejected.
        SkipTile {},
        /// Chooses whose doors stay in a tunnel after a tied fight (fight for a tunnel).
        FightChoice {
            /// The seat whose doors stay.
            keep: Seat,
        },
        /// Moves one of the player's prisoners one step (phase 3 A).
        Step {
            /// The number of the prisoner.
            prisoner: u8,
            /// The place that the prisoner moves to: `block`, a section, or a green area.
            to: Place,
        },
        /// Puts a door into a tunnel, or moves one (phase 3 B).
        Door {
            /// The section that the player's door is in; `null` for a door that is not on the
            /// board.
            #[serde(default)]
            from: Option<Spot>,
            /// The section that the door is put into.
            to: Spot,
        },
        /// Ends the turn of the player.
        EndTurn {},
        /// Gives up a door on the board for a master key (master key). The player chooses which
        /// door \[R\].
        GiveDoor {
            /// The section that the door is in.
            section: Spot,
        },
        /// Leaves the game, whichever player's turn it is \[R\].
        Resign {},
    }
}

/// The reasons why an action is rejected. The codes are stable.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXIllegal"),
    ts(rename = "SectionXIllegal")
)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Illegal {
    /// Another seat decides at this moment.
    NotYourTurn,
    /// The game waits for another kind of decision.
    WrongPhase,
    /// The game has already ended.
    GameOver,
    /// There is no such pile.
    NoSuchPile,
    /// The pile has no tiles left.
    PileEmpty,
    /// The stock has as many tiles as it may have.
    StockFull,
    /// The stock has no such tile.
    NoSuchStockTile,
    /// No tile lies on the cell.
    NoSuchTile,
    /// No tile may lie on the cell: it belongs to the island or to a green area.
    NotATileCell,
    /// A tile already lies on the cell.
    CellTaken,
    /// The rotation is not a number from 0 to 5.
    BadRotation,
    /// A tunnel would meet a side of an adjacent tile on which that tile has no tunnel, or the
    /// reverse.
    DoesNotFit {
        /// The cell that the tile would lie on.
        cell: Cell,
        /// The first side, clockwise from 0 in the east, on which the tile doesn't fit.
        side: u8,
    },
    /// The tile or the door is already there, or an exchange names the same cell twice.
    SameCell,
    /// The tile already has that rotation.
    SameRotation,
    /// A tunnel on the tile belongs to another player.
    ForeignTunnel {
        /// The seat that owns the tunnel.
        owner: Seat,
    },
    /// A prisoner is in a tunnel on the tile, outside a hide-out. When the tile is to be turned:
    /// any prisoner is on it, unless `OccupiedHideout` applies.
    PrisonerOnTile,
    /// The tile can't be turned, because prisoners of the player are in its hide-out. It can be
    /// moved.
    OccupiedHideout,
    /// A prisoner of another player is in the hide-out on the tile.
    ForeignPrisonerInHideout,
    /// An occupied hide-out would come closer to a green area.
    DistanceRule {
        /// The present distance to the nearest green cell, in steps.
        old: u8,
        /// The distance after the move, in steps.
        new: u8,
    },
    /// A tile has already been laid, exchanged, moved or turned in this turn.
    TileActionUsed,
    /// The turn has no steps left.
    NoStepsLeft,
    /// The prisoner has already made the maximum number of steps of one prisoner in a turn, which
    /// is two.
    PrisonerTwoStepsUsed,
    /// There is no prisoner with that number.
    NoSuchPrisoner,
    /// The prisoner has escaped or is lost.
    PrisonerGone,
    /// The tile has no tunnel with that number.
    NoSuchSection,
    /// No tunnel leads to that place from the place of the prisoner.
    NotConnected,
    /// The section has no room for another prisoner.
    SectionFull,
    /// Another prisoner is on the same tile, in another section of the same tunnel.
    SameTunnel,
    /// A door of another player bars the section.
    DoorBlocks {
        /// The seat that owns the door.
        owner: Seat,
    },
    /// The free zone belongs to another player.
    ZoneOfOther {
        /// The seat that owns the zone.
        owner: Seat,
    },
    /// The free zone is reserved: one must remain for each player who has none.
    ZoneReserved,
    /// A door has already been put or moved in this turn.
    DoorAlreadyUsed,
    /// Prisoners have already moved in this turn, so that no door may be put or moved.
    StepsAlreadyUsed,
    /// All doors of the player are on the board, or given up for a key.
    NoDoorInSupply,
    /// The player has no door there.
    NotYourDoor,
    /// A door may not be put on a junction.
    Junction,
    /// A door may not be put on a hide-out \[R\].
    HideoutNoDoor,
    /// A door is already on the tile.
    TileAlreadyHasDoor,
    /// The tunnel belongs to another player.
    TunnelOfOther {
        /// The seat that owns the tunnel.
        owner: Seat,
    },
    /// A prisoner of another player is in the section \[R\].
    ForeignPrisonerThere,
    /// The doors of that seat can't stay: its tunnels were not among the longest of the fight.
    NotATiedPlayer,
    /// The number of players is not two to four.
    Seats,
    /// The options are not valid.
    BadOptions {
        /// The name of the invalid option.
        which: String,
    },
}
