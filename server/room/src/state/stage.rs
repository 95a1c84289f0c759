//! What a room is doing.

use senda_rules::AnyGame;

use super::{Wrong, playing::Playing};
use crate::{log::Committed, person::PlayerId, protocol::Phase};

/// What a room is doing, with what it has only then.
#[derive(Clone, Eq, PartialEq)]
pub(crate) enum Stage {
    /// Before the first game, or after one of which nothing can be shown.
    Lobby(NextGame),
    /// A game runs.
    Playing(Playing),
    /// The last game can still be looked at, by everybody and whole.
    Over { next: NextGame, game: Box<AnyGame> },
}

/// What the next game begins with.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct NextGame {
    /// The secret of its shuffles, which nobody may know yet, and what can be known of it.
    pub sealed: Committed,
    /// Who alone won the game before.
    pub winner: Option<PlayerId>,
}

impl Stage {
    /// What viewers are told of it.
    pub fn phase(&self) -> Phase {
        match self {
            Self::Lobby(_) => Phase::Lobby,
            Self::Playing(_) => Phase::Playing,
            Self::Over { .. } => Phase::Over,
        }
    }

    /// The game that runs.
    pub fn playing(&self) -> Option<&Playing> {
        match self {
            Self::Playing(playing) => Some(playing),
            Self::Lobby(_) | Self::Over { .. } => None,
        }
    }

    pub(super) fn playing_mut(&mut self) -> Result<&mut Playing, Wrong> {
        match self {
            Self::Playing(playing) => Ok(playing),
            Self::Lobby(_) | Self::Over { .. } => Err("no game runs"),
        }
    }

    /// What the next game begins with, if none runs.
    pub fn next_game(&self) -> Option<&NextGame> {
        match self {
            Self::Lobby(next) | Self::Over { next, .. } => Some(next),
            Self::Playing(_) => None,
        }
    }

    /// The game that runs, or the last one, if something can be told of it.
    pub fn game(&self) -> Option<&AnyGame> {
        match self {
            Self::Lobby(_) => None,
            Self::Playing(playing) => playing.play().map(|play| &play.game),
            Self::Over { game, .. } => Some(game.as_ref()),
        }
    }

    /// The secret of the game that runs, or else of the next one, and what was committed to.
    pub fn sealed(&self) -> &Committed {
        match self {
            Self::Lobby(next) | Self::Over { next, .. } => &next.sealed,
            Self::Playing(playing) => &playing.sealed,
        }
    }

    /// The secret of the next game was drawn.
    pub(super) fn commit(&mut self, sealed: Committed) -> Result<(), Wrong> {
        match self {
            Self::Lobby(next) | Self::Over { next, .. } => {
                next.sealed = sealed;
                Ok(())
            }
            Self::Playing(_) => Err("it is committed to while a game runs"),
        }
    }
}
