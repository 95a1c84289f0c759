//! Looks for what is impossible in a position.

use serde::Serialize;

use super::Position;
use crate::{
    Seat,
    section_x::{
        Cell, End, Ground, Kind, Phase, Place, ROUNDS, STALLS, STEPS, STEPS_EACH, STOCK, Spot,
        State,
        components::COMPONENTS,
        state::{PRISONERS, ZONES},
    },
};

/// A reason why no game can stand like that.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Impossible {
    /// There are not two to four seats in each list, or a seat is named that is none of them.
    Seats,
    /// There are not eight prisoners of each, six zones and three piles, or the options can't be chosen.
    Lists,
    /// Two tiles lie on a cell, or one where none may lie, or beside one that it doesn't fit.
    Tile {
        /// Where.
        cell: Cell,
    },
    /// There are more tiles of a kind than in the box.
    Tiles {
        /// Which.
        kind: Kind,
    },
    /// There is no such section, or more prisoners in it than it has room for.
    Section {
        /// Which.
        section: Spot,
    },
    /// A door is on a junction or a hide-out, or not alone on its tile.
    Door {
        /// Where.
        section: Spot,
    },
    /// A player has more doors than there are.
    Doors {
        /// Who.
        seat: Seat,
    },
    /// A prisoner has come to a zone that is not their player's.
    Zone {
        /// Which.
        zone: u8,
    },
    /// A stock has too many tiles.
    Stock {
        /// Whose.
        seat: Seat,
    },
    /// Who has left the game still has something on the board, a key or a zone.
    Resigned {
        /// Who.
        seat: Seat,
    },
    /// Doors of several players are in a tunnel and nobody has to choose, or the other way round.
    Fight,
    /// The game can't wait for that.
    Phase,
    /// A turn can't have been like that.
    Done,
    /// A game has not that many rounds, or a round not that many turns.
    Round,
}

/// What is wrong with the lists, so that no game can be made of them.
pub(super) fn of_lists(position: &Position) -> Vec<Impossible> {
    let mut found = Vec::new();
    let seats = position.prisoners.seats();
    let wrong = !(crate::section_x::FEWEST..=crate::section_x::MOST).contains(&seats)
        || position.doors.seats() != seats
        || position.stocks.seats() != seats;
    let of_phase = match position.phase {
        Phase::GiveDoor { seat } => Some(seat),
        _ => None,
    };
    let of_end = match position.end {
        Some(End::Target { winner } | End::Alone { winner }) => Some(winner),
        _ => None,
    };
    let alone = [Some(position.first), position.turn, of_phase, of_end];
    let named = alone.into_iter().chain(position.zones.iter().copied());
    let named = named.flatten().chain(position.keys.iter());
    let mut named = named.chain(position.resigned.iter().copied());
    if wrong || named.any(|seat| seat.number() >= seats) {
        found.push(Impossible::Seats);
    }
    let mut prisoners = position.prisoners.iter();
    let places = position.outcome.as_ref();
    if prisoners.any(|(_, places)| places.len() != PRISONERS)
        || position.zones.len() != ZONES
        || position.piles.len() != usize::from(COMPONENTS.piles)
        || places.is_some_and(|outcome| outcome.places.len() != usize::from(seats))
        || position.options.check().is_err()
    {
        found.push(Impossible::Lists);
    }
    for (at, tile) in position.tiles.iter().enumerate() {
        let twice = position.tiles[..at]
            .iter()
            .any(|other| other.cell == tile.cell);
        if twice || tile.cell.ground() != Ground::Tiles {
            found.push(Impossible::Tile { cell: tile.cell });
        }
    }
    let touched = &position.touched;
    let lay = position.before.iter().map(|tile| tile.cell);
    let mut lay = lay.enumerate();
    let wrongly = |(at, cell): (usize, Cell)| {
        let others = &position.before[..at];
        !touched.contains(&cell) || others.iter().any(|other| other.cell == cell)
    };
    if touched.len() > 2 || lay.any(wrongly) {
        found.push(Impossible::Done);
    }
    for (tiles, kind) in COMPONENTS.tiles.iter().zip(Kind::ALL) {
        let board = position.tiles.iter().map(|tile| &tile.kind);
        let stocks = position.stocks.iter().flat_map(|(_, stock)| stock);
        let there = board.chain(stocks).chain(position.piles.iter().flatten());
        if there.filter(|&&other| other == kind).count() > usize::from(tiles.count) {
            found.push(Impossible::Tiles { kind });
        }
    }
    for (seat, doors) in position.doors.iter() {
        let key = usize::from(position.keys.contains(seat));
        if doors.len() + key > usize::from(COMPONENTS.doors) {
            found.push(Impossible::Doors { seat });
        }
    }
    for (seat, stock) in position.stocks.iter() {
        if stock.len() > STOCK {
            found.push(Impossible::Stock { seat });
        }
    }
    found
}

