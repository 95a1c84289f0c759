//! The limits of everything that the server accepts from outside, each with its unit and its
//! reason. The limits that depend on the machine or on the size of the audience are settings in
//! [`crate::settings`]; their default values are here. The limits of the store are in
//! [`senda_store::limits`].

use std::time::Duration;

pub use senda_store::limits::{
    CHALLENGE_TIME, DEVICES, LAST_WRITES, PASS_TIME, PASSKEYS, READ_AT_ONCE, REMOVED_TOGETHER,
    SAME_LINE,
};

// Requests.

/// The maximum size of a request body in bytes. The largest legitimate body is a room's settings, a
/// few hundred bytes.
pub const BODY_BYTES: usize = 8 * 1024;
/// The maximum number of decisions in an attempt at a lesson: several times as many as the longest
/// lesson takes.
pub const LESSON_ACTIONS: usize = 64;
/// The price that an address pays for an attempt at a lesson, in units of [`READ_RECORDS`]: about a
/// millisecond of a core.
pub const LESSON_PRICE: u32 = 6;
/// The maximum size of a request's head in bytes, and of the data that is read ahead from a
/// connection. It is four times as much as a browser sends that also has the cookies of other
/// services of the host. A thousand connections that send nothing else take 32 MiB.
pub const HEAD_BYTES: usize = 32 * 1024;
/// The maximum number of lines in a request's head. Browsers send about twenty lines, and proxies
/// add about ten.
pub const HEAD_LINES: usize = 64;
/// The timeout for the arrival of a request's head, and for the next request on an idle connection.
pub const HEAD_TIME: Duration = Duration::from_secs(15);
/// The timeout for everything that a request involves: long enough for a slow disk, too short for a
/// stuck one.
pub const REQUEST_TIME: Duration = Duration::from_secs(10);
/// The maximum length of a chain of proxies whose reports of a client's address are read: several
/// times as long as in any real deployment.
pub const PROXIES: usize = 16;
/// The timeout for looking up the game that a room's page shows. After it, the page is sent without
/// the game's data and requests the game's files later.
pub const PAGE_TIME: Duration = Duration::from_millis(100);
/// The timeout for a client to receive some more of a response. The connection of a client that
/// receives nothing is closed.
pub const WRITE_TIME: Duration = Duration::from_secs(20);
/// The minimum size of a response in bytes to be compressed. Below it, compression saves no packet.
pub const COMPRESSED_BYTES_LEAST: u64 = 1_024;
/// The compression level of a response that a client is waiting for. It takes a few milliseconds
/// for the longest game.
pub const COMPRESSION_LEVEL: i32 = 4;
/// The maximum number of open TCP connections that are not WebSockets. Further connections are
/// answered that the server is full.
pub const CONNECTIONS: u32 = 12_000;
/// The maximum number of such connections from one address: two hundred browsers that load a page,
/// with six connections each.
pub const CONNECTIONS_EACH: u32 = 1_200;
/// The maximum number of connections that are being answered at the same time that the server is
/// full. Further connections are dropped.
pub const TURNED_AWAY: u32 = 256;
/// The number of connections from this machine itself that are served beyond all other limits. They
/// are those of process supervisors, which must not mistake a crowd for a failure.
pub const HEALTH_CONNECTIONS: u32 = 8;
/// The timeout for one of these connections, or one that is turned away, to send its request and
/// get the response.
pub const TURNING_AWAY_TIME: Duration = Duration::from_secs(2);
/// The initial pause between two attempts to accept a connection when the process has no file
/// descriptor left for it. The pause doubles with each failed attempt.
pub const ACCEPT_AGAIN: Duration = Duration::from_millis(50);
/// The maximum such pause. Connections that arrive during the pause wait in the kernel.
pub const ACCEPT_AGAIN_MOST: Duration = Duration::from_secs(1);

// Files: each connection is one.

