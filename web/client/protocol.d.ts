// The messages of the protocol. `cargo xtask types` generates this file from the types in
// server/room and server/rules: change those instead.

/**
 * The game ended without a result, and the secret of its shuffles is revealed: after an update of
 * the server it can't continue by the newer rules, or its remaining players have agreed.
 */
export type Abandoned = {
/**
 * The secret that the commitment was computed from.
 */
secret: Secret,
/**
 * Whether the remaining players have agreed to end the game, after one had left it. The game
 * can then still be seen. Older logs lack it.
 */
agreed?: boolean, };

/**
 * A decision in one of the games.
 */
export type AnyAction = { "game": "tsuro" } & TsuroAction | { "game": "tortus" } & TortusAction | { "game": "section_x" } & SectionXAction;

/**
 * What happened in one of the games.
 */
export type AnyEvent = { "game": "tsuro" } & TsuroEvent | { "game": "tortus" } & TortusEvent | { "game": "section_x" } & SectionXEvent;

/**
 * The reason why one of the games rejects a decision.
 */
export type AnyIllegal = TsuroIllegal | TortusIllegal | SectionXIllegal | OtherGame;

/**
 * The options of one of the games.
 */
export type AnyOptions = { "game": "tsuro" } & TsuroOptions | { "game": "tortus" } & TortusOptions | { "game": "section_x" } & SectionXOptions;

/**
 * The private part of a seat's view in one of the games, in addition to the public view.
 */
export type AnyPrivate = TsuroPrivate | TortusPrivate | SectionXPrivate;

/**
 * What a viewer may know of one of the games.
 */
export type AnyView = { "game": "tsuro" } & TsuroView | { "game": "tortus" } & TortusView | { "game": "section_x" } & SectionXView;

/**
 * The state of an attempt at a lesson: the steps since the learner's last decision, or the
 * starting position.
 */
export type Attempt<A, E, V> = {
/**
 * The learner's last decision and the decisions of other seats after it, in order. At the
 * beginning of the lesson it is one step without events.
 */
steps: Array<LessonStep<E, V>>,
/**
 * The result of the attempt so far.
 */
result: LessonResult,
/**
 * The next decision of the lesson's solution; `null` if the lesson shows none, or if the
 * learner's play has made it illegal.
 */
next: A | null, };

/**
 * A seat that the other players wait for without a clock.
 */
export type AwaitedView = {
/**
 * The seat whose turn it is.
 */
seat: Seat,
/**
 * The time from which the other players may vote to skip the seat, in milliseconds since 1970
 * by the server's clock.
 */
urge_from: number,
/**
 * The time from which one vote is enough, in milliseconds since 1970 by the server's clock.
 * Before it, more than half of the other players must vote.
 */
alone_from: number,
/**
 * The seats whose players have voted to skip this one.
 */
urged_by: number[], };

/**
 * The owner of a seat is away, or back. While the owner is away, decisions are made for them.
 */
export type Away = {
/**
 * The seat whose owner is away or back.
 */
seat: Seat,
/**
 * Whether the owner is away.
 */
away: boolean,
/**
 * Whether the owner is away because the other players have voted to skip them. Older logs lack
 * it.
 */
skipped?: boolean, };

/**
 * A person that the host has removed and banned.
 */
export type BannedView = {
/**
 * The number of the ban, to use in commands. It is unique in the room.
 */
barred: number,
/**
 * The name of the person.
 */
name: ShownName, };

/**
 * The kind of bot that has a seat.
 */
export type BotKind = "outside" | Level;

/**
 * A path that can be chosen, and its consequences.
 */
export type Branch = {
/**
 * The port from which the marker would start.
 */
port: Port,
/**
 * The markers that would walk, the mover's first, then clockwise, without those whose path is
 * still to be chosen.
 */
walks: Array<Walk>,
/**
 * The seats that have to choose a path after this one, in the order of their choices.
 */
waits: Array<Seat>, };

/**
 * The maker of a decision for a seat.
 */
export type By = "player" | "clock" | "away" | "bot" | "stand_in";

/**
 * One value per seat, for seats 0 to n-1; never more than [`Seat::MOST`].
 */
export type BySeat<T> = Array<T>;

/**
 * A chat message.
 */
export type ChatLine = {
/**
 * The time of the message in milliseconds since 1970.
 */
at: number,
/**
 * The name of the author.
 */
name: ShownName,
/**
 * The colour of the author's seat, or `null` if the author had none.
 */
colour: Colour | null,
/**
 * The id of the author in this room.
 */
person: PersonId,
/**
 * The text of the message. It is plain text, never markup. It is absent if the message is an
 * emote.
 */
text?: ChatText,
/**
 * The emote. It is absent if the message is a text.
 */
emote?: Emote, };

/**
 * The text of a chat message, with 1 to [`crate::limits::CHAT_CHARACTERS`] printable characters.
 */
export type ChatText = string;

/**
 * A message from a client, as a JSON object with a `type`. The `type` of a command is that of its
 * [`Command`], whose fields stand next to the command's `id`.
 */
export type ClientMessage = { "type": "chat",
/**
 * The text of the chat message.
 */
text: ChatText, } | { "type": "emote",
/**
 * The emote that is posted.
 */
emote: Emote, } | { "type": "sync",
/**
 * The last version that the client has. If it is absent, the server sends the complete
 * state.
 */
since?: Since, } | { "type": "look",
/**
 * Whether the page is visible.
 */
visible: boolean, } | { "type": "ask_seat",
/**
 * The requested seat. Leave it out to withdraw the request.
 */
seat?: Seat, } | { "type": "pass",
/**
 * The seat of the player who takes the device. Leave it out to pass it back to a sender
 * who has no seat.
 */
seat?: Seat, } | { "type": "turn_away",
/**
 * The person, as named in [`Presence`](super::Presence).
 */
person: PersonId, } | { "type": "ping", } | CommandMessage;

/**
 * A clock that limits the turns of a game.
 */
export type Clock = { "type": "none", } | { "type": "turn",
/**
 * The seconds for each turn, within [`crate::limits::TURN_SECONDS`].
 */
seconds: number, } | { "type": "days",
/**
 * The days for each turn, one of [`crate::limits::TURN_DAYS`].
 */
days: number, } | { "type": "bank",
/**
 * The seconds in the bank at the start, within [`crate::limits::BANK_SECONDS`].
 */
seconds: number,
/**
 * The seconds that the bank gains after each turn, at most
 * [`crate::limits::INCREMENT_SECONDS`].
 */
increment: number, };

/**
 * The state of the clock of a game.
 */
export type ClockView = {
/**
 * The seats whose time is running, each with its deadline.
 */
running: Array<RunningClock>,
/**
 * The milliseconds in the bank of each seat at the start of its turn, indexed by seat. It is
 * `null` if the clock has no banks.
 */
banks_ms: number[] | null, };

/**
 * The colour of a marker. The client also gives each colour a shape and a name.
 */
export type Colour = "red" | "blue" | "yellow" | "green" | "purple" | "orange" | "white" | "black";

/**
 * The owner of a seat changed its colour.
 */
export type Coloured = { seat: Seat, colour: Colour, };

/**
 * The id of a command. The client chooses it, and the server returns it unchanged. It has 1 to
 * [`crate::limits::COMMAND_ID_BYTES`] bytes without control characters.
 */
export type CommandId = string;

/**
 * A command and its id as fields of one JSON object. [`Command`] rejects any other field.
 */
export type CommandMessage = {
/**
 * The id of the command. The client chooses a new one for each command.
 */
id: CommandId, } & ({ "type": "act",
/**
 * The version that the decision answers. The server rejects the command as `stale` if
 * the game has changed since.
 */
version: number,
/**
 * The decision, in the form that the game defines.
 */
action: AnyAction, } | { "type": "take_back",
/**
 * The version that shows the decision. The server rejects the command as `stale` if
 * the game has changed since.
 */
version: number, } | { "type": "ask_take_back",
/**
 * A version that shows the decision. The server rejects the command as `stale` if it
 * is not the sender's last decision any more. Decisions of other players since then do
 * not matter.
 */
version: number, } | { "type": "agree_take_back", seat: Seat, } | { "type": "decline_take_back", } | { "type": "hint",
/**
 * The version that the hint is requested for. The server rejects the command as
 * `stale` if the game has changed since.
 */
version: number, } | { "type": "sit",
/**
 * The seat. If it is absent, the sender gets the first free one.
 */
seat: Seat | null,
/**
 * The colour. If it is absent, the sender gets the first free one. A seat that is
 * taken over in a game keeps its colour.
 */
colour: Colour | null,
/**
 * The player's contribution to the seed of the shuffles.
 */
nonce?: Nonce | null, } | { "type": "guest",
/**
 * The seat. If it is absent, the guest gets the first free one.
 */
seat: Seat | null,
/**
 * The name of the guest. If it is absent or `null`, the guest at `seat` is removed.
 */
name: Name | null,
/**
 * The colour of the guest. If it is absent, a new guest gets the first free one.
 */
colour: Colour | null, } | { "type": "stand", } | { "type": "name", name: Name, } | { "type": "colour", colour: Colour, } | { "type": "ready",
/**
 * Whether the sender is ready.
 */
ready: boolean,
/**
 * The player's contribution to the seed of the shuffles.
 */
nonce: Nonce | null, } | { "type": "set",
/**
 * All settings, with their new values.
 */
settings: Settings, } | { "type": "start",
/**
 * The host's contribution to the seed of the shuffles.
 */
nonce: Nonce | null, } | { "type": "remove",
/**
 * The person to remove, who has a seat or is connected to the room.
 */
person: PersonId, } | { "type": "readmit",
/**
 * The number of the ban in [`RoomView::barred`](crate::protocol::RoomView::barred).
 */
barred: number, } | { "type": "bot",
/**
 * The seat. If it is absent, the bot gets the first free one.
 */
seat: Seat | null,
/**
 * The level of the bot. If it is absent or `null`, the bot at `seat` is removed.
 */
level: Level | null, } | { "type": "token",
/**
 * The seat. If it is absent, the program gets the first free one.
 */
seat: Seat | null,
/**
 * The token, which the host's client generates at random.
 */
token: SeatToken, } | { "type": "host",
/**
 * The new host, who must be connected to the room.
 */
person: PersonId, } | { "type": "hand",
/**
 * The seat that is given.
 */
seat: Seat,
/**
 * The new owner of the seat, who must be connected to the room.
 */
person: PersonId, } | { "type": "admit",
/**
 * The person, as named in [`Presence`](crate::protocol::Presence).
 */
person: PersonId, } | { "type": "lock", locked: boolean, } | { "type": "hush", hushed: boolean, } | { "type": "back", } | { "type": "urge",
/**
 * The seat that the vote is to skip.
 */
seat: Seat, } | { "type": "vote_to_end",
/**
 * Whether the sender wants the end. A vote against it clears all votes.
 */
wanted: boolean, } | { "type": "pause",
/**
 * Whether the pause lasts until all players have asked to continue. The first player
 * who asks for the pause decides this.
 */
until_all?: boolean, } | { "type": "vacation", days: number, } | { "type": "go_on", } | { "type": "report",
/**
 * The person who is reported.
 */
person: PersonId,
/**
 * The time of the reported chat message, as in
 * [`ChatLine`](crate::protocol::ChatLine). If it is absent, the report is about the
 * person's name.
 */
at?: number, reason: ReportReason,
/**
 * An explanation in the sender's own words.
 */
note?: ChatText, });

/**
 * The SHA-256 of a [`Secret`], published before the game.
 */
export type Commitment = string;

/**
 * A day of the calendar in UTC, as in 2026-11-21. Days of the same century and millennium are in
 * the order of their texts, and so are these.
 */
export type Day = string;

/**
 * A chat message without words. The client decides how to draw it.
 */
export type Emote = "hello" | "good_luck" | "nice" | "thanks" | "oops" | "wow" | "thinking" | "good_game";

/**
 * The game ended, and the secret of its shuffles is revealed.
 */
export type Ended = {
/**
 * The places of the players.
 */
outcome: Outcome,
/**
 * The secret that the commitment was computed from.
 */
secret: Secret, };

/**
 * A person who asks to come in to a locked room.
 */
export type EntryRequestView = {
/**
 * The id to use for this person in the answer.
 */
person: PersonId,
/**
 * The name of the person.
 */
name: ShownName, };

/**
 * The drawing of a tile: its number and, unrotated, the ports that its four paths join.
 */
export type Face = {
/**
 * The number of the tile.
 */
tile: Tile,
/**
 * The four paths at rotation 0, each from its smaller port to its larger one.
 */
paths: [[Port, Port], [Port, Port], [Port, Port], [Port, Port]], };

/**
 * A deviation of a game from its commitment. Steps, positions and shuffles are counted from 0.
 */
