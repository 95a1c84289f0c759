//! The stage of a room: lobby, running game or finished game.

use senda_rules::AnyGame;

use super::{InvalidRecord, playing::Playing};
use crate::{log::SecretCommitment, person::PlayerId, protocol::Phase};

/// The stage of a room, with the data that exists only in it.
#[derive(Clone, Eq, PartialEq)]
pub(crate) enum Stage {
    /// No game has been played yet, or the last game can't be shown.
    Lobby(NextGame),
    /// A game is being played.
    Playing(Playing),
    /// A game is over. All viewers can see it in full.
    Over { next: NextGame, game: Box<AnyGame> },
}

/// The conditions of the next game.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct NextGame {
    /// The secret of its shuffles, which is not published yet, and the commitment to it.
    pub sealed: SecretCommitment,
    /// The players who won the previous game, alone or together. `None` is one who left their seat.
    pub winners: Vec<Option<PlayerId>>,
}

impl NextGame {
    /// Returns the player who won the previous game alone, if they kept their seat.
    pub fn winner(&self) -> Option<PlayerId> {
        match self.winners[..] {
            [winner] => winner,
            _ => None,
        }
    }
}

impl Stage {
    /// Returns the phase that viewers see.
    pub fn phase(&self) -> Phase {
        match self {
            Self::Lobby(_) => Phase::Lobby,
            Self::Playing(_) => Phase::Playing,
            Self::Over { .. } => Phase::Over,
        }
    }

    /// Returns the game that runs now.
    pub fn playing(&self) -> Option<&Playing> {
        match self {
            Self::Playing(playing) => Some(playing),
            Self::Lobby(_) | Self::Over { .. } => None,
        }
    }

    pub(super) fn playing_mut(&mut self) -> Result<&mut Playing, InvalidRecord> {
        match self {
            Self::Playing(playing) => Ok(playing),
            Self::Lobby(_) | Self::Over { .. } => Err("no game runs"),
        }
    }

    /// Returns the conditions of the next game, or `None` while a game runs.
    pub fn next_game(&self) -> Option<&NextGame> {
        match self {
            Self::Lobby(next) | Self::Over { next, .. } => Some(next),
            Self::Playing(_) => None,
        }
    }

    /// Returns the running game or the last one, or `None` if there is no game that can be shown.
    pub fn game(&self) -> Option<&AnyGame> {
        match self {
            Self::Lobby(_) => None,
            Self::Playing(playing) => playing.play().map(|play| &play.game),
            Self::Over { game, .. } => Some(game.as_ref()),
        }
    }

    /// Returns the secret of the running game, or else of the next one, with the commitment to it.
    pub fn sealed(&self) -> &SecretCommitment {
        match self {
            Self::Lobby(next) | Self::Over { next, .. } => &next.sealed,
            Self::Playing(playing) => &playing.sealed,
        }
    }

    /// Stores the secret that was drawn for the next game.
    pub(super) fn commit(&mut self, sealed: SecretCommitment) -> Result<(), InvalidRecord> {
        match self {
            Self::Lobby(next) | Self::Over { next, .. } => {
                next.sealed = sealed;
                Ok(())
            }
            Self::Playing(_) => Err("it is committed to while a game runs"),
        }
    }
}
