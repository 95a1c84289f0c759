//! What the server takes from outside: each limit with its unit and its reason. Those that depend on
//! the machine or the audience are [`crate::settings`], with their usual values from here.

use std::time::Duration;

// Requests.

/// Bytes of a request's body: the largest honest one is a room's settings, some hundred bytes.
pub const BODY_BYTES: usize = 8 * 1024;
/// Decisions in an attempt at a lesson: several times as many as the longest takes.
pub const LESSON_ACTIONS: usize = 64;
/// What an attempt at a lesson costs the address that makes it, in prices of [`READ_RECORDS`]: about a millisecond.
pub const LESSON_PRICE: u32 = 6;
/// For the head of a request, and for an idle connection before its next one.
pub const HEAD_TIME: Duration = Duration::from_secs(15);
/// For everything that happens to a request: a slow disk included, a stuck one not.
pub const REQUEST_TIME: Duration = Duration::from_secs(10);
/// For a page to learn which game it will show. It comes without otherwise, and asks for the game's files later.
pub const PAGE_TIME: Duration = Duration::from_millis(100);
/// For one who reads to take some more of an answer; the connection of one who takes nothing is ended.
pub const WRITE_TIME: Duration = Duration::from_secs(20);
/// Bytes of an answer below which compressing it saves no packet.
pub const COMPRESSED_BYTES_LEAST: u64 = 1_024;
/// How hard an answer is compressed while somebody waits for it: some milliseconds for the longest game.
pub const COMPRESSION_LEVEL: i32 = 4;
/// TCP connections at once that are no WebSockets; beyond, new ones are told that the server is full.
pub const CONNECTIONS: u32 = 12_000;
/// Of these from one address: two hundred browsers that load a page, by six connections each.
pub const CONNECTIONS_EACH: u32 = 1_200;
/// Connections that are being told that the server is full at once; beyond, new ones are hung up on.
pub const TURNED_AWAY: u32 = 256;
/// Connections from this machine itself that are served beyond all others: those of whoever watches
/// over the process, who must not take a crowd for a failure.
pub const HEALTH_CONNECTIONS: u32 = 8;
/// For one of these, or one who is turned away, to ask and be told.
pub const TURNING_AWAY_TIME: Duration = Duration::from_secs(2);
/// Between two attempts to accept a connection when the process has no file left for it; twice as long
/// each time.
pub const ACCEPT_AGAIN: Duration = Duration::from_millis(50);
/// The longest such time: whoever waits meanwhile waits in the system.
pub const ACCEPT_AGAIN_MOST: Duration = Duration::from_secs(1);

// Files: each connection is one.

/// Files that are no connections of browsers: the database, opened once for each who reads and for each
/// writer, with its log; a copy of it; what the runtime and the log need; and as many again.
pub const FILES_KEPT: u64 = 64 + HEALTH_CONNECTIONS as u64;
/// Without so many there is no sense in serving: two people share what is left.
pub const FILES_LEAST: u64 = 160;
/// Asked for where the system has no limit: more than all connections together.
pub const FILES_MOST: u64 = 32_768;

// Work for those who are not in a room yet, from all addresses together: each address has a share of
// its own below, but thousands of them come when a network of machines does. What is refused here may
// be asked for again at once: all of it takes milliseconds.

/// Requests to `/api` that are answered at once: as many as wait for the database without any of them
/// waiting long.
pub const REQUESTS_AT_ONCE: u32 = 256;
/// Identities and rooms that are made at once: they are stored in the same transactions as the moves
/// of those who play, and may not make these longer by much.
pub const CREATIONS_AT_ONCE: u32 = 64;
/// Identities and rooms that are made in a burst: whole schools that arrive together.
pub const CREATIONS_BURST: u32 = 1_000;
/// Identities and rooms that are made in a second: more than any audience needs for long, and some
/// hundredths of what a small machine can do.
pub const CREATIONS_PER_SECOND: u32 = 100;
/// Sockets at once that are not in their room yet: each costs its room about as much as a move.
pub const HANDSHAKES_AT_ONCE: u32 = 64;

// Addresses (an IPv6 one counts as its /64, which is what one household has).