export type Finding = { "type": "commitment", } | { "type": "other_commitment", noted: Commitment, } | { "type": "nonce", noted: Nonce, } | { "type": "number", step: number, expected: number, found: number, } | { "type": "pick", step: number, number: number, expected: number | null, found: number, } | { "type": "items", step: number, number: number, } | { "type": "tile", step: number, number: number, position: number, expected: number, found: number | null, } | { "type": "draw", step: number, seat: Seat, expected: number | null, found: number | null, } | { "type": "hand", step: number, seat: Seat, tile: number | null, } | { "type": "place", step: number, place: string, expected: number | null, found: number | null, } | { "type": "turn", step: number, place: string, expected: number | null, found: number, } | { "type": "took_back", step: number, } | { "type": "unshuffled", step: number, } | { "type": "unused", step: number, number: number, };

/**
 * The choice of the player who moves first.
 */
export type First = { "type": "draw", } | { "type": "winner", } | { "type": "seat",
/**
 * The seat that moves first.
 */
seat: Seat, };

/**
 * The version of the file format.
 */
export type Format = "senda-game/1" | "senda-game/2" | "senda-game/3" | "senda-game/4";

/**
 * A finished game as a file.
 */
export type GameFile = {
/**
 * The version of the file format.
 */
format: Format,
/**
 * The version of the rules that the game was begun by.
 */
rules: number,
/**
 * The number of the game in its room, counted from 1.
 */
round: number,
/**
 * The game and its options.
 */
options: AnyOptions,
/**
 * The seat that was set to move first, or `null` if chance decided.
 */
first: Seat | null,
/**
 * The players at the start of the game, indexed by seat.
 */
seats: Array<GamePlayer>,
/**
 * The start of the game, if it was from a finished game.
 */
start?: Start,
/**
 * The position that the game began with instead of a deal, as the one who set it up knew it.
 */
position?: AnyView,
/**
 * The commitment to the secret, published before the game.
 */
commitment: Commitment,
/**
 * The secret of the shuffles.
 */
secret: Secret,
/**
 * The contributions of the players to the seed, indexed by seat.
 */
nonces: Array<Nonce | null>,
/**
 * The steps of the game in order, beginning with the deal.
 */
steps: Array<GameStep>,
/**
 * The places of the players.
 */
outcome: Outcome, };

/**
 * Identifies a game.
 */
export type GameKind = "tsuro" | "tortus" | "section_x";

/**
 * A player of the game.
 */
export type GamePlayer = {
/**
 * The name of the player.
 */
name: Name,
/**
 * The colour of the player's marker.
 */
colour: Colour,
/**
 * The kind of bot, if the player is a bot.
 */
bot?: BotKind, };

/**
 * A finished game as one viewer saw it.
 */
export type GameReplay = {
/**
 * The number of the game in its room, counted from 1.
 */
round: number,
/**
 * The game and its options.
 */
options: AnyOptions,
/**
 * The players at the start of the game, indexed by seat.
 */
players: Array<ReplayPlayer>,
/**
 * The places of the players.
 */
outcome: Outcome,
/**
 * The events of the game as the viewer could know them then: the deal, the decisions and
 * take-backs, and the comings and goings of the players.
 */
happenings: Array<TimelineEntry>,
/**
 * The version of the room that each position was shown with, in ascending order.
 */
steps: Array<number>,
/**
 * The positions, without the choices of the seats. After the end of the game, a viewer sees
 * everything.
 */
positions: Positions, };

/**
 * A step of the game, with the shuffles that it used.
 */
export type GameStep = { "type": "dealt",
/**
 * The time of the step in milliseconds since 1970.
 */
at: number,
/**
 * The shuffles, in the order in which they were made.
 */
shuffles: Array<Shuffle>,
/**
 * The events in the game.
 */
events: Array<AnyEvent>, } | { "type": "played",
/**
 * The time of the step in milliseconds since 1970.
 */
at: number,
/**
 * The seat that the decision was made for.
 */
seat: Seat,
/**
 * The maker of the decision.
 */
by: By,
/**
 * The decision that was made.
 */
action: AnyAction,
/**
 * The shuffles, in the order in which they were made.
 */
shuffles: Array<Shuffle>,
/**
 * The events in the game.
 */
events: Array<AnyEvent>, } | { "type": "took_back",
/**
 * The time of the step in milliseconds since 1970.
 */
at: number,
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The number of decisions that were taken back with the agreement of the other players,
 * this one included. It is absent if the take-back needed no agreement.
 */
agreed?: number, } | { "type": "revised",
/**
 * The time of the step in milliseconds since 1970.
 */
at: number,
/**
 * The version of the rules.
 */
rules: number, } | { "type": "seated",
/**
 * The time of the step in milliseconds since 1970.
 */
at: number,
/**
 * The seat that was taken over.
 */
seat: Seat,
/**
 * The name of the new owner.
 */
name: Name,
/**
 * The colour of the new owner.
 */
colour: Colour,
/**
 * The kind of bot, if the new owner is a bot.
 */
bot?: BotKind, };

/**
 * A player's hand as the viewer sees it.
 */
export type Hand = {
/**
 * The number of tiles in the hand.
 */
count: number,
/**
 * The tiles in the hand; `null` if the viewer may not know them.
 */
tiles: Array<Face> | null, };

/**
 * The decision that a hard bot would make in a seat, with the reasons. It follows only from the
 * view that was sent to the seat, and only that seat may receive it.
 */
export type Hint = {
/**
 * The decision that the bot suggests.
 */
action: AnyAction,
/**
 * The decisions that the bot would make after it in the same turn, as far as they are certain:
 * up to the first that reveals something hidden. Empty in games where a turn is not planned as
 * a whole.
 */
rest?: Array<AnyAction>,
/**
 * The reasons for it. Each of them distinguishes it from the other possible decisions. Empty
 * if no reason code does.
 */
reasons: Array<Reason>,
/**
 * The win chance: the share of the first place that the bot expects from it, in percent.
 * `None` if the bot did not need to search.
 */
share: number | null, };

/**
 * The host of a room.
 */
export type HostView = {
/**
 * The name of the host.
 */
name: ShownName,
/**
 * The seat of the host, or `null` if the host has none.
 */
seat: Seat | null, };

/**
 * The host closed the chat to spectators, or reopened it to them.
 */
export type Hushed = {
/**
 * Whether the chat is closed to spectators.
 */
hushed: boolean, };

/**
 * A decision, its loss and the win chances after it.
 */
export type Judged = {
/**
 * The version of the room after the decision.
 */
version: number,
/**
 * The seat that the decision was made for.
 */
seat: Seat,
/**
 * The party that made the decision.
 */
by: By,
/**
 * The loss of the decision, in percentage points of the chance of the first place. It is 0 if
 * the decision was as good as that of a hard bot, as far as the bot can judge. It is `None` if
 * there was no choice, or if neither the seat's owner nor a bot in its own seat made the
 * decision.
 */
loss: number | null,
/**
 * The win chance of each seat after the decision, in percent, estimated from what a spectator
 * knew then. After the last decision it is the result.
 */
chances: Array<number>, };

/**
 * A tile on the board.
 */
export type Laid = {
/**
 * The square that the tile lies on.
 */
square: string,
/**
 * The number of the tile.
 */
tile: Tile,
/**
 * The rotation in quarter turns clockwise.
 */
rotation: Rotation,
/**
 * The seat that laid the tile.
 */
seat: Seat, };

/**
 * The result of an attempt at a lesson.
 */
export type LessonResult = "open" | "reached" | "no_turns" | "out" | "over";

/**
 * One decision of a lesson, redacted for the learner.
 */
export type LessonStep<E, V> = {
/**
 * The events of the decision.
 */
events: Array<E>,
/**
 * The position after the decision, with the learner's choices if it is their turn to decide.
 */
view: V, };

/**
 * The playing strength of a bot.
 */
export type Level = "easy" | "medium" | "hard";

/**
 * The public entry of a room in the lobby.
 */
export type Listing = {
/**
 * The game that the room plays.
 */
game: GameKind,
/**
 * Whether the room can be joined.
 */
state: ListingState,
/**
 * The host's name as the host chose it.
 */
host: Name,
/**
 * The number of occupied seats.
 */
seated: number,
/**
 * The number of all seats.
 */
seats: number,
/**
 * The number of connected people without a seat.
 */
watching: number,
/**
 * Whether the games count for the ratings of their players.
 */
rated?: boolean,
/**
 * The part of a finished game that the games of the room start from, instead of a new deal.
 */
starts_from?: StartsFrom, };

/**
 * Whether a listed room can be joined.
 */
export type ListingState = "open" | "running";

/**
 * The host locked or unlocked the room.
 */
export type Locked = {
/**
 * Whether the room is closed to new people.
 */
locked: boolean, };

/**
 * A marker and the path that it has walked.
 */
export type Marker = {
/**
 * The start mark (`a1:0`), once it is chosen; a side of the rim (`a1:01`) until the path is
 * chosen.
 */
start: string | null,
/**
 * The whole path from the start mark: for each crossed square, the port through which the
 * marker left it.
 */
path: Array<Port>,
/**
 * The way in which the marker left the game, if it has.
 */
out: Out | null,
/**
 * The place of its player, once it is final.
 */
place: number | null,
/**
 * The number of loops in the path, if the option `most_loops` is on.
 */
loops?: number, };

/**
 * The name of a person: 1 to [`NAME_CHARACTERS`] visible characters, composed (NFC), with at most
 * [`NAME_MARKS`] combining marks on each of them.
 */
export type Name = string;

/**
 * The random value that a player's device contributes to the seed.
 */
export type Nonce = string;

/**
 * The player whom the event is about.
 */
export type OfPlayer = {
/**
 * The seat of the player.
 */
seat: Seat, };

/**
 * A hand with which tiles may be swapped.
 */
export type Offer = {
/**
 * The seat that held the hand.
 */
seat: Seat,
/**
 * The tiles in the hand.
 */
tiles: Array<Face>, };

/**
 * A notice of the server's operator.
 */
export type OperatorNotice = {
/**
 * The text of the notice. It is plain text, never markup. It is absent for the announcement of
 * a restart.
 */
text?: string,
/**
 * The time in milliseconds until the restart that is announced.
 */
restart_in_ms?: number,
/**
 * The time in milliseconds for which the notice is shown.
 */
for_ms: number, };

/**
 * The error code of a decision that belongs to another game than the one being played.
 */
export type OtherGame = { "code": "other_game" };

/**
 * The way in which a marker left the game.
 */
export type Out = { "how": "edge",
/**
 * The number of tiles on the board at that time.
 */
after: number, } | { "how": "collision",
/**
 * The number of tiles on the board at that time.
 */
after: number,
/**
 * The seat of the other marker.
 */
with: Seat, } | { "how": "resigned",
/**
 * The number of tiles on the board at that time.
 */
after: number, };

/**
 * The final result of a game.
 */
export type Outcome = {
/**
 * The place of each seat, 1 for the winners. Seats that share a place have the same number,
 * and the next place counts them (1, 1, 3).
 */
places: Array<number>, };

/**
 * A player asks for a pause, or agrees to one.
 */
export type PauseAsked = {
/**
 * The seat of the player who asks or agrees.
 */
seat: Seat,
/**
 * Whether the pause lasts until all players are back. The first player who asks for the pause
 * decides this.
 */
until_all?: boolean, };

/**
 * The reason for a pause.
 */
export type PauseReason = "everybody_left" | "agreed" | "until_all_back";

/**
 * The game is paused. No clock runs, and no decision is made for any player.
 */
export type Paused = { reason: PauseReason, };

/**
 * The id of a person within one room: 24 digits of lower-case hexadecimal.
 *
 * It stays the same on every visit and after a restart. It is unique within the room, and the same
 * person has another one in each room. The server derives it from the person's identity and the
 * room. So it stores nothing, and the id does not reveal the identity.
 */
export type PersonId = string;

/**
 * A spectator.
 */
export type PersonView = {
/**
 * The id to use for this person in commands.
 */
person: PersonId,
/**
 * The name of the spectator.
 */
name: ShownName,
/**
 * Whether the spectator is the host.
 */
host: boolean,
/**
 * The seat of a player who is gone, if the spectator asks the host for it.
 */
asks_for?: Seat, };

/**
 * The phase of a room.
 */
export type Phase = "lobby" | "playing" | "over";

/**
 * A legal placement and its consequences.
 */
export type Placement = {
/**
 * The tile that would be laid.
 */
tile: Tile,
/**
 * The rotation in quarter turns clockwise.
 */
rotation: Rotation,
/**
 * The port from which the marker would start, if it stands on a side of the rim.
 */
port?: Port,
/**
 * The markers that would walk, the mover's first, then clockwise, without those whose path is
 * still to be chosen.
 */
walks: Array<Walk>,
/**
 * The seats that would have to choose a path before any marker moves, in the order of their
 * choices.
 */
waits: Array<Seat>, };

/**
 * A player of a game.
 */
export type Player = { name: ShownName, colour: Colour, };

/**
 * One of the eight points on a square's rim, clockwise from its north-west corner: 0 and 1 north
 * (west end, east end), 2 and 3 east, 4 and 5 south, 6 and 7 west.
 */
export type Port = number;

