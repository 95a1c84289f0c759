//! The view of a game for one viewer.

use serde::{Deserialize, Serialize};

use super::{
    Card, End, Options, Pawn, Phase, State, Step, Tile,
    components::COMPONENTS,
    squares::{neighbours, squares},
    turn::TURNS,
};
use crate::{
    BySeat, Outcome, Seat, SomeSeats, Viewer,
    tiles::{Rotation, Square},
};

/// The game as one viewer may know it, with the choices of a seat that may act.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusView"),
    ts(rename = "TortusView")
)]
pub struct View {
    /// The options of the game.
    pub options: Options,
    /// The number of squares along an edge of the board.
    pub edge: u8,
    /// The number of rows of each player's section.
    pub section: u8,
    /// The phase, which says what the game waits for.
    pub phase: Phase,
    /// The seat whose turn it is; `null` when the game is over.
    pub turn: Option<Seat>,
    /// The seat that decides next: the seat whose turn it is, or the seat that must fill a gap;
    /// `null` when the game is over.
    pub acting: Option<Seat>,
    /// The seat that played first.
    pub first: Seat,
    /// The number of actions that the turn has left, including the current one.
    pub actions: u8,
    /// The number of turns that have begun.
    pub turns: u8,
    /// The number of turns after which the game is a draw.
    pub turn_limit: u8,
    /// The squares of the board, row by row from the north.
    pub board: Vec<Field>,
    /// The pawns, indexed by their number.
    pub pawns: Vec<Pawn>,
    /// The tiles of each hand.
    pub hands: BySeat<Vec<HandTile>>,
    /// The moves of pawns in the current action.
    pub steps: Vec<Step>,
    /// The positions in which turns have begun since the last irreversible event, as hashes.
    pub seen: Vec<String>,
    /// The seat that has offered a draw. It can't offer another until the other player has ended a
    /// turn.
    pub draw: Option<Seat>,
    /// Whether the other player has declined the offer.
    #[serde(default)]
    pub declined: bool,
    /// The decisions that are open to the viewer now; `null` if there are none.
    pub choices: Option<Choices>,
    /// The places of the players, when the game is over.
    pub outcome: Option<Outcome>,
    /// The reason why the game is over.
    pub end: Option<End>,
}

/// A square of the board with its tile.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusField"),
    ts(rename = "TortusField")
)]
pub struct Field {
    /// The square that this entry describes.
    pub square: Square,
    /// Whether the tile is open. A gap counts as open, because the tile that it replaces was open.
    pub open: bool,
    /// The tile; `null` if the viewer may not know it, and in a gap.
    pub tile: Card,
    /// The rotation in quarter turns clockwise; `null` if the tile is `null`.
    pub rotation: Option<Rotation>,
    /// The square of the tile that an open star copies, if it copies any.
    pub copies: Option<Square>,
}

/// A tile of a hand.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusHandTile"),
    ts(rename = "TortusHandTile")
)]
pub struct HandTile {
    /// The kind of the tile; `null` if the viewer may not know it.
    pub tile: Card,
    /// Whether both players know the tile.
    pub public: bool,
}

/// The obstacle or the tile that a pawn meets on a square.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusMeets"),
    ts(rename = "TortusMeets")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Meets {
    /// Another pawn, which is captured.
    Pawn {
        /// The number of the captured pawn.
        pawn: u8,
    },
    /// A closed tile, on which the pawn stays.
    Closed,
    /// A hole, or a star that copies one.
    Hole {
        /// Whether the pawn is the last one of its player, whose fall ends the game.
        ends: bool,
    },
    /// The pit, or a star that copies it. The fall of a pawn into it ends the game.
    Pit,
    /// An open tile that does not swallow the pawn.
    Open,
}

/// A square that a pawn can come to.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusTarget"),
    ts(rename = "TortusTarget")
)]
pub struct Target {
    /// The square that the pawn comes to.
    pub square: Square,
    /// The obstacle or the tile that the pawn meets there.
    pub meets: Meets,
}

/// A tile of the board that can be turned.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusTurns"),
    ts(rename = "TortusTurns")
)]
pub struct Turns {
    /// The square of the tile.
    pub square: Square,
    /// The rotations that the tile can be turned to.
    pub rotations: Vec<Rotation>,
}

