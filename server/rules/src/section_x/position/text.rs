//! The short text form of a position.

use std::str::FromStr;

use super::{BoardTile, Position};
use crate::{
    BySeat, Outcome, Seat, Seats, position,
    section_x::{
        Done, End, Kind, Options, Phase, Place, Preset, Rotation, Spot,
        components::COMPONENTS,
        round::in_piles,
        state::{PRISONERS, ZONES},
    },
};

/// A line that can't be read.
pub type NotAPosition = position::NotAPosition<Unreadable>;

/// Why a line can't be read.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unreadable {
    /// The line begins with no word of the format.
    #[error("no line of a position begins with that word")]
    Word,
    /// It has too few or too many parts, or one that can't stand there.
    #[error("the parts of the line are not those of its word")]
    Parts,
    /// No cell, section or place.
    #[error("a place is block, a cell and a section as in g10:1, green:3, free:3 or lost")]
    Place,
    /// No tile.
    #[error("a tile is the name of a kind and, on the board, a rotation, as in wide_bend2")]
    Tile,
    /// The tiles that are said are more than there are in the box.
    #[error("there are not that many tiles in the box")]
    Box,
}

/// Reads the short text form. Empty lines and what follows a `#` are passed over.
///
/// ```text
/// seats 3                      2 if it is not said; before all lines that name a seat
/// options expert target 5      left out by default; any of: expert, target 7, open_piles, any_order,
///                              last_round_by_survivors, and after expert no_open_piles, no_any_order
/// first 0                      who played first; 0 if it is not said
/// turn 1                       whose turn it is; 0 if it is not said
/// phase act                    or: draw, tile, main, fight_choice, give_door 2; tile if it is not said, or main
///                              where the order is free
/// round 2                      1 if it is not said
/// turns 8                      turns of the round that have begun; 1 if it is not said
/// idle 1                       turns in a row in which nothing was done
/// stalled 1                    rounds in a row in which nobody was freed or lost
/// last_turn                    the last tile is drawn
/// last_round                   it is the last round
/// done drew tile door          what has been done in this turn
/// steps 0 2 3 1                steps made in this turn: prisoner 0 two, prisoner 3 one
/// touched g9 h9                cells that a tile was laid, moved or turned on in this turn
/// before h9 straight0          tiles that lay on those cells before
/// tiles g9 straight1 h9 y_junction0      tiles on the board, and their rotations
/// doors 0 g9:0 h9:0            a seat's doors on the board, the oldest first
/// keys 0 2                     who has a master key
/// zones 1 3 4                  free zones of seat 1
/// prisoners 0 g9:0 green:3 free:3 lost   a seat's prisoners by number; those that are not said are in the block
/// stock 0 straight wide_bend   a seat's stock
/// pile 0 straight              tiles of a pile, the top first
/// aside                        what is not said of the box is laid aside until the next round
/// resigned 2                   who has left the game
/// over target 1                or: nobody_can, last_round, stalled, round_limit, alone 1
/// places 2 1 2                 the places, when it is over
/// ```
///
/// What is not said of the tiles lies under those of the piles, as evenly as it can, in the order of the kinds.
impl FromStr for Position {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        let mut reading = Reading {
            position: blank(2),
            phase: None,
            aside: false,
        };
        let line = position::read(text, |word, parts| reading.line(word, parts))?;
        reading
            .end()
            .map_err(|reason| NotAPosition { line, reason })
    }
}

/// The words that lines begin with.
const WORDS: [&str; 26] = [
    "seats",
    "options",
    "first",
    "turn",
    "phase",
    "round",
    "turns",
    "idle",
    "stalled",
    "last_turn",
    "last_round",
    "done",
    "steps",
    "touched",
    "before",
    "tiles",
    "doors",
    "keys",
    "zones",
    "prisoners",
    "stock",
    "pile",
    "aside",
    "resigned",
    "over",
    "places",
];

/// Why a line that begins with a word and can't be read is wrong.
fn unknown(word: &str) -> Unreadable {
    if WORDS.contains(&word) {
        Unreadable::Parts
    } else {
        Unreadable::Word
    }
}

struct Reading {
    position: Position,
    phase: Option<Phase>,
    aside: bool,
}

fn blank(seats: u8) -> Position {
    Position {
        options: Options::default(),
        first: Seat::ZERO,
        turn: Some(Seat::ZERO),
        phase: Phase::Tile,
        round: 1,
        turns: 1,
        idle: 0,
        stalled: 0,
        last_turn: false,
        last_round: false,
        done: Done::default(),
        touched: Vec::new(),
        before: Vec::new(),
        tiles: Vec::new(),
        prisoners: BySeat::new(seats, |_| vec![Place::Block; PRISONERS]),
        doors: BySeat::new(seats, |_| Vec::new()),
        keys: Seats::NONE,
        zones: vec![None; ZONES],
        piles: vec![Vec::new(); COMPONENTS.piles.into()],
        stocks: BySeat::new(seats, |_| Vec::new()),
        resigned: Vec::new(),
        outcome: None,
        end: None,
    }
}

