//! The answers to commands, remembered so that a repeated command is executed only once.

use std::{
    collections::{BTreeMap, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::{
    limits::{REMEMBERED_COMMANDS, REMEMBERED_PEOPLE},
    log::Cause,
    person::PlayerId,
    protocol::CommandId,
};

/// For each player, the versions that their last commands created.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Answers {
    by_player: BTreeMap<PlayerId, VecDeque<(IdHash, u32)>>,
}

/// A hash of a command id. It saves memory, because a room remembers hundreds of ids. It is only
/// compared with other ids of the same player. So a player who constructs a collision can only make
/// the server ignore a command of their own.
type IdHash = u64;

fn hash(id: &CommandId) -> IdHash {
    let mut hasher = DefaultHasher::new();
    id.as_str().hash(&mut hasher);
    hasher.finish()
}

impl Answers {
    /// Remembers that a command created a version.
    pub fn remember(&mut self, cause: &Cause, version: u32) {
        let answers = self.by_player.entry(cause.player).or_default();
        if answers.len() == REMEMBERED_COMMANDS {
            answers.pop_front();
        }
        answers.push_back((hash(&cause.id), version));
        if self.by_player.len() > REMEMBERED_PEOPLE {
            let last = |answers: &VecDeque<(IdHash, u32)>| answers.back().map(|last| last.1);
            let quietest = self
                .by_player
                .iter()
                .min_by_key(|(_, answers)| last(answers));
            if let Some(player) = quietest.map(|(&player, _)| player) {
                self.by_player.remove(&player);
            }
        }
    }

    /// Forgets a command.
    pub fn forget(&mut self, cause: &Cause) {
        let forgotten = hash(&cause.id);
        if let Some(answers) = self.by_player.get_mut(&cause.player) {
            answers.retain(|(id, _)| *id != forgotten);
        }
    }

    /// Returns the version that a command created, or `None` if the command was not executed or is
    /// forgotten.
    pub fn version(&self, cause: &Cause) -> Option<u32> {
        let mut answers = self.by_player.get(&cause.player)?.iter();
        let asked = hash(&cause.id);
        answers.find_map(|(id, version)| (*id == asked).then_some(*version))
    }
}