/// Requests to `/api` in a burst from one address: a school class that arrives together.
pub const REQUESTS_BURST: u32 = 1_000;
/// Requests to `/api` from one address in an hour: five a second, which finds nobody's room.
pub const REQUESTS_PER_HOUR: u32 = 18_000;
/// Rooms made in a burst from one address: a school class that tries it out.
pub const ROOMS_CREATED_BURST: u32 = 20;
/// Rooms made from one address in an hour.
pub const ROOMS_CREATED_PER_HOUR: u32 = 60;
/// Identities made in a burst from one address: a school class that arrives together.
pub const SESSIONS_BURST: u32 = 100;
/// Identities made from one address in an hour.
pub const SESSIONS_PER_HOUR: u32 = 300;
/// Sockets opened from one address in a burst: everybody comes back after a restart.
pub const SOCKET_OPENS_BURST: u32 = 400;
/// Sockets opened from one address in an hour: one a second.
pub const SOCKET_OPENS_PER_HOUR: u32 = 3_600;
/// Sockets open at once from one address: a school or an office behind one.
pub const SOCKETS_EACH: u32 = 200;
/// Addresses remembered, some 150 bytes each; whoever has least to be remembered for is forgotten
/// first.
pub const ADDRESSES: usize = 50_000;
/// Addresses whose shares an IPv6 /48 has together. One customer may have all 65,536 of its /64s, or
/// a provider's whole village one each.
pub const SOURCES_OF_A_SITE: u32 = 16;

/// After which the cookie of somebody who comes is given to them once more: its 400 days are rolling, and
/// a day's precision costs one write a day.
pub const RENEW_EVERY: Duration = Duration::from_hours(24);
/// Between two lines in the log that say how the server should be set up.
pub const ADVICE_EVERY: Duration = Duration::from_hours(1);

// Sockets.

/// Sockets open at once: some 20 KiB each.
pub const SOCKETS: u32 = 10_000;
/// Bytes of a message from a browser: the largest honest one is a chat line of 400 characters.
pub const MESSAGE_BYTES: usize = 16 * 1024;
/// Bytes of a socket's buffer to read into: most messages fit, longer ones make it longer. An idle socket
/// keeps it.
pub const READ_BUFFER_BYTES: usize = 1024;
/// Bytes of pings and answers to pings that may wait when the network takes none.
pub const WRITE_BUFFER_MOST_BYTES: usize = 32 * 1024;
/// Messages that a step has for one connection, mostly: those that it keeps places for.
pub const TOLD_IN_A_STEP: usize = 4;
/// Messages that are handed to the network in one call: most steps have fewer for a socket.
pub const WRITTEN_TOGETHER: usize = 8;
/// Messages that may wait for one browser before it counts as too slow: several turns.
pub const OUTBOX: usize = 64;
/// For one message to be taken by the browser's side of the connection.
pub const SEND_TIME: Duration = Duration::from_secs(10);
/// For the other side to finish a closing connection.
pub const CLOSE_TIME: Duration = Duration::from_secs(2);
/// Between two pings: below the idle limit of common proxies, which is 60 s.
pub const PING_EVERY: Duration = Duration::from_secs(20);
/// Without a sign of life, a socket is closed: two pings unanswered.
pub const SILENCE: Duration = Duration::from_secs(45);
/// Seconds whose messages may come from one socket in a burst: hurried hands and a client that asks after a
/// return.
pub const MESSAGES_BURST_SECONDS: u32 = 3;
/// Messages from one socket in a second.
pub const MESSAGES_PER_SECOND: u32 = 10;
/// Times in a burst that one socket is told the whole of its room once more: a hand that switches
/// between tabs.
pub const SYNCS_BURST: u32 = 10;
/// Times in a minute.
pub const SYNCS_PER_MINUTE: u32 = 30;
/// Times in a burst that the sockets of one address are: as many as it may open sockets, to which the
/// same is told.
pub const SYNCS_EACH_BURST: u32 = 400;
/// Times in an hour: two in a second, some tens of kilobytes each.
pub const SYNCS_EACH_PER_HOUR: u32 = 7_200;
/// Commands in a burst from one address: two hundred people for a minute.
pub const COMMANDS_BURST: u32 = 3_600;
/// Commands from one address in an hour, thirty in a second: a school in which a hundred games are
/// played. Each may be a record that is kept.
pub const COMMANDS_PER_HOUR: u32 = 108_000;
/// Messages before the time that the socket was told to wait for, without a pause between, before it
/// is closed.
pub const REFUSED_MOST: u32 = 100;
/// Characters of an explanation of why a message could not be read.
pub const DETAIL_CHARACTERS: usize = 200;

// Rooms.

