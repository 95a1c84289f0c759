//! What an event says of cards, told in the same way for every game: enough to follow shuffled cards
//! from the pile into hands, to the board and back, without a rule of any game.

use crate::Seat;

/// What the events of a game say of its cards.
pub trait Cards {
    /// How many cards there are that look different; their numbers are below that.
    const DIFFERENT: u32;

    /// What happens to cards in the event.
    fn moved(&self) -> Moved;
}

/// A card's number, or that the event hides it.
pub type Known = Option<u32>;

/// A card on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Lying {
    /// Which.
    pub card: Known,
    /// Quarter turns clockwise, drawn for it when it was laid.
    pub turn: Known,
}

/// What happens to cards in an event. A `place` of the board is named as in the event.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Moved {
    /// Nothing.
    Nothing,
    /// Cards are shuffled and dealt: first to the hands, seat by seat, then to the piles, one after the other, the
    /// next card of each first, then to the board, where each is turned by chance. Nothing else is in a hand then.
    Dealt {
        /// Who plays first, where the event says so.
        first: Option<Seat>,
        /// By seat.
        hands: Vec<Vec<Known>>,
        /// In the order of the game.
        piles: Vec<Vec<Known>>,
        /// By place, in the order in which they were laid.
        board: Vec<(String, Lying)>,
    },
    /// Hands go back to the pile, which is shuffled.
    Returned {
        /// Whose, and what was in them.
        hands: Vec<(Seat, Vec<Known>)>,
        /// What the pile is afterwards, the next card first.
        pile: Vec<Known>,
    },
    /// The next card of a pile goes into a hand.
    Drew {
        /// Whose hand.
        seat: Seat,
        /// Which pile, from 0.
        pile: usize,
        /// Which card.
        card: Known,
    },
    /// A card leaves a hand for good.
    Played {
        /// Whose hand.
        seat: Seat,
        /// Which card.
        card: u32,
    },
    /// These hands can be swapped with.
    Offered {
        /// Whose.
        from: Vec<Seat>,
    },
    /// Cards of a hand are swapped with some of those on offer; what is left of these is laid aside.
    Swapped {
        /// Whose hand.
        seat: Seat,
        /// What leaves it.
        give: Vec<Known>,
        /// What comes into it.
        take: Vec<Known>,
    },
    /// What lay hidden on the board is seen.
    Revealed {
        /// Where.
        place: String,
        /// Which card.
        card: u32,
        /// Quarter turns clockwise, as it was turned when it was laid.
        turn: u32,
    },
    /// A card of a hand changes places with one of the board.
    Traded {
        /// Whose hand.
        seat: Seat,
        /// Where on the board.
        place: String,
        /// The card that lies there now.
        laid: u32,
        /// The card that is in the hand now.
        taken: u32,
    },
    /// A card of the board goes into a hand.
    Taken {
        /// Whose hand.
        seat: Seat,
        /// From where on the board.
        place: String,
    },
    /// A card of a hand is laid on the board.
    Laid {
        /// Whose hand.
        seat: Seat,
        /// Where on the board.
        place: String,
        /// Which card.
        card: u32,
    },
}
