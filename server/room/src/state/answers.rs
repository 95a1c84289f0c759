//! The answers that commands got, so that each counts once however often it is sent.

use std::collections::{BTreeMap, VecDeque};

use crate::{
    limits::{REMEMBERED_COMMANDS, REMEMBERED_PEOPLE},
    log::Cause,
    person::PlayerId,
    protocol::CommandId,
};

/// The versions that the last commands of each player were answered with.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Answers {
    by_player: BTreeMap<PlayerId, VecDeque<(CommandId, u32)>>,
}

impl Answers {
    /// Remembers that a command made a version.
    pub fn remember(&mut self, cause: &Cause, version: u32) {
        let answers = self.by_player.entry(cause.player).or_default();
        if answers.len() == REMEMBERED_COMMANDS {
            answers.pop_front();
        }
        answers.push_back((cause.id.clone(), version));
        if self.by_player.len() > REMEMBERED_PEOPLE {
            let last = |answers: &VecDeque<(CommandId, u32)>| answers.back().map(|last| last.1);
            let quietest = self
                .by_player
                .iter()
                .min_by_key(|(_, answers)| last(answers));
            if let Some(player) = quietest.map(|(&player, _)| player) {
                self.by_player.remove(&player);
            }
        }
    }

    /// The version that a command made, if it was carried out before.
    pub fn version(&self, cause: &Cause) -> Option<u32> {
        let mut answers = self.by_player.get(&cause.player)?.iter();
        answers.find_map(|(id, version)| (*id == cause.id).then_some(*version))
    }
}