/// A pawn that can be moved.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusMoves"),
    ts(rename = "TortusMoves")
)]
pub struct Moves {
    /// The number of the pawn.
    pub pawn: u8,
    /// The squares that the pawn can be moved to.
    pub to: Vec<Target>,
}

/// The part of a seat's view that the other player may not know. Laid over the view of a spectator,
/// it gives the view of the seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusPrivate"),
    ts(rename = "TortusPrivate")
)]
pub struct Private {
    /// The hand of the seat, with all tiles known.
    #[serde(default, skip_serializing_if = "SomeSeats::is_empty")]
    #[cfg_attr(
        feature = "types",
        ts(as = "Option<std::collections::BTreeMap<u8, Vec<HandTile>>>", optional)
    )]
    pub hands: SomeSeats<Vec<HandTile>>,
    /// The decisions that are open to the seat now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub choices: Option<Box<Choices>>,
}

/// The decisions that are open to a seat, for each phase.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusChoices"),
    ts(rename = "TortusChoices")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Choices {
    /// The exchange of any of these tiles of the hand for any of these tiles of the board.
    Exchange {
        /// The indices of the holes and the pit in the hand.
        hand: Vec<u8>,
        /// The squares of the tiles of the board.
        #[cfg_attr(feature = "types", ts(type = "string[]"))]
        squares: Vec<Square>,
    },
    /// The placement of a pawn on any of these squares.
    Place {
        /// The squares that the pawn can be placed on.
        #[cfg_attr(feature = "types", ts(type = "string[]"))]
        squares: Vec<Square>,
    },
    /// An action, or the end of the turn.
    Act {
        /// The tiles that can be turned.
        rotate: Vec<Turns>,
        /// The squares of the tiles that can be opened.
        #[cfg_attr(feature = "types", ts(type = "string[]"))]
        open: Vec<Square>,
        /// The squares of the tiles that can be swapped, each for any tile of `hand` in any
        /// rotation.
        #[cfg_attr(feature = "types", ts(type = "string[]"))]
        swap: Vec<Square>,
        /// The indices of the tiles in the hand that can be swapped.
        hand: Vec<u8>,
        /// The pawns that can be moved.
        moves: Vec<Moves>,
    },
    /// The push of the captured pawn to any of these squares.
    Push {
        /// The number of the captured pawn.
        pawn: u8,
        /// The squares that the pawn can be pushed to.
        to: Vec<Target>,
    },
    /// The next move of the pawn along the flow, unless it stops.
    Flow {
        /// The number of the pawn.
        pawn: u8,
        /// The squares that the pawn can go on to.
        to: Vec<Target>,
    },
    /// The filling of the gap with any of these tiles, in any rotation.
    Fill {
        /// The square of the gap.
        square: Square,
        /// The indices of the tiles in the hand that can fill the gap.
        hand: Vec<u8>,
    },
    /// The choice of the pawn that is given up as a penalty.
    Penalty {
        /// The numbers of the pawns that can be given up.
        pawns: Vec<u8>,
    },
}

/// Returns the view of the game for a viewer.
pub(super) fn of(state: &State, viewer: Viewer) -> View {
    let may_act = |seat: &Seat| viewer.sees_choices(*seat);
    View {
        choices: (state.decides().filter(may_act)).and_then(|seat| choices(state, seat)),
        ..without_choices(state, viewer)
    }
}

/// Returns the view of the game for a viewer, without choices. Before the game is over, closed
/// tiles are hidden from every viewer, and the tiles of a dealt hand are shown to its owner and to
/// a viewer of all hands only.
pub(super) fn without_choices(state: &State, viewer: Viewer) -> View {
    let all = state.end.is_some() || viewer == Viewer::Omniscient;
    let field = |square| {
        let cell = state.board.cell(square);
        let sees = all || cell.open;
        Field {
            square,
            open: cell.open,
            tile: cell.tile.filter(|_| sees),
            rotation: cell.tile.and(Some(cell.rotation)).filter(|_| sees),
            copies: state.board.source(square).filter(|&from| from != square),
        }
    };
    let hand = |seat: Seat| hand(state, seat, all || viewer.sees_hand(seat));
    View {
        options: state.options,
        edge: COMPONENTS.edge,
        section: COMPONENTS.section,
        phase: state.phase,
        turn: state.turn,
        acting: state.decides(),
        first: state.first.unwrap_or(Seat::ZERO),
        actions: state.actions,
        turns: state.turns,
        turn_limit: TURNS,
        board: squares().map(field).collect(),
        pawns: state.board.pawns.to_vec(),
        hands: BySeat::new(2, hand),
        steps: state.steps.clone(),
        seen: state.seen.clone(),
        draw: state.draw,
        declined: state.declined,
        choices: None,
        outcome: state.end.map(End::outcome),
        end: state.end,
    }
}

