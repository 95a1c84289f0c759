//! The numbers by which an operator recognises what was copied.

use std::fmt;

/// The contents of an export.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Contents {
    /// The number of players.
    pub players: u64,
    /// The number of rooms.
    pub rooms: u64,
    /// The number of records in the logs of the rooms.
    pub records: u64,
    /// The number of rows of all tables.
    pub rows: u64,
}

impl Contents {
    /// Counts a row of a table.
    pub(super) fn count(&mut self, table: &str) {
        self.rows += 1;
        match table {
            "player" => self.players += 1,
            "room" => self.rooms += 1,
            "record" => self.records += 1,
            _ => {}
        }
    }
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: u64, one: &str| match number {
            1 => format!("1 {one}"),
            number => format!("{number} {one}s"),
        };
        write!(
            f,
            "{} with {}, {} and {} in all",
            number(self.rooms, "room"),
            number(self.records, "record"),
            number(self.players, "player"),
            number(self.rows, "row")
        )
    }
}
