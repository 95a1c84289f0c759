//! Bytes of what a move makes the server send: by message, and by what the receiver is in that move.

use std::collections::BTreeMap;

use serde::Serialize;

/// What the receiver of a message is in the move that it tells of.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// Has made it, and does not decide next.
    Mover,
    /// Decides next, whoever has made it.
    Next,
    /// Has a seat, and neither has made it nor decides next.
    Other,
    /// Has no seat.
    Spectator,
}

/// Messages and their bytes.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Count {
    /// How many.
    pub messages: u64,
    /// Bytes of their texts, without the two to four of a frame's head.
    pub bytes: u64,
}

impl Count {
    #[allow(clippy::cast_precision_loss)] // for people to read
    fn each(self) -> f64 {
        if self.messages == 0 {
            0.0
        } else {
            self.bytes as f64 / self.messages as f64
        }
    }
}

/// Messages that decisions have caused.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Bytes(BTreeMap<(Viewer, &'static str), Count>);

impl Bytes {
    /// Counts a message of that kind.
    pub fn note(&mut self, viewer: Viewer, kind: &'static str, bytes: usize) {
        let count = self.0.entry((viewer, kind)).or_default();
        count.messages += 1;
        count.bytes += bytes as u64;
    }

    /// Adds those of another.
    pub fn add(&mut self, other: &Self) {
        for (of, more) in &other.0 {
            let count = self.0.entry(*of).or_default();
            count.messages += more.messages;
            count.bytes += more.bytes;
        }
    }

    /// Bytes of one message of each kind, on average.
    pub fn each(&self, viewer: Viewer) -> BTreeMap<&'static str, f64> {
        let of_viewer = self.0.iter().filter(|((of, _), _)| *of == viewer);
        of_viewer
            .map(|((_, kind), count)| (*kind, count.each()))
            .collect()
    }

    /// Bytes to all who have seats.
    pub fn to_players(&self) -> u64 {
        let players = self
            .0
            .iter()
            .filter(|((of, _), _)| *of != Viewer::Spectator);
        players.map(|(_, count)| count.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_one_message_for_each_viewer() {
        let mut bytes = Bytes::default();
        bytes.note(Viewer::Mover, "ack", 30);
        bytes.note(Viewer::Other, "step", 100);
        bytes.note(Viewer::Other, "step", 200);
        bytes.note(Viewer::Spectator, "step", 1_000);
        let mut all = bytes.clone();
        all.add(&bytes);
        assert_eq!(all.to_players(), 2 * bytes.to_players());
        assert_eq!(bytes.to_players(), 330);
        assert_eq!(all.each(Viewer::Other), [("step", 150.0)].into());
        assert_eq!(all.each(Viewer::Next), [].into());
    }
}