/// The number of file descriptors that are reserved for other uses than clients' connections: the
/// database, opened once for each reader and each writer, with its log; a backup; the needs of the
/// runtime and of the log; and as many again.
pub const FILES_KEPT: u64 = 64 + HEALTH_CONNECTIONS as u64;
/// The minimum number of file descriptors that the server starts with. With fewer it is of no use:
/// two people would share the rest.
pub const FILES_LEAST: u64 = 160;
/// The number of file descriptors to request if the system has no limit: more than all connections
/// together need.
pub const FILES_MOST: u64 = 32_768;

// Work for clients that are not in a room yet, from all addresses together. Each address has its
// own limits below, but a botnet has thousands of addresses. A request that is rejected here may be
// retried at once, since all of this work takes milliseconds.

/// The maximum number of concurrent requests to `/api`: as many as can wait for the database
/// without any of them waiting long.
pub const REQUESTS_AT_ONCE: u32 = 256;
/// The maximum number of identities and rooms that are being created at the same time. They are
/// stored in the same transactions as the moves of players, and must not delay these by much.
pub const CREATIONS_AT_ONCE: u32 = 64;
/// The maximum number of identities and rooms created in a burst: whole schools that arrive
/// together.
pub const CREATIONS_BURST: u32 = 1_000;
/// The maximum number of identities and rooms created in a second: more than any audience needs for
/// long, and a few hundredths of the capacity of a small machine.
pub const CREATIONS_PER_SECOND: u32 = 100;
/// The maximum number of open sockets that have not joined their room yet. Each of them costs its
/// room about as much as a move.
pub const HANDSHAKES_AT_ONCE: u32 = 64;

// Limits for each address. An IPv6 address counts as its /64, which is the network of one
// household.

/// The maximum number of requests to `/api` in a burst from one address: a school class that
/// arrives together.
pub const REQUESTS_BURST: u32 = 1_000;
/// The maximum number of requests to `/api` from one address in an hour: five a second, too few to
/// guess a room's id.
pub const REQUESTS_PER_HOUR: u32 = 18_000;
/// The maximum number of rooms created in a burst from one address: a school class that tries it
/// out.
pub const ROOMS_CREATED_BURST: u32 = 20;
/// The maximum number of rooms created from one address in an hour.
pub const ROOMS_CREATED_PER_HOUR: u32 = 60;
/// The maximum number of identities created in a burst from one address: a school class that
/// arrives together.
pub const SESSIONS_BURST: u32 = 100;
/// The maximum number of identities created from one address in an hour.
pub const SESSIONS_PER_HOUR: u32 = 300;
/// The maximum number of sockets opened in a burst from one address: all clients behind it
/// reconnect after a restart.
pub const SOCKET_OPENS_BURST: u32 = 400;
/// The maximum number of sockets opened from one address in an hour: one a second.
pub const SOCKET_OPENS_PER_HOUR: u32 = 3_600;
/// The maximum number of open sockets from one address: a school or an office behind one address.
pub const SOCKETS_EACH: u32 = 200;
/// The number of addresses that are remembered, at some 150 bytes each. The address whose limits
/// are closest to unused is forgotten first.
pub const ADDRESSES: usize = 50_000;
/// The limits of an IPv6 /48 in total, as a multiple of the limits of one address. One customer may
/// have all 65,536 of its /64s, or a whole village may have one each.
pub const SOURCES_OF_A_SITE: u32 = 16;

/// The age at which a returning visitor's cookie is renewed. The 400 days of a cookie are rolling,
/// and renewing it once a day keeps that to one write a day.
pub const RENEW_EVERY: Duration = Duration::from_hours(24);
/// The minimum interval between two log lines with the same advice on the server's configuration.
pub const ADVICE_EVERY: Duration = Duration::from_hours(1);

// Sockets.

