//! The text notation of Tsuro. Tiles are written `17r1` (tile 17, one quarter turn clockwise) and
//! positions `c5:4` (square c5, port 4), as in the log.

use std::{fmt, str::FromStr};

use super::{Action, Card, Event, Out, Phase, State, Tile, View, Walk, WalkEnd, view};
use crate::{
    Seat, Viewer,
    notation::{InWords, Names, NoAction, grid, in_full, joined, keywords},
    tiles::{Rotation, Square},
};

keywords! { Out:
    "edge" Edge { after }
    "collision" Collision { after, with }
    "resigned" Resigned { after }
}

in_full!(Event);

impl InWords for Event {
    fn words(&self, names: &Names) -> String {
        match self {
            Self::SetUp { .. } => "a position is set up".to_owned(),
            Self::Opened {
                first, hands, pile, ..
            } => {
                let gets = |(seat, hand): (Seat, &Vec<Card>)| {
                    format!("; {} gets {}", names.of(seat), cards(hand))
                };
                let hands: String = hands.iter().map(gets).collect();
                format!(
                    "{} plays first{hands}; pile {}",
                    names.of(*first),
                    cards(pile)
                )
            }
            Self::Started { seat, mark } => format!("{}marker to {mark}", names.subject(*seat)),
            Self::Chose { seat, mark } => format!("{} sets out from {mark}", names.of(*seat)),
            Self::Laid {
                seat,
                tile,
                rotation,
                square,
                waits,
            } => {
                let laid = turned(*tile, *rotation);
                let waits = names.detail(|| format!("; waits for {}", joined(waits, ", ")));
                format!("{}{laid} for {square}{waits}", names.subject(*seat))
            }
            Self::Placed {
                seat,
                tile,
                rotation,
                square,
                walks,
            } => {
                let laid = turned(*tile, *rotation);
                let walks: String = walks
                    .iter()
                    .map(|walk| walked(walk, *seat, names))
                    .collect();
                format!("{}{laid} {square}{walks}", names.subject(*seat))
            }
            Self::Bonus { seat, from } => {
                let from = joined(from.iter().map(|&seat| names.of(seat)), ", ");
                format!("{}may swap with {from}", names.subject(*seat))
            }
            Self::Swapped { seat, give, take } => {
                let subject = names.subject(*seat);
                format!("{subject}swaps {} for {}", cards(give), cards(take))
            }
            Self::Resigned { seat } => format!("{}resigns", names.subject(*seat)),
            Self::Returned { hands, pile } => {
                let hands = hands.iter().map(|returned| {
                    format!("{} of {}", cards(&returned.tiles), names.of(returned.seat))
                });
                let hands = match joined(hands, ", ") {
                    none if none.is_empty() => "what is laid down".to_owned(),
                    hands => hands,
                };
                format!("{hands} back into the pile, now {}", cards(pile))
            }
            Self::Drew { seat, tile } => format!("{} draws {}", names.of(*seat), card(*tile)),
            Self::Dragon {
                holder: Some(holder),
            } => format!("dragon to {}", names.of(*holder)),
            Self::Dragon { holder: None } => "dragon beside the board".to_owned(),
            Self::Turn { seat } => names.detail(|| format!("turn of {seat}")),
            Self::Over { outcome } => {
                names.detail(|| format!("over, places {}", joined(&outcome.places, " ")))
            }
        }
    }
}

/// Describes the walk of a marker after a tile of the mover.
fn walked(walk: &Walk, mover: Seat, names: &Names) -> String {
    let who = if walk.seat == mover {
        "walks".to_owned()
    } else {
        format!("{} walks", names.of(walk.seat))
    };
    let path = walk.path.iter().map(|step| {
        let (enter, leave) = (step.enter.number(), step.leave.number());
        format!(" {}.{enter}-{leave}", step.square)
    });
    let path = names.detail(|| path.collect());
    match walk.end {
        WalkEnd::Stands { at } => format!(", {who}{path} to {at}"),
        WalkEnd::Edge => format!(", {who}{path} off the board"),
        WalkEnd::Collision { with } => format!(", {who}{path} into {}", names.of(with)),
    }
}

/// Writes a tile with its rotation.
pub(super) fn turned(tile: Tile, rotation: Rotation) -> String {
    format!("{}r{}", tile.number(), rotation.turns())
}

fn card(card: Card) -> String {
    card.map_or_else(|| "?".to_owned(), |tile| tile.number().to_string())
}

