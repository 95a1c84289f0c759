//! What people say. In memory only: it is gone with the process.

use std::collections::{BTreeMap, VecDeque};

use super::PlayerId;
use crate::{
    Time,
    limits::{CHAT_BURST, CHAT_LINES, CHAT_REFILL_MS, CHATTERS, CROWD_CHAT_REFILL_MS},
    protocol::{ChatLine, RoomProblem},
};

/// The last lines, and how much each person may still say.
#[derive(Clone, Debug, Default)]
pub(super) struct Chat {
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
        let own = one_more(now, own, CHAT_REFILL_MS)?;
        if of_crowd {
            let crowd = one_more(now, self.crowd_full_again, CROWD_CHAT_REFILL_MS)?;
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

/// The moment at which a whole burst may be sent again after one more message.
fn one_more(now: Time, full_again: Option<Time>, refill_ms: u64) -> Result<Time, RoomProblem> {
    let full_again = full_again.map_or(now, |full| full.max(now));
    let most_ms = u64::from(CHAT_BURST - 1) * refill_ms;
    let again_ms = full_again.since(now).saturating_sub(most_ms);
    if again_ms > 0 {
        return Err(RoomProblem::TooFast {
            again_ms: u32::try_from(again_ms).unwrap_or(u32::MAX),
        });
    }
    Ok(full_again.plus(refill_ms))
}
