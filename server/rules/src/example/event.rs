//! What happens in a game.

use crate::{BySeat, Outcome, Seat, Viewer, tiles::Square};

/// A card as a viewer sees it: its number, or `null` where they may not know it.
pub type Card = Option<u8>;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// What happened. In the log nothing is hidden.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ExampleEvent"))]
    pub enum Event {
        /// The cards are shuffled and dealt.
        Opened {
            /// The version of the rules.
            rules: u16,
            /// Who plays first.
            first: Seat,
            /// The hands.
            hands: BySeat<Vec<Card>>,
            /// What is left.
            pile: Vec<Card>,
        },
        /// A turn begins.
        Turn {
            /// Whose.
            seat: Seat,
        },
        /// A card lies on the board.
        Laid {
            /// Whose.
            seat: Seat,
            /// Which.
            card: u8,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// How many lines it completes.
            lines: u8,
        },
        /// A player has left the game.
        Resigned {
            /// Who.
            seat: Seat,
        },
        /// The game is over.
        Over {
            /// The places.
            outcome: Outcome,
        },
    }
}

impl Event {
    /// The event without the cards that the viewer may not know: those of the other hand, and the one that is left.
    pub(super) fn redacted(&self, viewer: Viewer, over: bool) -> Self {
        match self {
            Self::Opened {
                rules,
                first,
                hands,
                pile,
            } => {
                let all = over || viewer == Viewer::Omniscient;
                let masked = |cards: &[Card], sees: bool| -> Vec<Card> {
                    cards.iter().map(|card| card.filter(|_| sees)).collect()
                };
                Self::Opened {
                    rules: *rules,
                    first: *first,
                    hands: BySeat::new(hands.seats(), |seat| {
                        masked(&hands[seat], all || viewer == Viewer::Seat(seat))
                    }),
                    pile: masked(pile, all),
                }
            }
            Self::Turn { .. } | Self::Laid { .. } | Self::Resigned { .. } | Self::Over { .. } => {
                self.clone()
            }
        }
    }
}
