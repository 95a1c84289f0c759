//! The answers that commands got, so that each counts once however often it is sent.

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

/// The versions that the last commands of each player were answered with.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Answers {
    by_player: BTreeMap<PlayerId, VecDeque<(IdHash, u32)>>,
}

/// What is remembered of a command's id, of which a room has hundreds. It is only compared with those of the same
/// player: who finds two ids with the same takes nobody's command but their own for done.
type IdHash = u64;

fn hash(id: &CommandId) -> IdHash {
    let mut hasher = DefaultHasher::new();
    id.as_str().hash(&mut hasher);
    hasher.finish()
}

impl Answers {
    /// Remembers that a command made a version.
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

    /// The version that a command made, if it was carried out before.
    pub fn version(&self, cause: &Cause) -> Option<u32> {
        let mut answers = self.by_player.get(&cause.player)?.iter();
        let asked = hash(&cause.id);
        answers.find_map(|(id, version)| (*id == asked).then_some(*version))
    }
}
