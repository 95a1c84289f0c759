//! The commands of `senda admin`.

use std::{str::FromStr, time::Duration};

use clap::{Args, Subcommand};

/// A command to a running server.
#[derive(Clone, Debug, Args)]
pub struct AdminCommand {
    /// Print the server's answer as JSON, for programs.
    #[arg(long, global = true)]
    pub json: bool,
    /// The action to carry out.
    #[command(subcommand)]
    pub action: AdminAction,
}

/// An action of the operator.
#[derive(Clone, Debug, Subcommand)]
pub enum AdminAction {
    /// Lists the rooms, those with the latest activity first.
    Rooms {
        /// Largest number of rooms to list, at most 500.
        #[arg(long, default_value_t = 50, value_name = "COUNT")]
        limit: u32,
        /// List the rooms after this position, which the list before has printed.
        #[arg(long, value_name = "POSITION")]
        after: Option<String>,
    },
    /// Shows a room.
    Room {
        /// The id of the room, as in its link.
        room: String,
    },
    /// Sends everybody in a room away, and lets no one in until it is opened again. Its game stands
    /// still, and nothing is lost.
    Close {
        /// The id of the room.
        room: String,
    },
    /// Opens a closed room again.
    Open {
        /// The id of the room.
        room: String,
    },
    /// Lets no new people into a room. Its host can unlock it.
    Lock {
        /// The id of the room.
        room: String,
    },
    /// Lets new people into a room again.
    Unlock {
        /// The id of the room.
        room: String,
    },
    /// Deletes a room for good: its log, its finished games and everything else about it.
    Delete {
        /// The id of the room.
        room: String,
    },
    /// Finds people by a part of their name, or by the beginning of their id.
    People {
        /// The text to search for, of at least 2 characters.
        text: String,
    },
    /// Bans a person or a network: they can't open or join rooms, and their pages are disconnected.
    /// A person's ban covers all their devices; a person without a ban of the network can come back
    /// as a new one.
    Ban {
        /// The id of a person, an address, or a network such as 203.0.113.0/24.
        subject: String,
        /// Days until the ban ends; without it, it has no end.
        #[arg(long, value_name = "COUNT")]
        days: Option<u32>,
        /// The reason, which is noted with the ban. A banned person gets it in the export of their
        /// own data.
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Lifts a ban.
    Unban {
        /// The id of the person, or the network, as in the list of bans.
        subject: String,
    },
    /// Lists the bans.
    Bans,
    /// Lists the open reports of players, the newest first.
    Reports {
        /// List the settled ones as well.
        #[arg(long)]
        all: bool,
    },
    /// Shows a report with the chat messages that belong to it.
    Report {
        /// The id of the report, as in the list.
        report: String,
    },
    /// Notes that a report needs nothing more. It is removed after 90 days.
    Settle {
        /// The id of the report.
        report: String,
    },
    /// Deletes everything about a person, as if they had asked for it: their name disappears from
    /// all rooms, whose games stay.
    Forget {
        /// The id of the person.
        person: String,
    },
    /// Shows a notice on all open pages, and on those that are opened while it lasts; without
    /// anything, prints the notice that is shown.
    Announce {
        /// The text, of at most 300 characters.
        #[arg(conflicts_with_all = ["restart", "clear"])]
        text: Option<String>,
        /// Minutes for which the text is shown.
        #[arg(long, default_value_t = 60, value_name = "COUNT")]
        minutes: u32,
        /// Announce a restart after this time, such as 10m or 1h, in the language of each page.
        #[arg(long, value_name = "TIME", conflicts_with = "clear")]
        restart: Option<Delay>,
        /// Remove the notice.
        #[arg(long)]
        clear: bool,
    },
    /// Lets no new room and no new game begin on this server, and tells how many games still run.
    Drain {
        /// Let rooms and games begin again.
        #[arg(long, conflicts_with = "status")]
        off: bool,
        /// Only tell how many games still run.
        #[arg(long)]
        status: bool,
    },
    /// Shows the work of the bots.
    Bots,
    /// Shows the space that the database takes, and what is in it.
    Storage,
    /// Makes a backup now, into the folder of the regular ones.
    Backup,
}

/// A time from now.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Delay(pub Duration);

/// The text is no time.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected a time such as 30s, 10m or 1h")]
pub struct BadDelay;

impl FromStr for Delay {
    type Err = BadDelay;

    fn from_str(text: &str) -> Result<Self, BadDelay> {
        let at = text.len().checked_sub(1).ok_or(BadDelay)?;
        let (number, unit) = text.split_at_checked(at).ok_or(BadDelay)?;
        let number: u64 = number.parse().map_err(|_| BadDelay)?;
        let seconds = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3_600,
            _ => return Err(BadDelay),
        };
        let seconds = number.checked_mul(seconds).ok_or(BadDelay)?;
        Ok(Self(Duration::from_secs(seconds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_has_a_number_and_a_unit() {
        for (text, seconds) in [("30s", 30), ("10m", 600), ("1h", 3_600)] {
            assert_eq!(text.parse(), Ok(Delay(Duration::from_secs(seconds))));
        }
        for text in [
            "",
            "m",
            "10",
            "10 m",
            "-1m",
            "1d",
            "ä",
            "99999999999999999999h",
        ] {
            assert_eq!(text.parse::<Delay>(), Err(BadDelay), "{text}");
        }
    }
}
