//! The events of a game.

use crate::{BySeat, Outcome, Seat, Viewer, game::hide_unless, tiles::Square};

/// A card as a viewer sees it: its number, or `null` if the viewer may not know it.
pub type Card = Option<u8>;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// An event of the game. The log hides nothing.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS), schemars(rename = "ExampleEvent"), ts(rename = "ExampleEvent"))]
    pub enum Event {
        /// The cards are shuffled and dealt.
        Opened {
            /// The version of the rules.
            rules: u16,
            /// The seat that plays first.
            first: Seat,
            /// The dealt hands, indexed by seat.
            hands: BySeat<Vec<Card>>,
            /// The card that was not dealt.
            pile: Vec<Card>,
        },
        /// The game begins with a position instead of a deal.
        SetUp {
            /// The version of the rules.
            rules: u16,
            /// The complete position as text, or `null` for a viewer who may not know all of it.
            position: Option<String>,
        },
        /// The turn of a player begins.
        Turn {
            /// The seat whose turn begins.
            seat: Seat,
        },
        /// A card is laid on the board.
        Laid {
            /// The seat that lays the card.
            seat: Seat,
            /// The number of the card.
            card: u8,
            /// The square that the card is laid on.
            square: Square,
            /// The number of lines that the card completes.
            lines: u8,
        },
        /// A player has left the game.
        Resigned {
            /// The seat of that player.
            seat: Seat,
        },
        /// The game is over, with this result.
        Over {
            /// The final places of the seats.
            outcome: Outcome,
        },
    }
}

impl Event {
    /// Returns the event without the cards that the viewer may not know: the other player's hand
    /// and the card that was not dealt.
    pub(super) fn redacted(&self, viewer: Viewer, over: bool) -> Self {
        let all = over || viewer == Viewer::Omniscient;
        let mut event = self.clone();
        match &mut event {
            Self::Opened {
                rules: _,
                first: _,
                hands,
                pile,
            } => {
                for (seat, hand) in hands.iter_mut() {
                    hide_unless(all || viewer.sees_hand(seat), hand);
                }
                hide_unless(all, pile);
            }
            Self::SetUp { rules: _, position } => {
                position.take_if(|_| !all);
            }
            Self::Turn { .. } | Self::Laid { .. } | Self::Resigned { .. } | Self::Over { .. } => {}
        }
        event
    }
}
