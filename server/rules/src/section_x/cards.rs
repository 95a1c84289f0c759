//! Reports how tiles move from the piles into the stocks and onto the board, for the check of the
//! shuffles.

use super::{Card, Event, Kind};
use crate::cards::{Cards, Known, Moved};

impl Cards for Event {
    const DIFFERENT: u32 = Kind::COUNT;

    // A new round takes back the tiles that were left in the stocks.
    fn moved(&self) -> Moved {
        match self {
            Self::Opened { first, piles, .. } => Moved::Dealt {
                first: Some(*first),
                hands: Vec::new(),
                piles: numbers(piles),
                board: Vec::new(),
            },
            Self::Round { piles, .. } => Moved::Dealt {
                first: None,
                hands: Vec::new(),
                piles: numbers(piles),
                board: Vec::new(),
            },
            Self::Drew { seat, pile, tile } => Moved::Drew {
                seat: *seat,
                pile: usize::from(*pile),
                card: number(*tile),
            },
            Self::Placed { seat, tile, .. } => Moved::Played {
                seat: *seat,
                card: tile.number(),
            },
            Self::SetUp { .. }
            | Self::Turn { .. }
            | Self::Exchanged { .. }
            | Self::Relocated { .. }
            | Self::Turned { .. }
            | Self::Skipped {}
            | Self::Tied { .. }
            | Self::Fought { .. }
            | Self::Stepped { .. }
            | Self::ZoneTaken { .. }
            | Self::DoorPut { .. }
            | Self::KeyDue { .. }
            | Self::KeyWon { .. }
            | Self::KeyLost { .. }
            | Self::Collapsed(_)
            | Self::LastRound {}
            | Self::Resigned { .. }
            | Self::Over { .. } => Moved::Nothing,
        }
    }
}

fn numbers(piles: &[Vec<Card>]) -> Vec<Vec<Known>> {
    let pile = |pile: &Vec<Card>| pile.iter().copied().map(number).collect();
    piles.iter().map(pile).collect()
}

fn number(card: Card) -> Known {
    card.map(Kind::number)
}