/**
 * The consecutive positions of a game.
 */
export type Positions = {
/**
 * The first position.
 */
start: AnyView,
/**
 * A patch for each further position, in the form of the patches of a room's view, but with
 * unpacked values. The places count the keys of an object in their order in this message. A
 * patch applies to a list whose only item is the position before it.
 */
changes: unknown[][], };

/**
 * The people who are connected to the room.
 */
export type Presence = {
/**
 * The seats whose owners are connected.
 */
seats: number[],
/**
 * The number of spectators, who have no seat.
 */
watching: number,
/**
 * Between games, the seats that the next game starts without. Their owners have been
 * disconnected for a minute ([`crate::limits::ABSENT_AT_START_MS`]) and are not ready.
 */
long_absent: number[],
/**
 * In a room with rated games, whether the running game or the next one counts for the ratings
 * of its players. It is absent while too few people have a seat.
 */
rated?: Rated,
/**
 * The first spectators, at most [`crate::limits::PEOPLE_NAMED`].
 */
people: Array<PersonView>,
/**
 * The people who ask to come in to a locked room, at most [`crate::limits::ENTRY_REQUESTS`].
 * The host answers with [`Command::Admit`](super::Command::Admit) or
 * [`ClientMessage::TurnAway`](super::ClientMessage::TurnAway).
 */
entry_requests?: Array<EntryRequestView>, };

/**
 * The reason why a command is rejected. The codes are stable; the client translates them into
 * words.
 */
export type Problem = AnyIllegal | RoomProblem;

/**
 * An event in the room, as a viewer may know it.
 */
export type PublicEvent = { "type": "created",
/**
 * The name of the creator of the room.
 */
name: ShownName, } | { "type": "sat", seat: Seat, name: ShownName, colour: Colour,
/**
 * The kind of bot, if the new owner is a bot.
 */
bot?: BotKind, } | { "type": "stood", seat: Seat,
/**
 * The name of the person who had the seat.
 */
name: ShownName,
/**
 * Whether the host removed the person.
 */
removed: boolean, } | { "type": "named", seat: Seat,
/**
 * The former name of the owner.
 */
before: ShownName,
/**
 * The new name of the owner.
 */
name: ShownName, } | { "type": "coloured" } & Coloured | { "type": "readied", seat: Seat,
/**
 * Whether the owner is ready.
 */
ready: boolean, } | { "type": "set",
/**
 * All settings, with their new values.
 */
settings: Settings,
/**
 * The settings that differ from the previous ones.
 */
changed: Array<Setting>,
/**
 * The seats whose owners were ready and have to confirm it, because the next game is a
 * different one now.
 */
unready: number[], } | { "type": "host",
/**
 * The name of the new host.
 */
name: ShownName,
/**
 * Whether the role passed on because the previous host was gone.
 */
gone: boolean,
/**
 * Whether the new host is the creator of the room, who is back. Another person was the
 * host in the meantime.
 */
back: boolean, } | { "type": "locked" } & Locked | { "type": "hushed" } & Hushed | { "type": "barred",
/**
 * The name of the removed person.
 */
name: ShownName, } | { "type": "readmitted",
/**
 * The name of the person who may return.
 */
name: ShownName, } | { "type": "admitted", } | { "type": "committed",
/**
 * The SHA-256 digest of the secret.
 */
commitment: Commitment, } | { "type": "started" } & Started | { "type": "played", seat: Seat,
/**
 * The maker of the decision. It is left out if the owner of the seat made the decision.
 */
by?: By,
/**
 * The events in the game, as the viewer may know them.
 */
events: Array<AnyEvent>, } | { "type": "took_back" } & TookBack | { "type": "take_back_asked" } & OfPlayer | { "type": "take_back_agreed" } & OfPlayer | { "type": "take_back_declined" } & OfPlayer | { "type": "hinted" } & OfPlayer | { "type": "away" } & Away | { "type": "urged" } & VotedToSkip | { "type": "voted_to_end" } & VotedToEnd | { "type": "vacation" } & Vacation | { "type": "would_go_on" } & OfPlayer | { "type": "pause_asked" } & PauseAsked | { "type": "pause_declined" } & OfPlayer | { "type": "paused" } & Paused | { "type": "resumed" } & Resumed | { "type": "revised" } & Revised | { "type": "abandoned" } & Abandoned | { "type": "ended" } & Ended;

/**
 * Whether a game of a room with rated games counts for the ratings of its players. The log stores
 * it at the start of the game, so that ratings can be computed from the logs alone.
 */
export type Rated = "counts" | "same_network" | "unknown_network";

/**
 * A condition of rated games that is not met.
 */
export type RatedNeed = "clock" | "no_hints" | "no_stand_in" | "new_deal" | "no_bots" | "no_guests" | "own_seat" | "no_take_back";

/**
 * A reason for or against a decision.
 */
export type Reason = { "type": "only", } | { "type": "wins", } | { "type": "leaves", } | { "type": "throws_out",
/**
 * The seats that are eliminated.
 */
seats: Array<Seat>, } | { "type": "keeps_ways",
/**
 * The number of such placements out of a hundred.
 */
ways: number, } | { "type": "exposes",
/**
 * The opponents that can do it.
 */
seats: Array<Seat>, } | { "type": "takes",
/**
 * The number of pieces that opponents lose.
 */
count: number, } | { "type": "loses",
/**
 * The number of pieces that the seat loses.
 */
count: number, } | { "type": "brings_home",
/**
 * The number of pieces that arrive.
 */
count: number, } | { "type": "endangers",
/**
 * The number of additionally exposed pieces.
 */
count: number, } | { "type": "risks",
/**
 * The number of additionally exposed pieces.
 */
count: number, } | { "type": "shelters",
/**
 * The number of pieces that are no longer exposed.
 */
count: number, } | { "type": "advances",
/**
 * The number of steps that the piece comes closer.
 */
steps: number, } | { "type": "nears",
/**
 * The number of steps that the way gets shorter.
 */
steps: number, };

/**
 * A player of a finished game.
 */
export type ReplayPlayer = {
/**
 * The name, as it was shown in the room.
 */
name: ShownName,
/**
 * The colour of the player's marker.
 */
colour: Colour,
/**
 * The kind of bot, or `null` for a person.
 */
bot: BotKind | null, };

/**
 * The reason for which a player reports another one to the operator of the server.
 */
export type ReportReason = "name" | "insult" | "spam" | "other";

/**
 * The game continues after a pause.
 */
export type Resumed = {
/**
 * The seat of the player who has returned or has asked to continue. It is `null` if all people
 * have left their seats.
 */
seat: Seat | null, };

/**
 * A hand that goes back into the pile.
 */
export type Returned = {
/**
 * The seat that held the hand.
 */
seat: Seat,
/**
 * The tiles that were in the hand.
 */
tiles: Array<Tile | null>, };

/**
 * The decisions of a finished game, each judged by what its seat knew at the time.
 */
export type Review = {
/**
 * The decisions in order, without those that were taken back. In a very long game, the first
 * ones are left out.
 */
decisions: Array<Judged>,
/**
 * The decisions with the greatest losses, the worst first, with a maximum number per seat.
 * Decisions of the clock or a stand-in are not among them.
 */
worst: Array<WorstMoment>,
/**
 * The win chance of each seat before the first of these decisions, in percent.
 */
chances: Array<number>, };

/**
 * The server was updated during the game, which continues by newer rules.
 */
export type Revised = {
/**
 * The version of the rules that the game continues by.
 */
rules: number, };

/**
 * The reason why the room rejects a command.
 */
export type RoomProblem = { "code": "bad_message",
/**
 * The position and cause of the error, in English, for developers.
 */
detail: string, } | { "code": "stale" } | { "code": "nothing_to_take_back" } | { "code": "no_take_back" } | { "code": "no_early_end" } | { "code": "no_hint" } | { "code": "no_seat" } | { "code": "already_seated" } | { "code": "seat_taken" } | { "code": "no_such_seat" } | { "code": "room_full" } | { "code": "colour_taken" } | { "code": "not_host" } | { "code": "no_such_person" } | { "code": "no_such_line" } | { "code": "not_reported" } | { "code": "no_such_bot" } | { "code": "no_such_guest" } | { "code": "only_plays" } | { "code": "not_yourself" } | { "code": "creator_stays" } | { "code": "game_running" } | { "code": "no_game" } | { "code": "draining" } | { "code": "used_up" } | { "code": "too_few",
/**
 * The lowest number of players that can start the game.
 */
fewest: number, } | { "code": "too_many_seated",
/**
 * The highest number of players of the game.
 */
most: number, } | { "code": "not_ready",
/**
 * The seats whose owners are not ready.
 */
seats: Array<Seat>, } | { "code": "bad_settings",
/**
 * The name of the setting.
 */
which: string, } | { "code": "rated_needs",
/**
 * The condition.
 */
need: RatedNeed, } | { "code": "not_awaited" } | { "code": "too_early",
/**
 * The time in milliseconds until the other players may vote.
 */
again_ms: number, } | { "code": "paused" } | { "code": "no_vacation",
/**
 * The number of days of vacation that the sender has left in this game.
 */
days_left: number, } | { "code": "bad_name" } | { "code": "bad_chat" } | { "code": "hushed" } | { "code": "hands_shown" } | { "code": "same_for_all" } | { "code": "too_fast",
/**
 * The time in milliseconds after which the sender may retry.
 */
again_ms: number, };

/**
 * The events and changes since the last update or step on this connection.
 */
export type RoomStep = {
/**
 * The version after this step.
 */
version: number,
/**
 * The server's time in milliseconds since 1970.
 */
at: number,
/**
 * The events of this version, in order.
 */
happenings: Array<PublicEvent>,
/**
 * The events of earlier versions, if the step contains several versions.
 */
before?: Array<TimelineEntry>,
/**
 * The diff that turns the last public view into the current one.
 */
change: unknown[],
/**
 * The receiver's private part of the game. It is left out if it has not changed.
 */
own?: AnyPrivate | null, };

/**
 * The state of the room, as one viewer may know it. All viewers of the same kind receive equal
 * views.
 */
export type RoomView = {
/**
 * The phase of the room: a lobby, a running game or a finished one.
 */
phase: Phase,
/**
 * The settings of the running game, or of the next game if none runs.
 */
settings: Settings,
/**
 * The seats, where `null` is a free seat.
 */
seats: Array<SeatView | null>,
/**
 * The host of the room.
 */
host: HostView,
/**
 * The person who created the room. The host can't remove them.
 */
creator: PersonId,
/**
 * The people who were removed and may not return.
 */
barred: Array<BannedView>,
/**
 * Whether the host has locked the room, so that no new people can enter.
 */
locked: boolean,
/**
 * Whether the host has closed the chat to spectators.
 */
hushed: boolean,
/**
 * Whether no further game can begin in this room, because its log has reached the maximum
 * length.
 */
used_up: boolean,
/**
 * The number of games in this room so far, the current one included.
 */
round: number,
/**
 * The results of the finished games in this room for each person, best first.
 */
standing: Array<StandingView>,
/**
 * The winners of the last game, while the room waits for the next one. Those who have left are
 * not listed.
 */
winners: Array<PersonId>,
/**
 * The commitment to the secret of the running game, or of the next game if none runs.
 */
commitment: Commitment,
/**
 * The state of the clock, in a game with a clock. In a game without one it is `null`, except
 * while a skipped player is back in the same turn, which then has a time limit.
 */
clock: ClockView | null,
/**
 * Whether only bots play on in the running game, because all people are out or have left. The
 * bots then play faster.
 */
only_bots: boolean,
/**
 * The seats that the other players wait for because no clock ends their turn.
 */
awaited: Array<AwaitedView>,
/**
 * The reason for the pause, or `null` if the game is not paused.
 */
paused: PauseReason | null,
/**
 * The seats whose players have asked for a pause or agreed to one, in that order.
 */
pause_asked_by: Array<Seat>,
/**
 * The seats whose players are back, in a pause that lasts until all players are back.
 */
go_on_asked_by: Array<Seat>,
/**
 * The number of decisions that the player whose turn it is can take back, one after the other.
 * These are the decisions since hidden information was last revealed or another seat last
 * decided.
 */
take_back: number,
/**
 * The seat whose player asks to take a decision back, followed by the seats whose players have
 * agreed.
 */
take_back_asked_by: Array<Seat>,
/**
 * The seats whose take-back request was declined and that have made no decision since. They
 * can't ask again yet.
 */
take_back_declined: Array<Seat>,
/**
 * The seats whose players vote to end the game without a result.
 */
end_votes: number[],
/**
 * Whether players may request hints, because the settings allow it or one person plays with
 * bots alone.
 */
hints: boolean,
/**
 * The running game, or the last one if none runs. It is `null` if there is no game to show.
 */
game: AnyView | null, };

/**
 * A rotation in quarter turns clockwise, 0 to 3.
 */
export type Rotation = number;

/**
 * A seat whose time is running.
 */