/// The maximum number of open sockets: some 10 KiB each, with their share of a room.
pub const SOCKETS: u32 = 10_000;
/// The maximum size of a message from a client in bytes. The largest legitimate message is a chat
/// line of 400 characters.
pub const MESSAGE_BYTES: usize = 16 * 1024;
/// The initial size of a socket's read buffer in bytes. Most messages fit; a longer one makes the
/// buffer grow. An idle socket keeps its buffer.
pub const READ_BUFFER_BYTES: usize = 1024;
/// The maximum number of bytes of pings and pongs that may wait while the network accepts none.
pub const WRITE_BUFFER_MOST_BYTES: usize = 32 * 1024;
/// The maximum number of messages that are passed to the network in one call. Most steps of a room
/// produce fewer messages for one socket.
pub const WRITTEN_TOGETHER: usize = 8;
/// The maximum number of messages that may wait for one client before it counts as too slow: those
/// of several turns.
pub const OUTBOX: usize = 64;
/// The timeout for the client's side of the connection to accept one message.
pub const SEND_TIME: Duration = Duration::from_secs(10);
/// The timeout for the client to finish closing a connection.
pub const CLOSE_TIME: Duration = Duration::from_secs(2);
/// The interval between two pings: below the idle timeout of common proxies, which is 60 s.
pub const PING_EVERY: Duration = Duration::from_secs(20);
/// The time after which a socket without a sign of life is closed: two unanswered pings.
pub const SILENCE: Duration = Duration::from_secs(45);
/// The burst of messages from one socket, in seconds' worth of messages: for quick input, and for a
/// client that sends several requests after it reconnects.
pub const MESSAGES_BURST_SECONDS: u32 = 3;
/// The maximum number of messages from one socket in a second.
pub const MESSAGES_PER_SECOND: u32 = 10;
/// The maximum number of times in a burst that one socket is sent a full snapshot of its room: a
/// player who switches between tabs.
pub const SYNCS_BURST: u32 = 10;
/// The maximum number of times in a minute that one socket is sent a full snapshot of its room.
pub const SYNCS_PER_MINUTE: u32 = 30;
/// The maximum number of full snapshots in a burst for all sockets of one address: one for
/// each socket that it may open.
pub const SYNCS_EACH_BURST: u32 = 400;
/// The maximum number of full snapshots for one address in an hour: two a second, some tens of
/// kilobytes each.
pub const SYNCS_EACH_PER_HOUR: u32 = 7_200;
/// The maximum number of commands in a burst from one address: those of two hundred people in a
/// minute.
pub const COMMANDS_BURST: u32 = 3_600;
/// The maximum number of commands from one address in an hour: thirty a second, as many as a school
/// with a hundred running games sends. Each command may become a stored record.
pub const COMMANDS_PER_HOUR: u32 = 108_000;
/// The number of messages that a socket may send earlier than it was asked to wait before it is
/// closed.
pub const REFUSED_MOST: u32 = 100;
/// The maximum length in characters of the explanation of a message that can't be parsed.
pub const DETAIL_CHARACTERS: usize = 200;

// Rooms.

