//! The chat of a room. It exists in memory only and is lost with the process.

use std::collections::{BTreeMap, VecDeque};

use crate::{
    clock::Pace,
    limits::{CHAT_BURST, CHAT_LINES, CHAT_REFILL_MS, CHATTERS, CROWD_CHAT_REFILL_MS},
    person::PlayerId,
    protocol::{ChatLine, RoomProblem},
    time::Time,
};

/// The rate limit of a person's chat messages.
const OWN: Pace = Pace {
    burst: CHAT_BURST,
    refill_ms: CHAT_REFILL_MS,
};
/// The rate limit of the chat messages of a whole crowd.
const OF_CROWD: Pace = Pace {
    burst: CHAT_BURST,
    refill_ms: CROWD_CHAT_REFILL_MS,
};

/// The latest chat messages, and the state of the rate limits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chat {
    pub lines: VecDeque<ChatLine>,
    /// For each person, the time from which they may send a whole burst again. Each message
    /// postpones it by one refill.
    full_again: BTreeMap<PlayerId, Time>,
    /// The same time for all spectators together, when they are a crowd.
    crowd_full_again: Option<Time>,
}

impl Chat {
    /// Counts a message against the limit of its author, and against that of the crowd if the
    /// author belongs to one.
    pub fn spend(
        &mut self,
        now: Time,
        player: PlayerId,
        of_crowd: bool,
    ) -> Result<(), RoomProblem> {
        let own = self.full_again.get(&player).copied();
        let own = OWN.once_more(now, own)?;
        if of_crowd {
            let crowd = OF_CROWD.once_more(now, self.crowd_full_again)?;
            self.crowd_full_again = Some(crowd);
        }
        self.full_again.insert(player, own);
        if self.full_again.len() > CHATTERS {
            self.full_again.retain(|_, full| *full > now);
        }
        Ok(())
    }

    /// Stores a chat message, and drops the oldest one if there are too many.
    pub fn say(&mut self, line: ChatLine) {
        if self.lines.len() == CHAT_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }
}
