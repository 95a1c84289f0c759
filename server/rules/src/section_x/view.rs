//! What one viewer may know of a game.

use serde::{Deserialize, Serialize};

use super::{
    BoardTile, Card, Cell, Choices, Done, Door, End, Ground, Kind, Options, Phase, Place, Prisoner,
    ROUNDS, Rotation, Spot, State, choices, components::COMPONENTS, tunnel::Tunnel,
};
use crate::{BySeat, Outcome, Seat, SomeSeats, Viewer};

/// The game as one viewer may know it, with the choices of a seat that may act.
///
/// It says all that is needed to show the game and to offer what may be chosen; nobody who holds it needs the
/// rules. Sides are counted clockwise from 0 in the east.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXView"))]
pub struct View {
    /// The options that the game is played with.
    pub options: Options,
    /// Steps from the middle of the board to its rim.
    pub radius: u8,
    /// The cells for tiles, row by row from the north; each list by cell in the choices has a digit for each of them.
    pub cells: Vec<Cell>,
    /// The cells of the island.
    pub island: Vec<Cell>,
    /// The green areas.
    pub areas: Vec<Area>,
    /// The kinds of tiles.
    pub kinds: Vec<KindShape>,
    /// What the game waits for.
    pub phase: Phase,
    /// Whose turn it is; `null` when the game is over.
    pub turn: Option<Seat>,
    /// Who decides next: whose turn it is, but for who gives up a door; `null` when the game is over.
    pub acting: Option<Seat>,
    /// Who played first.
    pub first: Seat,
    /// The round, from 1.
    pub round: u8,
    /// Rounds after which the game ends.
    pub round_limit: u8,
    /// Turns of this round that have begun.
    pub turns: u16,
    /// Turns after which the round ends.
    pub turn_limit: u16,
    /// Turns in a row, before this one, in which nothing was done.
    pub idle: u8,
    /// Rounds in a row in which nobody was freed or lost.
    pub stalled: u8,
    /// Whether the round ends with this turn, because the last tile is drawn.
    pub last_turn: bool,
    /// Whether this is the last round.
    pub last_round: bool,
    /// Prisoners of one player on green areas that end the round.
    pub escape: u8,
    /// What has been done in this turn.
    pub done: Done,
    /// Steps that the turn has left.
    pub steps_left: u8,
    /// The cells that a tile was laid, moved or turned on in this turn, or was moved from.
    pub touched: Vec<Cell>,
    /// The tiles that lay on those cells before: a fight counts the tiles as they lay then.
    pub before: Vec<BoardTile>,
    /// The tiles on the board, row by row from the north.
    pub tiles: Vec<LaidTile>,
    /// The tunnels; their place in the list is their number.
    pub tunnels: Vec<Tunnel>,
    /// The doors on the board, each player's in the order in which they were put.
    pub doors: Vec<Door>,
    /// The prisoners of seat 0 by their numbers, then those of seat 1, and so on.
    pub prisoners: Vec<Prisoner>,
    /// The piles.
    pub piles: Vec<Pile>,
    /// What each player has.
    pub players: BySeat<Player>,
    /// Who has left the game, the first of them first.
    pub resigned: Vec<Seat>,
    /// What the viewer may decide now; `null` when it is nothing.
    pub choices: Option<Choices>,
    /// The places, when the game is over.
    pub outcome: Option<Outcome>,
    /// Why it is over.
    pub end: Option<End>,
}

/// A green area and the free zone that it leads to.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXArea"))]
pub struct Area {
    /// Its cells, the corner of the board first.
    pub cells: Vec<Cell>,
    /// Whose the free zone is.
    pub owner: Option<Seat>,
}

/// A kind of tile.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXKindShape"))]
pub struct KindShape {
    /// Which.
    pub kind: Kind,
    /// How many are in the box.
    pub count: u8,
    /// Its tunnels at rotation 0. They don't meet, also where they cross.
    pub sections: Vec<SectionShape>,
}

