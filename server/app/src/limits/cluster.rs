//! The limits of the servers that share a database, and of the links between them. A server that
//! has their key might as well have the database, so these limits only protect the servers from
//! each other's faults.

use std::time::Duration;

/// The maximum length in characters of the name of a process that shares a database.
pub const NODE_NAME: usize = 63;
/// The spread in milliseconds of the clients that waited together for the rooms of a lost process:
/// they join the rooms within this time.
pub const RELEASED_MS: u32 = 400;
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
pub const LINK_FULL_BYTES: usize = 1024 * 1024;
/// The number of recent texts that both sides of a link remember. A text for many sockets crosses
/// the link once if no more than this many other texts lie in between.
pub const LINK_TEXTS: usize = 32;
/// The maximum number of sockets of a link that are joining their rooms at the same time: half of
/// [`HANDSHAKES_AT_ONCE`](super::HANDSHAKES_AT_ONCE), so that a server that does not answer keeps
/// no clients out of the rooms of other servers.
pub const LINK_JOINING: usize = 32;
/// The timeout for a room on another server to accept a client.
pub const LINK_JOIN_TIME: Duration = Duration::from_secs(3);
/// The maximum number of messages of one socket that its room has not handled yet if the room is on
/// another server.
pub const LINK_UNHANDLED: usize = 8;
/// The maximum size of a message over a link in bytes. The longest one is a replica's report on its
/// spectators, with the longest names.
pub const LINK_MESSAGE_BYTES: usize = 64 * 1024;
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
