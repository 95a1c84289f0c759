//! The text form of a game, for tests and for problem reports.

use std::{fmt, str::FromStr};

use super::{
    Board, FEWEST, Laid, MOST, Options, Out, Stand, State, Tile,
    board::Cell,
    list::Tiles,
    notation::turned,
    sound,
    table::{Table, Waiting},
};
use crate::{
    BySeat, NotAPosition, Outcome, Seat, Seats,
    notation::joined,
    position::{self, NO_LINE, NO_SEAT, Reason, all, pairs, part, unless},
    tiles::Rotation,
};

/// Parses the text form. Empty lines and comments, which begin with a `#`, are skipped. The
/// `players` line comes first. A `board` line may be repeated. The position of a marker follows
/// from its start and the board.
///
/// ```text
/// players 3
/// options 2005 edge=8          a preset, and options that differ from it; 2020 if omitted
/// first 0                      the seat that played first; 0 if omitted
/// turn 1                       the seat whose turn it is; omitted when the game is over
/// board a1 17r2@0 b1 3r0@1     squares with tile, rotation and laying seat, in order
/// waiting b2 3r0@1             a tile that waits for paths to be chosen
/// marker 0 a1:0                a seat's start mark, or side (a1:01)
/// out 2 edge 5                 or: out 2 collision 5 1, out 2 resigned 5 (tiles on the board then)
/// hand 0 3 7 12
/// pile 5 6                     the next tile first
/// laid_down 8 9                tiles left over from swaps
/// bonus 2 3                    the seats whose hands are offered
/// dragon 1
/// ```
impl FromStr for State {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        let mut reader: Option<Reader> = None;
        let line = position::read(text, |word, parts| {
            match &mut reader {
                None => reader = Some(Reader::new(word, parts)?),
                Some(reader) => reader.line(word, parts)?,
            }
            Ok(())
        })?;
        let reason = NO_PLAYERS;
        let reader = reader.ok_or(NotAPosition::Line { line, reason })?;
        let state = reader.state();
        sound::check(&state).map_err(|reason| NotAPosition::Contradiction { reason })?;
        Ok(state)
    }
}

const NO_PLAYERS: Reason = "a position begins with players and a number from 2 to 8";
const NO_OPTIONS: Reason =
    "after the players come the options: a preset and what differs, as in options 2020 edge=8";
const NO_TILE: Reason = "a tile is a number from 0 to 34";
const NOT_LAID: Reason =
    "a tile on the board is a tile, r, a rotation, @ and the seat that laid it, as in 17r2@0";
const NO_MARK: Reason = "a start mark is a square and a port on the rim, as in a1:0";

struct Reader {
    state: State,
    starts: BySeat<Option<Stand>>,
    outs: BySeat<Option<Out>>,
    /// The keywords that have occurred, with their seats.
    said: Vec<String>,
}

impl Reader {
    fn new(word: &str, parts: &[&str]) -> Result<Self, Reason> {
        let ("players", [count]) = (word, parts) else {
            return Err(NO_PLAYERS);
        };
        let seats = part(count).map_err(|_| NO_PLAYERS)?;
        if !(FEWEST..=MOST).contains(&seats) {
            return Err(NO_PLAYERS);
        }
        Ok(Self {
            state: State {
                table: Table::new(Options::default(), seats, Some(Seat::ZERO)),
                laid: Vec::new(),
                paths: BySeat::new(seats, |_| Vec::new()),
                outcome: None,
            },
            starts: BySeat::new(seats, |_| None),
            outs: BySeat::new(seats, |_| None),
            said: Vec::new(),
        })
    }

    fn line(&mut self, word: &str, parts: &[&str]) -> Result<(), Reason> {
        self.say_once(word, parts)?;
        let seats = self.state.table.seats;
        let table = &mut self.state.table;
        let who = |text: &str| position::seat(text, seats);
        match (word, parts) {
            ("options", parts) => {
                let options = part(&parts.join(" ")).map_err(|_| NO_OPTIONS)?;
                let first = self.said.len() == 1;
                *table = Table::new(options, seats, Some(Seat::ZERO));
                return first.then_some(()).ok_or(NO_OPTIONS);
            }
            ("first", [seat]) => table.first = Some(who(seat)?),
            ("turn", [seat]) => table.turn = Some(who(seat)?),
            ("dragon", [seat]) => table.dragon = Some(who(seat)?),
            ("pile", parts) => {
                let mut next_last = parts.to_vec();
                next_last.reverse();
                table.pile = tiles(&next_last)?;
            }
            ("laid_down", parts) => table.laid_down = tiles(parts)?,
            ("bonus", parts) => {
                let bonus: Seats = all(parts, who)?.into_iter().collect();
                table.bonus = (!bonus.is_empty()).then_some(bonus);
            }
            ("waiting", [at, laid]) => {
                let waiting = self.waiting(at, laid)?;
                self.state.table.waiting = Some(waiting);
            }
            ("hand", [seat, parts @ ..]) => {
                table.hands[who(seat)?.index()] = tiles(parts)?;
            }
            ("marker", [seat, mark]) => {
                let stand: Stand = mark.parse().map_err(|_| NO_MARK)?;
                let mark = match stand {
                    Stand::Mark(mark) => mark,
                    Stand::Side(side) => side.marks()[0],
                };
                if !table.board.is_start_mark(mark) {
                    return Err(NO_MARK);
                }
                self.starts[who(seat)?] = Some(stand);
            }
            ("out", [seat, out @ ..]) => {
                let out = part(&out.join(" "))?;
                if let Out::Collision { with, .. } = out {
                    unless(with.number() >= seats, NO_SEAT)?;
                }
                self.outs[who(seat)?] = Some(out);
            }
            ("board", parts) => {
                for laid in pairs(parts, |square, tile| self.waiting(square, tile))? {
                    let laid = Laid::from(laid);
                    let mut others = self.state.laid.iter();
                    if others.any(|other| other.square == laid.square) {
                        return Err("two tiles lie there");
                    }
                    self.state.laid.push(laid);
                }
            }
            _ => return Err(NO_LINE),
        }
        Ok(())
    }