/// One tunnel of a kind of tile.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXSectionShape"))]
pub struct SectionShape {
    /// The sides that it leads to at rotation 0. A rotation adds its number to each, modulo 6.
    pub openings: Vec<u8>,
    /// Whether it has a hide-out.
    pub hide_out: bool,
}

/// A tile on the board.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXLaidTile"))]
pub struct LaidTile {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub kind: Kind,
    /// How it is turned.
    pub rotation: Rotation,
    /// For each of its sections the number of the tunnel that it is part of.
    pub tunnels: Vec<u8>,
}

/// A pile.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXPile"))]
pub struct Pile {
    /// How many tiles it has.
    pub count: u8,
    /// The topmost of them, as far as the viewer may know them, the top first: none, or one if the piles lie
    /// face up, or all after the game.
    pub top: Vec<Kind>,
}

/// What a player has.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXPlayer"))]
pub struct Player {
    /// The tiles of the stock; `null` for those the viewer may not know.
    pub stock: Vec<Card>,
    /// Doors that are not on the board and not given up for a key.
    pub doors: u8,
    /// Whether they have a master key.
    pub key: bool,
    /// Prisoners in free zones.
    pub free: u8,
    /// Prisoners on green areas.
    pub green: u8,
    /// Prisoners in hide-outs.
    pub hidden: u8,
    /// Prisoners in tunnels and in no hide-out: they are lost if the round ends now.
    pub exposed: u8,
    /// Prisoners that are lost.
    pub lost: u8,
    /// Prisoners that are not lost: how many could still escape or have done so.
    pub potential: u8,
}

/// What a seat knows besides of what everybody knows: it lies over the view of one without a seat, and makes of it
/// what the seat may know.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXPrivate"))]
pub struct Private {
    /// The seat's own stock.
    #[serde(default, skip_serializing_if = "SomeSeats::is_empty")]
    #[cfg_attr(
        feature = "ts",
        ts(as = "Option<std::collections::BTreeMap<u8, Stock>>", optional)
    )]
    pub players: SomeSeats<Stock>,
    /// What the seat may decide now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub choices: Option<Box<Choices>>,
}

/// The tiles of a stock.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXStock"))]
pub struct Stock {
    /// They.
    pub stock: Vec<Card>,
}

/// What the viewer may know of the game: piles are nobody's but for the top of those that lie face up, a stock
/// is its owner's, before the game is over (stock).
pub(super) fn of(state: &State, viewer: Viewer) -> View {
    let all = state.over.is_some() || viewer == Viewer::Omniscient;
    let cells_on = |ground| Cell::all().filter(move |cell| cell.ground() == ground);
    let acting = state.decides();
    let may_act = |seat: &Seat| viewer == Viewer::Omniscient || viewer == Viewer::Seat(*seat);
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
        acting,
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
        touched: state.touched.clone(),
        before: state.before.clone(),
        tiles: state.board.tiles().map(laid).collect(),
        tunnels: state.tunnels.shown(),
        doors: state.all_doors().collect(),
        prisoners: state.everybody().collect(),
        piles: state.piles.iter().map(pile).collect(),
        players: BySeat::new(state.seats, |seat| {
            player(state, seat, all || viewer == Viewer::Seat(seat))
        }),
        resigned: state.resigned.clone(),
        choices: acting
            .filter(may_act)
            .and_then(|seat| choices::of(state, seat)),
        outcome: state.over.as_ref().map(|(outcome, _)| outcome.clone()),
        end: state.over.as_ref().map(|(_, end)| *end),
    }
}

/// What the seat may know besides of what a spectator may: its stock, before the game is over (stock).
pub(super) fn private(state: &State, seat: Seat) -> Option<Private> {
    let acts = state.decides() == Some(seat);
    let stock = || {
        let stock = state.stocks[seat].iter().copied().map(Some).collect();
        (seat, Stock { stock })
    };
    (state.over.is_none() && seat.number() < state.seats).then(|| Private {
        players: [stock()].into_iter().collect(),
        choices: acts
            .then(|| choices::of(state, seat))
            .flatten()
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
