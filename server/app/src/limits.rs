//! What the server accepts from outside: each limit with its unit and its reason. Those that depend on the machine or
//! the audience are [`crate::settings`], with their defaults from here.

use std::time::Duration;

// Requests.

/// Bytes of a request's body: the largest honest one is a room's settings, a few hundred bytes.
pub const BODY_BYTES: usize = 8 * 1024;
/// Decisions in an attempt at a lesson: several times as many as the longest one takes.
pub const LESSON_ACTIONS: usize = 64;
/// What an attempt at a lesson costs its address, in units of [`READ_RECORDS`]: about a millisecond.
pub const LESSON_PRICE: u32 = 6;
/// Bytes of a request's head, and of what is read ahead of a connection: four times as many as a browser sends that also
/// has the cookies of other services of the host. A thousand connections that send nothing else take 32 MiB.
pub const HEAD_BYTES: usize = 32 * 1024;
/// Lines of a request's head: browsers send some twenty, and proxies add some ten.
pub const HEAD_LINES: usize = 64;
/// For the head of a request to arrive, and for an idle connection to send its next one.
pub const HEAD_TIME: Duration = Duration::from_secs(15);
/// For everything that a request involves: long enough for a slow disk, not for a stuck one.
pub const REQUEST_TIME: Duration = Duration::from_secs(10);
/// Proxies one behind the other whose reports of a client's address are read: several times as many as anybody has.
pub const PROXIES: usize = 16;
/// For a page to find out which game it will show. After that it is sent without, and asks for the game's files later.
pub const PAGE_TIME: Duration = Duration::from_millis(100);
/// For a reader to take some more of an answer; the connection of one that takes nothing is closed.
pub const WRITE_TIME: Duration = Duration::from_secs(20);
/// Bytes of an answer below which compression saves no packet.
pub const COMPRESSED_BYTES_LEAST: u64 = 1_024;
/// How hard an answer is compressed while somebody waits for it: a few milliseconds for the longest game.
pub const COMPRESSION_LEVEL: i32 = 4;
/// TCP connections open at once that are not WebSockets; beyond these, new ones are told that the server is full.
pub const CONNECTIONS: u32 = 12_000;
/// The same from one address: two hundred browsers loading a page, with six connections each.
pub const CONNECTIONS_EACH: u32 = 1_200;
/// Connections that are being told at the same time that the server is full; beyond these, new ones are dropped.
pub const TURNED_AWAY: u32 = 256;
/// Connections from this machine itself that are served beyond all others: those of process supervisors, which must not
/// take a crowd for a failure.
pub const HEALTH_CONNECTIONS: u32 = 8;
/// For one of these, or one that is turned away, to ask and be answered.
pub const TURNING_AWAY_TIME: Duration = Duration::from_secs(2);
/// Between two attempts to accept a connection when the process has no file left for it; doubled each time.
pub const ACCEPT_AGAIN: Duration = Duration::from_millis(50);
/// The longest such time: connections that arrive meanwhile wait in the kernel.
pub const ACCEPT_AGAIN_MOST: Duration = Duration::from_secs(1);

// Files: each connection is one.

/// Files that are not browsers' connections: the database, opened once for each reader and each writer, with its log; a
/// backup; what the runtime and the log need; and as many again.
pub const FILES_KEPT: u64 = 64 + HEALTH_CONNECTIONS as u64;
/// With fewer files than this it makes no sense to serve: two people share what is left.
pub const FILES_LEAST: u64 = 160;
/// Requested if the system has no limit: more than all connections together.
pub const FILES_MOST: u64 = 32_768;

// Work for clients that are not in a room yet, from all addresses together: each address has its own allowance below,
// but a botnet comes with thousands of them. What is refused here may be requested again at once: all of it takes
// milliseconds.

/// Requests to `/api` that are answered at once: as many as can wait for the database without any of them waiting long.
pub const REQUESTS_AT_ONCE: u32 = 256;
/// Identities and rooms that are created at once: they are stored in the same transactions as the moves of players, and
/// must not delay these by much.
pub const CREATIONS_AT_ONCE: u32 = 64;
/// Identities and rooms that can be created in a burst: whole schools that arrive together.
pub const CREATIONS_BURST: u32 = 1_000;
/// Identities and rooms that can be created in a second: more than any audience needs for long, and a few hundredths of
/// what a small machine can do.
pub const CREATIONS_PER_SECOND: u32 = 100;
/// Sockets at once that are not in their room yet: each costs its room about as much as a move.
pub const HANDSHAKES_AT_ONCE: u32 = 64;