impl Reading {
    fn line(&mut self, word: &str, parts: &[&str]) -> Result<(), Unreadable> {
        let position = &mut self.position;
        let seats = position.prisoners.seats();
        match (word, parts) {
            ("seats", [count]) => {
                let seats = number(count)?;
                if !(crate::section_x::FEWEST..=crate::section_x::MOST).contains(&seats) {
                    return Err(Unreadable::Parts);
                }
                let options = position.options;
                *position = blank(seats);
                position.options = options;
            }
            ("options", parts) => position.options = options(parts)?,
            ("first", [who]) => position.first = seat(seats, who)?,
            ("turn", [who]) => position.turn = Some(seat(seats, who)?),
            ("phase", parts) => self.phase = Some(phase(seats, parts)?),
            ("round", [count]) => position.round = number(count)?,
            ("turns", [count]) => position.turns = count.parse().map_err(|_| Unreadable::Parts)?,
            ("idle", [count]) => position.idle = number(count)?,
            ("stalled", [count]) => position.stalled = number(count)?,
            ("last_turn", []) => position.last_turn = true,
            ("last_round", []) => position.last_round = true,
            ("aside", []) => self.aside = true,
            ("done" | "steps" | "touched", parts) => self.turn_so_far(word, parts)?,
            ("keys", parts) => position.keys = several(seats, parts)?.into_iter().collect(),
            ("resigned", parts) => position.resigned = several(seats, parts)?,
            ("over", parts) => {
                position.end = Some(end_of_game(seats, parts)?);
                position.turn = None;
                self.phase = Some(Phase::Over);
            }
            ("places", parts) => {
                let places = parts.iter().map(|place| number(place));
                let places = places.collect::<Result<_, _>>()?;
                position.outcome = Some(Outcome { places });
            }
            ("pile", [pile, tiles @ ..]) => {
                let pile = usize::from(number(pile)?);
                let pile = position.piles.get_mut(pile).ok_or(Unreadable::Parts)?;
                *pile = kinds(tiles)?;
            }
            ("tiles", parts) => position.tiles.extend(tiles(parts)?),
            ("before", parts) => position.before.extend(tiles(parts)?),
            (word, [owner, parts @ ..]) => self.of_seat(word, owner, parts)?,
            _ => return Err(unknown(word)),
        }
        Ok(())
    }

    /// Reads a line that names a seat first.
    fn of_seat(&mut self, word: &str, owner: &str, parts: &[&str]) -> Result<(), Unreadable> {
        if !["doors", "zones", "prisoners", "stock"].contains(&word) {
            return Err(unknown(word));
        }
        let position = &mut self.position;
        let owner = seat(position.prisoners.seats(), owner)?;
        match word {
            "doors" => {
                let doors = parts.iter().map(|door| spot(door));
                position.doors[owner] = doors.collect::<Result<_, _>>()?;
            }
            "zones" => {
                for zone in parts {
                    let zone = position.zones.get_mut(usize::from(number(zone)?));
                    *zone.ok_or(Unreadable::Parts)? = Some(owner);
                }
            }
            "prisoners" => {
                let mut places = position.prisoners[owner].iter_mut();
                for part in parts {
                    let place = places.next().ok_or(Unreadable::Parts)?;
                    *place = part.parse().map_err(|_| Unreadable::Place)?;
                }
            }
            _ => position.stocks[owner] = kinds(parts)?,
        }
        Ok(())
    }

    fn turn_so_far(&mut self, word: &str, parts: &[&str]) -> Result<(), Unreadable> {
        let done = &mut self.position.done;
        match word {
            "steps" => {
                for pair in parts.chunks(2) {
                    let [prisoner, steps] = pair else {
                        return Err(Unreadable::Parts);
                    };
                    let made = done.steps.get_mut(usize::from(number(prisoner)?));
                    *made.ok_or(Unreadable::Parts)? = number(steps)?;
                }
            }
            "touched" => {
                let cells = parts.iter().map(|cell| cell.parse());
                let cells = cells.collect::<Result<_, _>>();
                self.position.touched = cells.map_err(|_| Unreadable::Place)?;
            }
            _ => {
                for part in parts {
                    match *part {
                        "drew" => done.drew = true,
                        "tile" => done.tile = true,
                        "door" => done.door = true,
                        _ => return Err(Unreadable::Parts),
                    }
                }
            }
        }
        Ok(())
    }

