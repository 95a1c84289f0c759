//! The tiles of Tortus, from the deal to the board, into hands and back.

use senda_rules::{
    BySeat, Seat,
    tortus::{Card, Dealt, Event, Tile},
};

use super::{Known, Lying, Moved};

/// How many kinds of tiles there are.
pub(super) const DIFFERENT: u32 = Tile::COUNT;

/// What happens to cards in the event.
pub(super) fn moved(event: &Event) -> Moved {
    match event {
        Event::Opened {
            first,
            hands,
            board,
            ..
        } => dealt(Some(*first), hands, board),
        Event::Redealt { hands, board } => dealt(None, hands, board),
        Event::Exchanged {
            seat,
            square,
            laid,
            taken,
            ..
        }
        | Event::Swapped {
            seat,
            square,
            laid,
            taken,
            ..
        } => Moved::Traded {
            seat: *seat,
            place: square.to_string(),
            laid: laid.number(),
            taken: taken.number(),
        },
        Event::Revealed {
            square,
            tile,
            rotation,
        } => Moved::Revealed {
            place: square.to_string(),
            card: tile.number(),
            turn: rotation.turns().into(),
        },
        Event::Fell {
            square,
            taken: Some(seat),
            ..
        } => Moved::Taken {
            seat: *seat,
            place: square.to_string(),
        },
        Event::Filled {
            seat, square, tile, ..
        } => Moved::Laid {
            seat: *seat,
            place: square.to_string(),
            card: tile.number(),
        },
        Event::Fell { taken: None, .. }
        | Event::Placed { .. }
        | Event::Turn { .. }
        | Event::Rotated { .. }
        | Event::Misopened { .. }
        | Event::Penalised { .. }
        | Event::Moved { .. }
        | Event::Captured { .. }
        | Event::Sank { .. }
        | Event::Acted { .. }
        | Event::DrawOffered { .. }
        | Event::DrawDeclined { .. }
        | Event::Over { .. } => Moved::Nothing,
    }
}

/// The board of the deal is told row by row from the north.
fn dealt(first: Option<Seat>, hands: &BySeat<Vec<Card>>, board: &[Dealt]) -> Moved {
    let hand = |hand: &Vec<Card>| hand.iter().copied().map(number).collect();
    let lying = |dealt: &Dealt| Lying {
        card: number(dealt.tile),
        turn: dealt.rotation.map(|rotation| rotation.turns().into()),
    };
    let squares = senda_rules::tortus::squares().map(|square| square.to_string());
    Moved::Dealt {
        first,
        hands: hands.iter().map(|(_, cards)| hand(cards)).collect(),
        piles: Vec::new(),
        board: squares.zip(board.iter().map(lying)).collect(),
    }
}

fn number(card: Card) -> Known {
    card.map(Tile::number)
}