/// The maximum number of rooms in memory: some 100 KiB each in mid-game.
pub const ROOMS: usize = 5_000;
/// The divisor for the reserve of rooms in memory: half of the maximum can be in memory beyond it.
/// The reserve is for rooms with running games whose player or host returns while all other rooms
/// are in use.
pub const RESERVE: usize = 2;
// The store remembers the activity of twice as many rooms as are in memory.
const _: () = assert!(senda_store::limits::ACTIVE_ROOMS == 2 * ROOMS);
/// The maximum number of rooms created in a burst from all addresses together: whole schools that
/// arrive together.
pub const ALL_ROOMS_CREATED_BURST: u32 = 1_000;
/// The maximum number of rooms created in a second from all addresses together: more than any
/// audience needs for long, and at most 50 MB of disk an hour if nothing happens in the rooms.
pub const ALL_ROOMS_CREATED_PER_SECOND: u32 = 10;
/// The number of records that are read for one unit of price, within about 0.15 ms.
pub const READ_RECORDS: u32 = 100;
/// The maximum number of units in a burst from one address, 0.75 s of a core: a school with a
/// hundred rooms after a restart.
pub const READ_BURST: u32 = 5_000;
/// The maximum number of units from one address in an hour: less than a hundredth of a core.
pub const READ_PER_HOUR: u32 = 180_000;
/// The capacity of a room's inboxes in messages, one for players and one for others. Beyond it, the
/// sockets that the messages come from wait.
pub const INBOX: usize = 256;
/// The number of recipients of one message, above which each recipient has to wait for a turn.
/// There are never more without a crowd: eight tabs at each of eight seats, and the spectators.
pub const CROWD: usize = 64 + senda_room::limits::CROWD;
/// The number of a crowd's members who are sent their messages before the room handles players'
/// messages again.
pub const CROWD_TOLD_TOGETHER: usize = 32;
/// The pause between two such parts of a crowd. It is as long as writing to all of one part takes,
/// so that a room with many spectators leaves most of the machine to the players.
pub const CROWD_PAUSE: Duration = Duration::from_millis(1);
/// The time after which an empty room leaves memory.
pub const DESERTED: Duration = Duration::from_mins(5);
/// The time after which an empty room leaves memory if its turns last for days: long enough for a
/// page to be reloaded.
pub const RESTS: Duration = Duration::from_secs(30);
/// The interval between two searches for rooms that have to be restored because a turn of days is
/// due.
pub const ALARMS_EVERY: Duration = Duration::from_secs(20);

// Servers that share a database, and the process.

/// The maximum length in characters of the name of a process that shares a database.
pub const NODE_NAME: usize = 63;
/// The spread in milliseconds of the clients that waited together for the rooms of a lost process:
/// they join the rooms within this time.
pub const RELEASED_MS: u32 = 400;

// Links between servers that share a database. A server that has their key might as well have the
// database, so these limits only protect the servers from each other's faults.