/// Returns the facts that the viewer may know and a spectator may not: the hand of the seat and its
/// choices, or all hands. Returns `None` for a seat that is not in the game and once the game is
/// over.
pub(super) fn private(state: &State, viewer: Viewer) -> Option<Private> {
    let seats = || Seat::first(2).filter(|&seat| viewer.sees_hand(seat));
    let may_act = |seat: &Seat| viewer.sees_choices(*seat);
    let shown = |seat| (seat, hand(state, seat, true));
    (state.end.is_none() && seats().next().is_some()).then(|| Private {
        hands: seats().map(shown).collect(),
        choices: (state.decides().filter(may_act))
            .and_then(|seat| choices(state, seat))
            .map(Box::new),
    })
}

fn hand(state: &State, seat: Seat, sees: bool) -> Vec<HandTile> {
    let shown = |held: &super::Held| HandTile {
        tile: Some(held.tile).filter(|_| sees || held.public),
        public: held.public,
    };
    state.hands[seat].iter().map(shown).collect()
}

/// Returns the decisions that are open to the seat that decides next, or `None` when the game is
/// over.
fn choices(state: &State, seat: Seat) -> Option<Choices> {
    let at = |pawn: u8| state.board.pawn(pawn).at.expect("a pawn on the board");
    let targets = |pawn, to: Vec<Square>| -> Vec<Target> {
        let target = |square| Target {
            square,
            meets: meets(state, pawn, square),
        };
        to.into_iter().map(target).collect()
    };
    let turns = |square| {
        let now = state.board.cell(square).rotation;
        let others = Rotation::ALL.into_iter().filter(|&other| other != now);
        Turns {
            square,
            rotations: others.collect(),
        }
    };
    Some(match state.phase {
        Phase::Exchange => Choices::Exchange {
            hand: state.places(seat, true).collect(),
            squares: state.exchangeable().collect(),
        },
        Phase::Place => Choices::Place {
            squares: state.placeable(seat).collect(),
        },
        Phase::Act => Choices::Act {
            rotate: state.rotatable().map(turns).collect(),
            open: state.openable(seat).collect(),
            swap: state.swappable(seat).collect(),
            hand: state.places(seat, false).collect(),
            moves: state
                .board
                .standing(seat)
                .map(|(pawn, at)| Moves {
                    pawn,
                    to: targets(pawn, neighbours(at).collect()),
                })
                .collect(),
        },
        Phase::Push { pawn } => Choices::Push {
            pawn,
            to: targets(pawn, state.pushes(pawn, at(pawn))),
        },
        Phase::Flow { pawn } => Choices::Flow {
            pawn,
            to: targets(pawn, state.flows(pawn, at(pawn))),
        },
        Phase::Fill { square, .. } => Choices::Fill {
            square,
            hand: state.places(seat, false).collect(),
        },
        Phase::Penalty => Choices::Penalty {
            pawns: state.board.standing(seat).map(|(pawn, _)| pawn).collect(),
        },
        Phase::Over => return None,
    })
}

fn meets(state: &State, pawn: u8, square: Square) -> Meets {
    if let Some(pawn) = state.board.occupant(square, Some(pawn)) {
        return Meets::Pawn { pawn };
    }
    match state.board.content(square) {
        None => Meets::Closed,
        Some(Tile::Hole) => Meets::Hole {
            ends: state.board.is_last(pawn),
        },
        Some(Tile::Pit) => Meets::Pit,
        Some(_) => Meets::Open,
    }
}