    /// Fills the piles from what is left of the box.
    fn end(self) -> Result<Position, Unreadable> {
        let mut position = self.position;
        let usual = if position.options.any_order {
            Phase::Main
        } else {
            Phase::Tile
        };
        position.phase = self.phase.unwrap_or(usual);
        let left = left_of_box(&position).ok_or(Unreadable::Box)?;
        if !self.aside {
            for (pile, under) in position.piles.iter_mut().zip(in_piles(&left)) {
                pile.extend(under);
            }
        }
        Ok(position)
    }
}

/// The tiles that a position does not say, by kind; `None` if it says too many.
pub(super) fn left_of_box(position: &Position) -> Option<Vec<Kind>> {
    let of_kind = |tiles: &crate::section_x::Tiles| (0..tiles.count).map(|_| tiles.kind).collect();
    let kinds: Vec<Vec<Kind>> = COMPONENTS.tiles.iter().map(of_kind).collect();
    let mut left: Vec<Kind> = kinds.into_iter().flatten().collect();
    let board = position.tiles.iter().map(|tile| &tile.kind);
    let stocks = position.stocks.iter().flat_map(|(_, stock)| stock);
    for kind in board.chain(stocks).chain(position.piles.iter().flatten()) {
        let at = left.iter().position(|other| other == kind)?;
        left.remove(at);
    }
    Some(left)
}

fn number(text: &str) -> Result<u8, Unreadable> {
    text.parse().map_err(|_| Unreadable::Parts)
}

fn spot(text: &str) -> Result<Spot, Unreadable> {
    text.parse().map_err(|_| Unreadable::Place)
}

fn kinds(parts: &[&str]) -> Result<Vec<Kind>, Unreadable> {
    let kind = |name: &&str| Kind::of_name(name).ok_or(Unreadable::Tile);
    parts.iter().map(kind).collect()
}

fn tiles(parts: &[&str]) -> Result<Vec<BoardTile>, Unreadable> {
    let tile = |pair: &[&str]| match pair {
        [cell, tile] => laid(cell, tile),
        _ => Err(Unreadable::Parts),
    };
    parts.chunks(2).map(tile).collect()
}

fn laid(cell: &str, tile: &str) -> Result<BoardTile, Unreadable> {
    let name = tile.trim_end_matches(|figure: char| figure.is_ascii_digit());
    let sixths = tile[name.len()..].parse().ok();
    Ok(BoardTile {
        cell: cell.parse().map_err(|_| Unreadable::Place)?,
        kind: Kind::of_name(name).ok_or(Unreadable::Tile)?,
        rotation: sixths.and_then(Rotation::new).ok_or(Unreadable::Tile)?,
    })
}

fn options(parts: &[&str]) -> Result<Options, Unreadable> {
    let preset = if parts.contains(&"expert") {
        Preset::Expert
    } else {
        Preset::Base
    };
    let mut options = preset.options();
    let mut parts = parts.iter();
    while let Some(part) = parts.next() {
        match *part {
            "expert" => {}
            "target" => options.target = number(parts.next().ok_or(Unreadable::Parts)?)?,
            "open_piles" => options.open_piles = true,
            "no_open_piles" => options.open_piles = false,
            "any_order" => options.any_order = true,
            "no_any_order" => options.any_order = false,
            "last_round_by_survivors" => options.last_round_by_survivors = true,
            _ => return Err(Unreadable::Parts),
        }
    }
    Ok(options)
}

fn seat(seats: u8, text: &str) -> Result<Seat, Unreadable> {
    let seat = Seat::new(number(text)?).ok_or(Unreadable::Parts)?;
    let is_there = seat.number() < seats;
    is_there.then_some(seat).ok_or(Unreadable::Parts)
}

fn several(seats: u8, parts: &[&str]) -> Result<Vec<Seat>, Unreadable> {
    parts.iter().map(|text| seat(seats, text)).collect()
}

fn phase(seats: u8, parts: &[&str]) -> Result<Phase, Unreadable> {
    Ok(match parts {
        ["draw"] => Phase::Draw,
        ["tile"] => Phase::Tile,
        ["act"] => Phase::Act,
        ["main"] => Phase::Main,
        ["fight_choice"] => Phase::FightChoice,
        ["give_door", who] => Phase::GiveDoor {
            seat: seat(seats, who)?,
        },
        _ => return Err(Unreadable::Parts),
    })
}

fn end_of_game(seats: u8, parts: &[&str]) -> Result<End, Unreadable> {
    Ok(match parts {
        ["target", winner] => End::Target {
            winner: seat(seats, winner)?,
        },
        ["alone", winner] => End::Alone {
            winner: seat(seats, winner)?,
        },
        ["nobody_can"] => End::NobodyCan,
        ["last_round"] => End::LastRound,
        ["stalled"] => End::Stalled,
        ["round_limit"] => End::RoundLimit,
        _ => return Err(Unreadable::Parts),
    })
}
