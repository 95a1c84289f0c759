//! The limits of the rooms in memory and of the list of public rooms.

use std::time::Duration;

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
pub const CROWD_SENT_TOGETHER: usize = 32;
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

/// The time for which a room whose log can't be continued is not read again.
pub const QUARANTINED: Duration = Duration::from_mins(5);
/// The maximum number of quarantined rooms that are remembered.
pub const QUARANTINED_MOST: usize = 10_000;

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
