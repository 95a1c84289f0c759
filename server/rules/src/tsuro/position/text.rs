//! The short text form of a position.

use std::{fmt, str::FromStr};

use super::{LaidTile, Position};
use crate::{
    Seat, position,
    tiles::Rotation,
    tsuro::{Board, Marker, Options, Out, Stand, Tile},
};

/// A line that can't be read.
pub type NotAPosition = position::NotAPosition<Unreadable>;

/// Why a line can't be read.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unreadable {
    /// The first line does not say how many play.
    #[error("a position begins with players and a number from 2 to 8")]
    Players,
    /// The line begins with no word of the format.
    #[error(
        "a line begins with options, first, turn, board, waiting, marker, out, hand, pile, laid_down, bonus or dragon"
    )]
    Word,
    /// No options, or not in the line after the players.
    #[error(
        "after the players come the options: a preset and what differs, as in options 2020 edge=8"
    )]
    Options,
    /// It says again what another line has said.
    #[error("this has been said before")]
    Twice,
    /// It has too few or too many parts.
    #[error("too few or too many parts")]
    Parts,
    /// No number of a seat in this game.
    #[error("a seat is a number below that of the players")]
    Seat,
    /// No square.
    #[error("a square is a letter and a number, as in a1")]
    Square,
    /// No tile.
    #[error("a tile is a number from 0 to 34")]
    Tile,
    /// No tile on the board.
    #[error(
        "a tile on the board is a tile, r, a rotation, @ and the seat that laid it, as in 17r2@0"
    )]
    Laid,
    /// No start mark of this board.
    #[error("a start mark is a square and a port on the rim, as in a1:0")]
    Mark,
    /// No way to be out.
    #[error(
        "out is edge, collision or resigned, with the number of tiles and for a collision the other seat"
    )]
    Out,
}

/// Reads the short text form. Empty lines and what follows a `#` are passed over. `players` comes first.
///
/// ```text
/// players 3
/// options 2005 edge=8          a preset, and options that differ from it; 2020 if it is not said
/// first 0                      who played first; 0 if it is not said
/// turn 1                       whose turn it is; left out when the game is over
/// board a1 17r2@0 b1 3r0@1     squares with tile, rotation and who laid it, in order; may be repeated
/// waiting b2 3r0@1             a tile that waits for paths to be chosen
/// marker 0 a1:0                a seat's start mark (or side, a1:01); where it is now follows from the board
/// out 2 edge 5                 or: out 2 collision 5 1, out 2 resigned 5 (tiles on the board then)
/// hand 0 3 7 12
/// pile 5 6                     the next tile first
/// laid_down 8 9                what swaps have left
/// bonus 2 3                    whose hands are on offer
/// dragon 1
/// ```
impl FromStr for Position {
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
        let reason = Unreadable::Players;
        let reader = reader.ok_or(NotAPosition { line, reason })?;
        Ok(reader.position())
    }
}

struct Reader {
    position: Position,
    outs: Vec<Option<Out>>,
    said: Vec<String>,
}

impl Reader {
    fn new(word: &str, parts: &[&str]) -> Result<Self, Unreadable> {
        let ("players", [count]) = (word, parts) else {
            return Err(Unreadable::Players);
        };
        let seats = count.parse().map_err(|_| Unreadable::Players)?;
        if !(crate::tsuro::FEWEST..=crate::tsuro::MOST).contains(&seats) {
            return Err(Unreadable::Players);
        }
        let seats = usize::from(seats);
        let marker = Marker {
            start: None,
            at: None,
            path: Vec::new(),
            out: None,
        };
        Ok(Self {
            position: Position {
                options: Options::default(),
                first: Seat::ZERO,
                turn: None,
                board: Vec::new(),
                markers: vec![marker; seats],
                hands: vec![Vec::new(); seats],
                pile: Vec::new(),
                dragon: None,
                laid_down: Vec::new(),
                waiting: None,
                bonus: Vec::new(),
            },
            outs: vec![None; seats],
            said: Vec::new(),
        })
    }

    fn line(&mut self, word: &str, parts: &[&str]) -> Result<(), Unreadable> {
        if word != "board" {
            let of_seat = matches!(word, "marker" | "out" | "hand");
            let said = match parts {
                [seat, ..] if of_seat => format!("{word} {}", self.seat(seat)?),
                _ => word.to_owned(),
            };
            if self.said.contains(&said) {
                return Err(Unreadable::Twice);
            }
            self.said.push(said);
        }
        match (word, parts) {
            ("options", parts) => {
                let first = self.said.len() == 1 && self.position.board.is_empty();
                let options = parts.join(" ").parse().ok().filter(|_| first);
                self.position.options = options.ok_or(Unreadable::Options)?;
            }
            ("first", [seat]) => self.position.first = self.seat(seat)?,
            ("turn", [seat]) => self.position.turn = Some(self.seat(seat)?),
            ("dragon", [seat]) => self.position.dragon = Some(self.seat(seat)?),
            ("pile", tiles) => self.position.pile = all(tiles)?,
            ("laid_down", tiles) => self.position.laid_down = all(tiles)?,
            ("bonus", seats) => {
                let seats: Result<_, _> = seats.iter().map(|seat| self.seat(seat)).collect();
                self.position.bonus = seats?;
            }
            ("waiting", [square, tile]) => {
                self.position.waiting = Some(self.laid(square, tile)?);
            }
            ("hand", [seat, tiles @ ..]) => {
                let seat = self.seat(seat)?;
                self.position.hands[seat.index()] = all(tiles)?;
            }
            ("marker", [seat, mark]) => {
                let seat = self.seat(seat)?;
                let stand: Stand = mark.parse().map_err(|_| Unreadable::Mark)?;
                let mark = match stand {
                    Stand::Mark(mark) => mark,
                    Stand::Side(side) => side.marks()[0],
                };
                if !Board::new(self.position.options.edge).is_start_mark(mark) {
                    return Err(Unreadable::Mark);
                }
                self.position.markers[seat.index()].start = Some(stand);
            }
            ("out", [seat, how, after, with @ ..]) => {
                let seat = self.seat(seat)?;
                let after = after.parse().map_err(|_| Unreadable::Out)?;
                self.outs[seat.index()] = Some(match (*how, with) {
                    ("edge", []) => Out::Edge { after },
                    ("resigned", []) => Out::Resigned { after },
                    ("collision", [with]) => Out::Collision {
                        after,
                        with: self.seat(with)?,
                    },
                    _ => return Err(Unreadable::Out),
                });
            }
            ("board", parts) => {
                for pair in parts.chunks(2) {
                    let [square, tile] = pair else {
                        return Err(Unreadable::Parts);
                    };
                    let laid = self.laid(square, tile)?;
                    self.position.board.push(laid);
                }
            }
            ("first" | "turn" | "dragon" | "hand" | "marker" | "out" | "waiting", _) => {
                return Err(Unreadable::Parts);
            }
            _ => return Err(Unreadable::Word),
        }
        Ok(())
    }