fn cards(cards: &[Card]) -> String {
    if cards.is_empty() {
        return "none".to_owned();
    }
    joined(cards.iter().copied().map(card), " ")
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { mark } => write!(f, "start {mark}"),
            Self::Place {
                tile,
                rotation,
                port,
            } => {
                write!(f, "place {tile}r{rotation}")?;
                port.map_or(Ok(()), |port| write!(f, " from {port}"))
            }
            Self::Path { port } => write!(f, "path {port}"),
            Self::Swap { give, take } => {
                write!(f, "swap {} for {}", joined(give, " "), joined(take, " "))
            }
            Self::Keep {} => f.write_str("keep"),
            Self::Resign {} => f.write_str("resign"),
        }
    }
}

impl FromStr for Action {
    type Err = NoAction;

    fn from_str(text: &str) -> Result<Self, NoAction> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words[..] {
            ["start", mark] => Self::Start {
                mark: mark.parse().map_err(|_| NoAction)?,
            },
            ["place", laid] => placed(laid, None)?,
            ["place", laid, "from", port] => placed(laid, Some(number(port)?))?,
            ["path", port] => Self::Path {
                port: number(port)?,
            },
            ["swap", ref tiles @ ..] => {
                let middle = tiles.iter().position(|&word| word == "for");
                let (give, take) = tiles.split_at(middle.ok_or(NoAction)?);
                Self::Swap {
                    give: numbers(give)?,
                    take: numbers(&take[1..])?,
                }
            }
            ["keep"] => Self::Keep {},
            ["resign"] => Self::Resign {},
            _ => return Err(NoAction),
        })
    }
}

fn placed(laid: &str, port: Option<u8>) -> Result<Action, NoAction> {
    let (tile, rotation) = laid.split_once('r').ok_or(NoAction)?;
    Ok(Action::Place {
        tile: number(tile)?,
        rotation: number(rotation)?,
        port,
    })
}

fn number(text: &str) -> Result<u8, NoAction> {
    text.parse().map_err(|_| NoAction)
}

fn numbers(words: &[&str]) -> Result<Vec<u8>, NoAction> {
    words.iter().map(|word| number(word)).collect()
}

/// Draws the board as a grid, with the players whose markers face an empty square as `<1>`, and the
/// players' hands below it.
pub(super) fn drawing(game: &State, names: &Names) -> String {
    let view = view::without_choices(game, Viewer::Omniscient);
    let board = grid(view.edge, |column, row| drawn(&view, column, row));
    let players = view
        .markers
        .iter()
        .map(|(seat, _)| player(&view, seat, names));
    let dragon = view
        .dragon
        .map(|holder| format!(", dragon with {}", names.of(holder)));
    let acting = view.acting.filter(|_| view.phase != Phase::Over);
    let acting = acting.map(|seat| format!(", {} to play", names.of(seat)));
    let rest = joined(dragon.into_iter().chain(acting), "");
    format!(
        "{board}{}   pile {}{rest}\n",
        joined(players, ""),
        view.pile
    )
}

fn drawn(view: &View, column: u8, row: u8) -> String {
    let square = Square::new(column, row);
    let is_here = |other: Square| Some(other) == square;
    if let Some(laid) = view.board.iter().find(|laid| is_here(laid.square)) {
        return turned(laid.tile, laid.rotation);
    }
    let markers = view.markers.iter();
    let here = markers.filter(|(_, marker)| marker.at().is_some_and(|at| is_here(at.square())));
    match joined(here.map(|(seat, _)| seat.number() + 1), "") {
        nobody if nobody.is_empty() => ".".to_owned(),
        here => format!("<{here}>"),
    }
}

fn player(view: &View, seat: Seat, names: &Names) -> String {
    let marker = &view.markers[seat];
    let place = match (marker.out, marker.at()) {
        (Some(Out::Edge { after }), _) => format!("off the board with tile {after}"),
        (Some(Out::Collision { after, with }), _) => {
            format!("met {} with tile {after}", names.of(with))
        }
        (Some(Out::Resigned { after }), _) => format!("resigned after {after} tiles"),
        (None, Some(at)) => format!("at {at}"),
        (None, None) => "not on the board yet".to_owned(),
    };
    let hand = view.hands[seat].tiles.iter().flatten();
    let hand: Vec<Card> = hand.map(|face| Some(face.tile)).collect();
    let number = seat.number() + 1;
    format!(
        "   {number} {}: {place}, hand {}\n",
        names.of(seat),
        cards(&hand)
    )
}