// Addresses (an IPv6 address counts as its /64, which is what one household has).

/// Requests to `/api` in a burst from one address: a school class that arrives together.
pub const REQUESTS_BURST: u32 = 1_000;
/// Requests to `/api` from one address in an hour: five a second, too few to guess a room's id.
pub const REQUESTS_PER_HOUR: u32 = 18_000;
/// Rooms created in a burst from one address: a school class that tries it out.
pub const ROOMS_CREATED_BURST: u32 = 20;
/// Rooms created from one address in an hour.
pub const ROOMS_CREATED_PER_HOUR: u32 = 60;
/// Identities created in a burst from one address: a school class that arrives together.
pub const SESSIONS_BURST: u32 = 100;
/// Identities created from one address in an hour.
pub const SESSIONS_PER_HOUR: u32 = 300;
/// Sockets opened from one address in a burst: everybody reconnects after a restart.
pub const SOCKET_OPENS_BURST: u32 = 400;
/// Sockets opened from one address in an hour: one a second.
pub const SOCKET_OPENS_PER_HOUR: u32 = 3_600;
/// Sockets open at once from one address: a school or an office behind one.
pub const SOCKETS_EACH: u32 = 200;
/// Addresses remembered, some 150 bytes each; the ones with the least to remember are forgotten first.
pub const ADDRESSES: usize = 50_000;
/// Addresses whose allowances an IPv6 /48 has in total. One customer may have all 65,536 of its /64s, or a whole
/// village one each.
pub const SOURCES_OF_A_SITE: u32 = 16;

/// After this time a returning visitor gets their cookie again: its 400 days are rolling, and renewing it once a day
/// keeps it to one write a day.
pub const RENEW_EVERY: Duration = Duration::from_hours(24);
/// Between two log lines with advice on the server's configuration.
pub const ADVICE_EVERY: Duration = Duration::from_hours(1);

// Sockets.

/// Sockets open at once: some 10 KiB each, with their share of a room.
pub const SOCKETS: u32 = 10_000;
/// Bytes of a message from a browser: the largest honest one is a chat line of 400 characters.
pub const MESSAGE_BYTES: usize = 16 * 1024;
/// Bytes of a socket's read buffer: most messages fit, longer ones make it grow. An idle socket keeps it.
pub const READ_BUFFER_BYTES: usize = 1024;
/// Bytes of pings and pongs that may wait while the network takes none.
pub const WRITE_BUFFER_MOST_BYTES: usize = 32 * 1024;
/// Messages that are handed to the network in one call: most steps have fewer for a socket.
pub const WRITTEN_TOGETHER: usize = 8;
/// Messages that may wait for one browser before it counts as too slow: several turns.
pub const OUTBOX: usize = 64;
/// For the browser's side of the connection to take one message.
pub const SEND_TIME: Duration = Duration::from_secs(10);
/// For the other side to finish closing a connection.
pub const CLOSE_TIME: Duration = Duration::from_secs(2);
/// Between two pings: below the idle limit of common proxies, which is 60 s.
pub const PING_EVERY: Duration = Duration::from_secs(20);
/// A socket without a sign of life is closed after this time: two pings unanswered.
pub const SILENCE: Duration = Duration::from_secs(45);
/// Seconds' worth of messages that may come from one socket in a burst: hurried hands, and a client that asks for
/// things after it reconnects.
pub const MESSAGES_BURST_SECONDS: u32 = 3;
/// Messages from one socket in a second.
pub const MESSAGES_PER_SECOND: u32 = 10;
/// Times in a burst that one socket is sent its whole room again: somebody switching between tabs.
pub const SYNCS_BURST: u32 = 10;
/// The same in a minute.
pub const SYNCS_PER_MINUTE: u32 = 30;
/// The same in a burst for all sockets of one address: as many as it may open sockets, each of which is sent the same.
pub const SYNCS_EACH_BURST: u32 = 400;
/// The same in an hour: two a second, some tens of kilobytes each.
pub const SYNCS_EACH_PER_HOUR: u32 = 7_200;
/// Commands in a burst from one address: two hundred people for a minute.
pub const COMMANDS_BURST: u32 = 3_600;
/// Commands from one address in an hour, thirty a second: a school with a hundred games going on. Each may become a
/// stored record.
pub const COMMANDS_PER_HOUR: u32 = 108_000;
/// Messages in a row that a socket sends earlier than it was told to before it is closed.
pub const REFUSED_MOST: u32 = 100;
/// Characters of the explanation why a message could not be read.
pub const DETAIL_CHARACTERS: usize = 200;