export type RunningClock = {
/**
 * The seat that the time belongs to.
 */
seat: Seat,
/**
 * The deadline of the seat in milliseconds since 1970 by the server's clock.
 */
until: number, };

/**
 * A placement that does not eliminate its player.
 */
export type Safe = {
/**
 * The tile that is laid.
 */
tile: Tile,
/**
 * The rotation in quarter turns clockwise.
 */
rotation: Rotation,
/**
 * The port from which the marker starts, if it stands on a side of the rim.
 */
port?: Port, };

/**
 * A place at the table, counted from 0 in clockwise order.
 */
export type Seat = number;

/**
 * The secret of a seat for an external bot: 256 random bits, written as 64 digits of lower-case
 * hexadecimal. Any program that presents it plays on the seat that the host has assigned to it.
 *
 * The host's client generates it, so that the host has to share it with the program only. The
 * server does not store it: the log contains only the [`PlayerId`](crate::PlayerId) that is
 * derived from it.
 */
export type SeatToken = string;

/**
 * A seat that is taken, or that its owner has given up in the running game.
 */
export type SeatView = {
/**
 * The id to use for the owner in commands. If the seat is vacant, it is that of the last
 * owner.
 */
person: PersonId,
/**
 * The name of the owner, or of the last owner if the seat is vacant.
 */
name: ShownName,
/**
 * The colour of the seat.
 */
colour: Colour,
/**
 * Whether the owner is ready for the next game.
 */
ready: boolean,
/**
 * The settings that have changed since the owner was ready. The owner has to confirm that they
 * are ready because of these changes.
 */
changed: Array<Setting>,
/**
 * The kind of bot, if the owner is a bot.
 */
bot: BotKind | null,
/**
 * The person on whose device the owner plays, if the owner is a guest.
 */
guest_of?: PersonId,
/**
 * Whether the owner is away, so that decisions are made for them.
 */
away: boolean,
/**
 * Whether the owner has given up the seat in this game, so that any other person may take it
 * over.
 */
vacant: boolean,
/**
 * The vacation of the owner, in a game with turns of days.
 */
vacation: VacationView | null, };

/**
 * The random value that the server draws for a game and keeps secret until the end.
 */
export type Secret = string;

/**
 * An action of a player. `stock` is the index of a tile in the player's stock and `prisoner`
 * the number of one of the player's prisoners, both counted from 0. A rotation is a number of
 * sixths of a turn clockwise.
 */
export type SectionXAction = { "type": "draw",
/**
 * The number of the pile, from 0.
 */
pile: number, } | { "type": "place",
/**
 * The index of the tile in the stock.
 */
stock: number,
/**
 * The cell that the tile is laid on.
 */
cell: SectionXCell,
/**
 * The rotation of the tile.
 */
rotation: number, } | { "type": "exchange",
/**
 * The cell of the first tile.
 */
a: SectionXCell,
/**
 * The rotation of the first tile on its new cell.
 */
rotation_a: number,
/**
 * The cell of the second tile.
 */
b: SectionXCell,
/**
 * The rotation of the second tile on its new cell.
 */
rotation_b: number, } | { "type": "relocate",
/**
 * The cell that the tile lies on.
 */
from: SectionXCell,
/**
 * The cell that the tile moves to.
 */
to: SectionXCell,
/**
 * The rotation of the tile on its new cell.
 */
rotation: number, } | { "type": "turn",
/**
 * The cell of the tile.
 */
cell: SectionXCell,
/**
 * The new rotation of the tile.
 */
rotation: number, } | { "type": "skip_tile", } | { "type": "fight_choice",
/**
 * The seat whose doors stay.
 */
keep: Seat, } | { "type": "step",
/**
 * The number of the prisoner.
 */
prisoner: number,
/**
 * The place that the prisoner moves to: `block`, a section, or a green area.
 */
to: SectionXPlace, } | { "type": "door",
/**
 * The section that the player's door is in; `null` for a door that is not on the
 * board.
 */
from: SectionXSpot | null,
/**
 * The section that the door is put into.
 */
to: SectionXSpot, } | { "type": "end_turn", } | { "type": "give_door",
/**
 * The section that the door is in.
 */
section: SectionXSpot, } | { "type": "resign", };

/**
 * A green area and the free zone that it leads to.
 */
export type SectionXArea = {
/**
 * The cells of the area, the corner of the board first.
 */
cells: Array<SectionXCell>,
/**
 * The owner of the free zone.
 */
owner: Seat | null, };

/**
 * A place that a tunnel leads to and that the prisoners can't enter.
 */
export type SectionXBarred = {
/**
 * The place that the tunnel leads to.
 */
to: SectionXPlace,
/**
 * The reason why the prisoners can't enter it.
 */
why: SectionXIllegal, };

/**
 * A pair of adjacent tiles that can be exchanged. It is written as three strings: the cell of the
 * first tile, the cell of the second tile, and six digits of [`Rotations`]. The digit at index `n`
 * holds the rotations of the second tile on its new cell when the first has rotation `n` on its
 * own new cell.
 */
export type SectionXBeside = [string, string, string];

/**
 * A tile on the board, with its cell.
 */
export type SectionXBoardTile = {
/**
 * The cell of the tile.
 */
cell: SectionXCell,
/**
 * The kind of the tile.
 */
kind: SectionXKind,
/**
 * The rotation of the tile.
 */
rotation: SectionXRotation, };

/**
 * A set of rotations for each cell for tiles. It is written as a string with one digit of
 * [`Rotations`] for each cell of [`View::cells`](super::View::cells), in the same order.
 */
export type SectionXByCell = string;

/**
 * A cell of the hexagonal board, written as a letter for its column and a number for its row: `g7`
 * is the middle. Rows run from the west to the east and are numbered from the north. Columns run
 * from the north-west to the south-east.
 *
 * The cell to the east of `g7` is `h7`, and clockwise from there come `g8`, `f8`, `f7`, `g6` and
 * `h6`.
 */
export type SectionXCell = string;

/**
 * The decisions that are open to a seat. An entry that is `null` or empty is not possible now.
 */
export type SectionXChoices = {
/**
 * The piles that a tile can be drawn from.
 */
draw: Array<number>,
/**
 * The possible actions with tiles.
 */
tile: SectionXTileChoices | null,
/**
 * Whether doing nothing with a tile takes an explicit `skip_tile` action.
 */
skip_tile: boolean,
/**
 * The prisoners that can move, grouped by place.
 */
steps: Array<SectionXSteps>,
/**
 * The doors that can be put or moved.
 */
doors: Array<SectionXDoorChoice>,
/**
 * Whether the turn can be ended.
 */
end_turn: boolean,
/**
 * Whether the round ends if the turn is ended now.
 */
ends_round: boolean,
/**
 * The fight that waits for the choice of the doors that stay.
 */
fight: SectionXFight | null,
/**
 * The doors on the board; one of them must be given up for a key.
 */
give_door: Array<SectionXSpot>, };

/**
 * The fate of all prisoners and doors when the tunnels collapse.
 */
export type SectionXCollapse = {
/**
 * The reason why the round ends.
 */
why: SectionXRoundEnd,
/**
 * The prisoners that were on a green area. They are now in the free zone of the same number.
 */
freed: Array<SectionXPrisoner>,
/**
 * The prisoners that were in a tunnel outside a hide-out. They are lost.
 */
lost: Array<SectionXPrisoner>,
/**
 * The prisoners that are safe, in a cell block or a hide-out.
 */
safe: Array<SectionXPrisoner>,
/**
 * The doors that go back to their players.
 */
doors: Array<SectionXDoor>, };

/**
 * The further effects of a step.
 */
export type SectionXDoes = {
/**
 * Whether the step takes a free zone that has no owner.
 */
takes_zone: boolean,
/**
 * Whether the step gives the master key back.
 */
loses_key: boolean,
/**
 * The number of prisoners that each player loses because the step ends the round; `null` if
 * the step does not end the round, or wins the game.
 */
ends_round: BySeat<number> | null,
/**
 * Whether the step wins the game.
 */
wins: boolean, };

/**
 * The record of the actions taken in the current turn.
 */
export type SectionXDone = {
/**
 * Whether a tile has been drawn.
 */
drew: boolean,
/**
 * Whether a tile has been laid, exchanged, moved or turned.
 */
tile: boolean,
/**
 * The number of steps of each prisoner of the mover, indexed by the number of the prisoner.
 */
steps: [number, number, number, number, number, number, number, number],
/**
 * Whether a door has been put or moved.
 */
door: boolean, };

/**
 * A door on the board.
 */
export type SectionXDoor = {
/**
 * The seat of the door's player.
 */
seat: Seat,
/**
 * The section that the door is in.
 */
at: SectionXSpot, };

/**
 * A door that can be put or moved.
 */
export type SectionXDoorChoice = {
/**
 * The section that the door is in; `null` for a door that is not on the board.
 */
from: SectionXSpot | null,
/**
 * The sections that the door can be put into.
 */
to: Array<SectionXSpot>, };

/**
 * The reasons why a game ends.
 */
export type SectionXEnd = { "how": "target",
/**
 * The seat of the winner.
 */
winner: Seat, } | { "how": "nobody_can" } | { "how": "last_round" } | { "how": "stalled" } | { "how": "round_limit" } | { "how": "alone",
/**
 * The seat of the winner.
 */
winner: Seat, };

/**
 * An event of a game. The log hides nothing. An event that is sent to a viewer has `null` for
 * each tile that the viewer may not know.
 */
export type SectionXEvent = { "type": "opened",
/**
 * The version of the rules, [`crate::section_x::RULES`].
 */
rules: number,
/**
 * The seat that plays first.
 */
first: Seat,
/**
 * The piles, the top tile of each first. One shuffle of all tiles is dealt pile by
 * pile.
 */
piles: Array<Array<SectionXKind | null>>, } | { "type": "set_up",
/**
 * The version of the rules, [`crate::section_x::RULES`].
 */
rules: number,
/**
 * The complete position as text, or `null` for a viewer who may not know all of it.
 */
position: string | null, } | { "type": "turn",
/**
 * The seat whose turn it is.
 */
seat: Seat, } | { "type": "drew",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The number of the pile, from 0.
 */
pile: number,
/**
 * The tile that was drawn.
 */
tile: SectionXKind | null, } | { "type": "placed",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The index of the tile in the stock. The tiles behind it move up.
 */
stock: number,
/**
 * The kind of the tile.
 */
tile: SectionXKind,
/**
 * The cell of the tile.
 */
cell: SectionXCell,
/**
 * The rotation of the tile.
 */
rotation: SectionXRotation, } | { "type": "exchanged",
/**
 * The former cell of the first tile.
 */
a: SectionXCell,
/**
 * The rotation of the first tile on its new cell.
 */
rotation_a: SectionXRotation,
/**
 * The former cell of the second tile.
 */
b: SectionXCell,
/**
 * The rotation of the second tile on its new cell.
 */
rotation_b: SectionXRotation, } | { "type": "relocated",
/**
 * The former cell of the tile.
 */
from: SectionXCell,
/**
 * The new cell of the tile.
 */
to: SectionXCell,
/**
 * The rotation of the tile on its new cell.
 */
rotation: SectionXRotation, } | { "type": "turned",
/**
 * The cell of the tile.
 */
cell: SectionXCell,
/**
 * The new rotation of the tile.
 */
rotation: SectionXRotation, } | { "type": "skipped", } | { "type": "tied",
/**
 * A section of the joined tunnel.
 */
at: SectionXSpot,
/**
 * The lengths of the tunnels before they were joined.
 */
lengths: Array<SectionXLength>,
/**
 * The seats whose doors can stay.
 */
among: Array<Seat>, } | { "type": "fought",
/**
 * A section of the joined tunnel.
 */
at: SectionXSpot,
/**
 * The lengths of the tunnels before they were joined.
 */
lengths: Array<SectionXLength>,
/**
 * The seat whose doors stay.
 */
kept: Seat,
/**
 * The doors that go back.
 */
back: Array<SectionXDoor>, } | { "type": "stepped",
/**
 * The seat of the prisoner's player.
 */
seat: Seat,
/**
 * The number of the prisoner.
 */
prisoner: number,
/**
 * The place that the prisoner leaves.
 */
from: SectionXPlace,
/**
 * The place that the prisoner enters.
 */
to: SectionXPlace, } | { "type": "zone_taken",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The number of the zone.
 */
zone: number, } | { "type": "door_put",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The section that the door was in; `null` if it was not on the board.
 */
from: SectionXSpot | null,
/**
 * The section that the door is in now.
 */
to: SectionXSpot, } | { "type": "key_due",
/**
 * The seat of the player.
 */
seat: Seat, } | { "type": "key_won",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The section that the door was in; `null` if it was not on the board.
 */
door: SectionXSpot | null, } | { "type": "key_lost",
/**
 * The seat of the player.
 */
seat: Seat, } | { "type": "collapsed" } & SectionXCollapse | { "type": "last_round", } | { "type": "round",
/**
 * The number of the round, from 1.
 */
number: number,
/**
 * The piles, the top tile of each first. One shuffle of all these tiles is dealt pile
 * by pile.
 */
piles: Array<Array<SectionXKind | null>>, } | { "type": "resigned",
/**
 * The seat of the player.
 */
seat: Seat, } | { "type": "over",
/**
 * The places of the players.
 */
outcome: Outcome,
/**
 * The reason why the game is over.
 */
end: SectionXEnd, };

