//! What one viewer may know of a game.

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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusView"))]
pub struct View {
    /// The options that the game is played with.
    pub options: Options,
    /// Squares along an edge of the board.
    pub edge: u8,
    /// Rows of each player's section.
    pub section: u8,
    /// What the game waits for.
    pub phase: Phase,
    /// Whose turn it is; `null` when the game is over.
    pub turn: Option<Seat>,
    /// Who decides next: whose turn it is, but for the filling of a gap; `null` when the game is over.
    pub acting: Option<Seat>,
    /// Who played first.
    pub first: Seat,
    /// Actions that the turn has left, with the one that goes on.
    pub actions: u8,
    /// Turns that have begun.
    pub turns: u8,
    /// Turns after which the game is a draw.
    pub turn_limit: u8,
    /// What lies on the board, row by row from the north.
    pub board: Vec<Field>,
    /// The pawns.
    pub pawns: Vec<Pawn>,
    /// The hands, tile by tile.
    pub hands: BySeat<Vec<HandTile>>,
    /// What has moved in the action that goes on.
    pub steps: Vec<Step>,
    /// The positions in which turns have begun, as hashes, since something happened that can't be undone.
    pub seen: Vec<String>,
    /// Who has offered a draw; until the other has ended a turn they can't offer another.
    pub draw: Option<Seat>,
    /// Whether the other has declined it.
    #[serde(default)]
    pub declined: bool,
    /// What the viewer may decide now; `null` when it is nothing.
    pub choices: Option<Choices>,
    /// The places, when the game is over.
    pub outcome: Option<Outcome>,
    /// Why it is over.
    pub end: Option<End>,
}

/// A square of the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusField"))]
pub struct Field {
    /// Which.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub square: Square,
    /// Whether its tile is open, or was before there was a gap.
    pub open: bool,
    /// The tile; `null` when the viewer may not know, and in a gap.
    pub tile: Card,
    /// Quarter turns clockwise; `null` with the tile.
    pub rotation: Option<Rotation>,
    /// The square of the tile that an open star copies, if it copies any.
    #[cfg_attr(feature = "ts", ts(type = "string | null"))]
    pub copies: Option<Square>,
}

/// A tile of a hand.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusHandTile"))]
pub struct HandTile {
    /// Which; `null` when the viewer may not know.
    pub tile: Card,
    /// Whether everybody knows it.
    pub public: bool,
}

/// What a pawn meets where it comes to.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusMeets"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Meets {
    /// Another pawn, which it captures.
    Pawn {
        /// Which.
        pawn: u8,
    },
    /// A closed tile, on which it stays.
    Closed,
    /// A hole, or a star that copies one.
    Hole,
    /// The pit, or a star that copies it.
    Pit,
    /// An open tile.
    Open,
}

/// A square that a pawn can come to.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusTarget"))]
pub struct Target {
    /// Which.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub square: Square,
    /// What it meets there.
    pub meets: Meets,
}

/// The ways in which a tile of the board can be turned.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusTurns"))]
pub struct Turns {
    /// Where it lies.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub square: Square,
    /// They.
    pub rotations: Vec<Rotation>,
}

/// Where a pawn can be moved.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusMoves"))]
pub struct Moves {
    /// Which.
    pub pawn: u8,
    /// Where.
    pub to: Vec<Target>,
}

/// What a seat knows besides of what everybody knows: it lies over the view of one without a seat, and makes of it
/// what the seat may know.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusPrivate"))]
pub struct Private {
    /// The seat's own hand, tile by tile.
    #[serde(default, skip_serializing_if = "SomeSeats::is_empty")]
    #[cfg_attr(
        feature = "ts",
        ts(as = "Option<std::collections::BTreeMap<u8, Vec<HandTile>>>", optional)
    )]
    pub hands: SomeSeats<Vec<HandTile>>,
    /// What the seat may decide now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub choices: Option<Box<Choices>>,
}

/// What a seat may decide.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusChoices"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Choices {
    /// Any of these tiles of the hand for any of these of the board.
    Exchange {
        /// Places in the hand.
        hand: Vec<u8>,
        /// Where the others lie.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        squares: Vec<Square>,
    },
    /// A pawn on any of these squares.
    Place {
        /// They.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        squares: Vec<Square>,
    },
    /// An action, or the end of the turn.
    Act {
        /// The tiles that can be turned.
        rotate: Vec<Turns>,
        /// The tiles that can be opened.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        open: Vec<Square>,
        /// The tiles of the board that can be swapped, each for any of `hand` in any rotation.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        swap: Vec<Square>,
        /// Places in the hand of the tiles that can be swapped.
        hand: Vec<u8>,
        /// The pawns that can be moved.
        moves: Vec<Moves>,
    },
    /// Where the captured pawn is pushed.
    Push {
        /// Which pawn.
        pawn: u8,
        /// Any of these.
        to: Vec<Target>,
    },
    /// Where the pawn goes on to, unless it stops.
    Flow {
        /// Which pawn.
        pawn: u8,
        /// Any of these.
        to: Vec<Target>,
    },
    /// What fills the gap, in any rotation.
    Fill {
        /// Where it is.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        square: Square,
        /// Any of these places in the hand.
        hand: Vec<u8>,
    },
    /// The pawn that is given up.
    Penalty {
        /// Any of these.
        pawns: Vec<u8>,
    },
}

/// What the viewer may know of the game: closed tiles are nobody's, a dealt hand is its owner's, before the
/// game is over.
pub(super) fn of(state: &State, viewer: Viewer) -> View {
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
    let hand = |seat: Seat| hand(state, seat, all || viewer == Viewer::Seat(seat));
    let acting = state.decides();
    let may_act = |seat: &Seat| viewer == Viewer::Omniscient || viewer == Viewer::Seat(*seat);
    View {
        options: state.options,
        edge: COMPONENTS.edge,
        section: COMPONENTS.section,
        phase: state.phase,
        turn: state.turn,
        acting,
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
        choices: acting.filter(may_act).and_then(|seat| choices(state, seat)),
        outcome: state.end.map(End::outcome),
        end: state.end,
    }
}

/// What the seat may know besides of what a spectator may: its hand, before the game is over.
pub(super) fn private(state: &State, seat: Seat) -> Option<Private> {
    let acts = state.decides() == Some(seat);
    let own = || (seat, hand(state, seat, true));
    (state.end.is_none() && seat.number() < 2).then(|| Private {
        hands: [own()].into_iter().collect(),
        choices: acts.then(|| choices(state, seat)).flatten().map(Box::new),
    })
}

fn hand(state: &State, seat: Seat, sees: bool) -> Vec<HandTile> {
    let shown = |held: &super::Held| HandTile {
        tile: Some(held.tile).filter(|_| sees || held.public),
        public: held.public,
    };
    state.hands[seat].iter().map(shown).collect()
}

/// What the seat that decides next may decide; `None` when the game is over.
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
        Some(Tile::Hole) => Meets::Hole,
        Some(Tile::Pit) => Meets::Pit,
        Some(_) => Meets::Open,
    }
}