// Rooms.

/// Rooms in memory at once: some 100 KiB each in mid-game.
pub const ROOMS: usize = 5_000;
/// Half as many rooms can be in memory beyond these: those of running games that a player or the host comes back to
/// while somebody is in all the others.
pub const RESERVE: usize = 2;
/// Rooms created in a burst from all addresses together: whole schools that arrive together.
pub const ALL_ROOMS_CREATED_BURST: u32 = 1_000;
/// Rooms created in a second from all addresses together: more than any audience needs for long, and at most 50 MB of
/// disk an hour if nothing happens in them.
pub const ALL_ROOMS_CREATED_PER_SECOND: u32 = 10;
/// Records that are read for one unit of price, within about 0.15 ms.
pub const READ_RECORDS: u32 = 100;
/// Units in a burst from one address, 0.75 s of a core: a school after a restart, a hundred rooms.
pub const READ_BURST: u32 = 5_000;
/// Units from one address in an hour: less than a hundredth of a core.
pub const READ_PER_HOUR: u32 = 180_000;
/// Logs that are read at once: most of a small machine is left to the players.
pub const READ_AT_ONCE: usize = 2;
/// Rows of a log that are understood together; of a log with fewer all are, by the thread that reads it.
pub const ROWS_TOGETHER: usize = 256;
/// How often so many are read ahead of what is done with them.
pub const ROWS_AHEAD: usize = 4;
/// Inputs that may wait for a room, for players and for others separately; beyond these, the sockets that bring them
/// wait.
pub const INBOX: usize = 256;
/// Recipients of the same message at once, above which each has to wait for a turn: more than there are without a
/// crowd, eight tabs at each of eight seats and the spectators.
pub const CROWD: usize = 64 + senda_room::limits::CROWD;
/// Members of a crowd who are sent something before players are heard again.
pub const CROWD_TOLD_TOGETHER: usize = 32;
/// Between two such parts of a crowd: as long as it takes to write to all of one, so that a room with many spectators
/// leaves most of the machine to the players.
pub const CROWD_PAUSE: Duration = Duration::from_millis(1);
/// After this time an empty room leaves memory.
pub const DESERTED: Duration = Duration::from_mins(5);
/// The same for a room whose turns last for days: long enough for a page to be reloaded.
pub const RESTS: Duration = Duration::from_secs(30);
/// Between two searches for rooms that have to be brought back because a turn of days is due.
pub const ALARMS_EVERY: Duration = Duration::from_secs(20);
/// Rooms that are looked up together in such a search.
pub const ALARMS_TOGETHER: u32 = 100;

// Store.

/// Writes that may wait for the writer; beyond these, the rooms that bring them wait.
pub const WRITES_WAITING: usize = 1_024;
/// Writes in one transaction: one fsync serves them all, and none waits long.
pub const WRITES_TOGETHER: usize = 256;
/// Writes of several statements each in one transaction, if a statement is a request to another machine: all of them
/// together take a fraction of [`ANSWER_TIME`] on a slow network.
pub const WRITES_OF_MANY_STATEMENTS: usize = 32;
/// How often the writer lets rooms that are ready go first before it commits.
pub const GATHERED_AT_MOST: u32 = 8;
/// Connections for reading.
pub const READERS: u32 = 4;
/// Characters in the name of a process that shares a database.
pub const NODE_NAME: usize = 63;
/// Between two heartbeats of a process that shares a database.
pub const BEAT: Duration = Duration::from_secs(1);
/// For how long it trusts in its own heartbeat, from when it was sent; after that it sends nothing more.
pub const TRUST: Duration = Duration::from_secs(7);
/// For how long the others wait for a heartbeat, each by its own clock; after that its rooms are free.
pub const GONE: Duration = Duration::from_secs(9);
/// Without a heartbeat for this part of that time a process may be gone: whoever comes to its rooms waits for it, or for
/// them.
pub const GONE_TO_SILENT: u32 = 4;
/// Those who waited together for the rooms of a process that is gone come to them within this time, in milliseconds.
pub const RELEASED_MS: u32 = 400;