/**
 * A fight that waits for a choice.
 */
export type SectionXFight = {
/**
 * The number of the contested tunnel.
 */
tunnel: number,
/**
 * The seats whose doors can stay.
 */
among: Array<Seat>,
/**
 * The lengths of the tunnels of all players who have doors in the contested tunnel, before the
 * tunnels were joined.
 */
lengths: Array<SectionXLength>, };

/**
 * A fight that a tile would cause by joining tunnels of several players. One tile can cause
 * several fights, each for a different tunnel.
 */
export type SectionXFightAhead = {
/**
 * The cell that the tile would lie on.
 */
cell: SectionXCell,
/**
 * The rotations of the tile that cause the fight.
 */
rotations: SectionXRotations,
/**
 * The tunnel lengths of all players who have doors in the joined tunnel, the lowest seat
 * first.
 */
lengths: Array<SectionXLength>,
/**
 * The seats whose doors could stay. If there are several, the mover chooses one.
 */
among: Array<Seat>, };

/**
 * A tile of the board that can't be turned, and perhaps can't be moved either.
 */
export type SectionXFixed = {
/**
 * The cell of the tile.
 */
cell: SectionXCell,
/**
 * The reason why the tile can't be turned.
 */
turn: SectionXIllegal,
/**
 * The reason why the tile can't be moved either; `null` if it can be moved.
 */
moved: SectionXIllegal | null, };

/**
 * The reasons why an action is rejected. The codes are stable.
 */
export type SectionXIllegal = { "code": "not_your_turn" } | { "code": "wrong_phase" } | { "code": "game_over" } | { "code": "no_such_pile" } | { "code": "pile_empty" } | { "code": "stock_full" } | { "code": "no_such_stock_tile" } | { "code": "no_such_tile" } | { "code": "not_a_tile_cell" } | { "code": "cell_taken" } | { "code": "bad_rotation" } | { "code": "does_not_fit",
/**
 * The cell that the tile would lie on.
 */
cell: SectionXCell,
/**
 * The first side, clockwise from 0 in the east, on which the tile doesn't fit.
 */
side: number, } | { "code": "same_cell" } | { "code": "same_rotation" } | { "code": "foreign_tunnel",
/**
 * The seat that owns the tunnel.
 */
owner: Seat, } | { "code": "prisoner_on_tile" } | { "code": "occupied_hideout" } | { "code": "foreign_prisoner_in_hideout" } | { "code": "distance_rule",
/**
 * The present distance to the nearest green cell, in steps.
 */
old: number,
/**
 * The distance after the move, in steps.
 */
new: number, } | { "code": "tile_action_used" } | { "code": "no_steps_left" } | { "code": "prisoner_two_steps_used" } | { "code": "no_such_prisoner" } | { "code": "prisoner_gone" } | { "code": "no_such_section" } | { "code": "not_connected" } | { "code": "section_full" } | { "code": "same_tunnel" } | { "code": "door_blocks",
/**
 * The seat that owns the door.
 */
owner: Seat, } | { "code": "zone_of_other",
/**
 * The seat that owns the zone.
 */
owner: Seat, } | { "code": "zone_reserved" } | { "code": "door_already_used" } | { "code": "steps_already_used" } | { "code": "no_door_in_supply" } | { "code": "not_your_door" } | { "code": "junction" } | { "code": "hideout_no_door" } | { "code": "tile_already_has_door" } | { "code": "tunnel_of_other",
/**
 * The seat that owns the tunnel.
 */
owner: Seat, } | { "code": "foreign_prisoner_there" } | { "code": "not_a_tied_player" } | { "code": "seats" } | { "code": "bad_options",
/**
 * The name of the invalid option.
 */
which: string, };

/**
 * A kind of tile. The tunnels of each kind are in [`super::COMPONENTS`]; all of them are \[R\].
 */
export type SectionXKind = "straight" | "wide_bend" | "sharp_bend" | "y_junction" | "left_junction" | "right_junction" | "four_way" | "two_bends" | "straight_and_bend" | "two_straights" | "three_straights" | "three_bends" | "straight_and_two_bends" | "hide_out_end" | "hide_out_straight" | "hide_out_bend" | "hide_out_junction";

/**
 * The shape of a kind of tile.
 */
export type SectionXKindShape = {
/**
 * The kind that this entry describes.
 */
kind: SectionXKind,
/**
 * The number of tiles of the kind in the box.
 */
count: number,
/**
 * The tunnels of the kind at rotation 0. They don't meet, not even where they cross.
 */
sections: Array<SectionXSectionShape>, };

/**
 * A tile on the board.
 */
export type SectionXLaidTile = {
/**
 * The cell of the tile.
 */
cell: SectionXCell,
/**
 * The kind of the tile.
 */
kind: SectionXKind,
/**
 * The rotation of the tile.
 */
rotation: SectionXRotation,
/**
 * The number of the tunnel that each section of the tile is part of.
 */
tunnels: Array<number>, };

/**
 * The length of a player's tunnels before they were joined to those of other players (fight for a
 * tunnel).
 */
export type SectionXLength = {
/**
 * The seat whose doors are in these tunnels.
 */
seat: Seat,
/**
 * The number of different tiles of these tunnels.
 */
tiles: number, };

/**
 * A tile of the board that can be moved.
 */
export type SectionXMovable = {
/**
 * The cell of the tile.
 */
cell: SectionXCell,
/**
 * The possible rotations on each cell that the tile can move to.
 */
to: SectionXByCell,
/**
 * The fights that moving the tile to an empty cell would cause.
 */
fights: Array<SectionXFightAhead>, };

/**
 * The options of a game.
 *
 * They are read from a preset and the differences from it, as in `{"preset":"expert","target":5}`.
 * They are written in full, so that the record of a game keeps its options even if a preset
 * changes later.
 */
export type SectionXOptions = {
/**
 * The preset that the options were based on.
 */
preset: SectionXPreset,
/**
 * The number of prisoners that must escape to win: one of [`Options::TARGETS`] (end of the
 * game; expert).
 */
target: number,
/**
 * Whether the piles lie face up (expert).
 */
open_piles: boolean,
/**
 * Whether a turn may contain the tile, the steps and the door in any order, with steps both
 * before and after the tile (expert).
 */
any_order: boolean,
/**
 * Whether a forced last round is won by the player with the most prisoners not lost, before
 * escaped prisoners count (end of the game). This takes the rulebook's sentence on the last
 * round literally.
 */
last_round_by_survivors: boolean, };

/**
 * The kind of decision that a game waits for.
 */
export type SectionXPhase = { "type": "draw" } | { "type": "tile" } | { "type": "act" } | { "type": "main" } | { "type": "fight_choice" } | { "type": "give_door",
/**
 * The seat of the player.
 */
seat: Seat, } | { "type": "over" };

/**
 * A pile of tiles.
 */
export type SectionXPile = {
/**
 * The number of tiles in the pile.
 */
count: number,
/**
 * The topmost tiles of the pile that the viewer may know, the top first: none; one if the
 * piles lie face up; all after the game.
 */
top: Array<SectionXKind>, };

/**
 * The place of a prisoner: `block`, `g10:1` in a tunnel or a hide-out, `green:3` on a green area
 * in this round, `free:3` in a free zone, or `lost`.
 */
export type SectionXPlace = string;

/**
 * A kind of tile in the stock that can be placed.
 */
export type SectionXPlaceable = {
/**
 * The kind of the tiles.
 */
kind: SectionXKind,
/**
 * The indices of the tiles of this kind in the stock.
 */
stock: Array<number>,
/**
 * The possible rotations on each cell.
 */
to: SectionXByCell,
/**
 * The fights that placing the tile would cause.
 */
fights: Array<SectionXFightAhead>, };

/**
 * The possessions and the score of a player.
 */
export type SectionXPlayer = {
/**
 * The tiles of the stock; `null` for each tile that the viewer may not know.
 */
stock: Array<SectionXKind | null>,
/**
 * The number of doors that are neither on the board nor given up for a key.
 */
doors: number,
/**
 * Whether the player has a master key.
 */
key: boolean,
/**
 * The number of prisoners in free zones.
 */
free: number,
/**
 * The number of prisoners on green areas.
 */
green: number,
/**
 * The number of prisoners in hide-outs.
 */
hidden: number,
/**
 * The number of prisoners in tunnels outside hide-outs. They are lost if the round ends now.
 */
exposed: number,
/**
 * The number of lost prisoners.
 */
lost: number,
/**
 * The number of prisoners that are not lost: those that have escaped or still can.
 */
potential: number, };

/**
 * A named set of options.
 */
export type SectionXPreset = "base" | "expert";

/**
 * A prisoner and its place.
 */
export type SectionXPrisoner = {
/**
 * The seat of the prisoner's player.
 */
seat: Seat,
/**
 * The number of the prisoner, from 0.
 */
number: number,
/**
 * The place of the prisoner.
 */
at: SectionXPlace, };

/**
 * The part of a seat's view that others may not know. Laid over the view of a spectator, it gives
 * the view of the seat.
 */
export type SectionXPrivate = {
/**
 * The stock of the seat.
 */
players?: { [key in number]: SectionXStock },
/**
 * The decisions that are open to the seat now.
 */
choices?: SectionXChoices, };

/**
 * The rotation of a tile, in sixths of a turn clockwise, 0 to 5.
 */
export type SectionXRotation = number;

/**
 * A set of rotations. Bit `n` says whether a tile may be turned by `n` sixths. The set is written
 * as one digit of base64: `A` is the empty set, `/` has all six rotations.
 */
export type SectionXRotations = string;

/**
 * The reasons why a round ends.
 */
export type SectionXRoundEnd = { "how": "escape",
/**
 * The seat of that player.
 */
seat: Seat, } | { "how": "last_tile" } | { "how": "idle" } | { "how": "turn_limit" };

/**
 * One tunnel of a kind of tile.
 */
export type SectionXSectionShape = {
/**
 * The sides that the tunnel leads to at rotation 0. A rotation adds its number to each, modulo
 * 6.
 */
openings: Array<number>,
/**
 * Whether the tunnel has a hide-out.
 */
hide_out: boolean, };

/**
 * One tunnel of the tile on a cell, written `g10:1`. Sections are numbered from 0 in the order of
 * the kind's tunnels.
 */
export type SectionXSpot = string;

/**
 * The possible steps of the prisoners in one place.
 */
export type SectionXSteps = {
/**
 * The numbers of the prisoners.
 */
prisoners: Array<number>,
/**
 * The places that these prisoners can move to.
 */
to: Array<SectionXTarget>,
/**
 * The other places that a tunnel leads to, and the reasons why these prisoners can't enter
 * them.
 */
barred: Array<SectionXBarred>, };

/**
 * The tiles of a stock.
 */
export type SectionXStock = {
/**
 * The tiles, all of them known.
 */
stock: Array<SectionXKind | null>, };

/**
 * A place that a prisoner can move to.
 */
export type SectionXTarget = {
/**
 * The place: `block`, a section, or a green area.
 */
to: SectionXPlace,
/**
 * The further effects of the step; `null` if there are none.
 */
does: SectionXDoes | null, };

/**
 * The possible actions with tiles.
 *
 * A cell is missing from a choice for one of a few reasons: a tile lies there, the tile does not
 * fit, or an occupied hide-out would come closer to a green area. A client that needs the reason,
 * or the side on which a tile doesn't fit, sends the action: the server rejects it with the code
 * of the reason, and nothing changes.
 */
export type SectionXTileChoices = {
/**
 * The kinds of tiles in the stock, and the cells that each can be placed on.
 */
place: Array<SectionXPlaceable>,
/**
 * The tiles of the board that can be moved, and their possible cells. A tile that moves to an
 * empty cell is relocated. A tile that moves to the cell of another tile of this list is
 * exchanged with it.
 */
moves: Array<SectionXMovable>,
/**
 * The pairs of adjacent tiles that can be exchanged. The rotation of one tile restricts the
 * rotations of the other. In all other pairs each tile has the rotations of `moves`,
 * independently.
 */
beside: Array<SectionXBeside>,
/**
 * The tiles of the board that can be turned, and their possible rotations.
 */
turn: Array<SectionXTurnable>,
/**
 * The tiles of the board that the seat may not turn, and the reasons why they can't be turned
 * or moved.
 */
fixed: Array<SectionXFixed>, };

/**
 * A tunnel: the sections that are joined to each other.
 */
export type SectionXTunnel = {
/**
 * The seat whose doors are in the tunnel. While a fight waits for a choice, the lowest of the
 * seats.
 */
owner: Seat | null,
/**
 * The number of different tiles that the tunnel runs through.
 */
tiles: number, };

/**
 * A tile of the board that can be turned.
 */
