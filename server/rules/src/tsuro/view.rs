//! Builds the view of a game for one viewer.

use serde::{Deserialize, Serialize};

use super::{
    Face, Laid, Mark, Options, Out, Phase, Port, Safe, Stand, Step, Tile, Walk,
    play::walked,
    state::State,
    table::{Table, Waiting},
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
    schemars(rename = "TsuroView"),
    ts(rename = "TsuroView")
)]
pub struct View {
    /// The options of the game.
    pub options: Options,
    /// The number of squares along an edge of the board.
    pub edge: u8,
    /// The kind of decision that the game waits for.
    pub phase: Phase,
    /// The seat whose turn it is; `null` when the game is over.
    pub turn: Option<Seat>,
    /// The seat that decides next: the seat whose turn it is, except while another seat chooses a
    /// path; `null` when the game is over.
    pub acting: Option<Seat>,
    /// The seat that played first.
    pub first: Seat,
    /// The tiles on the board, in the order in which they were laid.
    pub board: Vec<Laid>,
    /// A tile that is laid, but has not moved any marker yet, because a path must be chosen first.
    pub waiting: Option<Laid>,
    /// The markers, indexed by seat.
    pub markers: BySeat<Marker>,
    /// The hands, indexed by seat.
    pub hands: BySeat<Hand>,
    /// The number of tiles in the pile.
    pub pile: u8,
    /// The number of tiles left over from swaps, until they come into a new pile. It does not count
    /// the hands that eliminated players still have in front of them.
    pub laid_down: u8,
    /// Whether this game uses the dragon (not with two players).
    pub dragon_in_play: bool,
    /// The seat that holds the dragon; `null` when it lies beside the board or under the pile.
    pub dragon: Option<Seat>,
    /// The choices of the acting seat; `null` if no seat acts or the viewer may not see them.
    pub choices: Option<Choices>,
    /// The final places, when the game is over.
    pub outcome: Option<Outcome>,
}

/// A marker and the path that it has walked.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// The start mark (`a1:0`), once it is chosen; a side of the rim (`a1:01`) until the path is
    /// chosen.
    pub start: Option<Stand>,
    /// The whole path from the start mark: for each crossed square, the port through which the
    /// marker left it.
    pub path: Vec<Port>,
    /// The way in which the marker left the game, if it has.
    pub out: Option<Out>,
    /// The place of its player, once it is final.
    pub place: Option<u8>,
    /// The number of loops in the path, if the option `most_loops` is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub loops: Option<u16>,
}

impl Marker {
    /// Returns the squares that the marker has crossed. If the path leads off every possible board,
    /// the steps end there.
    pub fn steps(&self) -> Vec<Step> {
        let mut next = self.start.and_then(Stand::mark);
        let mut steps = Vec::with_capacity(self.path.len());
        for &leave in &self.path {
            let Some(Mark { square, port }) = next else {
                break;
            };
            let step = Step {
                square,
                enter: port,
                leave,
            };
            next = step.beyond();
            steps.push(step);
        }
        steps
    }

    /// Returns the position of the marker; `None` before it starts and when it is out.
    pub fn at(&self) -> Option<Stand> {
        if self.out.is_some() {
            return None;
        }
        match self.steps().last() {
            Some(last) => last.beyond().map(Stand::Mark),
            None => self.start,
        }
    }
}

/// A player's hand as the viewer sees it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Hand {
    /// The number of tiles in the hand.
    pub count: u8,
    /// The tiles in the hand; `null` if the viewer may not know them.
    pub tiles: Option<Vec<Face>>,
}

/// The private part of a seat's view. Merged over the view of a spectator, it gives the view of the
/// seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TsuroPrivate"),
    ts(rename = "TsuroPrivate")
)]
pub struct Private {
    /// The hands that the seat sees and spectators do not.
    #[serde(default, skip_serializing_if = "SomeSeats::is_empty")]
    #[cfg_attr(
        feature = "types",
        ts(as = "Option<std::collections::BTreeMap<u8, ShownHand>>", optional)
    )]
    pub hands: SomeSeats<ShownHand>,
    /// The choices of the seat, if it may decide now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub choices: Option<Box<Choices>>,
}

