//! Detects games that are impossible under the present rules.

use super::{
    End, Ground, Kind, Phase, Place, ROUNDS, STALLS, STEPS, STEPS_EACH, STOCK, State,
    components::COMPONENTS,
};
use crate::position::{Reason, unless};

/// Validates a game that was read from text, or played under other rules.
///
/// # Errors
/// Returns the first reason why such a game is impossible.
pub(super) fn check(state: &State) -> Result<(), Reason> {
    unless(state.options.check().is_err(), "no game has these options")?;
    seats(state)?;
    for tiles in COMPONENTS.tiles {
        let there = self::tiles(state)
            .filter(|&kind| kind == tiles.kind)
            .count();
        unless(
            there > tiles.count.into(),
            "more tiles of a kind than in the box",
        )?;
    }
    board(state)?;
    people(state)?;
    resigned(state)?;
    let contest = state.contest();
    let tied = contest.as_ref().is_some_and(|it| it.longest().len() > 1);
    let waits = state.phase == Phase::FightChoice;
    let silent = !waits && contest.is_some() && state.over.is_none();
    unless(
        waits && !tied || silent,
        "a fight is to be decided, or there is none",
    )?;
    unless(!is_phase(state), "the game can't wait for that")?;
    turn(state)
}

fn seats(state: &State) -> Result<(), Reason> {
    let of_phase = match state.phase {
        Phase::GiveDoor { seat } => Some(seat),
        _ => None,
    };
    let of_end = match state.over {
        Some((_, End::Target { winner } | End::Alone { winner })) => Some(winner),
        _ => None,
    };
    let alone = [state.first, state.turn, of_phase, of_end];
    let named = alone.into_iter().chain(state.zones).flatten();
    let named = named
        .chain(state.keys.iter())
        .chain(state.resigned.iter().copied());
    let wrong = named.into_iter().any(|seat| seat.number() >= state.seats);
    unless(wrong, "a seat that is none of the game")
}

/// Returns the tiles on the board, in the stocks and in the piles.
pub(super) fn tiles(state: &State) -> impl Iterator<Item = Kind> {
    let board = state.board.tiles().map(|(_, laid)| laid.kind);
    let stocks = state.stocks.iter().flat_map(|(_, stock)| stock);
    let piles = state.piles.iter().flatten();
    board.chain(stocks.chain(piles).copied())
}

fn board(state: &State) -> Result<(), Reason> {
    for (cell, laid) in state.board.tiles() {
        let fits = state.board.around(cell).misfit(laid).is_none();
        unless(
            cell.ground() != Ground::Tiles || !fits,
            "a tile that doesn't fit there",
        )?;
    }
    for (seat, doors) in state.doors.iter() {
        let key = usize::from(state.keys.contains(seat));
        let too_many = doors.len() + key > usize::from(COMPONENTS.doors);
        unless(too_many, "more doors of a player than there are")?;
    }
    for door in state.all_doors() {
        let section = door.at;
        let others = state.all_doors();
        let here = others.filter(|other| other.at.cell == section.cell).count();
        let place = state.board.has(section)
            && !state.board.hides(section)
            && state.board.openings(section) == 2;
        unless(
            here > 1 || !place,
            "a door on a junction, a hide-out or another's tile",
        )?;
    }
    Ok(())
}

fn people(state: &State) -> Result<(), Reason> {
    for prisoner in state.everybody() {
        match prisoner.at {
            Place::Tunnel(section) => {
                let crowd = state.in_section(section).count() > state.board.room(section);
                unless(
                    crowd || !state.board.has(section),
                    "no room for a prisoner there",
                )?;
            }
            Place::Green(zone) | Place::Free(zone) => {
                let owner = state.zones[usize::from(zone)];
                unless(
                    owner != Some(prisoner.seat),
                    "a prisoner in a zone of another's",
                )?;
            }
            Place::Block | Place::Lost => {}
        }
    }
    let mut stocks = state.stocks.iter();
    unless(
        stocks.any(|(_, stock)| stock.len() > STOCK),
        "a stock with too many tiles",
    )
}

fn resigned(state: &State) -> Result<(), Reason> {
    for (at, &seat) in state.resigned.iter().enumerate() {
        let here = state.prisoners[seat].iter().any(|&at| at != Place::Lost);
        let doors = !state.doors[seat].is_empty();
        let has = state.keys.contains(seat) || state.zones.contains(&Some(seat));
        let twice = state.resigned[..at].contains(&seat);
        unless(
            here || doors || has || twice,
            "who has left the game has something left in it",
        )?;
    }
    Ok(())
}

/// Validates the record of the current turn, and the counts of turns and rounds.
fn turn(state: &State) -> Result<(), Reason> {
    let done = &state.done;
    let steps: u16 = done.steps.iter().map(|&steps| u16::from(steps)).sum();
    let each = done.steps.iter().all(|&steps| steps <= STEPS_EACH);
    let wrong = steps > STEPS.into() || !each || done.door && steps > 0;
    unless(wrong, "more steps than a turn has, or a door as well")?;
    let lay = state.before.iter().map(|tile| tile.cell);
    let wrongly = |(at, cell)| {
        let others = &state.before[..at];
        !state.touched.contains(&cell) || others.iter().any(|other| other.cell == cell)
    };
    let wrong = state.touched.len() > 2 || lay.enumerate().any(wrongly);
    unless(wrong, "other tiles before than were touched")?;
    let begun = state.turns > 0 || state.over.is_some();
    let too_long = state.turns > state.turn_limit() || state.idle >= state.seats;
    let round = (1..=ROUNDS).contains(&state.round) && state.stalled <= STALLS;
    unless(
        !round || !begun || too_long,
        "more rounds or turns than a game has",
    )?;
    let places = state.over.as_ref().map(|(outcome, _)| outcome.places.len());
    let wrong = places.is_some_and(|places| places != usize::from(state.seats));
    unless(wrong, "not a place for each")
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