export type SectionXTurnable = {
/**
 * The cell of the tile.
 */
cell: SectionXCell,
/**
 * The rotations that the tile can be turned to.
 */
rotations: SectionXRotations, };

/**
 * The game as one viewer may know it, with the choices of a seat that may act.
 *
 * A view contains everything that a client needs to show the game and to offer the possible
 * choices, so that a client needs no knowledge of the rules. Sides are numbered clockwise from 0
 * in the east.
 */
export type SectionXView = {
/**
 * The options of the game.
 */
options: SectionXOptions,
/**
 * The number of steps from the middle of the board to its rim.
 */
radius: number,
/**
 * The cells for tiles, row by row from the north. Each list by cell in the choices has one
 * digit for each of them.
 */
cells: Array<SectionXCell>,
/**
 * The cells of the island.
 */
island: Array<SectionXCell>,
/**
 * The green areas, indexed by their free zone.
 */
areas: Array<SectionXArea>,
/**
 * The kinds of tiles in the game.
 */
kinds: Array<SectionXKindShape>,
/**
 * The phase, which says what the game waits for.
 */
phase: SectionXPhase,
/**
 * The seat whose turn it is; `null` when the game is over.
 */
turn: Seat | null,
/**
 * The seat that decides next: the seat whose turn it is, or the seat that must give up a door;
 * `null` when the game is over.
 */
acting: Seat | null,
/**
 * The seat that played first.
 */
first: Seat,
/**
 * The number of the round, from 1.
 */
round: number,
/**
 * The number of rounds after which the game ends.
 */
round_limit: number,
/**
 * The number of turns of this round that have begun.
 */
turns: number,
/**
 * The number of turns after which the round ends.
 */
turn_limit: number,
/**
 * The number of turns in a row, before this one, in which nothing was done.
 */
idle: number,
/**
 * The number of rounds in a row in which no prisoner was freed or lost.
 */
stalled: number,
/**
 * Whether the round ends with this turn, because the last tile is drawn.
 */
last_turn: boolean,
/**
 * Whether this is the last round.
 */
last_round: boolean,
/**
 * The number of prisoners of one player on green areas that ends the round.
 */
escape: number,
/**
 * The record of the actions taken in this turn.
 */
done: SectionXDone,
/**
 * The number of steps that the turn has left.
 */
steps_left: number,
/**
 * The cells that a tile was laid, moved or turned on in this turn, or moved away from.
 */
touched: Array<SectionXCell>,
/**
 * The tiles that lay on those cells before. A fight counts the tiles as they lay then.
 */
before: Array<SectionXBoardTile>,
/**
 * The tiles on the board, row by row from the north.
 */
tiles: Array<SectionXLaidTile>,
/**
 * The tunnels, indexed by their number.
 */
tunnels: Array<SectionXTunnel>,
/**
 * The doors on the board, those of each player in the order in which they were put.
 */
doors: Array<SectionXDoor>,
/**
 * The prisoners of seat 0 by their numbers, then those of seat 1, and so on.
 */
prisoners: Array<SectionXPrisoner>,
/**
 * The piles of tiles that can be drawn from.
 */
piles: Array<SectionXPile>,
/**
 * The players, indexed by the seat.
 */
players: BySeat<SectionXPlayer>,
/**
 * The seats that have left the game, in the order in which they left.
 */
resigned: Array<Seat>,
/**
 * The decisions that are open to the viewer now; `null` if there are none.
 */
choices: SectionXChoices | null,
/**
 * The places of the players, when the game is over.
 */
outcome: Outcome | null,
/**
 * The reason why the game is over.
 */
end: SectionXEnd | null, };

/**
 * A message to a client.
 */
export type ServerMessage = { "type": "you" } & You | { "type": "update" } & Update | { "type": "step" } & RoomStep | { "type": "ack",
/**
 * The id of the command.
 */
id: CommandId,
/**
 * The version of the room that the command created.
 */
version: number, } | { "type": "nak",
/**
 * The id of the command. It is absent for a message without an id, and for one that could
 * not be parsed.
 */
id?: CommandId,
/**
 * The reason for the rejection.
 */
problem: Problem,
/**
 * Whether the same command may succeed later.
 */
temporary: boolean, } | { "type": "presence" } & Presence | { "type": "chat",
/**
 * Whether `lines` are all messages that the room remembers, so that they replace those of
 * the receiver.
 */
all: boolean,
/**
 * The chat messages, oldest first.
 */
lines: Array<ChatLine>, } | { "type": "hint",
/**
 * The version that the hint applies to.
 */
version: number,
/**
 * The hint, or `null` if none was found in time.
 */
hint: Hint | null, } | { "type": "closing",
/**
 * The time in milliseconds after which the client should reconnect.
 */
again_ms: number, } | { "type": "operator_notice",
/**
 * The notice that replaces the former one, or `null` if there is none any more.
 */
notice: OperatorNotice | null, } | { "type": "pong",
/**
 * The time of the room's clock in milliseconds since 1970. It is absent if the room is on
 * another server, because the answering server does not have its clock.
 */
now?: number, };

/**
 * One of the settings, as the host sees them.
 */
export type Setting = "game" | "rules" | "clock" | "first" | "public" | "stand_in" | "hints" | "start" | "skips" | "spectators" | "hands" | "rated";

/**
 * The settings of a room, which the host chooses.
 */
export type Settings = {
/**
 * The game and its options.
 */
options: AnyOptions,
/**
 * The clock that limits each turn.
 */
clock: Clock,
/**
 * The choice of the player who moves first.
 */
first: First,
/**
 * Whether the room is listed in the lobby.
 */
public: boolean,
/**
 * The treatment of a player who is away. If it is absent, the clock makes the decisions that
 * the player has to make.
 */
stand_in?: StandIn,
/**
 * Whether players may request hints. A person who plays with bots alone always may.
 */
hints?: boolean,
/**
 * The number of players with which the first game of the room starts automatically, once all
 * of them are ready. If it is absent, the host starts the game.
 */
starts_with?: number,
/**
 * Whether voting to skip a slow player is disabled in games without a clock.
 */
no_skips?: boolean,
/**
 * Whether only players see a game: people without a seat, other than the host and the creator
 * of the room, can't enter or stay while it runs.
 */
no_spectators?: boolean,
/**
 * The finished game that all games of the room start from, instead of a new deal. It is chosen
 * when the room is opened, and neither it nor the options can be changed then.
 */
start?: Start,
/**
 * The number of complete turns after which spectators see a position with all hands, within
 * [`crate::limits::HANDS_AFTER`]. They then see the whole game that much later. If it is
 * absent, they see the game as it is, without hands.
 */
hands_after?: number,
/**
 * Whether a player who is out of the running game sees all hands.
 */
out_see_hands?: boolean,
/**
 * The day whose deal is played, once, under the same conditions as by everyone else on the
 * server. All other settings follow from it.
 */
day?: Day,
/**
 * Whether the games count for the ratings of their players. Such games have a clock, no bots,
 * no hints and no take-backs, and begin with a new deal.
 */
rated?: boolean, };

/**
 * A name as it is shown to everyone in a room: "Anna", or "Anna (2)" if the name of another person
 * resembles it.
 */
export type ShownName = string;

/**
 * The input of one shuffle. Its result is in the events, except for a drawn number.
 */
export type Shuffle = { "type": "order",
/**
 * The number of the shuffle in its game, counted from 0.
 */
number: number,
/**
 * The items, in ascending order.
 */
items: Array<number>, } | { "type": "pick",
/**
 * The number of the shuffle in its game, counted from 0.
 */
number: number,
/**
 * The count of the shuffled numbers.
 */
count: number,
/**
 * The number that was drawn.
 */
drawn: number, };

/**
 * The position of a client in the history of a room, taken from the last [`Update`](super::Update)
 * or [`Step`](super::Step) that the client has received.
 */
export type Since = {
/**
 * The epoch of the history that the client has.
 */
epoch: number,
/**
 * The last version of this history that the client has.
 */
version: number, };

/**
 * The treatment of a player who is away from a game.
 */
export type StandIn = "wait" | Level;

/**
 * The results of a person in the finished games of a room.
 */
export type StandingView = {
/**
 * The id of the person.
 */
person: PersonId,
/**
 * The name that the person used last.
 */
name: ShownName,
/**
 * The number of games that the person has played to the end.
 */
games: number,
/**
 * The number of these games that the person has won alone.
 */
wins: number,
/**
 * The number of these games in which the person has shared the first place.
 */
shared: number, };

/**
 * The start of all games in a room that don't begin with a new deal: the deal of a finished game,
 * or a position of it.
 */
export type Start = {
/**
 * The id of the finished game, as in the link to its replay.
 */
game: string,
/**
 * The number of players: that of the finished game.
 */
seats: number,
/**
 * The step of the position, as in the address of the replay: 0 is the deal. If it is absent,
 * the games repeat the deal, with the same shuffles until their ends.
 */
step?: number,
/**
 * The seat from whose view the games continue: what that player did not know is dealt anew. If
 * it is absent, all hands are kept, and only the order of the piles is new.
 */
viewer?: Seat, };

/**
 * A game began. The players have moved together onto the seats 0 to n-1.
 */
export type Started = {
/**
 * The number of the game in its room, counted from 1.
 */
round: number,
/**
 * The commitment to the secret of the shuffles.
 */
commitment: Commitment,
/**
 * The players' contributions to the seed, indexed by seat.
 */
nonces: Array<Nonce | null>, options: AnyOptions, players: Array<Player>,
/**
 * The owners of seats who were disconnected, so that the game was started without them.
 */
left_out?: Array<ShownName>,
/**
 * The start of the game, if it was from a finished game.
 */
start?: Start,
/**
 * Whether the game counts for the ratings of its players. It is absent if the room has no
 * rated games.
 */
rated?: Rated,
/**
 * The opening of the game, as the viewer may know it.
 */
events: Array<AnyEvent>, };

/**
 * The part of a finished game that the games of a listed room start from.
 */
export type StartsFrom = "deal" | "position";

/**
 * A path across one square.
 */
export type Step = {
/**
 * The square that is crossed.
 */
square: string,
/**
 * The port through which the marker enters the square.
 */
enter: Port,
/**
 * The port through which the marker leaves the square.
 */
leave: Port, };

/**
 * A tile's number, 0 to 34: its index among the 35 tiles when each is written as the smallest of
 * its rotations.
 */
export type Tile = number;

/**
 * An event with its version and time.
 */
export type TimelineEntry = {
/**
 * The version of the room that the event belongs to.
 */
version: number,
/**
 * The time of the event in milliseconds since 1970.
 */
at: number, happening: PublicEvent, };

/**
 * A decision of a player was taken back. The game is in the state before it.
 */
export type TookBack = {
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The number of decisions that were taken back with the agreement of the other players: the
 * player's last decision and all after it. It is absent if the player took back only their
 * last decision, from which no player had learned anything.
 */
agreed?: number, };

/**
 * An action of a player. `hand` is the index of a tile in the player's hand, counted from 0.
 * `pawn` is the number of a pawn.
 */
export type TortusAction = { "type": "exchange",
/**
 * The index of the hole or the pit in the hand.
 */
hand: number,
/**
 * The square of the open tile.
 */
square: string, } | { "type": "place",
/**
 * The square that the pawn is placed on.
 */
square: string, } | { "type": "rotate",
/**
 * The square of the tile.
 */
square: string,
/**
 * The new rotation, in quarter turns clockwise from the rotation 0 of the tile.
 */
rotation: number, } | { "type": "open",
/**
 * The square of the tile.
 */
square: string, } | { "type": "swap",
/**
 * The square of the open tile.
 */
square: string,
/**
 * The index of the tile in the hand.
 */
hand: number,
/**
 * The rotation of the tile of the hand on the board.
 */
rotation: number, } | { "type": "move",
/**
 * The number of the pawn.
 */
pawn: number,
/**
 * The square that the pawn moves to.
 */
to: string, } | { "type": "push",
/**
 * The square that the pawn is pushed to.
 */
to: string, } | { "type": "follow",
/**
 * The square that the pawn moves to.
 */
to: string, } | { "type": "stop", } | { "type": "fill",
/**
 * The index of the tile in the hand.
 */
hand: number,
/**
 * The rotation of the tile on the board.
 */
rotation: number, } | { "type": "penalty",
/**
 * The number of the pawn.
 */
pawn: number, } | { "type": "end_turn", } | { "type": "draw", } | { "type": "decline", } | { "type": "resign", };

/**
 * The reasons why a pawn comes to a square.
 */
export type TortusBy = "move" | "push" | "follow" | "forced";

/**
 * The decisions that are open to a seat, for each phase.
 */
