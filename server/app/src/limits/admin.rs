//! Limits of the operator's commands.

use std::time::Duration;

/// The maximum number of connections to the operator's socket: a person and a few programs.
pub const ADMIN_CONNECTIONS: usize = 16;
/// The maximum number of rooms in one answer to the operator.
pub const ADMIN_ROOMS: u32 = 500;
/// The minimum number of characters of a search for people: one letter would find most of them.
pub const SEARCH_LEAST: usize = 2;
/// The maximum number of characters of a search for people: twice the longest id.
pub const SEARCH_MOST: usize = 72;
/// The maximum number of characters of the notice on all pages: four lines of a small phone.
pub const NOTICE_CHARACTERS: usize = 300;
/// The maximum time for which the notice is shown: longer ones belong on a page of their own.
pub const NOTICE_TIME: Duration = Duration::from_hours(7 * 24);
/// The maximum number of characters of the reason for a ban: a sentence or two.
pub const BAN_REASON_CHARACTERS: usize = 300;
/// The maximum number of days of a ban: ten years. A longer one is one without an end.
pub const BAN_DAYS: u32 = 3_650;
/// The maximum number of reports of players in a burst from one address: a class that is disturbed
/// by one stranger.
pub const REPORTS_BURST: u32 = 20;
/// The maximum number of reports from one address in an hour. The operator reads each one.
pub const REPORTS_PER_HOUR: u32 = 30;
/// The minimum number of characters of the operator's token. One of 20 random letters can't be
/// found by trying.
pub const ADMIN_TOKEN_LEAST: usize = 20;
/// The maximum number of wrong tokens in a burst from one address: an operator who mistypes.
pub const WRONG_TOKENS_BURST: u32 = 10;
/// The maximum number of wrong tokens from one address in an hour.
pub const WRONG_TOKENS_PER_HOUR: u32 = 20;
/// The interval at which servers that share a database read the bans and the notice: a ban has an
/// effect on all of them within a minute, even if one attempt fails.
pub const MODERATION_EVERY: Duration = Duration::from_secs(20);
/// The time for which the operator's command waits until a person's name is removed from the logs.
/// The removal goes on without it.
pub const ADMIN_FORGET_WAIT: Duration = Duration::from_secs(10);
/// The number of attempts to delete a room whose people reconnect at the same time.
pub const DELETE_ATTEMPTS: u32 = 6;
/// The timeout of `senda admin` for an answer. A backup of a large database takes minutes.
pub const ADMIN_ANSWER_TIME: Duration = Duration::from_mins(30);
