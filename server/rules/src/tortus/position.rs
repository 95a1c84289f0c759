//! The text form of a game, for tests and for bug reports.

use std::{fmt, str::FromStr, sync::Arc};

use super::{
    COMPONENTS, Held, Options, Phase, State, Step, Tile,
    board::Cell,
    notation::turned,
    sound,
    squares::{is_on_board, squares},
};
use crate::{
    NotAPosition, Seat,
    notation::joined,
    position::{self, NO_LINE, NOT_IN_BOX, Reason, all, pairs, part, take, unless},
    tiles::{Rotation, Square},
};

/// Parses the text form. Empty lines and everything after a `#` are ignored.
///
/// ```text
/// options strict_open       or: lenient (the default)
/// first 0                   the seat that played first, 0 by default
/// turn 1                    the seat whose turn it is, 0 by default
/// phase push 3              or: exchange, place, act (the default), flow 3, fill 1 d4, penalty
/// actions 2                 actions left, 2 by default, 0 before the first turn
/// turns 8                   turns that have begun, 1 by default, 0 before the first turn
/// open d4 I0 d3 S2          open tiles: straight I, corner L, three T, four X, double D, triple J,
///                           knight N, star S, hole O, pit P, and the rotation
/// closed a1 L2              closed tiles
/// pawns 0 a1 b1 - ?         a seat's pawns: a square, - lost, ? not placed; the others are lost
/// hand 0 I L+ O+            a hand; + if both players know the tile
/// steps 0 a1-a2 5 a2-a3     the moves of pawns in this action
/// seen 0123456789abcdef     the positions in which turns have begun, as hashes
/// draw 0                    the seat that has offered a draw; followed by `declined` if it was
/// over pit 0                or: no_pawns 0, resigned 0, repetition, turn_limit, agreement
/// ```
///
/// The tiles that no line names are filled in from the rest of the box, in its order: first the
/// hands, with tiles that are neither a hole nor the pit, then the squares, closed and not turned.
impl FromStr for State {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        let mut state = blank();
        let mut said = (None, None);
        let line = position::read(text, |word, parts| {
            match (word, parts) {
                ("actions", [count]) => said.0 = Some(part(count)?),
                ("turns", [count]) => said.1 = Some(part(count)?),
                _ => read_line(&mut state, word, parts)?,
            }
            Ok(())
        })?;
        let begun = !matches!(state.phase, Phase::Exchange | Phase::Place);
        state.actions = said.0.unwrap_or(if begun { 2 } else { 0 });
        state.turns = said.1.unwrap_or(u8::from(begun));
        fill(&mut state).map_err(|reason| NotAPosition::Line { line, reason })?;
        sound::check(&state).map_err(|reason| NotAPosition::Contradiction { reason })?;
        Ok(state)
    }
}

fn blank() -> State {
    let mut state = State::unopened(Options::lenient(), Some(Seat::ZERO));
    for cell in &mut state.board.cells {
        cell.open = true; // a gap until a tile lies there
    }
    for pawn in &mut state.board.pawns {
        pawn.lost = true;
    }
    State {
        turn: Some(Seat::ZERO),
        phase: Phase::Act,
        ..state
    }
}

fn read_line(state: &mut State, word: &str, parts: &[&str]) -> Result<(), Reason> {
    match (word, parts) {
        ("options", [options]) => state.options = part(options)?,
        ("first", [first]) => state.first = Some(seat(first)?),
        ("turn", [turn]) => state.turn = Some(seat(turn)?),
        ("phase", parts) => {
            state.phase = part(&parts.join(" "))?;
            if let Phase::Fill { square, .. } = state.phase {
                unless(!is_on_board(square), NO_SQUARE)?;
            }
        }
        ("open" | "closed", parts) => {
            let laid = |at: &str, text: &str| Ok((square(at)?, laid(text, word == "open")?));
            for (square, laid) in pairs(parts, laid)? {
                let cell = state.board.cell_mut(square);
                if cell.tile.is_some() {
                    return Err("two tiles lie there");
                }
                *cell = laid;
            }
        }
        ("pawns", [owner, places @ ..]) => {
            let owner = seat(owner)?;
            let mut own = state
                .board
                .pawns
                .iter_mut()
                .filter(|pawn| pawn.seat == owner);
            for place in places {
                let pawn = own.next().ok_or(NO_LINE)?;
                pawn.lost = *place == "-";
                pawn.at = match *place {
                    "-" | "?" => None,
                    place => Some(square(place)?),
                };
            }
        }
        ("hand", [owner, tiles @ ..]) => *state.hand_mut(seat(owner)?) = all(tiles, held)?,
        ("steps", parts) => {
            let step = |pawn: &str, way: &str| {
                let (from, to) = way.split_once('-').ok_or(NO_LINE)?;
                Ok(Step {
                    pawn: part(pawn)?,
                    from: square(from)?,
                    to: square(to)?,
                })
            };
            state.steps.extend(pairs(parts, step)?);
        }
        ("seen", parts) => state.seen.extend(parts.iter().map(|&seen| seen.to_owned())),
        ("draw", [offerer]) => state.draw = Some(seat(offerer)?),
        ("draw", [offerer, "declined"]) => {
            (state.draw, state.declined) = (Some(seat(offerer)?), true);
        }
        ("over", parts) => {
            state.end = Some(part(&parts.join(" "))?);
            state.turn = None;
            state.phase = Phase::Over;
        }
        _ => return Err(NO_LINE),
    }
    Ok(())
}

