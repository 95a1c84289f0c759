//! The text form of a game, for tests and for bug reports.

use std::{fmt, str::FromStr, sync::Arc};

use super::{
    BoardTile, End, Ground, Kind, Options, Phase, Place, Preset, Rotation, Spot, State,
    components::COMPONENTS, notation::turned, round::in_piles, sound, tunnel::Tunnels,
};
use crate::{
    NotAPosition, Outcome, Seat,
    notation::joined,
    position::{self, NO_LINE, Reason, all, pairs, part, seat, take},
};

/// Parses the text form. Empty lines and everything after a `#` are ignored.
///
/// ```text
/// seats 3                      the number of seats, 2 by default; before the lines of seats
/// options expert target 5      empty by default; any of: expert, target 7, open_piles, any_order,
///                              last_round_by_survivors, and after expert: no_open_piles,
///                              no_any_order
/// first 0                      the seat that played first, 0 by default
/// turn 1                       the seat whose turn it is, 0 by default
/// phase act                    or: draw, tile, main, fight_choice, give_door 2; tile by default,
///                              main with any_order
/// round 2                      the number of the round, 1 by default
/// turns 8                      turns of the round that have begun, 1 by default
/// idle 1                       turns in a row in which nothing was done
/// stalled 1                    rounds in a row in which no prisoner was freed or lost
/// last_turn                    the last tile is drawn
/// last_round                   this is the last round
/// done drew tile door          the actions that have been taken in this turn
/// steps 0 2 3 1                steps made in this turn: prisoner 0 two, prisoner 3 one
/// touched g9 h9                cells on which a tile was laid, moved or turned in this turn
/// before h9 straight0          tiles that lay on those cells before
/// tiles g9 straight1 h9 y_junction0      tiles on the board, and their rotations
/// doors 0 g9:0 h9:0            a seat's doors on the board, the oldest first
/// keys 0 2                     the seats that have a master key
/// zones 1 3 4                  the free zones of seat 1
/// prisoners 0 g9:0 green:3 free:3 lost   a seat's prisoners by number; the others are in the block
/// stock 0 straight wide_bend   a seat's stock
/// pile 0 straight              tiles of a pile, the top first
/// aside                        the tiles that no line names are out of play until the next round
/// resigned 2                   the seats that have left the game
/// over target 1                or: nobody_can, last_round, stalled, round_limit, alone 1
/// places 2 1 2                 the places of the seats, when the game is over
/// ```
///
/// Without `aside`, the tiles that no line names lie under those of the piles, spread as evenly as
/// possible, in the order of the kinds.
impl FromStr for State {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        let mut reading = Reading {
            state: blank(2),
            phase: None,
            end: None,
            places: None,
            aside: false,
        };
        let line = position::read(text, |word, parts| reading.line(word, parts))?;
        let read = reading.end();
        let state = read.map_err(|reason| NotAPosition::Line { line, reason })?;
        sound::check(&state).map_err(|reason| NotAPosition::Contradiction { reason })?;
        Ok(state)
    }
}

struct Reading {
    state: State,
    phase: Option<Phase>,
    end: Option<End>,
    places: Option<Outcome>,
    aside: bool,
}

fn blank(seats: u8) -> State {
    let unopened = State::unopened(Options::default(), seats, Some(Seat::ZERO));
    State {
        turn: Some(Seat::ZERO),
        turns: 1,
        ..unopened
    }
}