/// The tiles of a hand that the seat may see.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TsuroShownHand"),
    ts(rename = "TsuroShownHand")
)]
pub struct ShownHand {
    /// The tiles in the hand.
    pub tiles: Vec<Face>,
}

/// The choices of a seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TsuroChoices"),
    ts(rename = "TsuroChoices")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Choices {
    /// The seat chooses any of the free start marks, or sides of the rim.
    Start {
        /// The free marks or sides, clockwise around the board from the north-west.
        #[cfg_attr(feature = "types", ts(type = "string[]"))]
        marks: Vec<Stand>,
    },
    /// The seat chooses any legal placement.
    Place {
        /// The square that the marker faces.
        square: Square,
        /// Whether every placement eliminates the mover, so that all are legal.
        forced: bool,
        /// The placements, ordered by the tile's place in the hand, then by rotation, then by port.
        placements: Vec<Placement>,
    },
    /// The seat chooses either port of the side that its marker stands on.
    Path {
        /// The two paths and their consequences.
        paths: Vec<Branch>,
    },
    /// The seat swaps any number of tiles with the offered hands, or none.
    Swap {
        /// The hands that are offered for the swap.
        offers: Vec<Offer>,
    },
}

/// A path that can be chosen, and its consequences.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Branch {
    /// The port from which the marker would start.
    pub port: Port,
    /// The markers that would walk, the mover's first, then clockwise, without those whose path is
    /// still to be chosen.
    pub walks: Vec<Walk>,
    /// The seats that have to choose a path after this one, in the order of their choices.
    pub waits: Vec<Seat>,
}

/// A hand with which tiles may be swapped.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Offer {
    /// The seat that held the hand.
    pub seat: Seat,
    /// The tiles in the hand.
    pub tiles: Vec<Face>,
}

/// A legal placement and its consequences.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Placement {
    /// The tile that would be laid.
    pub tile: Tile,
    /// The rotation in quarter turns clockwise.
    pub rotation: Rotation,
    /// The port from which the marker would start, if it stands on a side of the rim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub port: Option<Port>,
    /// The markers that would walk, the mover's first, then clockwise, without those whose path is
    /// still to be chosen.
    pub walks: Vec<Walk>,
    /// The seats that would have to choose a path before any marker moves, in the order of their
    /// choices.
    pub waits: Vec<Seat>,
}

/// Returns whether the viewer may know the hand of a seat. Players know their own hand; the mover
/// also knows the offered hands; every viewer knows all hands with open hands and after the game.
pub(super) fn sees(table: &Table, viewer: Viewer, seat: Seat) -> bool {
    let offered = |viewer| {
        let on_offer = table.bonus.is_some_and(|from| from.contains(seat));
        on_offer && table.turn == Some(viewer)
    };
    table.over
        || table.options.open_hands
        || match viewer {
            Viewer::Hands | Viewer::Omniscient => true,
            Viewer::Seat(viewer) => viewer == seat || offered(viewer),
            Viewer::Spectator => false,
        }
}

/// Returns the view of the viewer.
pub(super) fn of(state: &State, viewer: Viewer) -> View {
    let may_act = |seat: &Seat| viewer.sees_choices(*seat);
    let acting = state.table.acting().filter(may_act);
    View {
        choices: acting.map(|seat| choices(&state.table, seat)),
        ..without_choices(state, viewer)
    }
}