// The clocks of two machines may differ in speed by a quarter.
const _: () = assert!(GONE.as_millis() * 4 >= TRUST.as_millis() * 5);

// Links between servers that share a database. Whoever has their key might as well have the database: these limits
// keep one server's faults away from the others.

/// Minimum characters of the key: this many hexadecimal digits are 128 bits.
pub const CLUSTER_KEY_LEAST: usize = 32;
/// Links that other servers have to this one at once.
pub const LINKS: usize = 64;
/// Links to this server at once that haven't yet proved that they have the key.
pub const LINKS_BEGINNING: usize = 16;
/// For either side to prove it, and to say which protocol it speaks.
pub const LINK_BEGIN_TIME: Duration = Duration::from_secs(3);
/// For a missing link to be established while somebody waits for it.
pub const LINK_TIME: Duration = Duration::from_secs(2);
/// Names of other servers that are looked up at once, each on a shared thread that waits up to half a minute for a name
/// server.
pub const LINK_LOOK_UPS: usize = 4;
/// Between two attempts to establish one.
pub const LINK_AGAIN: Duration = Duration::from_millis(250);
/// Between two heartbeats on a link.
pub const LINK_PING: Duration = Duration::from_secs(2);
/// A link without a heartbeat, or whose other side takes nothing, is closed after this time.
pub const LINK_SILENCE: Duration = Duration::from_secs(8);
/// Bytes of a frame: many times the longest text that a room has for anybody.
pub const LINK_FRAME_BYTES: usize = 4 * 1024 * 1024;
/// Bytes of a link's read buffer, and of what is kept for the next frames.
pub const LINK_READ_BYTES: usize = 64 * 1024;
/// Bytes that may wait for the other side; beyond these, the link is closed, and everybody who used it reconnects and
/// is sent the whole room.
pub const LINK_WAITING_BYTES: usize = 16 * 1024 * 1024;
/// Bytes waiting, above which incoming messages wait at their sockets.
pub const LINK_SAID_BYTES: usize = 1024 * 1024;
/// Recent texts that both sides of a link remember: a text for many crosses it once, if no more than this many others
/// lie in between.
pub const LINK_TEXTS: usize = 32;
/// Sockets of a link at once that are on their way into their rooms: half of [`HANDSHAKES_AT_ONCE`], so that a server
/// that doesn't answer keeps nobody out of the rooms of others.
pub const LINK_JOINING: usize = 32;
/// For a room on another server to let somebody in.
pub const LINK_JOIN_TIME: Duration = Duration::from_secs(3);
/// Messages of one socket that its room has not heard yet, if it is on another server.
pub const LINK_SAID: usize = 8;
/// Bytes of something that is said over a link: what a follower says of those who watch by it, with the longest names.
pub const LINK_SAID_LONGEST: usize = 64 * 1024;
/// Sockets of a room that come to it over a link, from which on those who only watch are served by a follower: as many
/// as make a crowd of a room. Few who watch cost less one by one than a room that is held twice.
pub const FOLLOW_FROM: usize = senda_room::limits::CROWD;
/// Things that a follower was told and has not looked at; beyond, it is given up, and those it serves come back.
pub const FED_WAITING: usize = 1_024;
/// Between two attempts to follow a room.
pub const FOLLOW_AGAIN: Duration = Duration::from_secs(5);
/// Sockets on one link: as many as the other side may have.
pub const LINK_SOCKETS: usize = 32_768;
/// Questions and orders of another server that are handled at once; further ones are dropped.
pub const LINK_QUESTIONS: usize = 64;
/// For the others to learn that this server is about to stop, before it does.
pub const DRAIN_NOTICE: Duration = Duration::from_millis(250);
/// The first wait of somebody whose room is on a server that is about to stop; doubled each time.
pub const DRAIN_WAIT: Duration = Duration::from_millis(25);
/// The longest such wait.
pub const DRAIN_WAIT_MOST: Duration = Duration::from_millis(800);
/// For another server to send the summary of a room.
pub const LINK_ANSWER_TIME: Duration = Duration::from_secs(1);
/// Characters in the address at which others reach a server.
pub const NODE_ADDRESS: usize = 255;