impl Reading {
    fn line(&mut self, word: &str, parts: &[&str]) -> Result<(), Reason> {
        let state = &mut self.state;
        let seats = state.seats;
        let who = |text: &&str| seat(text, seats);
        match (word, parts) {
            ("seats", [count]) => {
                let seats = part(count)?;
                if !(super::FEWEST..=super::MOST).contains(&seats) {
                    return Err("two to four play");
                }
                let options = state.options;
                *state = blank(seats);
                state.options = options;
            }
            ("options", parts) => state.options = part(&parts.join(" "))?,
            ("first", [first]) => state.first = Some(who(first)?),
            ("turn", [turn]) => state.turn = Some(who(turn)?),
            ("phase", parts) => self.phase = Some(part(&parts.join(" "))?),
            ("round", [count]) => state.round = part(count)?,
            ("turns", [count]) => state.turns = part(count)?,
            ("idle", [count]) => state.idle = part(count)?,
            ("stalled", [count]) => state.stalled = part(count)?,
            ("last_turn", []) => state.last_turn = true,
            ("last_round", []) => state.last_round = true,
            ("aside", []) => self.aside = true,
            ("done" | "steps" | "touched", parts) => turn_so_far(state, word, parts)?,
            ("keys", parts) => state.keys = parts.iter().map(who).collect::<Result<_, _>>()?,
            ("resigned", parts) => {
                state.resigned = parts.iter().map(who).collect::<Result<_, _>>()?;
            }
            ("over", parts) => {
                self.end = Some(part(&parts.join(" "))?);
                state.turn = None;
                self.phase = Some(Phase::Over);
            }
            ("places", parts) => {
                let places = all(parts, part)?;
                self.places = Some(Outcome { places });
            }
            ("pile", [pile, tiles @ ..]) => {
                let piles = Arc::make_mut(&mut state.piles);
                let pile = piles.get_mut(part::<usize>(pile)?);
                *pile.ok_or(NO_LINE)? = all(tiles, kind)?;
            }
            ("tiles", parts) => {
                for tile in pairs(parts, laid)? {
                    if tile.cell.ground() != Ground::Tiles || state.board.at(tile.cell).is_some() {
                        return Err("one tile lies on a cell for tiles");
                    }
                    state.board.put(tile.cell, tile.laid());
                }
            }
            ("before", parts) => state.before.extend(pairs(parts, laid)?),
            (word, [owner, parts @ ..]) => of_seat(state, word, who(owner)?, parts)?,
            _ => return Err(NO_LINE),
        }
        Ok(())
    }

    /// Fills the piles with the tiles that are left in the box, unless these lie aside.
    fn end(self) -> Result<State, Reason> {
        let mut state = self.state;
        state.phase = self.phase.unwrap_or_else(|| state.phase_of_tile());
        state.over = self.places.zip(self.end);
        let left = left_of_box(&state)?;
        if !self.aside {
            for (pile, under) in Arc::make_mut(&mut state.piles)
                .iter_mut()
                .zip(in_piles(&left))
            {
                pile.extend(under);
            }
        }
        state.tunnels = Tunnels::new(&state.board, &state.doors);
        Ok(state)
    }
}

/// Parses a line that begins with a seat.
fn of_seat(state: &mut State, word: &str, owner: Seat, parts: &[&str]) -> Result<(), Reason> {
    match word {
        "doors" => state.doors[owner] = all(parts, spot)?.into(),
        "zones" => {
            for zone in parts {
                let zone = state.zones.get_mut(part::<usize>(zone)?);
                *zone.ok_or(NO_LINE)? = Some(owner);
            }
        }
        "prisoners" => {
            let mut places = state.prisoners[owner].iter_mut();
            for place in all(parts, place)? {
                *places.next().ok_or(NO_LINE)? = place;
            }
        }
        "stock" => state.stocks[owner] = all(parts, kind)?.into(),
        _ => return Err(NO_LINE),
    }
    Ok(())
}

fn turn_so_far(state: &mut State, word: &str, parts: &[&str]) -> Result<(), Reason> {
    let done = &mut state.done;
    match word {
        "steps" => {
            for (prisoner, steps) in
                pairs(parts, |one, other| Ok((part::<usize>(one)?, part(other)?)))?
            {
                *done.steps.get_mut(prisoner).ok_or(NO_LINE)? = steps;
            }
        }
        "touched" => {
            let cells = all(parts, |cell| cell.parse().map_err(|_| NO_PLACE))?;
            state.touched = cells.into();
        }
        _ => {
            for part in parts {
                match *part {
                    "drew" => done.drew = true,
                    "tile" => done.tile = true,
                    "door" => done.door = true,
                    _ => return Err(NO_LINE),
                }
            }
        }
    }
    Ok(())
}

/// Returns the tiles that are not on the board, in a stock or in a pile, by kind.
fn left_of_box(state: &State) -> Result<Vec<Kind>, Reason> {
    let mut left = COMPONENTS.every_tile();
    take(sound::tiles(state), &mut left)?;
    Ok(left)
}

const NO_PLACE: Reason =
    "a place is block, a cell and a section as in g10:1, green:3, free:3 or lost";
