//! The short text form of a position.

use std::{fmt, str::FromStr};

use super::{LaidTile, Position};
use crate::{
    BySeat, Seat, position,
    tiles::{Rotation, Square},
    tortus::{
        COMPONENTS, End, Held, Options, Pawn, Phase, Step, Tile, board::Board, squares::squares,
    },
};

/// A line that can't be read.
pub type NotAPosition = position::NotAPosition<Unreadable>;

/// Why a line can't be read.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unreadable {
    /// The line begins with no word of the format.
    #[error(
        "a line begins with options, first, turn, phase, actions, turns, open, closed, pawns, hand, steps, seen, draw or over"
    )]
    Word,
    /// It has too few or too many parts, or one that can't stand there.
    #[error("the parts of the line are not those of its word")]
    Parts,
    /// No square of the board.
    #[error("a square is a letter from a to g and a number from 1 to 7")]
    Square,
    /// No tile.
    #[error("a tile is one of the letters ILTXDJNSOP and, on the board, a rotation, as in L2")]
    Tile,
    /// The tiles that are said are more than there are in the box.
    #[error("there are not that many tiles in the box")]
    Box,
}

/// Reads the short text form. Empty lines and what follows a `#` are passed over.
///
/// ```text
/// options strict_open       left out by default
/// first 0                   who played first; 0 if it is not said
/// turn 1                    whose turn it is; 0 if it is not said
/// phase push 3              or: exchange, place, act (if it is not said), flow 3, fill 1 d4, penalty
/// actions 2                 2 if it is not said, none before the first turn
/// turns 8                   1 if it is not said, none before the first turn
/// open d4 I0 d3 S2          open tiles: straight I, corner L, three T, four X, double D, triple J, knight N,
///                           star S, hole O, pit P, and the rotation
/// closed a1 L2              closed tiles
/// pawns 0 a1 b1 - ?         a seat's pawns: where, - lost, ? not placed; those that are not said are lost
/// hand 0 I L+ O+            a hand; + if everybody knows the tile
/// steps 0 a1-a2 5 a2-a3     what has moved in this action
/// seen 0123456789abcdef     the positions in which turns have begun
/// draw 0                    who has offered a draw; `declined` after it if the other did
/// over pit 0                or: no_pawns 0, resigned 0, repetition, turn_limit, agreement
/// ```
///
/// What is not said of the tiles is filled from those that are left of the box, in its order: hands with what
/// is neither a hole nor the pit, then squares, closed and not turned.
impl FromStr for Position {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        let mut position = blank();
        let mut said = (None, None);
        let line = position::read(text, |word, parts| {
            match (word, parts) {
                ("actions", [count]) => said.0 = Some(number_of(count)?),
                ("turns", [count]) => said.1 = Some(number_of(count)?),
                _ => position.line(word, parts)?,
            }
            Ok(())
        })?;
        let begun = !matches!(position.phase, Phase::Exchange | Phase::Place);
        position.actions = said.0.unwrap_or(if begun { 2 } else { 0 });
        position.turns = said.1.unwrap_or(u8::from(begun));
        let at = |reason| NotAPosition { line, reason };
        position.fill().map_err(at)?;
        Ok(position)
    }
}

fn blank() -> Position {
    let lost = |pawn: Pawn| Pawn { lost: true, ..pawn };
    Position {
        options: Options::lenient(),
        first: Seat::ZERO,
        turn: Some(Seat::ZERO),
        phase: Phase::Act,
        actions: 0,
        turns: 0,
        board: Vec::new(),
        pawns: Board::empty().pawns.map(lost).to_vec(),
        hands: BySeat::new(2, |_| Vec::new()),
        steps: Vec::new(),
        seen: Vec::new(),
        draw: None,
        declined: false,
        end: None,
    }
}