export type TortusChoices = { "type": "exchange",
/**
 * The indices of the holes and the pit in the hand.
 */
hand: Array<number>,
/**
 * The squares of the tiles of the board.
 */
squares: string[], } | { "type": "place",
/**
 * The squares that the pawn can be placed on.
 */
squares: string[], } | { "type": "act",
/**
 * The tiles that can be turned.
 */
rotate: Array<TortusTurns>,
/**
 * The squares of the tiles that can be opened.
 */
open: string[],
/**
 * The squares of the tiles that can be swapped, each for any tile of `hand` in any
 * rotation.
 */
swap: string[],
/**
 * The indices of the tiles in the hand that can be swapped.
 */
hand: Array<number>,
/**
 * The pawns that can be moved.
 */
moves: Array<TortusMoves>, } | { "type": "push",
/**
 * The number of the captured pawn.
 */
pawn: number,
/**
 * The squares that the pawn can be pushed to.
 */
to: Array<TortusTarget>, } | { "type": "flow",
/**
 * The number of the pawn.
 */
pawn: number,
/**
 * The squares that the pawn can go on to.
 */
to: Array<TortusTarget>, } | { "type": "fill",
/**
 * The square of the gap.
 */
square: string,
/**
 * The indices of the tiles in the hand that can fill the gap.
 */
hand: Array<number>, } | { "type": "penalty",
/**
 * The numbers of the pawns that can be given up.
 */
pawns: Array<number>, };

/**
 * A tile of the deal on its square.
 */
export type TortusDealt = {
/**
 * The kind of the tile.
 */
tile: TortusTile | null,
/**
 * The rotation in quarter turns clockwise; `null` if the viewer may not know it.
 */
rotation: Rotation | null, };

/**
 * The reasons why a game ends.
 */
export type TortusEnd = { "how": "pit",
/**
 * The seat of the loser.
 */
loser: Seat, } | { "how": "no_pawns",
/**
 * The seat of the loser.
 */
loser: Seat, } | { "how": "resigned",
/**
 * The seat of the loser.
 */
loser: Seat, } | { "how": "repetition" } | { "how": "turn_limit" } | { "how": "agreement" };

/**
 * An event of a game. The log hides nothing. An event that is sent to a viewer has `null` for
 * each tile that the viewer may not know.
 */
export type TortusEvent = { "type": "opened",
/**
 * The version of the rules, [`crate::tortus::RULES`].
 */
rules: number,
/**
 * The seat that plays first, by the roll of the die.
 */
first: Seat,
/**
 * The tiles of each hand.
 */
hands: BySeat<Array<TortusTile | null>>,
/**
 * The tiles of the board, row by row from the north.
 */
board: Array<TortusDealt>, } | { "type": "set_up",
/**
 * The version of the rules, [`crate::tortus::RULES`].
 */
rules: number,
/**
 * The complete position as text, or `null` for a viewer who may not know all of it.
 */
position: string | null, } | { "type": "redealt",
/**
 * The tiles of each hand.
 */
hands: BySeat<Array<TortusTile | null>>,
/**
 * The tiles of the board, row by row from the north.
 */
board: Array<TortusDealt>, } | { "type": "exchanged",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The index of the tile in the hand.
 */
hand: number,
/**
 * The square of the tile on the board.
 */
square: string,
/**
 * The tile that lies on the board now.
 */
laid: TortusTile,
/**
 * The tile that is in the hand now.
 */
taken: TortusTile, } | { "type": "placed",
/**
 * The number of the pawn.
 */
pawn: number,
/**
 * The square that the pawn is placed on.
 */
square: string, } | { "type": "turn",
/**
 * The seat whose turn it is.
 */
seat: Seat,
/**
 * The number of actions of the turn.
 */
actions: number, } | { "type": "rotated",
/**
 * The square of the tile.
 */
square: string,
/**
 * The new rotation of the tile.
 */
rotation: Rotation, } | { "type": "revealed",
/**
 * The square of the tile.
 */
square: string,
/**
 * The kind of the tile.
 */
tile: TortusTile,
/**
 * The rotation of the tile.
 */
rotation: Rotation, } | { "type": "misopened",
/**
 * The square of the tile.
 */
square: string, } | { "type": "penalised",
/**
 * The number of the pawn.
 */
pawn: number, } | { "type": "swapped",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The index of the tile in the hand.
 */
hand: number,
/**
 * The square of the tile on the board.
 */
square: string,
/**
 * The tile that lies on the board now.
 */
laid: TortusTile,
/**
 * The rotation of that tile.
 */
rotation: Rotation,
/**
 * The tile that is in the hand now.
 */
taken: TortusTile, } | { "type": "moved",
/**
 * The number of the pawn.
 */
pawn: number,
/**
 * The square that the pawn leaves.
 */
from: string,
/**
 * The square that the pawn comes to.
 */
to: string,
/**
 * The reason why the pawn moves.
 */
by: TortusBy, } | { "type": "captured",
/**
 * The number of the captured pawn.
 */
pawn: number,
/**
 * The square of the capture.
 */
square: string, } | { "type": "fell",
/**
 * The number of the pawn.
 */
pawn: number,
/**
 * The square of the hole or the star.
 */
square: string,
/**
 * The seat that gets the hole into the hand and fills the gap. `null` if the hole
 * stays, because it is a star's copy or the game is over.
 */
taken: Seat | null, } | { "type": "filled",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The index of the tile in the hand.
 */
hand: number,
/**
 * The square of the gap.
 */
square: string,
/**
 * The tile that fills the gap.
 */
tile: TortusTile,
/**
 * The rotation of the tile.
 */
rotation: Rotation, } | { "type": "sank",
/**
 * The number of the pawn.
 */
pawn: number,
/**
 * The square of the pit or the star.
 */
square: string, } | { "type": "acted",
/**
 * The number of actions that are left.
 */
left: number, } | { "type": "draw_offered",
/**
 * The seat of the player.
 */
seat: Seat, } | { "type": "draw_declined",
/**
 * The seat of the player who declines.
 */
seat: Seat, } | { "type": "over",
/**
 * The places of the players.
 */
outcome: Outcome,
/**
 * The reason why the game is over.
 */
end: TortusEnd, };

/**
 * A square of the board with its tile.
 */
export type TortusField = {
/**
 * The square that this entry describes.
 */
square: string,
/**
 * Whether the tile is open. A gap counts as open, because the tile that it replaces was open.
 */
open: boolean,
/**
 * The tile; `null` if the viewer may not know it, and in a gap.
 */
tile: TortusTile | null,
/**
 * The rotation in quarter turns clockwise; `null` if the tile is `null`.
 */
rotation: Rotation | null,
/**
 * The square of the tile that an open star copies, if it copies any.
 */
copies: string | null, };

/**
 * A tile of a hand.
 */
export type TortusHandTile = {
/**
 * The kind of the tile; `null` if the viewer may not know it.
 */
tile: TortusTile | null,
/**
 * Whether both players know the tile.
 */
public: boolean, };

/**
 * The reasons why an action is rejected. The codes are stable.
 */
export type TortusIllegal = { "code": "not_your_turn" } | { "code": "wrong_phase" } | { "code": "game_over" } | { "code": "no_such_cell" } | { "code": "no_such_pawn" } | { "code": "not_your_pawn" } | { "code": "no_such_hand_tile" } | { "code": "bad_rotation" } | { "code": "no_change" } | { "code": "cell_occupied" } | { "code": "tile_closed" } | { "code": "tile_already_open" } | { "code": "not_in_line" } | { "code": "not_around_your_pawn" } | { "code": "hole_not_swappable" } | { "code": "not_adjacent" } | { "code": "not_an_instruction_target" } | { "code": "repeats_position" } | { "code": "must_exchange_hole_for_open_nonhole" } | { "code": "outside_your_section" } | { "code": "cell_is_hole" } | { "code": "filler_must_not_be_hole" } | { "code": "draw_already_offered" } | { "code": "no_draw_offered" } | { "code": "seats" } | { "code": "bad_options",
/**
 * The name of the invalid option.
 */
which: string, };

/**
 * The obstacle or the tile that a pawn meets on a square.
 */
export type TortusMeets = { "type": "pawn",
/**
 * The number of the captured pawn.
 */
pawn: number, } | { "type": "closed" } | { "type": "hole",
/**
 * Whether the pawn is the last one of its player, whose fall ends the game.
 */
ends: boolean, } | { "type": "pit" } | { "type": "open" };

/**
 * A pawn that can be moved.
 */
export type TortusMoves = {
/**
 * The number of the pawn.
 */
pawn: number,
/**
 * The squares that the pawn can be moved to.
 */
to: Array<TortusTarget>, };

/**
 * The options of a game. Omitted options have the values of the manual. They are written in full,
 * so that the record of a game contains all of its options.
 */
export type TortusOptions = {
/**
 * Whether a player who tries to open a tile that is not in line loses a pawn (manual, open).
 * Otherwise the action is rejected \[R\].
 */
strict_open: boolean, };

/**
 * A pawn. The number of a pawn is its index in the list of all pawns: those of seat 0 come first.
 */
export type TortusPawn = {
/**
 * The seat of the pawn's player.
 */
seat: Seat,
/**
 * The square that the pawn stands on; `null` before it is placed and after it is lost. A
 * captured pawn stays on the square of its capture until it is pushed.
 */
at: string | null,
/**
 * Whether the pawn has left the game.
 */
lost: boolean, };

/**
 * The kind of decision that a game waits for.
 */
export type TortusPhase = { "type": "exchange" } | { "type": "place" } | { "type": "act" } | { "type": "push",
/**
 * The number of the captured pawn.
 */
pawn: number, } | { "type": "flow",
/**
 * The number of the pawn.
 */
pawn: number, } | { "type": "fill",
/**
 * The seat that fills the gap.
 */
seat: Seat,
/**
 * The square of the gap.
 */
square: string, } | { "type": "penalty" } | { "type": "over" };

/**
 * The part of a seat's view that the other player may not know. Laid over the view of a spectator,
 * it gives the view of the seat.
 */
export type TortusPrivate = {
/**
 * The hand of the seat, with all tiles known.
 */
hands?: { [key in number]: Array<TortusHandTile> },
/**
 * The decisions that are open to the seat now.
 */
choices?: TortusChoices, };

/**
 * A move of a pawn from one square to another in the current action.
 */
export type TortusStep = {
/**
 * The number of the pawn.
 */
pawn: number,
/**
 * The square that the pawn left.
 */
from: string,
/**
 * The square that the pawn came to.
 */
to: string, };

/**
 * A square that a pawn can come to.
 */
export type TortusTarget = {
/**
 * The square that the pawn comes to.
 */
square: string,
/**
 * The obstacle or the tile that the pawn meets there.
 */
meets: TortusMeets, };

/**
 * A kind of tile. The arrows and tips described here are those at rotation 0. The arrows of each
 * kind are \[R\].
 */
export type TortusTile = "straight" | "corner" | "three" | "four" | "double" | "triple" | "knight" | "star" | "hole" | "pit";

/**
 * A tile of the board that can be turned.
 */
export type TortusTurns = {
/**
 * The square of the tile.
 */
square: string,
/**
 * The rotations that the tile can be turned to.
 */
rotations: Array<Rotation>, };

/**
 * The game as one viewer may know it, with the choices of a seat that may act.
 */
export type TortusView = {
/**
 * The options of the game.
 */
options: TortusOptions,
/**
 * The number of squares along an edge of the board.
 */
edge: number,
/**
 * The number of rows of each player's section.
 */
section: number,
/**
 * The phase, which says what the game waits for.
 */
phase: TortusPhase,
/**
 * The seat whose turn it is; `null` when the game is over.
 */
turn: Seat | null,
/**
 * The seat that decides next: the seat whose turn it is, or the seat that must fill a gap;
 * `null` when the game is over.
 */
acting: Seat | null,
/**
 * The seat that played first.
 */
first: Seat,
/**
 * The number of actions that the turn has left, including the current one.
 */
actions: number,
/**
 * The number of turns that have begun.
 */
turns: number,
/**
 * The number of turns after which the game is a draw.
 */
turn_limit: number,
/**
 * The squares of the board, row by row from the north.
 */
board: Array<TortusField>,
/**
 * The pawns, indexed by their number.
 */
pawns: Array<TortusPawn>,
/**
 * The tiles of each hand.
 */
hands: BySeat<Array<TortusHandTile>>,
/**
 * The moves of pawns in the current action.
 */
steps: Array<TortusStep>,
/**
 * The positions in which turns have begun since the last irreversible event, as hashes.
 */
seen: Array<string>,
/**
 * The seat that has offered a draw. It can't offer another until the other player has ended a
 * turn.
 */
draw: Seat | null,
/**
 * Whether the other player has declined the offer.
 */
declined: boolean,
/**
 * The decisions that are open to the viewer now; `null` if there are none.
 */
choices: TortusChoices | null,
/**
 * The places of the players, when the game is over.
 */
outcome: Outcome | null,
/**
 * The reason why the game is over.
 */
end: TortusEnd | null, };

/**
 * A decision of a player.
 */
