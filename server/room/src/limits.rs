//! The limits on everything that a room accepts from outside, each with its unit and its reason.

/// The maximum length of a name, in characters. A longer name does not fit beside a seat on a
/// phone.
pub const NAME_CHARACTERS: usize = 24;
/// The maximum number of combining marks on one character of a name: as many as living scripts use.
/// Longer stacks would cover the lines above and below.
pub const NAME_MARKS: usize = 3;
/// The maximum length of a chat message, in characters: a few lines.
pub const CHAT_CHARACTERS: usize = 400;
/// The number of chat messages that a room keeps for people who join later.
pub const CHAT_LINES: usize = 100;
/// The number of chat messages that one person may send in a burst. All spectators of a crowd share
/// one such burst.
pub const CHAT_BURST: u32 = 6;
/// The time in milliseconds after which a person may send one more chat message.
pub const CHAT_REFILL_MS: u64 = 2_000;
/// The maximum length of a command id, in bytes: enough for a UUID.
pub const COMMAND_ID_BYTES: usize = 64;
/// The number of records after which a room's log is full. The room then accepts no new game, and
/// only those commands that bring the running game to its end. The log has space for about a
/// hundred and fifty games of eight players. A restore reads the whole log, which must neither take
/// long nor fill the memory.
pub const RECORDS: u32 = 10_000;
/// The number of further records for commands that protect the room once its log is full: the host
/// can still remove people, lock the room and pass on the role.
pub const RECORDS_OF_HOST: u32 = 500;
/// The number of records that one person may cause in a burst with commands that only change what
/// is shown (ready, a colour, a name, a seat taken or left): more than indecision takes up in an
/// evening. The count restarts with each game that the room's creator starts.
pub const SHOWN_BURST: u32 = 30;
/// The time in milliseconds after which such a person may cause one more record. At this rate, one
/// person needs a week to fill a log.
pub const SHOWN_REFILL_MS: u64 = 60_000;
/// The burst limit for the same records of all people together, except the room's creator. It
/// exists because one person can pose as many.
pub const SHOWN_TOGETHER_BURST: u32 = 200;
/// The time in milliseconds after which all of them together may cause one more record. At this
/// rate, they need two days to fill a log, including the records of the seats that the room frees
/// after they leave.
pub const SHOWN_TOGETHER_REFILL_MS: u64 = 30_000;
/// The number of decisions of one turn that a player can take back one after another: more than a
/// turn has in nearly every game. Only in long chains of captures do earlier ones become final.
pub const TAKE_BACK_DEPTH: usize = 16;
/// The maximum number of decisions, of all players, that an agreed take-back may undo: a few turns
/// of four players.
pub const TAKE_BACK_REACH: usize = 32;
/// The maximum number of agreed take-backs in one game. Each one rebuilds the game from its deal.
pub const AGREED_TAKE_BACKS: u8 = 40;
/// The number of take-backs that a player has until they make a decision that stays. Each take-back
/// is a record and, together with the repeated decision, costs the other players a few seconds.
pub const TAKE_BACKS: u8 = 20;
/// The number of hints that one person may request in a burst: as many as a long turn has
/// decisions.
pub const HINT_BURST: u32 = 12;
/// The time in milliseconds after which such a person may request one more hint: the time that it
/// takes to read one.
pub const HINT_REFILL_MS: u64 = 3_000;
/// The number of reports that one person may make in a room in a burst: a room has few people.
pub const REPORT_BURST: u32 = 5;
/// The time in milliseconds after which such a person may make one more report.
pub const REPORT_REFILL_MS: u64 = 120_000;
/// The number of chat messages in a report: the reported one, and five before it, which show what
/// it answers.
pub const REPORTED_LINES: usize = 6;
/// The number of answers that a room keeps for each player, so that a command sent twice counts
/// once.
pub const REMEMBERED_COMMANDS: usize = 32;
/// The maximum number of people connected to a room at once, players included. The same limit
/// applies to each replica of the room, so ten servers can serve a hundred thousand people.
pub const PEOPLE: usize = 10_000;
/// The maximum number of sockets that one person has in a room at once: tabs and devices.
pub const CONNECTIONS_EACH: usize = 8;
/// The maximum number of people that a presence message names. It gives only the number of the
/// others.
pub const PEOPLE_NAMED: usize = 60;
/// The maximum number of people banned from a room.
pub const BANNED: usize = 200;
/// The number of people whose results a room keeps: more than ever take turns at one table in an
/// evening. The room first forgets the person whose last game is the longest ago.
pub const STANDING: usize = 24;
/// The shortest and the longest time of a turn, in seconds.
pub const TURN_SECONDS: (u16, u16) = (15, 600);
/// The numbers of days per turn that a host can choose from.
pub const TURN_DAYS: [u8; 4] = [1, 2, 3, 7];
/// The number of milliseconds in a day.
pub const DAY_MS: u64 = 86_400_000;
/// The minimum time for each decision in a turn of days, in milliseconds, however late the decision
/// is: long enough to check a phone twice.
pub const LEAST_OF_DAYS_MS: u64 = 600_000;
/// The number of vacation days that a player has in a game with turns of days: three weeks, the
/// longest continuous leave in most countries.
pub const VACATION_DAYS: u8 = 21;
/// The time in milliseconds after which a single player can end a pause that lasts until all are
/// back. Without this limit, one player who never returns would block the game.
pub const PAUSE_HELD_MS: u64 = 14 * DAY_MS;
/// The number of consecutive turns of days that may time out before the room marks a seat as away.
/// The others have waited long enough by then.
pub const DAYS_TO_AWAY: u8 = 1;
/// The smallest and the largest number of turns after which spectators see all hands. After one
/// turn, a hand has changed little; after twenty, games of four players are half over.
pub const HANDS_AFTER: (u16, u16) = (1, 20);
/// The smallest and the largest time bank, in seconds.
pub const BANK_SECONDS: (u16, u16) = (30, 7_200);
/// The maximum increment of a time bank per turn, in seconds.
pub const INCREMENT_SECONDS: u16 = 60;
/// The minimum time in milliseconds for a turn, however empty the bank, and for each decision in
/// it, however late: time for one tap. The rules and [`TAKE_BACKS`] limit every chain of decisions.
pub const LEAST_TURN_MS: u64 = 5_000;
/// The time in milliseconds that a seat has to answer a question in another player's turn, unless a
/// turn is shorter: time for one choice. The room neither deducts it from a bank nor counts it as a
/// timeout, so that a player pays no price for being gone at that moment.
pub const ANSWER_MS: u64 = 60_000;
/// The delay in milliseconds before the room makes a move for a player who is away: time to see
/// what happened.
pub const AWAY_PAUSE_MS: u64 = 1_500;
/// The time in milliseconds after which the clock decides for an absent player whose stand-in is a
/// bot: more than the bot takes on a busy machine.
pub const STAND_IN_MS: u64 = 10_000;
/// The number of consecutive turns that may time out before the room marks a seat as away.
pub const TIMEOUTS_TO_AWAY: u8 = 3;
/// The time in milliseconds of a turn without a clock after which the other players can vote to
/// skip it: longer than a player needs to think about three tiles, and shorter than the others'
/// patience.
pub const STALLED_MS: u64 = 300_000;
/// The time in milliseconds of such a turn after which one vote is enough. Players who have fallen
/// asleep must not hold up the one who is awake.
pub const STALLED_ALONE_MS: u64 = 2 * STALLED_MS;
/// The maximum time in milliseconds that such a turn lasts after the vote if its player returns:
/// enough for a move. The player cannot restart the limit by returning again and again.
pub const RETURNED_TURN_MS: u64 = 60_000;
/// The time in milliseconds that a clock waits, after a stopped game resumes, for a player who may
/// not know yet that it has resumed: a fair minute to come back.
pub const RETURN_GRACE_MS: u64 = 60_000;
/// The minimum time in milliseconds of a turn that resumes after its game stood still: the shortest
/// turn of all, and enough time to study the board again.
pub const RESUMED_TURN_MS: u64 = 15_000;
/// The time in milliseconds without any player after which the room logs that all have left. The
/// clocks stop at once. A proxy restart or a short network failure is not worth a record.
pub const EVERYBODY_LEFT_MS: u64 = 10_000;
/// The number of times that the room logs in a burst that all players have left: an evening has a
/// few.
pub const EVERYBODY_LEFT_BURST: u32 = 6;
/// The time in milliseconds after which the room may log it once more, so that a single player who
/// comes and goes all day does not fill the log. At this rate, filling a log takes seventy days.
pub const EVERYBODY_LEFT_REFILL_MS: u64 = 600_000;
/// The time in milliseconds after which a disconnected player who is not ready no longer keeps the
/// others from starting a game. A minute is enough for a page to reload or a phone to find its
/// network.
pub const ABSENT_AT_START_MS: u64 = 60_000;
/// The time in milliseconds that a host may be gone before another person becomes host.
pub const HOST_GRACE_MS: u64 = 60_000;
/// The number of records whose events the room sends to a person who comes back. The current game
/// is always complete.
pub const LOBBY_HISTORY: usize = 64;
/// The minimum interval between two presence messages to all connections, in milliseconds. Without
/// it, a room would announce each person of a coming or leaving crowd separately to the whole
/// crowd.
pub const PRESENCE_EVERY_MS: u64 = 1_000;
/// The number of spectator connections above which the spectators are a crowd: more than watch at
/// most tables.
pub const CROWD: usize = 64;
/// The interval between two updates of a crowd, in milliseconds. Two updates per second are enough
/// to follow a game, and two thousand spectators then cost the players next to nothing.
pub const CROWD_EVERY_MS: u64 = 500;
/// The time in milliseconds after which a crowd, all together, may send one more chat message. The
/// room delivers each message to all of them.
pub const CROWD_CHAT_REFILL_MS: u64 = 1_000;
/// The time in milliseconds for which the room keeps the seat of a disconnected player between
/// games: long enough for a train's tunnel or a caller at the door, and short enough that the
/// others need not wait for a player who has gone to bed.
pub const SEAT_KEPT_MS: u64 = 600_000;
/// The number of people whose last answers a room keeps: far more than ever send commands at the
/// same time.
pub const REMEMBERED_PEOPLE: usize = 512;
/// The maximum number of people who wait at the door of a locked room for the host's answer: a
/// host can look over a handful, and a flood of invented people can't fill the screen.
pub const ENTRY_REQUESTS: usize = 4;
/// The time in milliseconds after which a person whom the host has turned away may ask again.
pub const ENTRY_PAUSE_MS: u64 = 600_000;
/// The maximum number of people who stay admitted to a locked room. The one admitted first has to
/// ask again.
pub const ADMITTED: usize = 64;
/// The minimum interval in milliseconds between two notifications of the same kind to a person who
/// has not viewed the room in between. It applies to chat mentions and to requests that need the
/// person's consent.
pub const NOTIFY_AGAIN_MS: u64 = 60_000;
/// The number of people whose chat allowance the room keeps after they have left, in addition to
/// those who are still connected.
pub const CHATTERS: usize = 2 * PEOPLE;
/// The maximum number of decisions that a review covers, counted from the end of the game. Games
/// among people seldom have more.
pub const REVIEWED: usize = 400;
/// The maximum number of decisions of each seat that a review points out.
pub const WORST_MOMENTS: usize = 3;
/// The loss, in percentage points, from which a review points out a decision.
pub const WORST_LOSS: u8 = 5;
/// The maximum size of the file of a finished game, in bytes. Most files have some 100 KiB, and the
/// longest games played at random reach less than half of this limit.
pub const GAME_FILE_BYTES: usize = 1024 * 1024;
/// The maximum number of items in all shuffles of such a file. An honest file has a few thousand,
/// and a browser repeats a hundred of them in a few milliseconds.
pub const GAME_SHUFFLED: usize = 20_000;