/// The minimum length of the key in characters: this many hexadecimal digits are 128 bits.
pub const CLUSTER_KEY_LEAST: usize = 32;
/// The maximum number of links from other servers to this one.
pub const LINKS: usize = 64;
/// The maximum number of links to this server that have not proved yet that they have the key.
pub const LINKS_BEGINNING: usize = 16;
/// The timeout for either side to prove that it has the key, and to send its protocol version.
pub const LINK_BEGIN_TIME: Duration = Duration::from_secs(3);
/// The timeout for a missing link to be established while a client waits for it.
pub const LINK_TIME: Duration = Duration::from_secs(2);
/// The maximum number of concurrent look-ups of other servers' names. Each of them occupies a
/// shared thread that may wait up to half a minute for a name server.
pub const LINK_LOOK_UPS: usize = 4;
/// The pause between two attempts to establish a link.
pub const LINK_AGAIN: Duration = Duration::from_millis(250);
/// The interval between two heartbeats on a link.
pub const LINK_PING: Duration = Duration::from_secs(2);
/// The time after which a link is closed that has no heartbeat or whose other side accepts nothing.
pub const LINK_SILENCE: Duration = Duration::from_secs(8);
/// The maximum size of a frame in bytes: many times the longest text that a room sends to any
/// client.
pub const LINK_FRAME_BYTES: usize = 4 * 1024 * 1024;
/// The size of a link's read buffer in bytes, and of the buffers that are kept for the next frames.
pub const LINK_READ_BYTES: usize = 64 * 1024;
/// The maximum number of bytes that may wait for the other side. Beyond it, the link is closed; all
/// clients that used it reconnect and are sent the whole room.
pub const LINK_WAITING_BYTES: usize = 16 * 1024 * 1024;
/// The number of waiting bytes above which incoming messages wait at their sockets.
pub const LINK_SAID_BYTES: usize = 1024 * 1024;
/// The number of recent texts that both sides of a link remember. A text for many sockets crosses
/// the link once if no more than this many other texts lie in between.
pub const LINK_TEXTS: usize = 32;
/// The maximum number of sockets of a link that are joining their rooms at the same time: half of
/// [`HANDSHAKES_AT_ONCE`], so that a server that does not answer keeps no clients out of the rooms
/// of other servers.
pub const LINK_JOINING: usize = 32;
/// The timeout for a room on another server to accept a client.
pub const LINK_JOIN_TIME: Duration = Duration::from_secs(3);
/// The maximum number of messages of one socket that its room has not handled yet if the room is on
/// another server.
pub const LINK_SAID: usize = 8;
/// The maximum size of a message over a link in bytes. The longest one is a replica's report on its
/// spectators, with the longest names.
pub const LINK_SAID_LONGEST: usize = 64 * 1024;
/// The number of a room's sockets on one link from which on a replica serves its spectators: as
/// many as make a crowd of a room. Fewer spectators cost less one by one than a second copy of the
/// room.
pub const FOLLOW_FROM: usize = senda_room::limits::CROWD;
/// The maximum number of feed messages that a replica has received and not handled yet. Beyond it,
/// the replica is given up, and its clients reconnect.
pub const FED_WAITING: usize = 1_024;
/// The pause between two attempts to follow a room.
pub const FOLLOW_AGAIN: Duration = Duration::from_secs(5);
/// The maximum number of sockets on one link: as many as the other side may have.
pub const LINK_SOCKETS: usize = 32_768;
/// The maximum number of concurrent requests from another server. Further ones are rejected.
pub const LINK_QUESTIONS: usize = 64;
/// The initial wait of a client whose room is on a server that is about to stop. The wait doubles
/// with each attempt.
pub const DRAIN_WAIT: Duration = Duration::from_millis(25);
/// The maximum such wait of a client.
pub const DRAIN_WAIT_MOST: Duration = Duration::from_millis(800);
/// The timeout for another server to send the summary of a room.
pub const LINK_ANSWER_TIME: Duration = Duration::from_secs(1);
/// The maximum length in characters of the address at which the other servers reach a server.
pub const NODE_ADDRESS: usize = 255;

/// The time for which a room whose log can't be continued is not read again.
pub const QUARANTINED: Duration = Duration::from_mins(5);
/// The maximum number of quarantined rooms that are remembered.
pub const QUARANTINED_MOST: usize = 10_000;

// Retention.

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

// Lobby.

/// The maximum number of rooms in the list.
pub const LISTED: usize = 100;
/// The maximum number of one player's rooms in the list: more than a player can be in.
pub const LISTED_EACH_PERSON: usize = 3;
/// The maximum number of rooms in the list that were opened from one IPv4 address or one /48 of
/// IPv6: an evening of a club. Players reach further rooms by their links.
pub const LISTED_EACH_NETWORK: usize = 10;
/// The minimum interval between two lists sent to the same client.
pub const LIST_EVERY: Duration = Duration::from_secs(1);

// Bots.

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
/// The maximum number of reviews that are being computed or waiting; one is computed at a time.
/// Beyond it, callers are asked to retry.
pub const REVIEWS_WAITING: usize = 16;
/// The number of reviews kept in memory, up to a few hundred kilobytes each, so that a client that
/// requests a review again, or another client that requests it too, does not have to wait.
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

// Notifications of people who have no page of the room open and visible.

