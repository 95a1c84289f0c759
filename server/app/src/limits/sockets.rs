//! The limits of the WebSockets and of the messages over them.

use std::time::Duration;

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
/// The maximum number of requests in a burst to be let in to locked rooms, from one address: a
/// school class at the door of one room.
pub const ENTRY_REQUESTS_BURST: u32 = 30;
/// The maximum number of such requests from one address in an hour. Each one shows a name to a host
/// who did not ask for it.
pub const ENTRY_REQUESTS_PER_HOUR: u32 = 60;
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
