//! The limits of requests and connections, in total and for each address.

use std::time::Duration;

/// The maximum size of a request body in bytes. The largest legitimate body is a room's settings, a
/// few hundred bytes.
pub const BODY_BYTES: usize = 8 * 1024;
/// The maximum number of decisions in an attempt at a lesson: several times as many as the longest
/// lesson takes.
pub const LESSON_ACTIONS: usize = 64;
/// The price that an address pays for an attempt at a lesson, in units of
/// [`READ_RECORDS`](super::READ_RECORDS): about a millisecond of a core.
pub const LESSON_PRICE: u32 = 6;
/// The price that an address pays for an attempt at a puzzle, in the same units: the other seats
/// answer an attempt that fails, which takes up to ten milliseconds of a core.
pub const PUZZLE_PRICE: u32 = 30;
/// The maximum size in bytes of an operator's book of puzzles: thirty times that of a shipped one,
/// which has 300 puzzles.
pub const PUZZLE_BOOK_BYTES: u64 = 1024 * 1024;
/// The maximum size in bytes of the text of such a book: four kilobytes for each of the most
/// puzzles, of which a usual one takes less than one. A small file can be a very long text.
pub const PUZZLE_BOOK_TEXT_BYTES: usize = 8 * 1024 * 1024;
/// The maximum number of puzzles in such a book. All of them are listed on the page of the game, in
/// about a hundred bytes each, and are checked at each start, in a few milliseconds each.
pub const PUZZLES_OF_A_BOOK: usize = 2_000;
/// The price that the first address to ask pays for the goals that were missed in a game, for each
/// of its records and in the same units. In the slowest game a record takes a tenth of a
/// millisecond of a core.
pub const MISSED_PRICE: u32 = 1;
/// The maximum number of files of games that are received and replayed at the same time, each with
/// up to a megabyte of memory for the file and a few for the positions.
pub const GAME_FILES_AT_ONCE: u32 = 8;
/// The price that an address pays for any file of a game, in units of
/// [`READ_RECORDS`](super::READ_RECORDS).
pub const GAME_FILE_PRICE: u32 = 100;
/// The number of bytes of a file of a game for one more unit of price. The usual file of 100 KiB
/// takes some 50 ms of a core.
pub const GAME_FILE_BYTES_OF_A_UNIT: u32 = 256;
/// The price that an address pays for the figures against each other person, in units of
/// [`READ_RECORDS`](super::READ_RECORDS). With ten thousand games they take some ten milliseconds.
pub const OPPONENTS_PRICE: u32 = 20;
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
/// the game's data and requests the game's files later, which takes a phone on a slow network about
/// as long.
pub const PAGE_TIME: Duration = Duration::from_secs(1);
/// The time after which a copy of the contact for reports of vulnerabilities is out of date: less
/// than a year, as RFC 9116 recommends.
pub const SECURITY_CONTACT_LASTS: Duration = Duration::from_hours(180 * 24);
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
/// The maximum number of connections of programs that collect figures: a pair of Prometheus servers
/// and a person who looks have three.
pub const METRICS_CONNECTIONS: u32 = 16;
/// The interval at which the files of the certificate are checked for changes. A renewed
/// certificate is there weeks before the former one expires.
pub const CERTIFICATE_EVERY: Duration = Duration::from_mins(1);
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
/// The minimum length in characters of the code for opening rooms. One address can try as many
/// codes as it can create rooms, so it finds one of six letters in thousands of years.
pub const CREATE_CODE_LEAST: usize = 6;
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
/// The number of addresses, or of other keys, whose use of a limit is remembered, at some 150 bytes
/// each. The one whose limits are closest to unused is forgotten first.
pub const ADDRESSES: usize = 50_000;
/// The limits of an IPv6 /48 in total, as a multiple of the limits of one address. One customer may
/// have all 65,536 of its /64s, or a whole village may have one each.
pub const SOURCES_OF_A_SITE: u32 = 16;

/// The age at which a returning visitor's cookie is renewed. The 400 days of a cookie are rolling,
/// and renewing it once a day keeps that to one write a day.
pub const RENEW_EVERY: Duration = Duration::from_hours(24);
/// The minimum interval between two log lines with the same advice on the server's configuration.
pub const ADVICE_EVERY: Duration = Duration::from_hours(1);