impl Position {
    fn line(&mut self, word: &str, parts: &[&str]) -> Result<(), Unreadable> {
        match (word, parts) {
            ("options", ["strict_open"]) => self.options.strict_open = true,
            ("first", [first]) => self.first = seat(first)?,
            ("turn", [turn]) => self.turn = Some(seat(turn)?),
            ("phase", parts) => self.phase = phase(parts)?,
            ("open" | "closed", parts) => {
                for pair in parts.chunks(2) {
                    let [square, tile] = pair else {
                        return Err(Unreadable::Parts);
                    };
                    self.board.push(laid(square, tile, word == "open")?);
                }
            }
            ("pawns", [owner, places @ ..]) => {
                let owner = seat(owner)?;
                let mut own = self.pawns.iter_mut().filter(|pawn| pawn.seat == owner);
                for place in places {
                    let pawn = own.next().ok_or(Unreadable::Parts)?;
                    pawn.lost = *place == "-";
                    pawn.at = match *place {
                        "-" | "?" => None,
                        place => Some(square(place)?),
                    };
                }
            }
            ("hand", [owner, tiles @ ..]) => {
                let hand = tiles.iter().map(|tile| held(tile));
                self.hands[seat(owner)?] = hand.collect::<Result<_, _>>()?;
            }
            ("steps", parts) => {
                for pair in parts.chunks(2) {
                    let [pawn, way] = pair else {
                        return Err(Unreadable::Parts);
                    };
                    let (from, to) = way.split_once('-').ok_or(Unreadable::Parts)?;
                    self.steps.push(Step {
                        pawn: number_of(pawn)?,
                        from: square(from)?,
                        to: square(to)?,
                    });
                }
            }
            ("seen", parts) => self.seen.extend(parts.iter().map(|&seen| seen.to_owned())),
            ("draw", [offerer]) => self.draw = Some(seat(offerer)?),
            ("draw", [offerer, "declined"]) => {
                (self.draw, self.declined) = (Some(seat(offerer)?), true);
            }
            ("over", parts) => {
                self.end = Some(end(parts)?);
                self.turn = None;
                self.phase = Phase::Over;
            }
            ("options" | "first" | "turn" | "actions" | "turns" | "pawns" | "hand" | "draw", _) => {
                return Err(Unreadable::Parts);
            }
            _ => return Err(Unreadable::Word),
        }
        Ok(())
    }

    /// Fills hands and board from what is left of the box.
    fn fill(&mut self) -> Result<(), Unreadable> {
        let mut left: Vec<Tile> = COMPONENTS.every_tile().collect();
        let held = self.hands.iter().flat_map(|(_, hand)| hand);
        let said = self.board.iter().map(|laid| laid.tile);
        for tile in said.chain(held.map(|held| held.tile)) {
            let place = left.iter().position(|&other| other == tile);
            left.remove(place.ok_or(Unreadable::Box)?);
        }
        let (gap, filler) = match self.phase {
            Phase::Fill { seat, square } => (Some(square), Some(seat)),
            _ => (None, None),
        };
        for (seat, hand) in self.hands.iter_mut() {
            let size = usize::from(COMPONENTS.hand) + usize::from(filler == Some(seat));
            while hand.len() < size {
                let place = left.iter().position(|tile| !tile.swallows());
                hand.push(Held {
                    tile: left.remove(place.ok_or(Unreadable::Box)?),
                    public: false,
                });
            }
        }
        let mut left = left.into_iter();
        for square in squares().filter(|&square| Some(square) != gap) {
            if self.board.iter().all(|laid| laid.square != square) {
                let Some(tile) = left.next() else {
                    // A game can end while there is a gap.
                    if self.phase == Phase::Over {
                        continue;
                    }
                    return Err(Unreadable::Box);
                };
                self.board.push(LaidTile {
                    square,
                    tile,
                    rotation: Rotation::default(),
                    open: false,
                });
            }
        }
        self.board
            .sort_by_key(|laid| (laid.square.y(), laid.square.x()));
        Ok(())
    }
}

fn number_of(text: &str) -> Result<u8, Unreadable> {
    text.parse().map_err(|_| Unreadable::Parts)
}

fn seat(text: &str) -> Result<Seat, Unreadable> {
    let seat = Seat::new(number_of(text)?).filter(|seat| seat.number() < 2);
    seat.ok_or(Unreadable::Parts)
}

fn square(text: &str) -> Result<Square, Unreadable> {
    let square = text.parse().ok();
    square
        .filter(|&square| crate::tortus::squares::is_on_board(square))
        .ok_or(Unreadable::Square)
}

fn phase(parts: &[&str]) -> Result<Phase, Unreadable> {
    Ok(match parts {
        ["exchange"] => Phase::Exchange,
        ["place"] => Phase::Place,
        ["act"] => Phase::Act,
        ["push", pawn] => Phase::Push {
            pawn: number_of(pawn)?,
        },
        ["flow", pawn] => Phase::Flow {
            pawn: number_of(pawn)?,
        },
        ["fill", filler, gap] => Phase::Fill {
            seat: seat(filler)?,
            square: square(gap)?,
        },
        ["penalty"] => Phase::Penalty,
        _ => return Err(Unreadable::Parts),
    })
}

