//! The card movements of an event, in the same form for every game. They suffice to follow shuffled
//! cards from the pile into hands, to the board and back, without knowing the rules of any game.

use crate::Seat;

/// The card movements of a game's events.
pub trait Cards {
    /// The number of cards that look different. The cards' numbers are below it.
    const DIFFERENT: u32;

    /// Returns the card movement in the event.
    fn moved(&self) -> Moved;
}

/// A card's number, or `None` if the event hides it.
pub type Known = Option<u32>;

/// A card on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Lying {
    /// The number of the card.
    pub card: Known,
    /// The rotation in quarter turns clockwise, drawn by chance when the card was laid.
    pub turn: Known,
}

/// The card movement in an event. A `place` on the board is named as in the event.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Moved {
    /// The event moves no card.
    Nothing,
    /// Cards are shuffled and dealt: first to the hands, seat by seat; then to the piles, one after
    /// another, the next card of each pile first; then to the board, where each card is rotated by
    /// chance. The hands hold no other cards then.
    Dealt {
        /// The seat that plays first, if the event names it.
        first: Option<Seat>,
        /// The dealt hands, indexed by seat.
        hands: Vec<Vec<Known>>,
        /// The piles, in the order that the game defines.
        piles: Vec<Vec<Known>>,
        /// The cards on the board with their places, in the order in which they were laid.
        board: Vec<(String, Lying)>,
    },
    /// Hands go back to the pile, which is then shuffled.
    Returned {
        /// The seats that return their hands, each with its cards.
        hands: Vec<(Seat, Vec<Known>)>,
        /// The pile after the shuffle, the next card first.
        pile: Vec<Known>,
    },
    /// The next card of a pile goes into a hand.
    Drew {
        /// The seat that draws the card.
        seat: Seat,
        /// The index of the pile, from 0.
        pile: usize,
        /// The card that is drawn.
        card: Known,
    },
    /// A card leaves a hand for good.
    Played {
        /// The seat that plays the card.
        seat: Seat,
        /// The card that is played.
        card: u32,
    },
    /// Hands are offered for a swap.
    Offered {
        /// The seats whose hands are offered.
        from: Vec<Seat>,
    },
    /// Cards of a hand are swapped with some of the offered cards. The rest of the offered cards is
    /// laid aside.
    Swapped {
        /// The seat that swaps cards.
        seat: Seat,
        /// The cards that leave the hand.
        give: Vec<Known>,
        /// The cards that enter the hand.
        take: Vec<Known>,
    },
    /// A face-down card on the board is revealed.
    Revealed {
        /// The place on the board.
        place: String,
        /// The card that is revealed.
        card: u32,
        /// The rotation in quarter turns clockwise, as drawn when the card was laid.
        turn: u32,
    },
    /// A card of a hand is exchanged with a card on the board.
    Traded {
        /// The seat that exchanges its card.
        seat: Seat,
        /// The place on the board.
        place: String,
        /// The card that lies on the place afterwards.
        laid: u32,
        /// The card that is in the hand afterwards.
        taken: u32,
    },
    /// A card on the board goes into a hand.
    Taken {
        /// The seat that takes the card.
        seat: Seat,
        /// The place on the board that the card comes from.
        place: String,
    },
    /// A card of a hand is laid on the board.
    Laid {
        /// The seat that lays the card.
        seat: Seat,
        /// The place on the board.
        place: String,
        /// The card that is laid.
        card: u32,
    },
}