const NO_TILE: Reason =
    "a tile is the name of a kind and, on the board, a rotation, as in wide_bend2";

fn spot(text: &str) -> Result<Spot, Reason> {
    text.parse().map_err(|_| NO_PLACE)
}

fn place(text: &str) -> Result<Place, Reason> {
    text.parse().map_err(|_| NO_PLACE)
}

fn kind(name: &str) -> Result<Kind, Reason> {
    name.parse().map_err(|_| NO_TILE)
}

fn laid(cell: &str, tile: &str) -> Result<BoardTile, Reason> {
    let name = tile.trim_end_matches(|figure: char| figure.is_ascii_digit());
    let sixths = tile[name.len()..].parse().ok();
    Ok(BoardTile {
        cell: cell.parse().map_err(|_| NO_PLACE)?,
        kind: kind(name)?,
        rotation: sixths.and_then(Rotation::new).ok_or(NO_TILE)?,
    })
}

/// Writes the text form. A game that is not opened is written as an empty text.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self
            .first
            .filter(|_| self.turn.is_some() || self.over.is_some())
        else {
            return Ok(());
        };
        writeln!(f, "seats {}", self.seats)?;
        if self.options != Preset::Base.options() {
            writeln!(f, "options {}", self.options)?;
        }
        writeln!(f, "first {first}")?;
        self.write_turn(f)?;
        for (cell, laid) in self.board.tiles() {
            writeln!(f, "tiles {cell} {}", turned(laid.kind, laid.rotation))?;
        }
        for (seat, doors) in self.doors.iter().filter(|(_, doors)| !doors.is_empty()) {
            line(f, &format!("doors {seat}"), doors)?;
        }
        if !self.keys.is_empty() {
            line(f, "keys", self.keys.iter())?;
        }
        for (zone, owner) in self.zones.iter().enumerate() {
            if let Some(owner) = owner {
                writeln!(f, "zones {owner} {zone}")?;
            }
        }
        for (seat, places) in self.prisoners.iter() {
            line(f, &format!("prisoners {seat}"), places)?;
        }
        for (seat, stock) in self.stocks.iter() {
            line(f, &format!("stock {seat}"), stock)?;
        }
        for (number, pile) in self.piles.iter().enumerate() {
            line(f, &format!("pile {number}"), pile)?;
        }
        if left_of_box(self).is_ok_and(|left| !left.is_empty()) {
            writeln!(f, "aside")?;
        }
        if !self.resigned.is_empty() {
            line(f, "resigned", &self.resigned)?;
        }
        match &self.over {
            None => Ok(()),
            Some((outcome, end)) => {
                writeln!(f, "over {end}")?;
                line(f, "places", &outcome.places)
            }
        }
    }
}

/// Writes a line that consists of a word and its parts.
fn line<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    parts: impl IntoIterator<Item = T>,
) -> fmt::Result {
    let parts = parts.into_iter().map(|part| format!(" {part}"));
    writeln!(f, "{word}{}", joined(parts, ""))
}

impl State {
    fn write_turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turn) = self.turn {
            writeln!(f, "turn {turn}")?;
        }
        if self.phase != Phase::Over {
            writeln!(f, "phase {}", self.phase)?;
        }
        writeln!(f, "round {}\nturns {}", self.round, self.turns)?;
        writeln!(f, "idle {}\nstalled {}", self.idle, self.stalled)?;
        if self.last_turn {
            writeln!(f, "last_turn")?;
        }
        if self.last_round {
            writeln!(f, "last_round")?;
        }
        let done = &self.done;
        let parts = [
            (done.drew, "drew"),
            (done.tile, "tile"),
            (done.door, "door"),
        ];
        let said = parts.iter().filter(|(is_so, _)| *is_so);
        line(f, "done", said.map(|(_, word)| word))?;
        for (prisoner, steps) in done.steps.iter().enumerate() {
            if *steps > 0 {
                writeln!(f, "steps {prisoner} {steps}")?;
            }
        }
        if !self.touched.is_empty() {
            line(f, "touched", &self.touched)?;
        }
        for tile in &self.before {
            writeln!(
                f,
                "before {} {}",
                tile.cell,
                turned(tile.kind, tile.rotation)
            )?;
        }
        Ok(())
    }
}
