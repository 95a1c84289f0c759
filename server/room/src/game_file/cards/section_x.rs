//! The tiles of Section X, from the piles into stocks and onto the board.

use senda_rules::section_x::{Card, Event, Kind};

use super::{Known, Moved};

/// How many tiles there are that look different.
pub(super) const DIFFERENT: u32 = Kind::COUNT;

/// What happens to cards in the event. A round takes back what was left in stocks.
pub(super) fn moved(event: &Event) -> Moved {
    match event {
        Event::Opened { first, piles, .. } => Moved::Dealt {
            first: Some(*first),
            hands: Vec::new(),
            piles: numbers(piles),
            board: Vec::new(),
        },
        Event::Round { piles, .. } => Moved::Dealt {
            first: None,
            hands: Vec::new(),
            piles: numbers(piles),
            board: Vec::new(),
        },
        Event::Drew { seat, pile, tile } => Moved::Drew {
            seat: *seat,
            pile: usize::from(*pile),
            card: number(*tile),
        },
        Event::Placed { seat, tile, .. } => Moved::Played {
            seat: *seat,
            card: tile.number(),
        },
        Event::Turn { .. }
        | Event::Exchanged { .. }
        | Event::Relocated { .. }
        | Event::Turned { .. }
        | Event::Skipped {}
        | Event::Tied { .. }
        | Event::Fought { .. }
        | Event::Stepped { .. }
        | Event::ZoneTaken { .. }
        | Event::DoorPut { .. }
        | Event::KeyDue { .. }
        | Event::KeyWon { .. }
        | Event::KeyLost { .. }
        | Event::Collapsed { .. }
        | Event::LastRound {}
        | Event::Resigned { .. }
        | Event::Over { .. } => Moved::Nothing,
    }
}

fn numbers(piles: &[Vec<Card>]) -> Vec<Vec<Known>> {
    let pile = |pile: &Vec<Card>| pile.iter().copied().map(number).collect();
    piles.iter().map(pile).collect()
}

fn number(card: Card) -> Known {
    card.map(Kind::number)
}