/// For a PostgreSQL database to answer; after that its connection is dropped, and the request may still be carried out.
pub const ANSWER_TIME: Duration = Duration::from_secs(8);
/// For how long a connection to it may be silent before a new one is made for the next write: routers between two
/// machines forget silent connections after a few minutes.
pub const SILENT_CONNECTION: Duration = Duration::from_mins(1);
/// After this time a commit that isn't finished is logged: a thousand times what a disk needs.
pub const SLOW_COMMIT: Duration = Duration::from_secs(2);
/// Between two attempts to store anything when the disk is full or fails.
pub const TRY_AGAIN: Duration = Duration::from_secs(1);
/// For how long a stored write proves that more can be stored: asking whether the server is ready costs at most one
/// small write in this time.
pub const PROVEN: Duration = Duration::from_secs(1);
/// For a trial write, after which the server counts as not ready: a hundred times what a disk needs.
pub const TRIAL_TIME: Duration = Duration::from_secs(1);
/// Between two log lines of what has been committed.
pub const COMMITS_EVERY: Duration = Duration::from_hours(1);
/// Between two log lines that say the same about the disk.
pub const SAME_LINE: Duration = Duration::from_mins(1);
/// For how long a room whose log can't be continued is not read again.
pub const QUARANTINED: Duration = Duration::from_mins(5);
/// Rooms remembered as such.
pub const QUARANTINED_MOST: usize = 10_000;
/// For the previous process to let go of the data folder.
pub const FOLDER_TIME: Duration = Duration::from_secs(1);
/// For another process (a backup) to let go of the database.
pub const BUSY_TIME: Duration = Duration::from_secs(5);
/// The same while a start brings its stamp into the file, in milliseconds: the server starts as well without it.
pub const STAMP_MS: u32 = 200;

// Retention.

/// The code counts in milliseconds, people in days.
pub const DAY: Duration = Duration::from_hours(24);
/// Days to keep a room with a finished or running game, counted from its last activity: a year, so that the games of
/// the last holidays are still there at the next.
pub const KEEP_FINISHED_DAYS: u32 = 365;
/// Days to keep any other room: nobody will miss what was never played.
pub const KEEP_DESERTED_DAYS: u32 = 30;
/// Days to remember somebody without a seat in any room: they lose no more than their name.
pub const KEEP_VISITORS_DAYS: u32 = 90;
/// Rooms whose last stored activity the writer remembers: twice as many as are in memory.
pub const ACTIVE_ROOMS: usize = 2 * ROOMS;
/// How precisely a room's last activity is known.
pub const ACTIVE_TO: Duration = Duration::from_hours(1);
/// Between two searches for what has been kept long enough.
pub const SWEEP_EVERY: Duration = Duration::from_hours(1);
/// Records or visitors that are removed in one transaction: a few milliseconds.
pub const REMOVED_TOGETHER: u32 = 200;
/// Between two such transactions: ten times as long as one takes. This removes 14 million records an hour, more than
/// can be written in one.
pub const SWEEP_PAUSE: Duration = Duration::from_millis(50);
/// If the last such search was longer ago than this by the machine's clock, the clock may be wrong.
pub const SUSPICIOUS_GAP: Duration = Duration::from_hours(14 * 24);

// Lobby.

/// Rooms in the list.
pub const LISTED: usize = 100;
/// Rooms of one person in the list: more than anybody can be in.
pub const LISTED_EACH_PERSON: usize = 3;
/// Rooms in the list that were opened from one IPv4 address or one /48 of IPv6: an evening of a club. Further ones are
/// reached by their links.
pub const LISTED_EACH_NETWORK: usize = 10;
/// Between two lists sent to the same browser.
pub const LIST_EVERY: Duration = Duration::from_secs(1);

// Bots.

