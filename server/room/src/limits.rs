//! What a room takes from outside, each limit with its unit and its reason.

/// Characters in a name: longer ones don't fit beside a seat on a phone.
pub const NAME_CHARACTERS: usize = 24;
/// Combining marks on one character of a name: as many as a living script puts there. Stacks of them cover
/// the lines above and below.
pub const NAME_MARKS: usize = 3;
/// Characters in a chat message: a few lines.
pub const CHAT_CHARACTERS: usize = 400;
/// Chat messages that a room remembers, for those who come later.
pub const CHAT_LINES: usize = 100;
/// Chat messages that one person may send in a burst, and a crowd of those who only watch together.
pub const CHAT_BURST: u32 = 6;
/// Milliseconds after which a person may send one more chat message.
pub const CHAT_REFILL_MS: u64 = 2_000;
/// Bytes in the id of a command: room for a UUID.
pub const COMMAND_ID_BYTES: usize = 64;
/// Records of a room's log after which it takes no new game, and nothing but what brings the running
/// one to its end: some hundred and fifty games of eight. A room is read whole when it comes back, and
/// that must neither take long nor fill the memory.
pub const RECORDS: u32 = 10_000;
/// Records beyond them for what protects the room, when its log is used up otherwise: the host still removes
/// people, locks the room and passes the role on.
pub const RECORDS_OF_HOST: u32 = 500;
/// Records in a row of what only shows something (ready, a colour, a name, a seat taken or left) that one person
/// may cause: more than an evening's dithering. It begins anew with each game that the creator of the room
/// starts.
pub const SHOWN_BURST: u32 = 30;
/// Milliseconds after which such a person may cause one more: alone they would use up a log in a week.
pub const SHOWN_REFILL_MS: u64 = 60_000;
/// The same for all together but the room's creator, since one person can come as many.
pub const SHOWN_TOGETHER_BURST: u32 = 200;
/// Milliseconds after which they may cause one more: together they would use up a log in two days, the seats that
/// are freed behind them included.
pub const SHOWN_TOGETHER_REFILL_MS: u64 = 30_000;
/// Decisions of a turn that can be taken back one after the other: more than the rules of any game let a player make
/// without learning anything new.
pub const TAKE_BACK_DEPTH: usize = 16;
/// Decisions of all players that can go back with one that the others let its player take back: a few turns of four players.
pub const TAKE_BACK_REACH: usize = 32;
/// Times in a game that the others may let somebody take a decision back: the game is then made anew from its deal.
pub const AGREED_TAKE_BACKS: u8 = 40;
/// Times that a player may take something back before a decision that stays: each is a record, and with what is decided
/// again a few seconds of the others' time.
pub const TAKE_BACKS: u8 = 20;
/// Hints that one person may have thought out in a row: as many as a long turn has decisions.
pub const HINT_BURST: u32 = 12;
/// Milliseconds after which such a person may have one more: nobody reads faster.
pub const HINT_REFILL_MS: u64 = 3_000;
/// Answers that a room remembers for each player, so that a command sent twice counts once.
pub const REMEMBERED_COMMANDS: usize = 32;
/// People connected to a room at once, players included.
pub const PEOPLE: usize = 4_096;
/// Sockets of one person in a room at once: tabs and devices.
pub const CONNECTIONS_EACH: usize = 8;
/// People named in a presence message; the rest is a number.
pub const PEOPLE_NAMED: usize = 60;
/// People banned from a room.
pub const BANNED: usize = 200;
/// People whose results a room remembers: more than ever take turns at one table in an evening. Who has
/// played longest ago is forgotten first.
pub const STANDING: usize = 24;
/// Seconds of a turn: shortest and longest.
pub const TURN_SECONDS: (u16, u16) = (15, 600);
/// Days of a turn that there are to choose from.
pub const TURN_DAYS: [u8; 4] = [1, 2, 3, 7];
/// Milliseconds in a day.
pub const DAY_MS: u64 = 86_400_000;
/// Milliseconds that each decision in a turn of days has however late its time: long enough to look at a telephone twice.
pub const LEAST_OF_DAYS_MS: u64 = 600_000;
/// Days of vacation that a player has in a game with turns of days: three weeks, as in most countries in a row.
pub const VACATION_DAYS: u8 = 21;
/// Milliseconds of a pause until all are back after which one of them is enough: somebody may never come.
pub const PAUSE_HELD_MS: u64 = 14 * DAY_MS;
/// Turns of days run out in a row after which a seat is away: the others have waited long enough.
pub const DAYS_TO_AWAY: u8 = 1;
/// Seconds of a bank: shortest and longest.
pub const BANK_SECONDS: (u16, u16) = (30, 7_200);
/// Seconds a bank gains a turn, at most.
pub const INCREMENT_SECONDS: u16 = 60;
/// Milliseconds that a turn has at least, however empty the bank, and that each decision in it has however
/// late its time: time for one tap. The rules and [`TAKE_BACKS`] end every
/// chain of decisions.
pub const LEAST_TURN_MS: u64 = 5_000;
/// Milliseconds that a seat has for what it is asked in another's turn, where a turn is not shorter: time
/// for one choice. They are taken from no bank and count as no turn run out, so that nobody pays for having
/// been gone just then.
pub const ANSWER_MS: u64 = 60_000;
/// Milliseconds before a placement is made for someone who is away: time to see what happened.
pub const AWAY_PAUSE_MS: u64 = 1_500;
/// Milliseconds after which the clock decides for someone who is away where a bot stands in for them: more than the bot
/// takes on a machine that has much to do.
pub const STAND_IN_MS: u64 = 10_000;
/// Turns run out in a row after which a seat is away.
pub const TIMEOUTS_TO_AWAY: u8 = 3;
/// Milliseconds of a turn without a clock after which the others may ask that it be played for its
/// owner: longer than anybody thinks about three tiles, shorter than the others' patience.
pub const STALLED_MS: u64 = 300_000;
/// Milliseconds of such a turn after which it is enough that one of the others asks: several who have gone
/// to sleep over their boards must not hold up the one who is awake.
pub const STALLED_ALONE_MS: u64 = 2 * STALLED_MS;
/// Milliseconds that such a turn has at most once they have asked, for an owner who comes back to it:
/// enough for a move, and not as much as before by coming back again and again.
pub const RETURNED_TURN_MS: u64 = 60_000;
/// Milliseconds for which the clock of somebody who may not know it yet still waits, once a game goes on that
/// stood still: a fair minute to come back.
pub const RETURN_GRACE_MS: u64 = 60_000;
/// Milliseconds that a turn has at least which went on after its game stood still: as the shortest of all
/// turns, time to look at the board again.
pub const RESUMED_TURN_MS: u64 = 15_000;
/// Milliseconds for which nobody with a seat is here before that is in the log. The clocks stop at once; but a
/// proxy that starts again, or a network that blinks, is nothing to tell of.
pub const DESERTED_MS: u64 = 10_000;
/// Times in a row that everybody's leaving is in the log: an evening has a few.
pub const DESERTION_BURST: u32 = 6;
/// Milliseconds after which it may be in the log once more, so that somebody who comes and goes all day, alone,
/// does not use it up: seventy days.
pub const DESERTION_REFILL_MS: u64 = 600_000;
/// Milliseconds that a host may be gone before another becomes host.
pub const HOST_GRACE_MS: u64 = 60_000;
/// Records whose happenings are told to someone who comes back; the current game is always whole.
pub const LOBBY_HISTORY: usize = 64;
/// Milliseconds between two presence messages to everybody: people coming and going in crowds must
/// not be told one by one to crowds.
pub const PRESENCE_EVERY_MS: u64 = 1_000;
/// Connections of those who only watch, above which they are a crowd: more than watch at most tables.
pub const CROWD: usize = 64;
/// Milliseconds between two times that a crowd is told what has happened meanwhile: twice a second is
/// enough to follow a game, and two thousand who watch cost those who play next to nothing.
pub const CROWD_EVERY_MS: u64 = 500;
/// Milliseconds after which a crowd, all together, may send one more chat message: what each of them
/// says is sent to all of them.
pub const CROWD_CHAT_REFILL_MS: u64 = 1_000;
/// Milliseconds that the seat of someone who is not connected is kept between games: long enough for
/// a train's tunnel or a supper's knock at the door, short enough that the others need not wait for
/// someone who has gone to bed.
pub const SEAT_KEPT_MS: u64 = 600_000;
/// People whose last answers a room remembers: far more than ever give commands at the same time.
pub const REMEMBERED_PEOPLE: usize = 512;
/// Milliseconds between two times that somebody who does not look is told that they were named in the chat.
pub const MENTION_EVERY_MS: u64 = 60_000;
/// People whose chat allowance is remembered after they have left, beyond those who are here.
pub const CHATTERS: usize = 2 * PEOPLE;
/// Decisions of a game that are reviewed, the last ones: a game of people seldom has more.
pub const REVIEWED: usize = 400;
/// Decisions of each seat that a review points out.
pub const WORST_MOMENTS: usize = 3;
/// Percentage points that a decision must have cost to be pointed out.
pub const WORST_LOSS: u8 = 5;
/// Bytes of a file of a finished game that is read: most have some 100 KiB, and the longest games
/// that are played at random less than half of this.
pub const GAME_FILE_BYTES: usize = 1024 * 1024;
/// Items in all shuffles of such a file: an honest one has some thousand, and a browser redoes a
/// hundred of them in a few milliseconds.
pub const GAME_SHUFFLED: usize = 20_000;