/// Fills the hands and the board from the rest of the box.
fn fill(state: &mut State) -> Result<(), Reason> {
    let mut left: Vec<Tile> = COMPONENTS.every_tile().collect();
    take(sound::tiles(state), &mut left)?;
    let (gap, filler) = match state.phase {
        Phase::Fill { seat, square } => (Some(square), Some(seat)),
        _ => (None, None),
    };
    for (seat, hand) in Arc::make_mut(&mut state.hands).iter_mut() {
        let size = usize::from(COMPONENTS.hand) + usize::from(filler == Some(seat));
        while hand.len() < size {
            let place = left.iter().position(|tile| !tile.swallows());
            hand.push(Held {
                tile: left.remove(place.ok_or(NOT_IN_BOX)?),
                public: false,
            });
        }
    }
    let mut left = left.into_iter();
    for square in squares().filter(|&square| Some(square) != gap) {
        let cell = state.board.cell_mut(square);
        if cell.tile.is_some() {
            continue;
        }
        match left.next() {
            Some(tile) => {
                *cell = Cell {
                    tile: Some(tile),
                    rotation: Rotation::default(),
                    open: false,
                }
            }
            // A game can end while there is a gap.
            None if state.phase == Phase::Over => {}
            None => return Err(NOT_IN_BOX),
        }
    }
    Ok(())
}

fn seat(text: &str) -> Result<Seat, Reason> {
    position::seat(text, 2)
}

const NO_SQUARE: Reason = "a square is a letter from a to g and a number from 1 to 7";

fn square(text: &str) -> Result<Square, Reason> {
    let square = text.parse().ok();
    square
        .filter(|&square| is_on_board(square))
        .ok_or(NO_SQUARE)
}

const NO_TILE: Reason =
    "a tile is one of the letters ILTXDJNSOP and, on the board, a rotation, as in L2";

fn tile(text: &str) -> Result<(Tile, &str), Reason> {
    let mut letters = text.chars();
    let tile = letters.next().and_then(Tile::of_letter);
    Ok((tile.ok_or(NO_TILE)?, letters.as_str()))
}

fn laid(text: &str, open: bool) -> Result<Cell, Reason> {
    let (tile, rotation) = tile(text)?;
    let rotation = rotation.parse().ok().and_then(Rotation::new);
    Ok(Cell {
        tile: Some(tile),
        rotation: rotation.ok_or(NO_TILE)?,
        open,
    })
}

fn held(text: &str) -> Result<Held, Reason> {
    match tile(text)? {
        (tile, "") => Ok(Held {
            tile,
            public: false,
        }),
        (tile, "+") => Ok(Held { tile, public: true }),
        _ => Err(NO_TILE),
    }
}

/// Writes the text form with every tile. A game that is not opened is written as an empty text.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self
            .first
            .filter(|_| self.turn.is_some() || self.end.is_some())
        else {
            return Ok(());
        };
        if self.options.strict_open {
            writeln!(f, "options {}", self.options)?;
        }
        writeln!(f, "first {first}")?;
        if let Some(turn) = self.turn {
            writeln!(f, "turn {turn}")?;
        }
        if self.phase != Phase::Over {
            writeln!(f, "phase {}", self.phase)?;
        }
        writeln!(f, "actions {}\nturns {}", self.actions, self.turns)?;
        self.write_board(f)?;
        if !self.steps.is_empty() {
            let step = |Step { pawn, from, to }: &Step| format!("{pawn} {from}-{to}");
            writeln!(f, "steps {}", joined(self.steps.iter().map(step), " "))?;
        }
        if !self.seen.is_empty() {
            writeln!(f, "seen {}", self.seen.join(" "))?;
        }
        if let Some(draw) = self.draw {
            let declined = if self.declined { " declined" } else { "" };
            writeln!(f, "draw {draw}{declined}")?;
        }
        if let Some(end) = self.end {
            writeln!(f, "over {end}")?;
        }
        Ok(())
    }
}

impl State {
    /// Writes the tiles, the pawns and the hands.
    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (word, open) in [("open", true), ("closed", false)] {
            let laid = squares().filter_map(|square| {
                let cell = self.board.cell(square);
                let tile = cell.tile.filter(|_| cell.open == open)?;
                Some(format!(" {square} {}", turned(tile, cell.rotation)))
            });
            for row in laid.collect::<Vec<_>>().chunks(7) {
                writeln!(f, "{word}{}", row.concat())?;
            }
        }
        for (seat, hand) in self.hands.iter() {
            write!(f, "pawns {seat}")?;
            for pawn in self.board.pawns.iter().filter(|pawn| pawn.seat == seat) {
                match pawn.at {
                    Some(at) => write!(f, " {at}")?,
                    None if pawn.lost => write!(f, " -")?,
                    None => write!(f, " ?")?,
                }
            }
            write!(f, "\nhand {seat}")?;
            for held in hand {
                let known = if held.public { "+" } else { "" };
                write!(f, " {}{known}", held.tile.letter())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
