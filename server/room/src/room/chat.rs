//! What people say. In memory only: it is gone with the process.

use std::collections::{BTreeMap, VecDeque};

use super::PlayerId;
use crate::{
    Time,
    limits::{CHAT_BURST, CHAT_LINES, CHAT_REFILL_MS, CHATTERS},
    protocol::{ChatLine, RoomProblem},
};

/// The last lines, and how much each person may still say.
#[derive(Clone, Debug, Default)]
pub(super) struct Chat {
    pub lines: VecDeque<ChatLine>,
    /// For each person the moment at which they may again send a whole burst. Each message moves it
    /// on by one refill.
    full_again: BTreeMap<PlayerId, Time>,
}

impl Chat {
    /// Takes one message off what a person may say.
    pub fn spend(&mut self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        let full_again = self
            .full_again
            .get(&player)
            .map_or(now, |&full| full.max(now));
        let most_ms = u64::from(CHAT_BURST - 1) * CHAT_REFILL_MS;
        let again_ms = full_again.since(now).saturating_sub(most_ms);
        if again_ms > 0 {
            return Err(RoomProblem::TooFast {
                again_ms: u32::try_from(again_ms).unwrap_or(u32::MAX),
            });
        }
        self.full_again
            .insert(player, full_again.plus(CHAT_REFILL_MS));
        if self.full_again.len() > CHATTERS {
            self.full_again.retain(|_, full| *full > now);
        }
        Ok(())
    }

    /// Remembers a line.
    pub fn say(&mut self, line: ChatLine) {
        if self.lines.len() == CHAT_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }
}