/// Rooms in memory at once: some 100 KiB each in mid-game.
pub const ROOMS: usize = 5_000;
/// Rooms in memory beyond these are half as many: those of running games to which a player or the host
/// comes back while somebody is in all the others.
pub const RESERVE: usize = 2;
/// Rooms made in a burst from all addresses together: whole schools that arrive together.
pub const ALL_ROOMS_CREATED_BURST: u32 = 1_000;
/// Rooms made in a second from all addresses together: more than any audience needs for long, and no
/// more of the disk than 50 MB an hour if nothing happens in them.
pub const ALL_ROOMS_CREATED_PER_SECOND: u32 = 10;
/// Records that are read for one price, and within about 0.15 ms.
pub const READ_RECORDS: u32 = 100;
/// Prices in a burst from one address, 0.75 s of a core: a school after a restart, a hundred rooms.
pub const READ_BURST: u32 = 5_000;
/// Prices from one address in an hour: under one hundredth of a core.
pub const READ_PER_HOUR: u32 = 180_000;
/// Logs that are read at once: most of a small machine is left to those who play.
pub const READ_AT_ONCE: usize = 2;
/// Inputs that may wait for a room, those of players and those of others each; beyond, the sockets
/// that bring them wait.
pub const INBOX: usize = 256;
/// Who are told the same at once, above which each has to wait for their turn: more than there are
/// without a crowd, eight tabs at each of eight seats and those who watch.
pub const CROWD: usize = 64 + senda_room::limits::CROWD;
/// Of a crowd told together, before those who play are heard again.
pub const CROWD_TOLD_TOGETHER: usize = 32;
/// Between two such parts of a crowd: as long as it takes to write to all of one, so that a room with
/// many who watch leaves most of the machine to those who play.
pub const CROWD_PAUSE: Duration = Duration::from_millis(1);
/// After which a room where nobody is leaves the memory.
pub const DESERTED: Duration = Duration::from_mins(5);
/// After which one does whose turns last for days: long enough for a page that is loaded again.
pub const RESTS: Duration = Duration::from_secs(30);
/// Between two looks at which rooms have to be brought back for a turn that has lasted for days.
pub const ALARMS_EVERY: Duration = Duration::from_secs(20);
/// Rooms that are looked up together for that.
pub const ALARMS_TOGETHER: u32 = 100;

// Store.

/// Writes that may wait for the writer; beyond, the rooms that bring them wait.
pub const WRITES_WAITING: usize = 1_024;
/// Writes in one transaction: one fsync serves them all, and none waits long.
pub const WRITES_TOGETHER: usize = 256;
/// Writes in one transaction of several statements each, where a statement is a question to another machine: all of
/// them together take a fraction of [`ANSWER_TIME`] on a slow network.
pub const WRITES_OF_MANY_STATEMENTS: usize = 32;
/// Connections that read.
pub const READERS: u32 = 4;
/// Characters of the name of a process that shares a database.
pub const NODE_NAME: usize = 63;
/// Between two signs of life of a process that shares a database.
pub const BEAT: Duration = Duration::from_secs(2);
/// For which it trusts in its own sign of life, from when it gave it: then it tells nothing more.
pub const TRUST: Duration = Duration::from_secs(8);
/// For which the others wait for one, each by its own clock; then its rooms are free.
pub const GONE: Duration = Duration::from_secs(10);

// Clocks of two machines may run a quarter apart.
const _: () = assert!(GONE.as_millis() * 4 >= TRUST.as_millis() * 5);

// Links between servers that share a database. Whoever has their key could as well have the database: these limits
// keep one server's faults from the others.

