//! What one viewer may know of a game.

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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroView"))]
pub struct View {
    /// The options that the game is played with.
    pub options: Options,
    /// Squares along an edge of the board.
    pub edge: u8,
    /// What the game waits for.
    pub phase: Phase,
    /// Whose turn it is; `null` when the game is over.
    pub turn: Option<Seat>,
    /// Who decides next: whose turn it is, but for the choice of a path; `null` when the game is over.
    pub acting: Option<Seat>,
    /// Who played first.
    pub first: Seat,
    /// The tiles on the board in the order in which they were laid.
    pub board: Vec<Laid>,
    /// A tile that is laid, but has moved nobody yet: a path is to be chosen first.
    pub waiting: Option<Laid>,
    /// The markers.
    pub markers: BySeat<Marker>,
    /// The hands.
    pub hands: BySeat<Hand>,
    /// How many tiles are in the pile.
    pub pile: u8,
    /// How many tiles are laid down beside the hands that still lie before the eliminated: what a swap has
    /// left, until it comes into a new pile.
    pub laid_down: u8,
    /// Whether this game uses the dragon (not with two players).
    pub dragon_in_play: bool,
    /// Who holds the dragon; `null` when it lies beside the board or under the pile.
    pub dragon: Option<Seat>,
    /// What the viewer may decide now; `null` when it is nothing.
    pub choices: Option<Choices>,
    /// The places, when the game is over.
    pub outcome: Option<Outcome>,
}

/// A marker and the path it has walked.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// The start mark (`a1:0`), once it is chosen; a side of the rim (`a1:01`) until its path is.
    #[cfg_attr(feature = "ts", ts(type = "string | null"))]
    pub start: Option<Stand>,
    /// The whole path from the start mark: of each square that it has crossed, the port by which it has left.
    pub path: Vec<Port>,
    /// How it left the game, if it has.
    pub out: Option<Out>,
    /// The place of its player, once nothing can change it any more.
    pub place: Option<u8>,
}

impl Marker {
    /// The squares that it has crossed. A path that leads over no board ends where it does.
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

    /// Where it faces now; `None` before it starts and when it is out.
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

/// A hand.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hand {
    /// How many tiles are in it.
    pub count: u8,
    /// Which ones; `null` when the viewer may not know.
    pub tiles: Option<Vec<Face>>,
}

/// What a seat knows besides of what everybody knows: it lies over the view of one without a seat, and makes of it
/// what the seat may know.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroPrivate"))]
pub struct Private {
    /// The hands that the seat sees and others do not.
    #[serde(default, skip_serializing_if = "SomeSeats::is_empty")]
    #[cfg_attr(
        feature = "ts",
        ts(as = "Option<std::collections::BTreeMap<u8, ShownHand>>", optional)
    )]
    pub hands: SomeSeats<ShownHand>,
    /// What the seat may decide now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub choices: Option<Box<Choices>>,
}

/// The tiles of a hand.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroShownHand"))]
pub struct ShownHand {
    /// They.
    pub tiles: Vec<Face>,
}

/// What a seat may decide.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroChoices"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Choices {
    /// Any of the free start marks, or sides of the rim.
    Start {
        /// They, clockwise round the board from the north-west.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        marks: Vec<Stand>,
    },
    /// Any legal placement.
    Place {
        /// The square that the marker faces.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        square: Square,
        /// Whether each of them eliminates the mover (and so all are legal).
        forced: bool,
        /// They, in the order of the hand, then by rotation, then by port.
        placements: Vec<Placement>,
    },
    /// Either port of the side on which the marker stands.
    Path {
        /// They, and what would follow.
        paths: Vec<Branch>,
    },
    /// A swap of any number of tiles with the hands on offer, or none.
    Swap {
        /// The hands.
        offers: Vec<Offer>,
    },
}