/// For a bot to think about one decision: as long as one core may be used for it.
pub const BOT_BUDGET: Duration = Duration::from_millis(150);
/// The same when very many are waiting: a few dozen iterations.
pub const BOT_BUDGET_LEAST: Duration = Duration::from_millis(5);
/// Decisions of all bots together in a burst: a room of bots alone plays a whole game.
pub const BOT_DECISIONS_BURST: u32 = 500;
/// Decisions of all bots together in a second: a hundred rooms at the pace of people, and at up to 520 bytes a record
/// at most 190 MB of disk an hour, however many rooms somebody starts.
pub const BOT_DECISIONS_PER_SECOND: u32 = 100;
/// The same from one address in an hour, fifty a second: nobody's bots take all that there is for everybody's.
pub const BOT_DECISIONS_EACH_PER_HOUR: u32 = 180_000;
/// The time that a bot takes for a decision where nobody plays with it, if the pace among people isn't shorter: quick to
/// watch, and five decisions a second at most for each room.
pub const BOT_PACE_ALONE: Duration = Duration::from_millis(200);
/// Addresses for which it is remembered that their bots are waiting: more than have rooms with bots at once. Beyond them
/// all others share.
pub const BOT_SOURCES: usize = 1_024;
/// The longest time that a bot can be told to take for a decision.
pub const BOT_PACE_MOST: Duration = Duration::from_secs(8);

/// Hints in a burst from one address: a class in which everybody asks at once.
pub const HINTS_BURST: u32 = 100;
/// Hints from one address in an hour, each up to [`BOT_BUDGET`]: a fortieth of a core.
pub const HINTS_PER_HOUR: u32 = 600;
/// Reviews in a burst from one address: those of one evening.
pub const REVIEWS_BURST: u32 = 12;
/// Reviews from one address in an hour, each some seconds of a core.
pub const REVIEWS_PER_HOUR: u32 = 60;
/// Reviews that are being computed or waiting, of which one is computed at a time; beyond these, callers are asked to
/// try again.
pub const REVIEWS_WAITING: usize = 16;
/// Reviews kept in memory, up to a few hundred kilobytes each: whoever looks again, or looks as well, doesn't have to
/// wait.
pub const REVIEWS_KEPT: usize = 64;
/// The longest time for which a review makes way for bots; then it waits in their row, like one more bot.
pub const REVIEW_PATIENCE: Duration = Duration::from_millis(300);
/// The time for which it then keeps the place, whoever waits: a review gets at least a quarter of a thread.
pub const REVIEW_SLICE: Duration = Duration::from_millis(150);
/// Between two attempts to find a thread that no bot needs.
pub const GAP_EVERY: Duration = Duration::from_millis(5);
/// Questions waiting for the bots, above which no hints are given: a second of one core.
pub const HINTS_WAITING: usize = 64;

// People who are not looking.

/// Notifications that may wait to be sent; beyond these, they are dropped.
pub const NEWS_WAITING: usize = 1_024;
/// Notifications that wait for their turn or for another attempt, and as many messages to channels: a few megabytes.
pub const PUSHES_WAITING: usize = 4_096;
/// The same of one person: for each of their devices a few rooms.
pub const PUSHES_WAITING_EACH: usize = 64;
/// The same to one device or one channel: a later one about the same room replaces an earlier one.
pub const PUSHES_WAITING_FOR_DEVICE: usize = 16;
/// The same to one push service, so that one that is down leaves place for the others.
pub const PUSHES_WAITING_FOR_SERVICE: usize = 1_024;
/// Requests to push services under way at once, some 50 KiB each; to channels as many.
pub const PUSHES_AT_ONCE: usize = 128;
/// The same for one person, who may have some twenty devices.
pub const PUSHES_AT_ONCE_EACH: usize = 8;
/// The same to one service: half of all, since most people have the same one. At the usual tenth of a second each this is
/// several hundred a second.
pub const PUSHES_AT_ONCE_TO_SERVICE: usize = 64;
/// The same to a service that didn't answer the last one, and keeps each for up to ten seconds.
pub const PUSHES_AT_ONCE_TO_SILENT_SERVICE: usize = 4;
/// Notifications of one person in a burst, on all their devices together.
pub const PUSHES_BURST: u32 = 120;
/// The same in a minute: a turn every six seconds on six devices.
pub const PUSHES_PER_MINUTE: u32 = 60;
/// Notifications on one device in a burst.
pub const PUSHES_TO_DEVICE_BURST: u32 = 30;
/// The same in a minute: nobody reads more.
pub const PUSHES_TO_DEVICE_PER_MINUTE: u32 = 20;
/// Requests to one push service in a burst.
pub const PUSHES_TO_SERVICE_BURST: u32 = 3_000;
/// The same in a second: all people of a full server have the same one.
pub const PUSHES_TO_SERVICE_PER_SECOND: u32 = 100;
/// Messages to one channel's address in a burst, of all rooms that post there.
pub const POSTS_TO_CHANNEL_BURST: u32 = 40;
/// The same in a minute: Discord takes 30.
pub const POSTS_TO_CHANNEL_PER_MINUTE: u32 = 30;
/// Messages to all channels of one host in a burst. Guests choose the host, and many rooms must not make this server a
/// nuisance for it.
pub const POSTS_TO_HOST_BURST: u32 = 300;
/// The same in a minute.
pub const POSTS_TO_HOST_PER_MINUTE: u32 = 300;
/// Keys (people, devices, services, rooms) whose recent use is remembered before those without any are forgotten.
pub const BUDGETS_REMEMBERED: usize = 4_096;
/// For how long a push service keeps a notification that it can't deliver, because a phone is off.
pub const NEWS_LAST: Duration = Duration::from_hours(24);
/// Messages that a room posts to its channel in a burst: more than a game among people has in a minute.
pub const ANNOUNCEMENTS_BURST: u32 = 20;
/// The same in a minute, however long it goes on: services refuse more than a few dozen.
pub const ANNOUNCEMENTS_PER_MINUTE: u32 = 10;
/// For a channel to accept a test message from its host: less than a request may take. One that isn't delivered is reported
/// after exactly this time, whatever the reason.
pub const WEBHOOK_TRIAL_TIME: Duration = Duration::from_secs(6);
/// Channels set or tested in a burst from one address: somebody looking for the right one.
pub const WEBHOOKS_BURST: u32 = 10;
/// The same in an hour.
pub const WEBHOOKS_PER_HOUR: u32 = 60;