/// Characters of the key, at least: so many hexadecimal digits are 128 bits.
pub const CLUSTER_KEY_LEAST: usize = 32;
/// Links that other servers have to this one at once.
pub const LINKS: usize = 64;
/// Links to this one at once that have not shown yet that they have the key.
pub const LINKS_BEGINNING: usize = 16;
/// For either side to show it, and to say what it speaks.
pub const LINK_BEGIN_TIME: Duration = Duration::from_secs(3);
/// For a link that is not there to come, while somebody waits for it.
pub const LINK_TIME: Duration = Duration::from_secs(2);
/// Between two attempts to make one.
pub const LINK_AGAIN: Duration = Duration::from_millis(250);
/// Between two signs of life on a link.
pub const LINK_PING: Duration = Duration::from_secs(2);
/// Without a sign of life, or with the other side taking nothing, it ends.
pub const LINK_SILENCE: Duration = Duration::from_secs(8);
/// Bytes of a frame: many times the longest text that a room has for anybody.
pub const LINK_FRAME_BYTES: usize = 4 * 1024 * 1024;
/// Bytes of a link's buffer to read into, and of what is kept for the next frames.
pub const LINK_READ_BYTES: usize = 64 * 1024;
/// Bytes that may wait for the other side; beyond, the link ends, and whoever used it comes back to the whole.
pub const LINK_WAITING_BYTES: usize = 16 * 1024 * 1024;
/// Bytes that may wait, above which what people say waits at their sockets.
pub const LINK_SAID_BYTES: usize = 1024 * 1024;
/// The last texts that both sides of a link remember: what is told to many goes over it once, if no more than so many
/// others lie between.
pub const LINK_TEXTS: usize = 32;
/// Sockets of a link at once that are on their way into their rooms: half of [`HANDSHAKES_AT_ONCE`], so that a server that
/// does not answer keeps nobody from the rooms of others.
pub const LINK_JOINING: usize = 32;
/// For a room with another server to let somebody in.
pub const LINK_JOIN_TIME: Duration = Duration::from_secs(3);
/// Things that somebody may have said that their room has not heard, when it is elsewhere.
pub const LINK_SAID: usize = 8;
/// Sockets on one link: all that the other side may have.
pub const LINK_SOCKETS: usize = 32_768;
/// Questions and orders of another server that are seen to at once; beyond, they are left.
pub const LINK_QUESTIONS: usize = 64;
/// For the others to be told that this server is about to stop, before it does.
pub const DRAIN_NOTICE: Duration = Duration::from_millis(250);
/// For which somebody waits whose room is with a server that is about to stop, at first; then twice as long each time.
pub const DRAIN_WAIT: Duration = Duration::from_millis(25);
/// The last of these.
pub const DRAIN_WAIT_MOST: Duration = Duration::from_millis(800);
/// For another server to say what a room is in short.
pub const LINK_ANSWER_TIME: Duration = Duration::from_secs(1);
/// Characters of the address at which others reach a server.
pub const NODE_ADDRESS: usize = 255;

/// For a PostgreSQL database to answer; then its connection is given up, and what was asked for may still be done.
pub const ANSWER_TIME: Duration = Duration::from_secs(8);
/// For which a connection to it may be silent before a new one is made for the next write: what lies between two
/// machines forgets silent connections after some minutes.
pub const SILENT_CONNECTION: Duration = Duration::from_mins(1);
/// Between two attempts to store anything when the disk is full or fails.
pub const TRY_AGAIN: Duration = Duration::from_secs(1);
/// For which what was stored proves that more can be: whoever asks whether the server is ready costs
/// one small write in this time at most.
pub const PROVEN: Duration = Duration::from_secs(1);
/// For a trial to be stored, before the server counts as not ready: a hundred times what a disk needs.
pub const TRIAL_TIME: Duration = Duration::from_secs(1);
/// Between two lines in the log that say the same of the disk.
pub const SAME_LINE: Duration = Duration::from_mins(1);
/// For which a room whose log can't be continued is not read again.
pub const QUARANTINED: Duration = Duration::from_mins(5);
/// Rooms remembered as such.
pub const QUARANTINED_MOST: usize = 10_000;
/// For the process before this one to let go of the data folder.
pub const FOLDER_TIME: Duration = Duration::from_secs(1);
/// For another process (a backup) to let go of the database.
pub const BUSY_TIME: Duration = Duration::from_secs(5);

// Retention.

/// Milliseconds count, and days are what people decide by.
pub const DAY: Duration = Duration::from_hours(24);
/// Days for which a room is kept in which a game was finished or runs, from when something happened in
/// it last: a year, so that the games of the last holidays are there at the next.
pub const KEEP_FINISHED_DAYS: u32 = 365;
/// Days for which any other room is kept: nobody will miss what was never played.
pub const KEEP_DESERTED_DAYS: u32 = 30;
/// Days for which somebody is known who has no seat in any room: they lose no more than their name.
pub const KEEP_VISITORS_DAYS: u32 = 90;
/// Rooms of which the writer remembers when it is said that something happened in them last: twice as many as are
/// in memory.
pub const ACTIVE_ROOMS: usize = 2 * ROOMS;
/// How exactly it is known when something happened in a room last.
pub const ACTIVE_TO: Duration = Duration::from_hours(1);
/// Between two searches for what has been kept for long enough.
pub const SWEEP_EVERY: Duration = Duration::from_hours(1);
/// Records or visitors that are removed in one transaction: some milliseconds.
pub const REMOVED_TOGETHER: u32 = 200;
/// Between two such transactions: ten times as long as one takes. 14 million records an hour are more
/// than can be written in one.
pub const SWEEP_PAUSE: Duration = Duration::from_millis(50);
/// When what is old was searched for longer ago than that, by the machine's clock, the clock may be wrong.
pub const SUSPICIOUS_GAP: Duration = Duration::from_hours(14 * 24);

// Lobby.

/// Rooms in the list.
pub const LISTED: usize = 100;
/// Between two lists to the same browser.
pub const LIST_EVERY: Duration = Duration::from_secs(1);

// Bots.

