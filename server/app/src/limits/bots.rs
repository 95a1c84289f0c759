//! The limits of the bots' decisions, of the hints and of the reviews.

use std::time::Duration;

/// The time for which a bot may think about one decision: as long as one core may be used for it.
pub const BOT_BUDGET: Duration = Duration::from_millis(150);
/// The minimum such time when very many decisions are waiting: enough for a few dozen iterations.
pub const BOT_BUDGET_LEAST: Duration = Duration::from_millis(5);
/// The maximum number of decisions of all bots together in a burst: a room with only bots plays a
/// whole game.
pub const BOT_DECISIONS_BURST: u32 = 500;
/// The maximum number of decisions of all bots together in a second: a hundred rooms at the pace of
/// people. At up to 520 bytes a record this is at most 190 MB of disk an hour, however many rooms
/// one client starts.
pub const BOT_DECISIONS_PER_SECOND: u32 = 100;
/// The maximum number of decisions in an hour for the bots of one address: fifty a second, so that
/// one address never takes the share of all.
pub const BOT_DECISIONS_EACH_PER_HOUR: u32 = 180_000;
/// The time that a bot takes for a decision where no person plays with it, if the pace among people
/// is not shorter. It is quick to watch, and limits each room to five decisions a second.
pub const BOT_PACE_ALONE: Duration = Duration::from_millis(200);
/// The share of a bot's time for a decision that its next decision in the same turn takes.
pub const BOT_HASTE: f64 = 2.0 / 3.0;
/// The maximum number of addresses that have a queue of their own for bots: more than have rooms
/// with bots at the same time. All further addresses share one queue.
pub const BOT_SOURCES: usize = 1_024;
/// The maximum time per decision that the pace of the bots may be set to.
pub const BOT_PACE_MOST: Duration = Duration::from_secs(8);

/// The maximum number of hints in a burst from one address: a class whose members all ask at the
/// same time.
pub const HINTS_BURST: u32 = 100;
/// The maximum number of hints from one address in an hour, each up to [`BOT_BUDGET`]: a fortieth
/// of a core.
pub const HINTS_PER_HOUR: u32 = 600;
/// The maximum number of reviews in a burst from one address: those of one evening.
pub const REVIEWS_BURST: u32 = 12;
/// The maximum number of reviews from one address in an hour, each some seconds of a core.
pub const REVIEWS_PER_HOUR: u32 = 60;
/// The maximum number of reviews that are being computed or waiting, and of searches for missed
/// goals; one of each is computed at a time. Beyond it, callers are asked to retry.
pub const REVIEWS_WAITING: usize = 16;
/// The number of reviews and of lists of missed goals kept in memory, up to a few hundred kilobytes
/// each, so that a client that requests one again, or another client that requests it too, does not
/// have to wait.
pub const REVIEWS_KEPT: usize = 64;
/// The maximum time for which a review yields to bots. After it, the review waits in their queue,
/// like one more bot.
pub const REVIEW_PATIENCE: Duration = Duration::from_millis(300);
/// The time for which the review then keeps its slot even if bots are waiting: a review gets at
/// least a quarter of a thread.
pub const REVIEW_SLICE: Duration = Duration::from_millis(150);
/// The pause between two attempts to find a thread that no bot needs.
pub const GAP_EVERY: Duration = Duration::from_millis(5);
/// The number of questions waiting for the bots above which no hints are given: a second of one
/// core.
pub const HINTS_WAITING: usize = 64;
