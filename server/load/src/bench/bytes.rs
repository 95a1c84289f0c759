//! Counts the bytes that the server sends for a move, by kind of message and by the receiver's role
//! in the move.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::latency::float;

/// The role of a message's receiver in the move that the message is about.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// The player who made the move, and does not decide next.
    Mover,
    /// The player who decides next, even if they also made the move.
    Next,
    /// A player who neither made the move nor decides next.
    Other,
    /// A viewer who has no seat in the room.
    Spectator,
}

/// A number of messages and their length.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Count {
    /// The number of messages that were counted.
    pub messages: u64,
    /// The length of their texts in bytes, without the frame headers of 2 to 4 bytes each.
    pub bytes: u64,
}

impl Count {
    fn each(self) -> f64 {
        if self.messages == 0 {
            0.0
        } else {
            float(self.bytes) / float(self.messages)
        }
    }
}

/// The messages that decisions have caused, by the receiver's role and by kind of message.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Bytes(BTreeMap<(Viewer, &'static str), Count>);

impl Bytes {
    /// Counts a message of that kind.
    pub fn note(&mut self, viewer: Viewer, kind: &'static str, bytes: usize) {
        let count = self.0.entry((viewer, kind)).or_default();
        count.messages += 1;
        count.bytes += bytes as u64;
    }

    /// Adds the counts of another value to these.
    pub fn add(&mut self, other: &Self) {
        for (of, more) in &other.0 {
            let count = self.0.entry(*of).or_default();
            count.messages += more.messages;
            count.bytes += more.bytes;
        }
    }

    /// Returns the average length in bytes of a message of each kind, for each role.
    pub fn each(&self) -> BTreeMap<Viewer, BTreeMap<&'static str, f64>> {
        let mut all = BTreeMap::<_, BTreeMap<_, _>>::new();
        for ((viewer, kind), count) in &self.0 {
            all.entry(*viewer).or_default().insert(*kind, count.each());
        }
        all
    }

    /// Returns the number of bytes sent to all viewers who have seats.
    pub fn to_players(&self) -> u64 {
        let counts = self.0.iter();
        let players = counts.filter(|((of, _), _)| *of != Viewer::Spectator);
        players.map(|(_, count)| count.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_the_bytes_of_a_message_for_each_viewer() {
        let mut bytes = Bytes::default();
        bytes.note(Viewer::Mover, "ack", 30);
        bytes.note(Viewer::Other, "step", 100);
        bytes.note(Viewer::Other, "step", 200);
        bytes.note(Viewer::Spectator, "step", 1_000);
        let mut all = bytes.clone();
        all.add(&bytes);
        assert_eq!(all.to_players(), 2 * bytes.to_players());
        assert_eq!(bytes.to_players(), 330);
        let each = all.each();
        assert_eq!(each[&Viewer::Other], [("step", 150.0)].into());
        assert!(!each.contains_key(&Viewer::Next));
    }
}
