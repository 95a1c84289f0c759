//! A game that was begun by other rules than those of this program.

use senda_rules::Game;

use super::{
    Effect, Entropy, NotRestored, Room,
    play::committed,
    state::{Play, RoomState},
};
use crate::{LogEvent, Time, protocol::Phase};

impl RoomState {
    /// The game that runs.
    fn running(&self) -> Option<&Play> {
        self.play.as_ref().filter(|_| self.phase == Phase::Playing)
    }

    /// Whether a game runs that only a later program knows the rules of, which is to continue it.
    pub(super) fn later_rules(&self) -> Result<(), NotRestored> {
        match self.unknown {
            Some(unknown) if unknown.rules > unknown.game.rules() => Err(NotRestored::Newer {
                game: unknown.game,
                rules: unknown.rules,
            }),
            _ => Ok(()),
        }
    }
}

impl Room {
    /// Whether a game runs by other rules than those of this program: nobody may decide anything in it before that
    /// is in the log.
    pub(super) fn is_of_other_rules(&self) -> bool {
        let lasting = &self.lasting;
        let differs = |play: &Play| play.rules != play.game.kind().rules();
        lasting.unknown.is_some() || lasting.running().is_some_and(differs)
    }

    /// A game of other rules goes on by those of this program, if what has happened in it means the same by them
    /// and contradicts nothing. Otherwise it is over without a result.
    pub(super) fn go_on_after_update(
        &mut self,
        now: Time,
        entropy: &mut dyn Entropy,
        out: &mut Vec<Effect>,
    ) {
        if !self.is_of_other_rules() {
            return;
        }
        let lasting = &self.lasting;
        let sound = lasting.running().filter(|play| play.game.is_sound());
        let secret = match (sound, lasting.running(), lasting.unknown) {
            (Some(play), ..) => {
                let rules = play.game.kind().rules();
                return self.commit(now, None, vec![LogEvent::Revised { rules }], out);
            }
            (None, Some(play), _) => play.sealed.secret,
            (None, None, Some(unknown)) => unknown.secret,
            (None, None, None) => return,
        };
        let over = vec![LogEvent::Abandoned { secret }, committed(entropy)];
        self.commit(now, None, over, out);
    }
}
