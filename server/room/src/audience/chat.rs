//! The chat of a room. It exists in memory only and is lost with the process.

use std::collections::{BTreeMap, VecDeque};

use super::Audience;
use crate::{
    clock::RateLimit,
    limits::{CHAT_BURST, CHAT_LINES, CHAT_REFILL_MS, CHATTERS, CROWD_CHAT_REFILL_MS},
    person::{Person, PlayerId},
    protocol::{ChatLine, ChatText, Emote, PersonId, RoomProblem},
    state::RoomState,
    time::Time,
};

/// The rate limit of a person's chat messages.
const OWN: RateLimit = RateLimit::new(CHAT_BURST, CHAT_REFILL_MS);
/// The rate limit of the chat messages of a whole crowd.
const OF_CROWD: RateLimit = RateLimit::new(CHAT_BURST, CROWD_CHAT_REFILL_MS);

/// The latest chat messages, and the state of the rate limits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chat {
    pub lines: VecDeque<ChatLine>,
    /// The authors of the messages, for reports; empty in a replica.
    pub authors: BTreeMap<PersonId, PlayerId>,
    /// For each person, the time from which they may send a whole burst again. Each message
    /// postpones it by one refill.
    full_again: BTreeMap<PlayerId, Time>,
    /// The same time for all spectators together, when they are a crowd.
    crowd_full_again: Option<Time>,
}

impl Chat {
    /// Returns a chat that holds these messages.
    pub fn of(lines: Vec<ChatLine>) -> Self {
        Self {
            lines: lines.into(),
            ..Self::default()
        }
    }

    /// Counts a message against the limit of its author, and against that of the crowd if the
    /// author belongs to one.
    pub fn spend(
        &mut self,
        now: Time,
        player: PlayerId,
        of_crowd: bool,
    ) -> Result<(), RoomProblem> {
        let own = self.full_again.get(&player).copied();
        let own = OWN.spend(now, own)?;
        if of_crowd {
            let crowd = OF_CROWD.spend(now, self.crowd_full_again)?;
            self.crowd_full_again = Some(crowd);
        }
        self.full_again.insert(player, own);
        if self.full_again.len() > CHATTERS {
            self.full_again.retain(|_, full| *full > now);
        }
        Ok(())
    }

    /// Stores a chat message, and drops the oldest one if there are too many.
    pub fn push(&mut self, line: ChatLine) {
        if self.lines.len() == CHAT_LINES
            && let Some(ChatLine { person, .. }) = self.lines.pop_front()
            && self.lines.iter().all(|line| line.person != person)
        {
            self.authors.remove(&person);
        }
        self.lines.push_back(line);
    }

    /// Removes the messages of a person.
    pub fn forget(&mut self, person: PersonId) {
        self.lines.retain(|line| line.person != person);
        self.authors.remove(&person);
    }
}

impl Audience {
    /// Stores a chat message of a connected person. Returns it in the form that is sent to all
    /// connections.
    pub fn post_chat(
        &mut self,
        state: &RoomState,
        now: Time,
        person: &Person,
        text: Option<ChatText>,
        emote: Option<Emote>,
    ) -> Result<ChatLine, RoomProblem> {
        if person.is_outside() {
            return Err(RoomProblem::OnlyPlays);
        }
        if state.hushed && !state.has_part(person.player) {
            return Err(RoomProblem::Hushed);
        }
        let player = person.player;
        if state.sees_hands(player) {
            return Err(RoomProblem::HandsShown);
        }
        let of_crowd = self.has_crowd(state) && !state.has_part(player);
        self.chat.spend(now, player, of_crowd)?;
        let here = self.people.get(player).expect("someone who is here");
        let seat = state.seat_of(player);
        let seat = seat.and_then(|seat| state.seats.get(seat));
        let line = ChatLine {
            at: now.0,
            name: here.shown(),
            colour: seat.map(|seat| seat.colour),
            person: here.id,
            text,
            emote,
        };
        self.chat.push(line.clone());
        self.chat.authors.insert(here.id, player);
        Ok(line)
    }
}