// The end.

/// Milliseconds after which browsers are asked to reconnect: spread out, so that not all of them come at once.
pub const RECONNECT_MS: (u32, u32) = (500, 2_500);
/// The same if other servers take over the rooms at once.
pub const RECONNECT_ELSEWHERE_MS: (u32, u32) = (0, 400);
/// For sockets and rooms to finish when the server stops.
pub const SHUTDOWN_TIME: Duration = Duration::from_millis(2_500);
/// For the last writes when the server stops.
pub const LAST_WRITES: Duration = Duration::from_secs(1);

// The process ends within five seconds of being told to, whatever hangs: the writer and the readers have their own
// time each.
const _: () = assert!(SHUTDOWN_TIME.as_millis() + 2 * LAST_WRITES.as_millis() < 5_000);

/// Rooms in somebody's own list: those with the most recent activity.
pub const OWN_ROOMS: u32 = 30;
/// Rooms brought back for one look at that list because their summary is missing or out of date.
pub const OWN_ROOMS_BROUGHT_BACK: usize = 4;

/// Devices of one person besides their first. One more signs out the one that was seen longest ago.
pub const DEVICES: u32 = 20;
/// Passkeys of one person.
pub const PASSKEYS: u32 = 10;
/// Between two looks for logs that still say the name of somebody who was forgotten.
pub const FORGET_AGAIN: Duration = Duration::from_mins(1);
/// For somebody who asks to be forgotten to wait until all logs are rewritten; after that it goes on without them.
pub const FORGET_WAIT: Duration = Duration::from_secs(6);
/// For which forgotten people stay listed: longer than a server that was cut off may still write their names.
pub const FORGOTTEN_LISTED: Duration = Duration::from_hours(1);
/// Copies from before an update are removed after this time: nobody goes back to them later, since all games since then
/// would be lost, and they still have the names of those who were forgotten since.
pub const COPIES_KEPT: Duration = Duration::from_hours(30 * 24);
/// For the pages of a database to be free for a moment, so that the log of changes beside it can be emptied.
pub const SCRUB_TIME: Duration = Duration::from_millis(50);
/// How often that is tried before it is left to the next time.
pub const SCRUB_ATTEMPTS: u32 = 20;
/// Devices that were signed out lately, which a server learns when a link to it begins: it may have missed them.
pub const SIGNED_OUT_KEPT: usize = 256;
/// For a browser to create or use a passkey, while its owner looks for the device.
pub const CHALLENGE_TIME: Duration = Duration::from_mins(5);
/// For how long a link can add another device.
pub const PASS_TIME: Duration = Duration::from_mins(15);
