//! The limits of everything that the server accepts from outside, each with its unit and its
//! reason. The limits that depend on the machine or on the size of the audience are settings in
//! [`crate::settings`]; their default values are here. The limits of the store are in
//! [`senda_store::limits`].

mod admin;
mod bots;
mod cluster;
mod notifications;
mod requests;
mod rooms;
mod sockets;

use std::time::Duration;

pub use senda_store::limits::{
    CHALLENGE_TIME, DEVICES, GAMES_WITH, LAST_WRITES, PASS_TIME, PASSKEYS, READ_AT_ONCE,
    REMOVED_TOGETHER, SAME_LINE,
};

pub use self::{
    admin::*, bots::*, cluster::*, notifications::*, requests::*, rooms::*, sockets::*,
};

// Retention.

/// One hour.
pub const HOUR: Duration = Duration::from_hours(1);
/// One day: the code counts in milliseconds, and the settings count in days.
pub const DAY: Duration = Duration::from_hours(24);
/// The number of days to keep a room with a finished or running game, counted from its last
/// activity: a year, so that the games of the last holidays are still there at the next ones.
pub const KEEP_FINISHED_DAYS: u32 = 365;
/// The number of days to keep any other room. A room that was never played is not missed.
pub const KEEP_DESERTED_DAYS: u32 = 30;
/// The number of days to remember a visitor without a seat in any room. They lose no more than
/// their name.
pub const KEEP_VISITORS_DAYS: u32 = 90;
/// The interval between two searches for data whose retention has ended.
pub const SWEEP_EVERY: Duration = Duration::from_hours(1);
/// The pause between two such transactions: ten times as long as one takes. At this pace 14 million
/// records an hour are removed, more than can be written in one.
pub const SWEEP_PAUSE: Duration = Duration::from_millis(50);
/// The gap since the last such search, by the machine's clock, from which on the clock may be
/// wrong.
pub const SUSPICIOUS_GAP: Duration = Duration::from_hours(14 * 24);

// Backups.

/// The number of regular backups to keep.
pub const BACKUPS_KEPT: usize = 7;
/// The time after which a backup that failed is tried again.
pub const BACKUP_AGAIN: Duration = HOUR;

// Shutdown, and limits that belong to no other section.

/// The range of milliseconds after which clients are asked to reconnect. It is wide, so that not
/// all of them reconnect at the same time.
pub const RECONNECT_MS: (u32, u32) = (500, 2_500);
/// The same range if other servers take over the rooms at once.
pub const RECONNECT_ELSEWHERE_MS: (u32, u32) = (0, 400);
/// The timeout for sockets and rooms to finish when the server stops.
pub const SHUTDOWN_TIME: Duration = Duration::from_millis(2_500);

// The process ends within five seconds after it is asked to stop, whatever hangs. The writer and
// the readers have their own timeout each.
const _: () = assert!(SHUTDOWN_TIME.as_millis() + 2 * LAST_WRITES.as_millis() < 5_000);

/// The maximum number of rooms that are restored for one request of a player's own rooms because
/// their summary is missing or out of date.
pub const OWN_ROOMS_BROUGHT_BACK: usize = 4;

/// The interval between two searches for logs that still contain the name of a forgotten player.
pub const FORGET_AGAIN: Duration = Duration::from_mins(1);
/// The time for which a player who asks to be forgotten waits until all logs are rewritten. After
/// it, the rewriting goes on without them.
pub const FORGET_WAIT: Duration = Duration::from_secs(6);
/// The time for which forgotten players stay listed: longer than a server that was cut off may
/// still write their names.
pub const FORGOTTEN_LISTED: Duration = Duration::from_hours(1);
/// The age at which the copies from before an update are removed. Operators do not go back to them
/// later, since all games since then would be lost, and the copies still contain the names of
/// players who were forgotten since.
pub const COPIES_KEPT: Duration = Duration::from_hours(30 * 24);
/// The number of the most recent sign-outs of devices that are sent to a server when a link to it
/// begins, since it may have missed them.
pub const SIGNED_OUT_KEPT: usize = 256;
