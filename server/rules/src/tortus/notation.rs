//! Writes actions and events of Tortus as text. A tile is a letter and a rotation, as in `L2` (a
//! corner, two quarter turns clockwise), and a square is `c5`. Pawns have numbers, those of seat 0
//! first.

use super::{Action, By, Card, Dealt, End, Event, Field, Phase, State, Tile, View, view};
use crate::{
    BySeat, Seat, Viewer,
    notation::{InWords, Names, grid, in_full, joined, keywords},
    tiles::Rotation,
};

keywords! { Action:
    "exchange" Exchange { hand, square }
    "place" Place { square }
    "rotate" Rotate { square, rotation }
    "open" Open { square }
    "swap" Swap { square, hand, rotation }
    "move" Move { pawn, to }
    "push" Push { to }
    "follow" Follow { to }
    "stop" Stop {}
    "fill" Fill { hand, rotation }
    "penalty" Penalty { pawn }
    "end_turn" EndTurn {}
    "draw" Draw {}
    "decline" Decline {}
    "resign" Resign {}
}

keywords! { Phase:
    "exchange" Exchange {}
    "place" Place {}
    "act" Act {}
    "push" Push { pawn }
    "flow" Flow { pawn }
    "fill" Fill { seat, square }
    "penalty" Penalty {}
    "over" Over {}
}

keywords! { End:
    "pit" Pit { loser }
    "no_pawns" NoPawns { loser }
    "resigned" Resigned { loser }
    "repetition" Repetition {}
    "turn_limit" TurnLimit {}
    "agreement" Agreement {}
}

in_full!(Event);

impl InWords for Event {
    fn words(&self, names: &Names) -> String {
        match self {
            Self::SetUp { .. } => "a position is set up".to_owned(),
            Self::Opened {
                first,
                hands,
                board,
                ..
            } => format!(
                "{} plays first; {}",
                names.of(*first),
                deal(hands, board, names)
            ),
            Self::Redealt { hands, board } => {
                format!(
                    "more holes than can be exchanged; {}",
                    deal(hands, board, names)
                )
            }
            Self::Exchanged { .. } | Self::Swapped { .. } | Self::Filled { .. } => {
                of_hand(self, names)
            }
            Self::Placed { pawn, square } => format!("pawn {pawn} to {square}"),
            Self::Turn { seat, actions } => {
                format!("turn of {}, {actions} actions", names.of(*seat))
            }
            Self::Rotated { square, rotation } => format!("turns {square} to {}", rotation.turns()),
            Self::Revealed {
                square,
                tile,
                rotation,
            } => format!("opens {square}: {}", turned(*tile, *rotation)),
            Self::Misopened { square } => format!("may not open {square}"),
            Self::Penalised { pawn } => format!("gives up pawn {pawn}"),
            Self::Moved { pawn, from, to, by } => {
                let how = match by {
                    By::Move => "",
                    By::Push => "pushes ",
                    By::Follow => "on with ",
                    By::Forced => "forced: ",
                };
                format!("{how}pawn {pawn} {from}-{to}")
            }
            Self::Captured { pawn, square } => {
                let on = names.detail(|| format!(" on {square}"));
                format!("captures pawn {pawn}{on}")
            }
            Self::Fell {
                pawn,
                square,
                taken,
            } => {
                let on = names.detail(|| format!(" on {square}"));
                let taken = taken.map(|seat| format!(", the hole goes to {}", names.of(seat)));
                format!("pawn {pawn} falls{on}{}", taken.unwrap_or_default())
            }
            Self::Sank { pawn, square } => {
                let on = names.detail(|| format!(" on {square}"));
                format!("pawn {pawn} sinks{on}")
            }
            Self::Acted { left } => names.detail(|| format!("actions left: {left}")),
            Self::DrawOffered { seat } => format!("{} offers a draw", names.of(*seat)),
            Self::DrawDeclined { seat } => format!("{} declines the draw", names.of(*seat)),
            Self::Over { outcome, end } => {
                let places = || format!(", places {}", joined(&outcome.places, " "));
                ending(*end, names) + &names.detail(places)
            }
        }
    }
}