fn end(parts: &[&str]) -> Result<End, Unreadable> {
    Ok(match parts {
        ["pit", loser] => End::Pit {
            loser: seat(loser)?,
        },
        ["no_pawns", loser] => End::NoPawns {
            loser: seat(loser)?,
        },
        ["resigned", loser] => End::Resigned {
            loser: seat(loser)?,
        },
        ["repetition"] => End::Repetition,
        ["turn_limit"] => End::TurnLimit,
        ["agreement"] => End::Agreement,
        _ => return Err(Unreadable::Parts),
    })
}

fn tile(text: &str) -> Result<(Tile, &str), Unreadable> {
    let mut letters = text.chars();
    let tile = letters.next().and_then(Tile::of_letter);
    Ok((tile.ok_or(Unreadable::Tile)?, letters.as_str()))
}

fn laid(at: &str, text: &str, open: bool) -> Result<LaidTile, Unreadable> {
    let (tile, rotation) = tile(text)?;
    let rotation = rotation.parse().ok().and_then(Rotation::new);
    Ok(LaidTile {
        square: square(at)?,
        tile,
        rotation: rotation.ok_or(Unreadable::Tile)?,
        open,
    })
}

fn held(text: &str) -> Result<Held, Unreadable> {
    match tile(text)? {
        (tile, "") => Ok(Held {
            tile,
            public: false,
        }),
        (tile, "+") => Ok(Held { tile, public: true }),
        _ => Err(Unreadable::Tile),
    }
}

/// Writes the short text form, all of it said.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.options.strict_open {
            writeln!(f, "options strict_open")?;
        }
        writeln!(f, "first {}", self.first)?;
        if let Some(turn) = self.turn {
            writeln!(f, "turn {turn}")?;
        }
        match self.phase {
            Phase::Exchange => writeln!(f, "phase exchange")?,
            Phase::Place => writeln!(f, "phase place")?,
            Phase::Act => writeln!(f, "phase act")?,
            Phase::Push { pawn } => writeln!(f, "phase push {pawn}")?,
            Phase::Flow { pawn } => writeln!(f, "phase flow {pawn}")?,
            Phase::Fill { seat, square } => writeln!(f, "phase fill {seat} {square}")?,
            Phase::Penalty => writeln!(f, "phase penalty")?,
            Phase::Over => {}
        }
        writeln!(f, "actions {}\nturns {}", self.actions, self.turns)?;
        for (word, open) in [("open", true), ("closed", false)] {
            let laid: Vec<&LaidTile> = self.board.iter().filter(|laid| laid.open == open).collect();
            for row in laid.chunks(7) {
                write!(f, "{word}")?;
                for laid in row {
                    let turns = laid.rotation.turns();
                    write!(f, " {} {}{turns}", laid.square, laid.tile.letter())?;
                }
                writeln!(f)?;
            }
        }
        for (seat, hand) in self.hands.iter() {
            write!(f, "pawns {seat}")?;
            for pawn in self.pawns.iter().filter(|pawn| pawn.seat == seat) {
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
        if !self.steps.is_empty() {
            write!(f, "steps")?;
            for Step { pawn, from, to } in &self.steps {
                write!(f, " {pawn} {from}-{to}")?;
            }
            writeln!(f)?;
        }
        if !self.seen.is_empty() {
            writeln!(f, "seen {}", self.seen.join(" "))?;
        }
        if let Some(draw) = self.draw {
            writeln!(
                f,
                "draw {draw}{}",
                if self.declined { " declined" } else { "" }
            )?;
        }
        match self.end {
            None => Ok(()),
            Some(End::Pit { loser }) => writeln!(f, "over pit {loser}"),
            Some(End::NoPawns { loser }) => writeln!(f, "over no_pawns {loser}"),
            Some(End::Resigned { loser }) => writeln!(f, "over resigned {loser}"),
            Some(End::Repetition) => writeln!(f, "over repetition"),
            Some(End::TurnLimit) => writeln!(f, "over turn_limit"),
            Some(End::Agreement) => writeln!(f, "over agreement"),
        }
    }
}
