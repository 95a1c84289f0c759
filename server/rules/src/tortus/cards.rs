//! Reports how tiles move from the deal to the board, into the hands and back, for the check of the
//! shuffles.

use super::{Card, Dealt, Event, Tile};
use crate::{
    BySeat, Seat,
    cards::{Cards, Known, Lying, Moved},
};

impl Cards for Event {
    const DIFFERENT: u32 = Tile::COUNT;

    fn moved(&self) -> Moved {
        match self {
            Self::Opened {
                first,
                hands,
                board,
                ..
            } => dealt(Some(*first), hands, board),
            Self::Redealt { hands, board } => dealt(None, hands, board),
            Self::Exchanged {
                seat,
                square,
                laid,
                taken,
                ..
            }
            | Self::Swapped {
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
            Self::Revealed {
                square,
                tile,
                rotation,
            } => Moved::Revealed {
                place: square.to_string(),
                card: tile.number(),
                turn: rotation.turns().into(),
            },
            Self::Fell {
                square,
                taken: Some(seat),
                ..
            } => Moved::Taken {
                seat: *seat,
                place: square.to_string(),
            },
            Self::Filled {
                seat, square, tile, ..
            } => Moved::Laid {
                seat: *seat,
                place: square.to_string(),
                card: tile.number(),
            },
            Self::SetUp { .. }
            | Self::Fell { taken: None, .. }
            | Self::Placed { .. }
            | Self::Turn { .. }
            | Self::Rotated { .. }
            | Self::Misopened { .. }
            | Self::Penalised { .. }
            | Self::Moved { .. }
            | Self::Captured { .. }
            | Self::Sank { .. }
            | Self::Acted { .. }
            | Self::DrawOffered { .. }
            | Self::DrawDeclined { .. }
            | Self::Over { .. } => Moved::Nothing,
        }
    }
}

/// Reports a deal. The event lists the board row by row from the north.
fn dealt(first: Option<Seat>, hands: &BySeat<Vec<Card>>, board: &[Dealt]) -> Moved {
    let hand = |hand: &Vec<Card>| hand.iter().copied().map(number).collect();
    let lying = |dealt: &Dealt| Lying {
        card: number(dealt.tile),
        turn: dealt.rotation.map(|rotation| rotation.turns().into()),
    };
    let squares = super::squares().map(|square| square.to_string());
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
