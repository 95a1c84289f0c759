//! The hidden part of the start of games that are not dealt anew.

use senda_rules::{AnyView, Nonce, Seat, Secret, tag_first};
use serde::{Deserialize, Serialize};

use crate::protocol::Colour;

/// The hidden part of the start of games that are not dealt anew: from a finished game
/// ([`Start`](crate::protocol::Start)), or with the deal of a day ([`Day`](crate::protocol::Day)).
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The colours of the players of the finished game, indexed by seat; none for a day.
    pub colours: Vec<Colour>,
    /// The beginning of all games in the room.
    pub from: SetupFrom,
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// The beginning of all games in a room that are not dealt anew.
    #[derive(Clone, Debug, Eq, PartialEq)]
    pub enum SetupFrom {
        /// The games repeat the shuffles of the finished game, or make those of the day.
        Deal {
            /// The secret of the shuffles, which is published when a game with them ends.
            secret: Secret,
            /// The contributions of the players to the seed, indexed by seat.
            nonces: Vec<Option<Nonce>>,
            /// The seat that was set to move first, or `None` if chance decided.
            first: Option<Seat>,
            /// The position that the finished game itself began with, if it was not dealt.
            position: Option<Box<AnyView>>,
        },
        /// The games continue from a position of the finished game.
        Position {
            /// The position as its viewer knew it.
            view: Box<AnyView>,
        },
    }
}

impl Setup {
    /// Returns the setup of a game with the deal of a day: nothing but the secret makes the
    /// shuffles, so that all who play it get the same.
    pub fn of_a_day(secret: Secret, seats: u8) -> Self {
        Self {
            colours: Vec::new(),
            from: SetupFrom::Deal {
                secret,
                nonces: vec![None; usize::from(seats)],
                first: None,
                position: None,
            },
        }
    }

    /// Returns the position that the games begin with, unless they are dealt.
    pub(crate) fn position(&self) -> Option<&AnyView> {
        match &self.from {
            SetupFrom::Deal { position, .. } => position.as_deref(),
            SetupFrom::Position { view } => Some(view),
        }
    }

    /// Returns the secret of the games' shuffles, unless each game draws a new one.
    pub(crate) fn secret(&self) -> Option<&Secret> {
        match &self.from {
            SetupFrom::Deal { secret, .. } => Some(secret),
            SetupFrom::Position { .. } => None,
        }
    }
}
