//! The limits of the store, each with its unit and its reason. The lease times are default values;
//! the settings of the server can change them.

use std::time::Duration;

// Logs.

/// The number of rows of a log that are parsed as one batch. A log with fewer rows is parsed by the
/// thread that reads it.
pub const ROWS_TOGETHER: usize = 256;
/// The number of batches of rows that are read ahead of their consumer.
pub const ROWS_AHEAD: usize = 4;
/// The maximum number of logs that are read at the same time, so that most of a small machine is
/// left to the players.
pub const READ_AT_ONCE: usize = 2;

// Writes.

/// The maximum number of writes that may wait for the writer. Beyond it, the rooms that submit them
/// wait.
pub const WRITES_WAITING: usize = 1_024;
/// The maximum number of writes in one transaction. One fsync serves them all, and none of them
/// waits long.
pub const WRITES_TOGETHER: usize = 256;
/// The maximum number of writes of several statements each in one transaction if every statement is
/// a request to another machine. All of them together take a fraction of [`ANSWER_TIME`] on a slow
/// network.
pub const WRITES_OF_MANY_STATEMENTS: usize = 32;
/// The maximum number of times that the writer yields to rooms that are ready to write before it
/// commits.
pub const GATHERED_AT_MOST: u32 = 8;
/// The time after which a commit that is not finished is logged: a thousand times as long as a disk
/// needs.
pub const SLOW_COMMIT: Duration = Duration::from_secs(2);
/// The pause between two attempts to store anything when the disk is full or fails.
pub const TRY_AGAIN: Duration = Duration::from_secs(1);
/// The time for which a stored write proves that more can be stored. A readiness check therefore
/// costs at most one small write in this time.
pub const PROVEN: Duration = Duration::from_secs(1);
/// The timeout of a trial write. After it, the server counts as not ready. It is a hundred times as
/// long as a disk needs.
pub const TRIAL_TIME: Duration = Duration::from_secs(1);
/// The interval between two log lines with the figures of the commits.
pub const COMMITS_EVERY: Duration = Duration::from_hours(1);
/// The minimum interval between two log lines with the same message about the disk.
pub const SAME_LINE: Duration = Duration::from_mins(1);
/// The timeout for the last writes when the server stops.
pub const LAST_WRITES: Duration = Duration::from_secs(1);

// Leases of processes that share a database.

/// The interval between two heartbeats of a process that shares a database.
pub const BEAT: Duration = Duration::from_secs(1);
/// The time for which a process relies on its own heartbeat, counted from when it was sent. After
/// it, the process sends nothing more to clients.
pub const TRUST: Duration = Duration::from_secs(7);
/// The time for which the other processes wait for a heartbeat, each by its own clock. After it,
/// the rooms of the silent process are free.
pub const GONE: Duration = Duration::from_secs(9);
/// The divisor of [`GONE`] that gives the time after which a process without a heartbeat may be
/// gone. From then on, clients that join one of its rooms wait until the process returns or its
/// rooms are free.
pub const GONE_TO_SILENT: u32 = 4;
/// The time between the announcement to the other servers that this server is about to stop and the
/// stop itself.
pub const DRAIN_NOTICE: Duration = Duration::from_millis(250);

// The clocks of two machines may differ in speed by a quarter.
const _: () = assert!(GONE.as_millis() * 4 >= TRUST.as_millis() * 5);

// Databases.

/// The number of database connections for reading.
pub const READERS: u32 = 4;
/// The timeout for a PostgreSQL database to answer. After it, the connection is dropped, and the
/// request may still be carried out.
pub const ANSWER_TIME: Duration = Duration::from_secs(8);
/// The time for which a connection to the database may be silent before a new one is made for the
/// next write. Routers between two machines forget silent connections after a few minutes.
pub const SILENT_CONNECTION: Duration = Duration::from_mins(1);
/// The timeout for the previous process to release the data folder.
pub const FOLDER_TIME: Duration = Duration::from_secs(1);
/// The timeout for another process (a backup) to release the database.
pub const BUSY_TIME: Duration = Duration::from_secs(5);
/// The timeout in milliseconds for another process to release the database while this start's stamp
/// is written to the file. The server starts without the stamp as well.
pub const STAMP_MS: u32 = 200;
/// The time for which a database is waited for until its pages are free for a moment, so that the
/// log of changes beside it can be emptied.
pub const SCRUB_TIME: Duration = Duration::from_millis(50);
/// The maximum number of attempts to empty that log before it is left to the next time.
pub const SCRUB_ATTEMPTS: u32 = 20;

// Rooms.

/// The number of rooms that one search for due alarms returns.
pub const ALARMS_TOGETHER: u32 = 100;
/// The maximum number of rooms in a player's own list: those with the most recent activity.
pub const OWN_ROOMS: u32 = 30;
/// The number of finished games on a page of a list: more than a screen shows.
pub const GAMES_LISTED: u32 = 20;
/// The maximum number of results in the list of a day's deal: more than anyone reads.
pub const DAY_RESULTS: u32 = 100;
/// The maximum number of people whose games with a player are looked for together: the others at a
/// small table.
pub const GAMES_WITH: usize = 3;
/// The maximum number of people in a player's figures against each other person: those with the
/// most games.
pub const OPPONENTS: u32 = 100;
/// The number of people on a page of the table of ratings.
pub const RATINGS_LISTED: u32 = 50;
/// The number of the last games that the course of a rating shows.
pub const RATINGS_OF_COURSE: u32 = 100;
/// The number of rooms whose last stored activity the writer remembers: twice as many as a server
/// has in memory.
pub const ACTIVE_ROOMS: usize = 10_000;
/// The precision with which a room's last activity is stored.
pub const ACTIVE_TO: Duration = Duration::from_hours(1);
/// The number of records or visitors that are removed in one transaction, which takes a few
/// milliseconds.
pub const REMOVED_TOGETHER: u32 = 200;

// People.

/// The maximum number of one player's devices in addition to the first. One more signs out the one
/// that was seen longest ago.
pub const DEVICES: u32 = 20;
/// The maximum number of one player's passkeys.
pub const PASSKEYS: u32 = 10;
/// The timeout for a browser to create or use a passkey, while its owner looks for the device.
pub const CHALLENGE_TIME: Duration = Duration::from_mins(5);
/// The time for which a link can add another device.
pub const PASS_TIME: Duration = Duration::from_mins(15);

// The operator.

/// The maximum number of bans that are in force. They are all in memory.
pub const SERVER_BANS: u32 = 10_000;
/// The maximum number of rooms that are closed. They are all in memory.
pub const CLOSED_ROOMS: u32 = 10_000;
/// The time for which a report is kept after the operator has settled it: a ban that follows from
/// it can be disputed that long.
pub const KEEP_SETTLED_REPORTS: Duration = Duration::from_hours(90 * 24);
/// The time for which any report is kept.
pub const KEEP_REPORTS: Duration = Duration::from_hours(365 * 24);
/// The maximum number of reports that are kept. The oldest are removed first.
pub const REPORTS: u32 = 10_000;
/// The maximum number of reports in one list for the operator.
pub const REPORTS_LISTED: u32 = 200;
/// The maximum number of people that one search returns.
pub const PEOPLE_FOUND: u32 = 50;