    /// Rejects a repeated line. Only `board` lines may be repeated.
    fn say_once(&mut self, word: &str, parts: &[&str]) -> Result<(), Reason> {
        if word == "board" {
            return Ok(());
        }
        let of_seat = matches!(word, "marker" | "out" | "hand");
        let said = match parts {
            [seat, ..] if of_seat => {
                format!("{word} {}", position::seat(seat, self.state.table.seats)?)
            }
            _ => word.to_owned(),
        };
        if self.said.contains(&said) {
            return Err("this has been said before");
        }
        self.said.push(said);
        Ok(())
    }

    /// Parses a tile on its square, with its rotation and the seat that laid it.
    fn waiting(&self, square: &str, text: &str) -> Result<Waiting, Reason> {
        let (laid, seat) = text.split_once('@').ok_or(NOT_LAID)?;
        let (number, rotation) = laid.split_once('r').ok_or(NOT_LAID)?;
        let rotation = rotation.parse().ok().and_then(Rotation::new);
        let table = &self.state.table;
        let square = square.parse().ok();
        let square = square.filter(|&square| table.board.has(square));
        Ok(Waiting {
            cell: Cell::of(square.ok_or("a square is a letter and a number, as in a1")?),
            tile: tile(number)?,
            rotation: rotation.ok_or(NOT_LAID)?,
            seat: position::seat(seat, table.seats)?,
        })
    }

    /// Walks the markers over the board and returns the finished state.
    fn state(self) -> State {
        let mut state = self.state;
        state.table.laid = u8::try_from(state.laid.len()).unwrap_or(u8::MAX);
        let mut board: Board = sound::tiles_after(&state, state.laid.len());
        for (seat, start) in self.starts.iter() {
            let out = self.outs[seat];
            let mut at = start.filter(|_| out.is_none());
            if let Some(start) = start {
                board.start(seat, *start);
            }
            if let Some(Stand::Mark(start)) = *start {
                let (path, end) = sound::path(&state, start, out);
                state.paths[seat] = path;
                at = end.filter(|_| out.is_none()).map(Stand::Mark);
            }
            match at {
                Some(Stand::Mark(at)) => board.stand(seat, at),
                Some(Stand::Side(_)) => {}
                None => board.remove(seat),
            }
        }
        let table = &mut state.table;
        table.board = board;
        for (seat, out) in self.outs.iter() {
            if let Some(out) = out {
                table.has_left(seat, *out, &state.paths[seat]);
            }
        }
        table.over = table.still_in().len() <= 1 || table.laid >= table.tiles;
        if table.over {
            state.outcome = Some(Outcome {
                places: table.places().collect(),
            });
        }
        state
    }
}

fn tile(text: &str) -> Result<Tile, Reason> {
    text.parse().ok().and_then(Tile::new).ok_or(NO_TILE)
}

/// Parses at most `N` tiles.
fn tiles<const N: usize>(parts: &[&str]) -> Result<Tiles<N>, Reason> {
    if parts.len() > N {
        return Err("more tiles than can lie there");
    }
    Ok(all(parts, tile)?.into_iter().collect())
}

/// Writes the text form; writes nothing for a game that is not opened.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = &self.table;
        let Some(first) = table.first.filter(|_| table.turn.is_some() || table.over) else {
            return Ok(());
        };
        writeln!(f, "players {}", table.seats)?;
        if table.options != Options::default() {
            writeln!(f, "options {}", table.options)?;
        }
        writeln!(f, "first {first}")?;
        if let Some(turn) = table.turn {
            writeln!(f, "turn {turn}")?;
        }
        for six in self.laid.chunks(6) {
            let laid = six.iter().map(|laid| format!(" {}", written(laid)));
            writeln!(f, "board{}", joined(laid, ""))?;
        }
        if let Some(waiting) = table.waiting {
            writeln!(f, "waiting {}", written(&Laid::from(waiting)))?;
        }
        for seat in Seat::first(table.seats) {
            if let Some(start) = table.board.started(seat) {
                writeln!(f, "marker {seat} {start}")?;
            }
            if let Some(out) = table.outs[seat.index()] {
                writeln!(f, "out {seat} {out}")?;
            }
        }
        for seat in Seat::first(table.seats) {
            writeln!(f, "hand {seat}{}", numbers(table.hand(seat).iter()))?;
        }
        if table.pile.count() > 0 {
            writeln!(f, "pile{}", numbers(table.pile.as_slice().iter().rev()))?;
        }
        if table.laid_down.count() > 0 {
            writeln!(f, "laid_down{}", numbers(table.laid_down.as_slice().iter()))?;
        }
        if let Some(bonus) = table.bonus {
            writeln!(f, "bonus {}", joined(bonus.iter(), " "))?;
        }
        if let Some(dragon) = table.dragon {
            writeln!(f, "dragon {dragon}")?;
        }
        Ok(())
    }
}

/// Writes the square, number, rotation and laying seat of a tile.
fn written(laid: &Laid) -> String {
    let tile = turned(laid.tile, laid.rotation);
    format!("{} {tile}@{}", laid.square, laid.seat)
}

fn numbers<'a>(tiles: impl Iterator<Item = &'a Tile>) -> String {
    joined(tiles.map(|tile| format!(" {}", tile.number())), "")
}