/// The maximum number of notifications that may wait to be sent. Further ones are dropped.
pub const NEWS_WAITING: usize = 1_024;
/// The maximum number of notifications that wait for their turn or for a retry, and also of
/// messages to channels: a few megabytes.
pub const PUSHES_WAITING: usize = 4_096;
/// The maximum number of waiting notifications of one person: a few rooms for each of their
/// devices.
pub const PUSHES_WAITING_EACH: usize = 64;
/// The maximum number of waiting notifications to one device or one channel. A later one about the
/// same room replaces an earlier one.
pub const PUSHES_WAITING_FOR_DEVICE: usize = 16;
/// The maximum number of waiting notifications to one push service, so that a service that is down
/// leaves space for the others.
pub const PUSHES_WAITING_FOR_SERVICE: usize = 1_024;
/// The maximum number of concurrent requests to push services, some 50 KiB each, and also of
/// requests to channels.
pub const PUSHES_AT_ONCE: usize = 128;
/// The maximum number of concurrent requests for one person, who may have some twenty devices.
pub const PUSHES_AT_ONCE_EACH: usize = 8;
/// The maximum number of concurrent requests to one service: half of all, since most people have
/// the same one. At the usual tenth of a second each, this is several hundred a second.
pub const PUSHES_AT_ONCE_TO_SERVICE: usize = 64;
/// The maximum number of concurrent requests to a service that did not answer the last one, and
/// keeps each request for up to ten seconds.
pub const PUSHES_AT_ONCE_TO_SILENT_SERVICE: usize = 4;
/// The maximum number of notifications of one person in a burst, on all their devices together.
pub const PUSHES_BURST: u32 = 120;
/// The maximum number of notifications of one person in a minute: a turn every six seconds on six
/// devices.
pub const PUSHES_PER_MINUTE: u32 = 60;
/// The maximum number of notifications on one device in a burst.
pub const PUSHES_TO_DEVICE_BURST: u32 = 30;
/// The maximum number of notifications on one device in a minute. People do not read more.
pub const PUSHES_TO_DEVICE_PER_MINUTE: u32 = 20;
/// The maximum number of requests to one push service in a burst.
pub const PUSHES_TO_SERVICE_BURST: u32 = 3_000;
/// The maximum number of requests to one push service in a second. All people of a full server may
/// have the same one.
pub const PUSHES_TO_SERVICE_PER_SECOND: u32 = 100;
/// The maximum number of messages to one channel's address in a burst, from all rooms that post
/// there.
pub const POSTS_TO_CHANNEL_BURST: u32 = 40;
/// The maximum number of messages to one channel's address in a minute. Discord accepts 30.
pub const POSTS_TO_CHANNEL_PER_MINUTE: u32 = 30;
/// The maximum number of messages to all channels of one host in a burst. Guests choose the host,
/// and many rooms must not make this server a nuisance for it.
pub const POSTS_TO_HOST_BURST: u32 = 300;
/// The maximum number of messages to all channels of one host in a minute.
pub const POSTS_TO_HOST_PER_MINUTE: u32 = 300;
/// The number of keys (people, devices, services, rooms) whose recent use is remembered before the
/// unused ones are pruned.
pub const BUDGETS_REMEMBERED: usize = 4_096;
/// The time for which a push service keeps a notification that it can't deliver because a phone is
/// off.
pub const NEWS_LAST: Duration = Duration::from_hours(24);
/// The maximum number of messages that a room posts to its channel in a burst: more than a game
/// among people produces in a minute.
pub const ANNOUNCEMENTS_BURST: u32 = 20;
/// The maximum number of messages that a room posts to its channel in a minute, however long it
/// goes on. Services reject more than a few dozen.
pub const ANNOUNCEMENTS_PER_MINUTE: u32 = 10;
/// The timeout for a channel to accept a test message from the room's host: less than a request may
/// take. A message that is not delivered is reported after exactly this time, whatever the reason.
pub const WEBHOOK_TRIAL_TIME: Duration = Duration::from_secs(6);
/// The maximum number of channels set or tested in a burst from one address: a host who is looking
/// for the right one.
pub const WEBHOOKS_BURST: u32 = 10;
/// The maximum number of channels set or tested from one address in an hour.
pub const WEBHOOKS_PER_HOUR: u32 = 60;

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

/// The maximum number of rooms that are restored for one request of that list because their summary
/// is missing or out of date.
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
