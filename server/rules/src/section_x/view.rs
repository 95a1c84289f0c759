//! The view of a game for one viewer.

use serde::{Deserialize, Serialize};

use super::{
    BoardTile, Card, Cell, Choices, Done, Door, End, Ground, Kind, Options, Phase, Place, Prisoner,
    ROUNDS, Rotation, Spot, State, choices, components::COMPONENTS, tunnel::Tunnel,
};
use crate::{BySeat, Outcome, Seat, SomeSeats, Viewer};

/// The game as one viewer may know it, with the choices of a seat that may act.
///
/// A view contains everything that a client needs to show the game and to offer the possible
/// choices, so that a client needs no knowledge of the rules. Sides are numbered clockwise from 0
/// in the east.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXView"),
    ts(rename = "SectionXView")
)]
pub struct View {
    /// The options of the game.
    pub options: Options,
    /// The number of steps from the middle of the board to its rim.
    pub radius: u8,
    /// The cells for tiles, row by row from the north. Each list by cell in the choices has one
    /// digit for each of them.
    pub cells: Vec<Cell>,
    /// The cells of the island.
    pub island: Vec<Cell>,
    /// The green areas, indexed by their free zone.
    pub areas: Vec<Area>,
    /// The kinds of tiles in the game.
    pub kinds: Vec<KindShape>,
    /// The phase, which says what the game waits for.
    pub phase: Phase,
    /// The seat whose turn it is; `null` when the game is over.
    pub turn: Option<Seat>,
    /// The seat that decides next: the seat whose turn it is, or the seat that must give up a door;
    /// `null` when the game is over.
    pub acting: Option<Seat>,
    /// The seat that played first.
    pub first: Seat,
    /// The number of the round, from 1.
    pub round: u8,
    /// The number of rounds after which the game ends.
    pub round_limit: u8,
    /// The number of turns of this round that have begun.
    pub turns: u16,
    /// The number of turns after which the round ends.
    pub turn_limit: u16,
    /// The number of turns in a row, before this one, in which nothing was done.
    pub idle: u8,
    /// The number of rounds in a row in which no prisoner was freed or lost.
    pub stalled: u8,
    /// Whether the round ends with this turn, because the last tile is drawn.
    pub last_turn: bool,
    /// Whether this is the last round.
    pub last_round: bool,
    /// The number of prisoners of one player on green areas that ends the round.
    pub escape: u8,
    /// The record of the actions taken in this turn.
    pub done: Done,
    /// The number of steps that the turn has left.
    pub steps_left: u8,
    /// The cells that a tile was laid, moved or turned on in this turn, or moved away from.
    pub touched: Vec<Cell>,
    /// The tiles that lay on those cells before. A fight counts the tiles as they lay then.
    pub before: Vec<BoardTile>,
    /// The tiles on the board, row by row from the north.
    pub tiles: Vec<LaidTile>,
    /// The tunnels, indexed by their number.
    pub tunnels: Vec<Tunnel>,
    /// The doors on the board, those of each player in the order in which they were put.
    pub doors: Vec<Door>,
    /// The prisoners of seat 0 by their numbers, then those of seat 1, and so on.
    pub prisoners: Vec<Prisoner>,
    /// The piles of tiles that can be drawn from.
    pub piles: Vec<Pile>,
    /// The players, indexed by the seat.
    pub players: BySeat<Player>,
    /// The seats that have left the game, in the order in which they left.
    pub resigned: Vec<Seat>,
    /// The decisions that are open to the viewer now; `null` if there are none.
    pub choices: Option<Choices>,
    /// The places of the players, when the game is over.
    pub outcome: Option<Outcome>,
    /// The reason why the game is over.
    pub end: Option<End>,
}

/// A green area and the free zone that it leads to.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXArea"),
    ts(rename = "SectionXArea")
)]
pub struct Area {
    /// The cells of the area, the corner of the board first.
    pub cells: Vec<Cell>,
    /// The owner of the free zone.
    pub owner: Option<Seat>,
}

