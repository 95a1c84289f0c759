//! What people say. In memory only: it is gone with the process.

use std::collections::{BTreeMap, VecDeque};

use crate::{
    limits::{CHAT_BURST, CHAT_LINES, CHAT_REFILL_MS, CHATTERS, CROWD_CHAT_REFILL_MS},
    pace::Pace,
    person::PlayerId,
    protocol::{ChatLine, RoomProblem},
    time::Time,
};

/// What a person may say.
const OWN: Pace = Pace {
    burst: CHAT_BURST,
    refill_ms: CHAT_REFILL_MS,
};
/// What a crowd may say, all together.
const OF_CROWD: Pace = Pace {
    burst: CHAT_BURST,
    refill_ms: CROWD_CHAT_REFILL_MS,
};

/// The last lines, and how much each person may still say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chat {
    pub lines: VecDeque<ChatLine>,
    /// For each person the moment at which they may again send a whole burst. Each message moves it
    /// on by one refill.
    full_again: BTreeMap<PlayerId, Time>,
    /// The same for all who only watch, when they are a crowd.
    crowd_full_again: Option<Time>,
}

impl Chat {
    /// Takes one message off what a person may say, and off what their crowd may, if they are one of it.
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

    /// Remembers a line.
    pub fn say(&mut self, line: ChatLine) {
        if self.lines.len() == CHAT_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }
}