export type TsuroAction = { "type": "start",
/**
 * The start mark (`a1:0`) or the side (`a1:01`).
 */
mark: string, } | { "type": "place",
/**
 * The number of the tile.
 */
tile: number,
/**
 * The rotation in quarter turns clockwise.
 */
rotation: number,
/**
 * The port from which the marker starts, if it stands on a side of the rim; otherwise
 * omitted.
 */
port?: number, } | { "type": "path",
/**
 * The port from which the marker starts, one of the two ports of its side.
 */
port: number, } | { "type": "swap",
/**
 * The tiles from the player's own hand.
 */
give: Array<number>,
/**
 * The same number of tiles from the eliminated players' hands.
 */
take: Array<number>, } | { "type": "keep", } | { "type": "resign", };

/**
 * The choices of a seat.
 */
export type TsuroChoices = { "type": "start",
/**
 * The free marks or sides, clockwise around the board from the north-west.
 */
marks: string[], } | { "type": "place",
/**
 * The square that the marker faces.
 */
square: string,
/**
 * Whether every placement eliminates the mover, so that all are legal.
 */
forced: boolean,
/**
 * The placements, ordered by the tile's place in the hand, then by rotation, then by port.
 */
placements: Array<Placement>, } | { "type": "path",
/**
 * The two paths and their consequences.
 */
paths: Array<Branch>, } | { "type": "swap",
/**
 * The hands that are offered for the swap.
 */
offers: Array<Offer>, };

/**
 * The treatment of the hands of eliminated players.
 */
export type TsuroEliminated = "shuffled" | "laid_down";

/**
 * An event of the game. The log hides nothing; the event that a viewer receives has `null` for
 * each tile that they may not know.
 */
export type TsuroEvent = { "type": "opened",
/**
 * The version of the rules, [`crate::tsuro::RULES`].
 */
rules: number,
/**
 * The seat that plays first.
 */
first: Seat,
/**
 * The dealt hands: three tiles for each seat.
 */
hands: BySeat<Array<Tile | null>>,
/**
 * The pile, the next tile first.
 */
pile: Array<Tile | null>, } | { "type": "set_up",
/**
 * The version of the rules, [`crate::tsuro::RULES`].
 */
rules: number,
/**
 * The complete position as text, or `null` for a viewer who may not know all of it.
 */
position: string | null, } | { "type": "started",
/**
 * The seat of the marker.
 */
seat: Seat,
/**
 * The start mark or side.
 */
mark: string, } | { "type": "chose",
/**
 * The seat of the marker.
 */
seat: Seat,
/**
 * The port from which the marker starts; it is the marker's start mark from now on.
 */
mark: string, } | { "type": "laid",
/**
 * The seat that laid the tile.
 */
seat: Seat,
/**
 * The tile that is laid.
 */
tile: Tile,
/**
 * The rotation in quarter turns clockwise.
 */
rotation: Rotation,
/**
 * The square that the tile is for.
 */
square: string,
/**
 * The seats that have to choose a path, in the order of their choices.
 */
waits: Array<Seat>, } | { "type": "placed",
/**
 * The seat that laid the tile.
 */
seat: Seat,
/**
 * The tile that is laid.
 */
tile: Tile,
/**
 * The rotation in quarter turns clockwise.
 */
rotation: Rotation,
/**
 * The square that the tile lies on.
 */
square: string,
/**
 * The walks of the markers, the mover's first, then clockwise.
 */
walks: Array<Walk>, } | { "type": "bonus",
/**
 * The seat of the mover.
 */
seat: Seat,
/**
 * The seats whose hands are offered.
 */
from: Array<Seat>, } | { "type": "swapped",
/**
 * The seat of the mover.
 */
seat: Seat,
/**
 * The tiles that leave the mover's hand.
 */
give: Array<Tile | null>,
/**
 * The tiles that enter the mover's hand.
 */
take: Array<Tile | null>, } | { "type": "resigned",
/**
 * The seat of the player, whose marker is removed from the board.
 */
seat: Seat, } | { "type": "returned",
/**
 * The seats of those players, each with its tiles.
 */
hands: Array<Returned>,
/**
 * The new pile, the next tile first.
 */
pile: Array<Tile | null>, } | { "type": "drew",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The tile that is drawn.
 */
tile: Tile | null, } | { "type": "dragon",
/**
 * The seat that holds the dragon; `null` when it lies beside the board or under the
 * pile.
 */
holder: Seat | null, } | { "type": "turn",
/**
 * The seat whose turn begins.
 */
seat: Seat, } | { "type": "over",
/**
 * The final places of the seats.
 */
outcome: Outcome, };

/**
 * The reason why a decision is rejected. The codes are stable.
 */
export type TsuroIllegal = { "code": "not_your_turn" } | { "code": "wrong_phase" } | { "code": "game_over" } | { "code": "mark_taken" } | { "code": "no_such_mark" } | { "code": "not_in_hand" } | { "code": "no_such_tile" } | { "code": "bad_rotation" } | { "code": "would_eliminate_you",
/**
 * The placements that the player may choose instead.
 */
instead: Array<Safe>, } | { "code": "port_required" } | { "code": "no_such_port" } | { "code": "uneven_swap" } | { "code": "not_on_offer" } | { "code": "already_out" } | { "code": "seats" } | { "code": "bad_options",
/**
 * The wire name of the option, or `first`.
 */
which: string, };

/**
 * The options of a game, each with its value.
 *
 * They are deserialized from a preset and the options that differ from it: `{"preset":"2005"}` and
 * `{"preset":"2020","bonus":true}` are enough. They are serialized in full, so that the record of
 * a game keeps the options it was played with even if a preset changes later; an option that came
 * later is absent while it is off.
 */
export type TsuroOptions = {
/**
 * The edition that supplies every option that the host did not choose.
 */
preset: TsuroPreset,
/**
 * The places where markers start.
 */
start: TsuroStarts,
/**
 * The placements that are forbidden while a player has others (IT, play 1; PT, winning; not in
 * FR).
 */
suicide_rule: boolean | 'edge',
/**
 * Whether a player who eliminates others may swap tiles with their hands (IT, variants; PT,
 * point 4).
 */
bonus: boolean,
/**
 * The edition whose rules for drawing tiles and for the dragon apply.
 */
dragon: TsuroPreset,
/**
 * The treatment of the hands of eliminated players.
 */
eliminated: TsuroEliminated,
/**
 * The number of tiles in the box, one of [`Options::SETS`].
 */
tiles: number,
/**
 * Whether every viewer sees all hands \[R\].
 */
open_hands: boolean,
/**
 * Whether the player with the longest walked path wins, among those who did not resign; ties
 * go to the player who lasted longer \[R\].
 */
longest: boolean,
/**
 * Whether the player whose path has the most loops wins, among those who did not resign; ties
 * go to the longer path with the option `longest`, then to the player who lasted longer \[R\].
 *
 * Files of games without it are older than the option, and stay as they are.
 */
most_loops?: boolean,
/**
 * The number of squares along an edge of the board, [`Options::LEAST_EDGE`] to
 * [`Options::MOST_EDGE`] \[R\].
 */
edge: number, };

/**
 * The kind of decision that a game waits for.
 */
export type TsuroPhase = "starting" | "placing" | "choosing" | "bonus" | "over";

/**
 * An edition of the rules.
 */
export type TsuroPreset = "2020" | "2005" | "leaflet";

/**
 * The private part of a seat's view. Merged over the view of a spectator, it gives the view of the
 * seat.
 */
export type TsuroPrivate = {
/**
 * The hands that the seat sees and spectators do not.
 */
hands?: { [key in number]: TsuroShownHand },
/**
 * The choices of the seat, if it may decide now.
 */
choices?: TsuroChoices, };

/**
 * The tiles of a hand that the seat may see.
 */
export type TsuroShownHand = {
/**
 * The tiles in the hand.
 */
tiles: Array<Face>, };

/**
 * The places where markers start.
 */
export type TsuroStarts = "marks" | "sides";

/**
 * The game as one viewer may know it, with the choices of a seat that may act.
 */
export type TsuroView = {
/**
 * The options of the game.
 */
options: TsuroOptions,
/**
 * The number of squares along an edge of the board.
 */
edge: number,
/**
 * The kind of decision that the game waits for.
 */
phase: TsuroPhase,
/**
 * The seat whose turn it is; `null` when the game is over.
 */
turn: Seat | null,
/**
 * The seat that decides next: the seat whose turn it is, except while another seat chooses a
 * path; `null` when the game is over.
 */
acting: Seat | null,
/**
 * The seat that played first.
 */
first: Seat,
/**
 * The tiles on the board, in the order in which they were laid.
 */
board: Array<Laid>,
/**
 * A tile that is laid, but has not moved any marker yet, because a path must be chosen first.
 */
waiting: Laid | null,
/**
 * The markers, indexed by seat.
 */
markers: BySeat<Marker>,
/**
 * The hands, indexed by seat.
 */
hands: BySeat<Hand>,
/**
 * The number of tiles in the pile.
 */
pile: number,
/**
 * The number of tiles left over from swaps, until they come into a new pile. It does not count
 * the hands that eliminated players still have in front of them.
 */
laid_down: number,
/**
 * Whether this game uses the dragon (not with two players).
 */
dragon_in_play: boolean,
/**
 * The seat that holds the dragon; `null` when it lies beside the board or under the pile.
 */
dragon: Seat | null,
/**
 * The choices of the acting seat; `null` if no seat acts or the viewer may not see them.
 */
choices: TsuroChoices | null,
/**
 * The final places, when the game is over.
 */
outcome: Outcome | null, };

/**
 * A complete snapshot of the room, with the events before it.
 */
export type Update = {
/**
 * The epoch of the history. Versions of different epochs are not comparable.
 */
epoch: number,
/**
 * The version that `happenings` continue. It is 0 if they are everything that the server still
 * remembers.
 */
from: number,
/**
 * The version of the room that `view` shows.
 */
version: number,
/**
 * The server's time in milliseconds since 1970.
 */
now: number,
/**
 * The events after version `from`, in order.
 */
happenings: Array<TimelineEntry>,
/**
 * The current state of the room as all viewers may know it. It is a
 * [`RoomView`](super::RoomView) that contains the game as a spectator may know it.
 */
view: RoomView,
/**
 * The receiver's private part of the game. The client merges it over `view.game`.
 */
own: AnyPrivate | null, };

/**
 * A player of a game with turns of days starts a vacation, or ends it.
 */
export type Vacation = {
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The end of the vacation in milliseconds since 1970, or `null` if the player is back.
 */
until: number | null, };

/**
 * The vacation of a player.
 */
export type VacationView = {
/**
 * The end of the vacation in milliseconds since 1970, or `null` if the player has taken none.
 */
until: number | null,
/**
 * The number of whole days of vacation that the player can still take.
 */
days_left: number, };

/**
 * A player votes to end the game without a result, because another one has left it.
 */
export type VotedToEnd = {
/**
 * The seat of the player who votes.
 */
seat: Seat,
/**
 * Whether the vote is for the end. A vote against it clears all votes.
 */
wanted: boolean, };

/**
 * A player of a game without a clock votes to continue without waiting for a seat. Once more than
 * half of the other players who are connected vote for it, the seat is away.
 */
export type VotedToSkip = {
/**
 * The seat that the vote is to skip.
 */
seat: Seat,
/**
 * The seat of the player who votes.
 */
by: Seat, };

/**
 * The walk of one marker after a placement.
 */
export type Walk = {
/**
 * The seat of the marker.
 */
seat: Seat,
/**
 * The squares that the marker crosses.
 */
path: Array<Step>,
/**
 * The end of the walk.
 */
end: WalkEnd, };

/**
 * The end of a walk.
 */
export type WalkEnd = { "type": "stands",
/**
 * The mark that the marker faces.
 */
at: string, } | { "type": "edge" } | { "type": "collision",
/**
 * The seat of the other marker.
 */
with: Seat, };

/**
 * A decision with a great loss.
 */
export type WorstMoment = {
/**
 * The version of the room after the decision.
 */
version: number,
/**
 * The seat that the decision was made for.
 */
seat: Seat,
/**
 * The loss, as in [`Judged`].
 */
loss: number,
/**
 * The decision that was made.
 */
action: AnyAction,
/**
 * The reasons why the decision was worse than the better one.
 */
reasons: Array<Reason>,
/**
 * The decision that a hard bot would have made, with the reasons why it is better and the win
 * chance after it. The win chance after the decision that was made is lower by `loss`.
 */
better: Hint,
/**
 * The view of the seat before the decision.
 */
view: AnyView, };

/**
 * The receiver's own identity in a room.
 */
export type You = {
/**
 * The id that the other people in the room know this person by.
 */
person: PersonId,
/**
 * The name, as the person chose it.
 */
name: Name,
/**
 * The seat, or `null` if the person has none. While a guest of the person holds the device of
 * this connection ([`ClientMessage::Pass`](super::ClientMessage::Pass)), it is the seat of the
 * guest.
 */
seat: Seat | null,
/**
 * Whether the person is the host.
 */
host: boolean,
/**
 * Whether the running game was started without the person. They get a seat again when it ends.
 */
left_out: boolean,
/**
 * The number of connections that the person has to the room, this one included. Each tab and
 * each device has its own.
 */
tabs: number, };