/// The shape of a kind of tile.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXKindShape"),
    ts(rename = "SectionXKindShape")
)]
pub struct KindShape {
    /// The kind that this entry describes.
    pub kind: Kind,
    /// The number of tiles of the kind in the box.
    pub count: u8,
    /// The tunnels of the kind at rotation 0. They don't meet, not even where they cross.
    pub sections: Vec<SectionShape>,
}

/// One tunnel of a kind of tile.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXSectionShape"),
    ts(rename = "SectionXSectionShape")
)]
pub struct SectionShape {
    /// The sides that the tunnel leads to at rotation 0. A rotation adds its number to each, modulo
    /// 6.
    pub openings: Vec<u8>,
    /// Whether the tunnel has a hide-out.
    pub hide_out: bool,
}

/// A tile on the board.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXLaidTile"),
    ts(rename = "SectionXLaidTile")
)]
pub struct LaidTile {
    /// The cell of the tile.
    pub cell: Cell,
    /// The kind of the tile.
    pub kind: Kind,
    /// The rotation of the tile.
    pub rotation: Rotation,
    /// The number of the tunnel that each section of the tile is part of.
    pub tunnels: Vec<u8>,
}

/// A pile of tiles.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXPile"),
    ts(rename = "SectionXPile")
)]
pub struct Pile {
    /// The number of tiles in the pile.
    pub count: u8,
    /// The topmost tiles of the pile that the viewer may know, the top first: none; one if the
    /// piles lie face up; all after the game.
    pub top: Vec<Kind>,
}

/// The possessions and the score of a player.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXPlayer"),
    ts(rename = "SectionXPlayer")
)]
pub struct Player {
    /// The tiles of the stock; `null` for each tile that the viewer may not know.
    pub stock: Vec<Card>,
    /// The number of doors that are neither on the board nor given up for a key.
    pub doors: u8,
    /// Whether the player has a master key.
    pub key: bool,
    /// The number of prisoners in free zones.
    pub free: u8,
    /// The number of prisoners on green areas.
    pub green: u8,
    /// The number of prisoners in hide-outs.
    pub hidden: u8,
    /// The number of prisoners in tunnels outside hide-outs. They are lost if the round ends now.
    pub exposed: u8,
    /// The number of lost prisoners.
    pub lost: u8,
    /// The number of prisoners that are not lost: those that have escaped or still can.
    pub potential: u8,
}

/// The part of a seat's view that others may not know. Laid over the view of a spectator, it gives
/// the view of the seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXPrivate"),
    ts(rename = "SectionXPrivate")
)]
pub struct Private {
    /// The stock of the seat.
    #[serde(default, skip_serializing_if = "SomeSeats::is_empty")]
    #[cfg_attr(
        feature = "types",
        ts(as = "Option<std::collections::BTreeMap<u8, Stock>>", optional)
    )]
    pub players: SomeSeats<Stock>,
    /// The decisions that are open to the seat now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub choices: Option<Box<Choices>>,
}

/// The tiles of a stock.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXStock"),
    ts(rename = "SectionXStock")
)]
pub struct Stock {
    /// The tiles, all of them known.
    pub stock: Vec<Card>,
}

/// Returns the view of the game for a viewer.
pub(super) fn of(state: &State, viewer: Viewer) -> View {
    let may_act = |seat: &Seat| viewer.sees_choices(*seat);
    View {
        choices: (state.decides().filter(may_act)).and_then(|seat| choices::of(state, seat)),
        ..without_choices(state, viewer)
    }
}

