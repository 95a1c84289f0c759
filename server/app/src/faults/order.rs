//! The syntax of the orders.

use std::str::FromStr;

/// A point at which the process can be killed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Point {
    /// The writer has writes to commit and has not begun.
    BeforeBegin,
    /// The rows are inserted and nothing is committed.
    BeforeCommit,
    /// Everything is committed and no caller has been answered.
    AfterCommit,
    /// A room knows that its record is stored, and has not sent it to any client.
    BeforeTell,
    /// The record has been sent to some clients and not to others.
    BetweenTells,
    /// The tables are being migrated to this version.
    Migration,
}

impl Point {
    /// All points with their names in orders.
    pub const ALL: [(&str, Self); 6] = [
        ("before-begin", Self::BeforeBegin),
        ("before-commit", Self::BeforeCommit),
        ("after-commit", Self::AfterCommit),
        ("before-tell", Self::BeforeTell),
        ("between-tells", Self::BetweenTells),
        ("migration", Self::Migration),
    ];
}

/// The state of the disk.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Disk {
    /// The disk works without faults.
    #[default]
    Sound,
    /// The disk is full: no write can be committed.
    Full,
    /// The disk fails: no write transaction can begin.
    Broken,
    /// The disk commits everything and reports that it has failed.
    Mute,
}

/// The orders in effect.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Orders {
    /// The seed of everything that is random.
    pub seed: u64,
    /// The points at which the process dies, each with `n` for one time in `n`.
    pub kills: Vec<(Point, u32)>,
    /// The state of the disk.
    pub disk: Disk,
    /// The error of the machine's clock at the start, in milliseconds.
    pub wall_ms: i64,
    /// The milliseconds that have passed for the process in addition to the real time.
    pub later_ms: u64,
}

/// An order that can't be parsed.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("not an order for faults: {0}")]
pub struct BadOrder(pub String);

impl FromStr for Orders {
    type Err = BadOrder;

    fn from_str(text: &str) -> Result<Self, BadOrder> {
        let mut orders = Self::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            orders
                .take(&words)
                .ok_or_else(|| BadOrder(line.to_owned()))?;
        }
        Ok(orders)
    }
}

impl Orders {
    fn take(&mut self, words: &[&str]) -> Option<()> {
        match words {
            ["seed", seed] => self.seed = seed.parse().ok()?,
            ["kill", point, one_in] => {
                let (_, point) = Point::ALL.iter().find(|(word, _)| word == point)?;
                let one_in = one_in.parse().ok().filter(|&one_in| one_in > 0)?;
                self.kills.push((*point, one_in));
            }
            ["disk", "sound"] => self.disk = Disk::Sound,
            ["disk", "full"] => self.disk = Disk::Full,
            ["disk", "broken"] => self.disk = Disk::Broken,
            ["disk", "mute"] => self.disk = Disk::Mute,
            ["wall", wall_ms] => self.wall_ms = wall_ms.parse().ok()?,
            ["later", later_ms] => self.later_ms = later_ms.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_one_order_per_line() {
        let text = "seed 7\n\nkill before-commit 20\nkill migration 1\ndisk mute\nwall -3600000\nlater 300000\n";
        let orders = Orders {
            seed: 7,
            kills: vec![(Point::BeforeCommit, 20), (Point::Migration, 1)],
            disk: Disk::Mute,
            wall_ms: -3_600_000,
            later_ms: 300_000,
        };
        assert_eq!(text.parse(), Ok(orders));
        assert_eq!("".parse(), Ok(Orders::default()));
    }

    #[test]
    fn names_an_invalid_order_in_its_error() {
        for bad in [
            "kill",
            "kill here 1",
            "kill migration 0",
            "disk wet",
            "wall soon",
            "later -1",
        ] {
            let refused = Err(BadOrder(bad.to_owned()));
            assert_eq!(format!("seed 1\n{bad}").parse::<Orders>(), refused);
        }
    }
}