/// Describes an event in which a tile of a hand is laid on the board.
fn of_hand(event: &Event, names: &Names) -> String {
    let (seat, hand, text) = match event {
        Event::Exchanged {
            seat,
            hand,
            square,
            laid,
            taken,
        } => {
            let text = format!("{} to {square} for {}", laid.letter(), taken.letter());
            (seat, hand, text)
        }
        Event::Swapped {
            seat,
            hand,
            square,
            laid,
            rotation,
            taken,
        } => {
            let laid = turned(*laid, *rotation);
            (
                seat,
                hand,
                format!("{laid} to {square} for {}", taken.letter()),
            )
        }
        Event::Filled {
            seat,
            hand,
            square,
            tile,
            rotation,
        } => (
            seat,
            hand,
            format!("fills {square}: {}", turned(*tile, *rotation)),
        ),
        _ => unreachable!("nothing of a hand"),
    };
    let place = names.detail(|| format!(", place {hand} of the hand"));
    format!("{}{text}{place}", names.subject(*seat))
}

fn ending(end: End, names: &Names) -> String {
    match end {
        End::Pit { loser } => format!("{} loses by the pit", names.of(loser)),
        End::NoPawns { loser } => format!("{} has no pawn left", names.of(loser)),
        End::Resigned { loser } => format!("{} resigns", names.of(loser)),
        End::Repetition => "a draw by repetition".to_owned(),
        End::TurnLimit => "a draw after the last turn".to_owned(),
        End::Agreement => "a draw by agreement".to_owned(),
    }
}

/// Describes a deal: the hands, then the board row by row from the north.
fn deal(hands: &BySeat<Vec<Card>>, board: &[Dealt], names: &Names) -> String {
    let hands = hands.iter().map(|(seat, hand)| {
        let letters = joined(hand.iter().map(|&card| tile_at(card, None)), " ");
        format!("{} gets {letters}", names.of(seat))
    });
    let tiles = board
        .iter()
        .map(|dealt| tile_at(dealt.tile, dealt.rotation));
    format!("{}; board {}", joined(hands, "; "), joined(tiles, " "))
}

/// Writes a tile of the board as a letter and a rotation.
pub(super) fn turned(tile: Tile, rotation: Rotation) -> String {
    tile_at(Some(tile), Some(rotation))
}

fn tile_at(tile: Card, rotation: Option<Rotation>) -> String {
    let letter = tile.map_or('?', Tile::letter);
    match rotation {
        Some(rotation) => format!("{letter}{}", rotation.turns()),
        None => letter.to_string(),
    }
}

/// Draws the board as a grid, with lower-case letters for closed tiles and pawns after a colon, and
/// below it the hands of the players.
pub(super) fn drawing(game: &State, names: &Names) -> String {
    let view = view::without_choices(game, Viewer::Omniscient);
    let field = |column: u8, row: u8| {
        let place = usize::from(row) * usize::from(view.edge) + usize::from(column);
        drawn(&view, &view.board[place])
    };
    let players = view
        .hands
        .iter()
        .map(|(seat, _)| player(&view, seat, names));
    let decides = view
        .acting
        .map(|seat| format!("   {} to decide\n", names.of(seat)));
    grid(view.edge, field) + &joined(players, "") + &decides.unwrap_or_default()
}

fn drawn(view: &View, field: &Field) -> String {
    let tile = match field.tile {
        None => "_".to_owned(), // a gap
        Some(_) if field.open => tile_at(field.tile, field.rotation),
        Some(_) => tile_at(field.tile, field.rotation).to_lowercase(),
    };
    let pawns = (0_u8..).zip(&view.pawns);
    let here = pawns.filter(|(_, pawn)| pawn.at == Some(field.square));
    here.fold(tile, |text, (number, _)| format!("{text}:{number}"))
}

fn player(view: &View, seat: Seat, names: &Names) -> String {
    let letters = view.hands[seat].iter().map(|held| tile_at(held.tile, None));
    let own = view.pawns.iter().filter(|pawn| pawn.seat == seat);
    let standing = own.filter(|pawn| pawn.at.is_some()).count();
    let (number, hand) = (seat.number() + 1, joined(letters, " "));
    format!(
        "   {number} {}: {standing} pawns, hand {hand}\n",
        names.of(seat)
    )
}