/// What is wrong with a game whose lists are right.
pub(super) fn of_state(state: &State) -> Vec<Impossible> {
    let mut found = Vec::new();
    board(state, &mut found);
    people(state, &mut found);
    resigned(state, &mut found);
    let contest = state.contest();
    let tied = contest.as_ref().is_some_and(|it| it.longest().len() > 1);
    let waits = state.phase == Phase::FightChoice;
    if waits && !tied || !waits && contest.is_some() && state.over.is_none() {
        found.push(Impossible::Fight);
    }
    if !is_phase(state) {
        found.push(Impossible::Phase);
    }
    let done = &state.done;
    let steps: u8 = done
        .steps
        .iter()
        .fold(0, |sum, &steps| sum.saturating_add(steps));
    let each = done.steps.iter().all(|&steps| steps <= STEPS_EACH);
    if steps > STEPS || !each || done.door && steps > 0 {
        found.push(Impossible::Done);
    }
    let begun = state.turns > 0 || state.over.is_some();
    let too_long = state.turns > state.turn_limit() || state.idle >= state.seats;
    if !(1..=ROUNDS).contains(&state.round) || !begun || too_long || state.stalled > STALLS {
        found.push(Impossible::Round);
    }
    found
}

fn board(state: &State, found: &mut Vec<Impossible>) {
    for (cell, laid) in state.board.tiles() {
        if state.board.around(cell).misfit(laid).is_some() {
            found.push(Impossible::Tile { cell });
        }
    }
    for door in state.all_doors() {
        let section = door.at;
        let others = state.all_doors();
        let here = others.filter(|other| other.at.cell == section.cell).count();
        let place = state.board.has(section)
            && !state.board.hides(section)
            && state.board.openings(section) == 2;
        if here > 1 || !place {
            found.push(Impossible::Door { section });
        }
    }
}

fn people(state: &State, found: &mut Vec<Impossible>) {
    for prisoner in state.everybody() {
        match prisoner.at {
            Place::Tunnel(section) => {
                let crowd = state.in_section(section).count() > state.board.room(section);
                if crowd || !state.board.has(section) {
                    found.push(Impossible::Section { section });
                }
            }
            Place::Green(zone) | Place::Free(zone) => {
                if state.zones[usize::from(zone)] != Some(prisoner.seat) {
                    found.push(Impossible::Zone { zone });
                }
            }
            Place::Block | Place::Lost => {}
        }
    }
}

fn resigned(state: &State, found: &mut Vec<Impossible>) {
    for (at, &seat) in state.resigned.iter().enumerate() {
        let here = state.prisoners[seat].iter().any(|&at| at != Place::Lost);
        let doors = !state.doors[seat].is_empty();
        let has = state.keys.contains(seat) || state.zones.contains(&Some(seat));
        if here || doors || has || state.resigned[..at].contains(&seat) {
            found.push(Impossible::Resigned { seat });
        }
    }
}

fn is_phase(state: &State) -> bool {
    let over = state.phase == Phase::Over;
    if over != state.turn.is_none() || over != state.over.is_some() {
        return false;
    }
    let Some(turn) = state.turn else { return true };
    let playing = state.playing();
    if playing.len() < 2 {
        return false;
    }
    let any_order = state.options.any_order;
    let fits = match state.phase {
        Phase::Draw => {
            let stock = state.stocks[turn].len() < STOCK;
            stock && !state.done.anything() && state.piles.iter().any(|pile| !pile.is_empty())
        }
        Phase::Tile => !any_order && !state.done.tile && !state.done.door && !state.done.stepped(),
        Phase::Act => !any_order,
        Phase::Main => any_order,
        Phase::FightChoice => state.done.tile,
        Phase::GiveDoor { seat } => {
            return seat == turn
                && playing.contains(seat)
                && state.earns_key(seat)
                && !state.keys.contains(seat)
                && state.supply(seat) == 0;
        }
        Phase::Over => true,
    };
    fits && playing.contains(turn)
}