    fn seat(&self, text: &str) -> Result<Seat, Unreadable> {
        let seat = text.parse().ok().and_then(Seat::new);
        seat.filter(|seat| seat.number() < self.position.seats())
            .ok_or(Unreadable::Seat)
    }

    fn laid(&self, square: &str, text: &str) -> Result<LaidTile, Unreadable> {
        let (tile, rest) = text.split_once('r').ok_or(Unreadable::Laid)?;
        let (rotation, seat) = rest.split_once('@').ok_or(Unreadable::Laid)?;
        let rotation = rotation.parse().ok().and_then(Rotation::new);
        Ok(LaidTile {
            square: square.parse().map_err(|_| Unreadable::Square)?,
            tile: one(tile)?,
            rotation: rotation.ok_or(Unreadable::Laid)?,
            seat: self.seat(seat)?,
        })
    }

    /// Walks the markers over the board.
    fn position(self) -> Position {
        let mut position = self.position;
        for (number, out) in self.outs.into_iter().enumerate() {
            position.markers[number].out = out;
            if let Some(Stand::Side(_)) = position.markers[number].start {
                let marker = &mut position.markers[number];
                marker.at = marker.start.filter(|_| out.is_none());
            }
            if let Some(Stand::Mark(start)) = position.markers[number].start {
                let (path, end) = position.path(start, out);
                let marker = &mut position.markers[number];
                marker.path = path;
                marker.at = end.filter(|_| out.is_none()).map(Stand::Mark);
            }
        }
        position
    }
}

fn one(text: &str) -> Result<Tile, Unreadable> {
    text.parse()
        .ok()
        .and_then(Tile::new)
        .ok_or(Unreadable::Tile)
}

fn all(tiles: &[&str]) -> Result<Vec<Tile>, Unreadable> {
    tiles.iter().map(|text| one(text)).collect()
}

/// Writes the short text form.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "players {}", self.markers.len())?;
        if self.options != Options::default() {
            writeln!(f, "options {}", self.options)?;
        }
        writeln!(f, "first {}", self.first)?;
        if let Some(turn) = self.turn {
            writeln!(f, "turn {turn}")?;
        }
        for six in self.board.chunks(6) {
            write!(f, "board")?;
            for laid in six {
                write!(f, " {laid}")?;
            }
            writeln!(f)?;
        }
        if let Some(waiting) = self.waiting {
            writeln!(f, "waiting {waiting}")?;
        }
        for (seat, marker) in Seat::first(Seat::MOST).zip(&self.markers) {
            if let Some(start) = marker.start {
                writeln!(f, "marker {seat} {start}")?;
            }
            match marker.out {
                None => {}
                Some(Out::Edge { after }) => writeln!(f, "out {seat} edge {after}")?,
                Some(Out::Collision { after, with }) => {
                    writeln!(f, "out {seat} collision {after} {with}")?;
                }
                Some(Out::Resigned { after }) => writeln!(f, "out {seat} resigned {after}")?,
            }
        }
        for (seat, hand) in Seat::first(Seat::MOST).zip(&self.hands) {
            write!(f, "hand {seat}")?;
            numbers(f, hand)?;
        }
        if !self.pile.is_empty() {
            write!(f, "pile")?;
            numbers(f, &self.pile)?;
        }
        if !self.laid_down.is_empty() {
            write!(f, "laid_down")?;
            numbers(f, &self.laid_down)?;
        }
        if !self.bonus.is_empty() {
            write!(f, "bonus")?;
            for seat in &self.bonus {
                write!(f, " {seat}")?;
            }
            writeln!(f)?;
        }
        if let Some(dragon) = self.dragon {
            writeln!(f, "dragon {dragon}")?;
        }
        Ok(())
    }
}

/// Writes where it lies, the tile, how it is turned and who laid it.
impl fmt::Display for LaidTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            square,
            tile,
            rotation,
            seat,
        } = self;
        write!(f, "{square} {}r{}@{seat}", tile.number(), rotation.turns())
    }
}

fn numbers(f: &mut fmt::Formatter<'_>, tiles: &[Tile]) -> fmt::Result {
    for tile in tiles {
        write!(f, " {}", tile.number())?;
    }
    writeln!(f)
}