/// For a bot to think out one decision: as long as one core may be taken for it.
pub const BOT_BUDGET: Duration = Duration::from_millis(150);
/// The same where very many wait: some dozens of looks ahead.
pub const BOT_BUDGET_LEAST: Duration = Duration::from_millis(5);
/// Decisions of bots in a burst, of all together: a room of bots alone plays a game through.
pub const BOT_DECISIONS_BURST: u32 = 500;
/// Decisions of all bots together in a second: a hundred rooms at the pace of people, and at up to 520 bytes a record no
/// more of the disk than 190 MB an hour, however many rooms somebody lets play.
pub const BOT_DECISIONS_PER_SECOND: u32 = 100;
/// Longest time that a bot can be told to take for a decision.
pub const BOT_PACE_MOST: Duration = Duration::from_secs(8);

/// Hints in a burst from one address: a class in which everybody asks at once.
pub const HINTS_BURST: u32 = 100;
/// Hints from one address in an hour, each up to [`BOT_BUDGET`]: a fortieth of a core.
pub const HINTS_PER_HOUR: u32 = 600;
/// Reviews in a burst from one address: those of an evening.
pub const REVIEWS_BURST: u32 = 12;
/// Reviews from one address in an hour, each some seconds of a core.
pub const REVIEWS_PER_HOUR: u32 = 60;
/// Reviews that are worked out or wait for it, of which one is worked out at a time; beyond, whoever asks is to ask again.
pub const REVIEWS_WAITING: usize = 16;
/// Reviews that are kept, up to some hundred kilobytes each: whoever looks again, or looks as well, waits for nothing.
pub const REVIEWS_KEPT: usize = 64;
/// Between two attempts to find a place that no bot wants.
pub const GAP_EVERY: Duration = Duration::from_millis(5);
/// Questions before those who think, above which there are no hints: a second of one core.
pub const HINTS_WAITING: usize = 64;

// Those who look elsewhere.

/// News that wait to be told; beyond, they are not told.
pub const NEWS_WAITING: usize = 1_024;
/// Devices that are told at once, which for each may take minutes if its push service is busy; beyond, they are not told.
pub const PUSHES_AT_ONCE: usize = 512;
/// For which a push service keeps what it can't bring, because a phone is off.
pub const NEWS_LAST: Duration = Duration::from_hours(24);
/// Messages of a room to a channel elsewhere in a burst: more than a game among people has in a minute.
pub const ANNOUNCEMENTS_BURST: u32 = 20;
/// The same in a minute, for as long as it may go on: services refuse more than some dozens.
pub const ANNOUNCEMENTS_PER_MINUTE: u32 = 10;
/// Rooms of which it is remembered how many such messages they had lately; beyond, those are forgotten that had none.
pub const ANNOUNCING_ROOMS: usize = 4_096;
/// For a channel to take a message that its host tries it with: less than a request may take.
pub const WEBHOOK_TRIAL_TIME: Duration = Duration::from_secs(8);
/// Channels named or tried in a burst from one address: somebody who looks for the right one.
pub const WEBHOOKS_BURST: u32 = 10;
/// The same in an hour.
pub const WEBHOOKS_PER_HOUR: u32 = 60;

// The end.

/// Milliseconds after which a browser is asked to come back: spread, so that not all come at once.
pub const RECONNECT_MS: (u32, u32) = (500, 2_500);
/// The same where other servers go on with the rooms at once.
pub const RECONNECT_ELSEWHERE_MS: (u32, u32) = (0, 400);
/// For sockets and rooms to finish when the server stops.
pub const SHUTDOWN_TIME: Duration = Duration::from_millis(2_500);
/// For the last writes when the server stops.
pub const LAST_WRITES: Duration = Duration::from_secs(1);

// The process ends within five seconds of being asked to, whatever hangs: the writer and the readers
// each have their time.
const _: () = assert!(SHUTDOWN_TIME.as_millis() + 2 * LAST_WRITES.as_millis() < 5_000);

/// Rooms in the list of one's own: those in which something happened last.
pub const OWN_ROOMS: u32 = 30;
/// Rooms brought back for one look at that list, where what was kept of them in short is lost.
pub const OWN_ROOMS_BROUGHT_BACK: usize = 4;

/// Devices of one person beside their first.
pub const DEVICES: u32 = 20;
/// Passkeys of one person.
pub const PASSKEYS: u32 = 10;
/// For a browser to make a passkey or to show one, while its owner looks for the device.
pub const CHALLENGE_TIME: Duration = Duration::from_mins(5);
/// For which a link makes another device one of its owner's.
pub const PASS_TIME: Duration = Duration::from_mins(15);