/// Returns the view of the game for a viewer, without choices. Before the game is over, the tiles
/// of a pile are hidden from every viewer, except the top tiles of piles that lie face up, and a
/// stock is shown to its owner and to a viewer of all hands only (stock).
pub(super) fn without_choices(state: &State, viewer: Viewer) -> View {
    let all = state.over.is_some() || viewer == Viewer::Omniscient;
    let cells_on = |ground| Cell::all().filter(move |cell| cell.ground() == ground);
    let laid = |(cell, laid): (Cell, super::board::Laid)| {
        let number = |section| state.tunnels.number(Spot { cell, section });
        LaidTile {
            cell,
            kind: laid.kind,
            rotation: laid.rotation,
            tunnels: laid.shape().numbers().filter_map(number).collect(),
        }
    };
    let pile = |pile: &Vec<Kind>| {
        let seen = if all {
            pile.len()
        } else {
            usize::from(state.options.open_piles)
        };
        Pile {
            count: u8::try_from(pile.len()).expect("54 tiles"),
            top: pile.iter().copied().take(seen).collect(),
        }
    };
    View {
        options: state.options,
        radius: COMPONENTS.radius.unsigned_abs(),
        cells: Cell::for_tiles().collect(),
        island: cells_on(Ground::Island).collect(),
        areas: areas(state),
        kinds: kinds(),
        phase: state.phase,
        turn: state.turn,
        acting: state.decides(),
        first: state.first.unwrap_or(Seat::ZERO),
        round: state.round,
        round_limit: ROUNDS,
        turns: state.turns,
        turn_limit: state.turn_limit(),
        idle: state.idle,
        stalled: state.stalled,
        last_turn: state.last_turn,
        last_round: state.last_round,
        escape: state.escape(),
        done: state.done,
        steps_left: state.done.steps_left(),
        touched: state.touched.to_vec(),
        before: state.before.to_vec(),
        tiles: state.board.tiles().map(laid).collect(),
        tunnels: state.tunnels.shown(),
        doors: state.all_doors().collect(),
        prisoners: state.everybody().collect(),
        piles: state.piles.iter().map(pile).collect(),
        players: BySeat::new(state.seats, |seat| {
            player(state, seat, all || viewer.sees_hand(seat))
        }),
        resigned: state.resigned.clone(),
        choices: None,
        outcome: state.over.as_ref().map(|(outcome, _)| outcome.clone()),
        end: state.over.as_ref().map(|(_, end)| *end),
    }
}

/// Returns the facts that the viewer may know and a spectator may not: the stock of the seat and
/// its choices, or all stocks. Returns `None` for a seat that is not in the game and once the game
/// is over (stock).
pub(super) fn private(state: &State, viewer: Viewer) -> Option<Private> {
    let seats = || Seat::first(state.seats).filter(|&seat| viewer.sees_hand(seat));
    let may_act = |seat: &Seat| viewer.sees_choices(*seat);
    let stock = |seat: Seat| {
        let stock = state.stocks[seat].iter().copied().map(Some).collect();
        (seat, Stock { stock })
    };
    (state.over.is_none() && seats().next().is_some()).then(|| Private {
        players: seats().map(stock).collect(),
        choices: (state.decides().filter(may_act))
            .and_then(|seat| choices::of(state, seat))
            .map(Box::new),
    })
}

fn areas(state: &State) -> Vec<Area> {
    let area = |(cells, owner): (&[(i8, i8); 3], Option<Seat>)| Area {
        cells: cells.iter().filter_map(|&(q, r)| Cell::at(q, r)).collect(),
        owner,
    };
    COMPONENTS.areas.iter().zip(state.zones).map(area).collect()
}

fn kinds() -> Vec<KindShape> {
    let section = |section: &super::SectionOf| SectionShape {
        openings: section.openings.to_vec(),
        hide_out: section.hide_out,
    };
    let kind = |tiles: &super::Tiles| KindShape {
        kind: tiles.kind,
        count: tiles.count,
        sections: tiles.sections.iter().map(section).collect(),
    };
    COMPONENTS.tiles.iter().map(kind).collect()
}

fn player(state: &State, seat: Seat, sees: bool) -> Player {
    let stock = state.stocks[seat].iter();
    Player {
        stock: stock.map(|&kind| sees.then_some(kind)).collect(),
        doors: state.supply(seat),
        key: state.keys.contains(seat),
        free: state.count(seat, |at| matches!(at, Place::Free(_))),
        green: state.count(seat, |at| matches!(at, Place::Green(_))),
        hidden: state.hidden(seat),
        exposed: state.exposed(seat),
        lost: state.count(seat, |at| at == Place::Lost),
        potential: state.potential(seat),
    }
}
