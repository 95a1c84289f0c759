//! What a room accepts from outside: each limit with its unit and its reason.

/// Characters in a name: longer ones don't fit beside a seat on a phone.
pub const NAME_CHARACTERS: usize = 24;
/// Combining marks on one character of a name: as many as living scripts use. Stacks of them cover the lines above and
/// below.
pub const NAME_MARKS: usize = 3;
/// Characters in a chat message: a few lines.
pub const CHAT_CHARACTERS: usize = 400;
/// Chat messages that a room remembers for people who join later.
pub const CHAT_LINES: usize = 100;
/// Chat messages that one person may send in a burst, and that all spectators of a crowd may send together.
pub const CHAT_BURST: u32 = 6;
/// Milliseconds after which a person may send one more chat message.
pub const CHAT_REFILL_MS: u64 = 2_000;
/// Bytes in the id of a command: room for a UUID.
pub const COMMAND_ID_BYTES: usize = 64;
/// Records of a room's log after which it accepts no new game, and nothing except what brings the running game to its
/// end: about a hundred and fifty games of eight. A room is read in full when it comes back, which must neither take
/// long nor fill the memory.
pub const RECORDS: u32 = 10_000;
/// Further records for what protects the room once its log is full: the host can still remove people, lock the room and
/// pass on the role.
pub const RECORDS_OF_HOST: u32 = 500;
/// Records in a row that one person may cause by things that only show something (ready, a colour, a name, a seat taken
/// or left): more than an evening's dithering. The count starts again with each game that the room's creator starts.
pub const SHOWN_BURST: u32 = 30;
/// Milliseconds after which such a person may cause one more: alone they would fill a log in a week.
pub const SHOWN_REFILL_MS: u64 = 60_000;
/// The same for everybody together except the room's creator, since one person can pose as many.
pub const SHOWN_TOGETHER_BURST: u32 = 200;
/// Milliseconds after which they may cause one more: together they would fill a log in two days, including the seats
/// that are freed behind them.
pub const SHOWN_TOGETHER_REFILL_MS: u64 = 30_000;
/// Decisions of a turn that can be taken back one after another: more than the rules of any game let a player make
/// without learning anything new.
pub const TAKE_BACK_DEPTH: usize = 16;
/// Decisions of all players that an agreed take-back may undo: a few turns of four players.
pub const TAKE_BACK_REACH: usize = 32;
/// Agreed take-backs in one game: each rebuilds the game from its deal.
pub const AGREED_TAKE_BACKS: u8 = 40;
/// Take-backs that a player has before a decision that stays: each is a record and, with the decision made again, costs
/// the others a few seconds.
pub const TAKE_BACKS: u8 = 20;
/// Hints that one person may ask for in a row: as many as a long turn has decisions.
pub const HINT_BURST: u32 = 12;
/// Milliseconds after which such a person may ask for one more: nobody reads faster.
pub const HINT_REFILL_MS: u64 = 3_000;
/// Answers that a room remembers for each player, so that a command sent twice counts once.
pub const REMEMBERED_COMMANDS: usize = 32;
/// People connected to a room at once, players included, and to each of its followers: a hundred thousand by ten servers.
pub const PEOPLE: usize = 10_000;
/// Sockets of one person in a room at once: tabs and devices.
pub const CONNECTIONS_EACH: usize = 8;
/// People named in a presence message; the rest is a number.
pub const PEOPLE_NAMED: usize = 60;
/// People banned from a room.
pub const BANNED: usize = 200;
/// People whose results a room remembers: more than ever take turns at one table in an evening. Whoever played longest
/// ago is forgotten first.
pub const STANDING: usize = 24;
/// Seconds of a turn: shortest and longest.
pub const TURN_SECONDS: (u16, u16) = (15, 600);
/// Days of a turn that a host can choose from.
pub const TURN_DAYS: [u8; 4] = [1, 2, 3, 7];
/// Milliseconds in a day.
pub const DAY_MS: u64 = 86_400_000;
/// Milliseconds that each decision in a turn of days has, however late it is: long enough to look at a phone twice.
pub const LEAST_OF_DAYS_MS: u64 = 600_000;
/// Days of vacation that a player has in a game with turns of days: three weeks, what most countries allow in a row.
pub const VACATION_DAYS: u8 = 21;
/// Milliseconds after which one player can end a pause until all are back: somebody may never come.
pub const PAUSE_HELD_MS: u64 = 14 * DAY_MS;
/// Turns of days in a row that may run out before a seat is away: the others have waited long enough.
pub const DAYS_TO_AWAY: u8 = 1;
/// Seconds of a bank: shortest and longest.
pub const BANK_SECONDS: (u16, u16) = (30, 7_200);
/// Seconds that a bank gains per turn, at most.
pub const INCREMENT_SECONDS: u16 = 60;
/// Milliseconds that a turn has at least, however empty the bank, and that each decision in it has, however late it is:
/// time for one tap. The rules and [`TAKE_BACKS`] limit every chain of decisions.
pub const LEAST_TURN_MS: u64 = 5_000;
/// Milliseconds that a seat has for a question in another player's turn, unless a turn is shorter: time for one choice.
/// It is taken from no bank and counts as no timeout, so that nobody pays for being gone at that moment.
pub const ANSWER_MS: u64 = 60_000;
/// Milliseconds before a move is made for a player who is away: time to see what happened.
pub const AWAY_PAUSE_MS: u64 = 1_500;
/// Milliseconds after which the clock decides for an absent player whose stand-in is a bot: more than the bot takes on
/// a busy machine.
pub const STAND_IN_MS: u64 = 10_000;
/// Turns in a row that may run out before a seat is away.
pub const TIMEOUTS_TO_AWAY: u8 = 3;
/// Milliseconds of a turn without a clock after which the others can vote to skip it: longer than anybody thinks about
/// three tiles, shorter than the others' patience.
pub const STALLED_MS: u64 = 300_000;
/// Milliseconds of such a turn after which one vote is enough: players who have fallen asleep over their boards must
/// not hold up the one who is awake.
pub const STALLED_ALONE_MS: u64 = 2 * STALLED_MS;
/// Milliseconds that such a turn lasts at most after the vote, for an owner who comes back to it: enough for a move,
/// but they can't start over by coming back again and again.
pub const RETURNED_TURN_MS: u64 = 60_000;
/// Milliseconds that the clock of a player who may not know it yet still waits once a stopped game goes on: a fair
/// minute to come back.
pub const RETURN_GRACE_MS: u64 = 60_000;
/// Milliseconds that a turn has at least when it goes on after its game stood still: the shortest of all turns, time to
/// look at the board again.
pub const RESUMED_TURN_MS: u64 = 15_000;
/// Milliseconds without any player before that is logged. The clocks stop at once, but a proxy that restarts, or a
/// network that blinks, is not worth mentioning.
pub const DESERTED_MS: u64 = 10_000;
/// Times in a row that everybody leaving is logged: an evening has a few.
pub const DESERTION_BURST: u32 = 6;
/// Milliseconds after which it may be logged once more, so that somebody who comes and goes alone all day doesn't fill
/// the log: that takes seventy days.
pub const DESERTION_REFILL_MS: u64 = 600_000;
/// Milliseconds after which a player who is disconnected and not ready no longer keeps the others
/// from starting a game. The same minute is enough for a page to reload or a phone to find its network.
pub const ABSENT_AT_START_MS: u64 = 60_000;
/// Milliseconds that a host may be gone before somebody else becomes host.
pub const HOST_GRACE_MS: u64 = 60_000;
/// Records whose happenings are sent to somebody who comes back; the current game is always complete.
pub const LOBBY_HISTORY: usize = 64;
/// Milliseconds between two presence messages to everybody: crowds coming and going must not be announced one by one to
/// crowds.
pub const PRESENCE_EVERY_MS: u64 = 1_000;
/// Connections of spectators, above which they are a crowd: more than watch at most tables.
pub const CROWD: usize = 64;
/// Milliseconds between two updates of a crowd: twice a second is enough to follow a game, and two thousand spectators
/// then cost the players next to nothing.
pub const CROWD_EVERY_MS: u64 = 500;
/// Milliseconds after which a crowd, all together, may send one more chat message: each message goes to all of them.
pub const CROWD_CHAT_REFILL_MS: u64 = 1_000;
/// Milliseconds that the seat of a disconnected player is kept between games: long enough for a train's tunnel or a
/// knock at the door, short enough that the others need not wait for somebody who has gone to bed.
pub const SEAT_KEPT_MS: u64 = 600_000;
/// People whose last answers a room remembers: far more than ever send commands at the same time.
pub const REMEMBERED_PEOPLE: usize = 512;
/// Milliseconds between two notifications to the same person, who has not looked in between, that they were mentioned in the
/// chat; and likewise that they are asked something.
pub const TOLD_AGAIN_MS: u64 = 60_000;
/// People whose chat allowance is remembered after they have left, beyond those who are still there.
pub const CHATTERS: usize = 2 * PEOPLE;
/// Decisions of a game that are reviewed, counted from its end: games among people seldom have more.
pub const REVIEWED: usize = 400;
/// Decisions of each seat that a review points out.
pub const WORST_MOMENTS: usize = 3;
/// Percentage points that a decision must have cost to be pointed out.
pub const WORST_LOSS: u8 = 5;
/// Bytes of a finished game's file that is read: most have some 100 KiB, and the longest games played at random less
/// than half of this.
pub const GAME_FILE_BYTES: usize = 1024 * 1024;
/// Items in all shuffles of such a file: an honest one has a few thousand, and a browser redoes a hundred of them in a
/// few milliseconds.
pub const GAME_SHUFFLED: usize = 20_000;