/// Returns the view of the viewer, without choices.
pub(super) fn without_choices(state: &State, viewer: Viewer) -> View {
    let table = &state.table;
    let hand = |seat: Seat| Hand {
        count: table.hands[seat.index()].count(),
        tiles: sees(table, viewer, seat).then(|| faces(table.hand(seat))),
    };
    View {
        options: table.options,
        edge: table.options.edge,
        phase: table.phase(),
        turn: table.turn,
        acting: table.acting(),
        first: table.first.unwrap_or(Seat::ZERO),
        board: state.laid.clone(),
        waiting: table.waiting.map(Laid::from),
        markers: BySeat::new(table.seats, |seat| Marker {
            start: table.board.started(seat),
            path: state.paths[seat].iter().map(|step| step.leave).collect(),
            out: table.outs[seat.index()],
            place: table.certain_place(seat),
            loops: table.options.most_loops.then(|| table.loops(seat)),
        }),
        hands: BySeat::new(table.seats, hand),
        pile: table.pile.count(),
        laid_down: table.laid_down.count(),
        dragon_in_play: table.dragon_in_play(),
        dragon: table.dragon,
        choices: None,
        outcome: state.outcome.clone(),
    }
}

/// Returns the private part of the view of a seat, or of a viewer of all hands.
pub(super) fn private(state: &State, viewer: Viewer) -> Option<Private> {
    let table = &state.table;
    let is_hidden =
        |other: &Seat| sees(table, viewer, *other) && !sees(table, Viewer::Spectator, *other);
    let may_act = |seat: &Seat| viewer.sees_choices(*seat);
    let shown = |other| {
        let tiles = faces(table.hand(other));
        (other, ShownHand { tiles })
    };
    let private = Private {
        hands: Seat::first(table.seats)
            .filter(is_hidden)
            .map(shown)
            .collect(),
        choices: (table.acting().filter(may_act)).map(|seat| Box::new(choices(table, seat))),
    };
    let is_something = !private.hands.is_empty() || private.choices.is_some();
    is_something.then_some(private)
}

fn faces(tiles: &[Tile]) -> Vec<Face> {
    tiles.iter().map(|tile| tile.face()).collect()
}

/// Returns the choices of the acting seat.
fn choices(table: &Table, seat: Seat) -> Choices {
    if let Some(waiting) = table.waiting {
        return Choices::Path {
            paths: branches(table, seat, waiting),
        };
    }
    if let Some(from) = table.bonus {
        let offer = |seat| Offer {
            seat,
            tiles: faces(table.hand(seat)),
        };
        return Choices::Swap {
            offers: from.iter().map(offer).collect(),
        };
    }
    let Some(legal) = table.legal() else {
        return Choices::Start {
            marks: table.free_stands().collect(),
        };
    };
    let cell = table.board.facing(seat);
    let waits: Vec<Seat> = table.waits(cell, seat).collect();
    let previewed = |placement: Safe| {
        let Safe {
            tile,
            rotation,
            port,
        } = placement;
        Placement {
            tile,
            rotation,
            port,
            walks: walks(
                table,
                port.map(|port| (seat, port)),
                Waiting {
                    cell,
                    tile,
                    rotation,
                    seat,
                },
            ),
            waits: waits.clone(),
        }
    };
    Choices::Place {
        square: cell.square(),
        forced: legal.is_forced(),
        placements: legal.iter().map(previewed).collect(),
    }
}

/// Returns the paths that the seat can choose from before that tile moves any marker.
fn branches(table: &Table, seat: Seat, waiting: Waiting) -> Vec<Branch> {
    let Some(Stand::Side(side)) = table.board.at(seat) else {
        unreachable!("who chooses a path stands on a side");
    };
    let waits: Vec<Seat> = table
        .waits(waiting.cell, waiting.seat)
        .filter(|&other| other != seat)
        .collect();
    let branch = |port| Branch {
        port,
        walks: walks(table, Some((seat, port)), waiting),
        waits: waits.clone(),
    };
    side.ports().map(branch).to_vec()
}

/// Returns the walks that would follow that tile, if the chosen seat starts from that port.
fn walks(table: &Table, chosen: Option<(Seat, Port)>, laid: Waiting) -> Vec<Walk> {
    let chosen = chosen.map(|(seat, port)| {
        let mut board = table.board;
        let square = laid.cell.square();
        board.start(seat, Stand::Mark(Mark { square, port }));
        board
    });
    let board = chosen.as_ref().unwrap_or(&table.board);
    let walks = board.walks(laid.cell, laid.seat, laid.turned());
    walked(board, laid, &walks)
}