/// A path that can be chosen and what would follow.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Branch {
    /// The port by which the marker would set out.
    pub port: Port,
    /// The markers that would walk, the mover's first, then clockwise; not those that still choose.
    pub walks: Vec<Walk>,
    /// Who has to choose a path after this one, in turn.
    pub waits: Vec<Seat>,
}

/// A hand with which tiles may be swapped.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Offer {
    /// Whose it was.
    pub seat: Seat,
    /// What is in it.
    pub tiles: Vec<Face>,
}

/// A legal placement and what would follow.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Placement {
    /// The tile.
    pub tile: Tile,
    /// Quarter turns clockwise.
    pub rotation: Rotation,
    /// The port by which the marker would set out, if it stands on a side of the rim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub port: Option<Port>,
    /// The markers that would walk, the mover's first, then clockwise; not those that still choose.
    pub walks: Vec<Walk>,
    /// Who would have to choose a path before anyone moves, in turn.
    pub waits: Vec<Seat>,
}

/// Whose hands the viewer may know: their own; to the mover those on offer; all of them with open hands and
/// after the game.
pub(super) fn sees(table: &Table, viewer: Viewer, seat: Seat) -> bool {
    let offered = |viewer| {
        let on_offer = table.bonus.is_some_and(|from| from.contains(seat));
        on_offer && table.turn == Some(viewer)
    };
    table.over
        || table.options.open_hands
        || match viewer {
            Viewer::Omniscient => true,
            Viewer::Seat(viewer) => viewer == seat || offered(viewer),
            Viewer::Spectator => false,
        }
}

/// What the viewer may know of the game.
pub(super) fn of(state: &State, viewer: Viewer) -> View {
    let table = &state.table;
    let hand = |seat: Seat| Hand {
        count: table.hands[seat.index()].count(),
        tiles: sees(table, viewer, seat).then(|| faces(table.hand(seat))),
    };
    let may_act = |seat: &Seat| viewer == Viewer::Omniscient || viewer == Viewer::Seat(*seat);
    let acting = table.acting();
    View {
        options: table.options,
        edge: table.options.edge,
        phase: table.phase(),
        turn: table.turn,
        acting,
        first: table.first.unwrap_or(Seat::ZERO),
        board: state.laid.clone(),
        waiting: table.waiting.map(Laid::from),
        markers: BySeat::new(table.seats, |seat| Marker {
            start: table.board.started(seat),
            path: state.paths[seat].iter().map(|step| step.leave).collect(),
            out: table.outs[seat.index()],
            place: table.certain_place(seat),
        }),
        hands: BySeat::new(table.seats, hand),
        pile: table.pile.count(),
        laid_down: table.laid_down.count(),
        dragon_in_play: table.dragon_in_play(),
        dragon: table.dragon,
        choices: acting.filter(may_act).map(|seat| choices(table, seat)),
        outcome: state.outcome.clone(),
    }
}

/// What the seat may know besides of what a spectator may.
pub(super) fn private(state: &State, seat: Seat) -> Option<Private> {
    let table = &state.table;
    let is_hidden = |other: &Seat| {
        sees(table, Viewer::Seat(seat), *other) && !sees(table, Viewer::Spectator, *other)
    };
    let shown = |other| {
        let tiles = faces(table.hand(other));
        (other, ShownHand { tiles })
    };
    let private = Private {
        hands: Seat::first(table.seats)
            .filter(is_hidden)
            .map(shown)
            .collect(),
        choices: (table.acting() == Some(seat)).then(|| Box::new(choices(table, seat))),
    };
    let is_something = !private.hands.is_empty() || private.choices.is_some();
    is_something.then_some(private)
}

fn faces(tiles: &[Tile]) -> Vec<Face> {
    tiles.iter().map(|tile| tile.face()).collect()
}

/// What the seat that acts may decide.
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

/// The paths between which the seat has to choose before that tile moves anyone.
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

/// The walks that would follow that tile, if somebody sets out by that port.
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
