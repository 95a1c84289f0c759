//! The messages that a client sends.

mod report_reason;

use std::{borrow::Cow, str::FromStr};

use senda_rules::{AnyAction, Nonce, Seat, tag_first, tagged};
use serde::{Deserialize, Deserializer, Serialize};

pub use self::report_reason::ReportReason;
use super::{ChatText, Colour, CommandId, Emote, Level, Name, PersonId, SeatToken, Settings};

/// A message from a client, as a JSON object with a `type`. The `type` of a command is that of its
/// [`Command`], whose fields stand next to the command's `id`.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(tag = "type", rename_all = "snake_case", deny_unknown_fields),
    ts(tag = "type", rename_all = "snake_case")
)]
pub enum ClientMessage {
    /// Posts a chat message in the room.
    Chat {
        /// The text of the chat message.
        text: ChatText,
    },
    /// Posts an emote, a chat message without words.
    Emote {
        /// The emote that is posted.
        emote: Emote,
    },
    /// Requests the current state of the room. The server answers with an
    /// [`Update`](super::Update), which continues the state that the client has, if that is
    /// possible. A client that is up to date gets an empty [`Step`](super::Step) instead.
    Sync {
        /// The last version that the client has. If it is absent, the server sends the complete
        /// state.
        #[cfg_attr(feature = "types", ts(optional))]
        since: Option<Since>,
    },
    /// Reports whether the page is visible. The server assumes that it is until the client reports
    /// otherwise. A player who has no visible page of the room is notified of their turn through
    /// other channels, if they have enabled that.
    Look {
        /// Whether the page is visible.
        visible: bool,
    },
    /// Asks the host for the seat of a player who is gone. The host can give it with
    /// [`Command::Hand`] and sees the request in [`Presence`](super::Presence). The server keeps
    /// the request in memory only.
    AskSeat {
        /// The requested seat. Leave it out to withdraw the request.
        #[cfg_attr(feature = "types", ts(optional))]
        seat: Option<Seat>,
    },
    /// Passes the device of this connection to a guest of the sender, or back to the sender. The
    /// server answers with a [`You`](super::You) whose `seat` is that of the player who holds the
    /// device now, and with a complete [`Update`](super::Update) for that player. Until then it
    /// sends nothing that only that player may know. A new connection begins with the sender, and a
    /// device returns to its owner when the game ends or the guest leaves it.
    Pass {
        /// The seat of the player who takes the device. Leave it out to pass it back to a sender
        /// who has no seat.
        #[cfg_attr(feature = "types", ts(optional))]
        seat: Option<Seat>,
    },
    /// Turns away a person who asks to come in to a locked room. Only the host may do that. The
    /// server keeps the answer in memory only, and the person may ask again after
    /// [`crate::limits::ENTRY_PAUSE_MS`].
    TurnAway {
        /// The person, as named in [`Presence`](super::Presence).
        person: PersonId,
    },
    /// Checks the connection after the client has received nothing for a while. A browser reports
    /// to a page neither the pings of a WebSocket nor their absence. The server that holds the
    /// socket answers with a [`ServerMessage::Pong`](super::ServerMessage::Pong); the room is not
    /// involved.
    Ping {},
    /// A command that changes the room. The client may resend it with the same `id`: a command that
    /// has been executed already is not executed again, and the server repeats its first
    /// [`ServerMessage::Ack`](super::ServerMessage::Ack).
    #[cfg_attr(
        feature = "types",
        schemars(untagged, with = "CommandMessage"),
        ts(untagged, as = "CommandMessage")
    )]
    Command {
        /// The id of the command. The client chooses a new one for each command.
        id: CommandId,
        /// The command that is executed.
        command: Command,
    },
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// A command of a person in a room.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
    #[expect(missing_docs, reason = "for fields that their types describe")]
    pub enum Command {
        /// Makes a decision in the game.
        Act {
            /// The version that the decision answers. The server rejects the command as `stale` if
            /// the game has changed since.
            version: u32,
            /// The decision, in the form that the game defines.
            action: AnyAction,
        },
        /// Takes back the sender's last decision. This is possible in the sender's own turn while
        /// [`RoomView::take_back`](super::RoomView::take_back) is greater than 0.
        TakeBack {
            /// The version that shows the decision. The server rejects the command as `stale` if
            /// the game has changed since.
            version: u32,
        },
        /// Asks the other players to let the sender take back the sender's last decision together
        /// with all decisions after it.
        AskTakeBack {
            /// A version that shows the decision. The server rejects the command as `stale` if it
            /// is not the sender's last decision any more. Decisions of other players since then do
            /// not matter.
            version: u32,
        },
        /// Agrees to the pending take-back request of the player at this seat.
        AgreeTakeBack { seat: Seat },
        /// Declines the pending take-back request of another player, or withdraws the sender's own.
        DeclineTakeBack {},
        /// Requests a hint: the decision that a hard bot would make now in the sender's seat.
        /// Players may request hints while [`RoomView::hints`](super::RoomView::hints) is true. The
        /// server sends the answer as a [`ServerMessage::Hint`](super::ServerMessage::Hint) to this
        /// connection only, but announces to everyone in the room that a hint was requested.
        Hint {
            /// The version that the hint is requested for. The server rejects the command as
            /// `stale` if the game has changed since.
            version: u32,
        },
        /// Takes a free seat in the lobby, or takes over the seat of a player who has left the
        /// running game. In the lobby the sender is ready at once.
        Sit {
            /// The seat. If it is absent, the sender gets the first free one.
            #[serde(default)]
            seat: Option<Seat>,
            /// The colour. If it is absent, the sender gets the first free one. A seat that is
            /// taken over in a game keeps its colour.
            #[serde(default)]
            colour: Option<Colour>,
            /// The player's contribution to the seed of the shuffles.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            nonce: Option<Nonce>,
        },
        /// Adds a guest, who plays on the device of the sender and has none of their own; changes
        /// the name and the colour of a guest; or removes a guest. A new guest takes a free seat
        /// between games. If a guest of the sender has the seat already, the guest gets the new
        /// name and colour. Without a `name` the guest is removed, also from a running game. A
        /// guest goes with the sender's seat, is ready when the sender is, and has no record
        /// outside the room.
        Guest {
            /// The seat. If it is absent, the guest gets the first free one.
            #[serde(default)]
            seat: Option<Seat>,
            /// The name of the guest. If it is absent or `null`, the guest at `seat` is removed.
            #[serde(default, deserialize_with = "chosen_or_none")]
            name: Option<Name>,
            /// The colour of the guest. If it is absent, a new guest gets the first free one.
            #[serde(default)]
            colour: Option<Colour>,
        },
        /// Gives up the sender's seat. The guests of the sender go too. In a game any other person
        /// can then take the seat over. Until that happens the clock or a stand-in plays for it.
        Stand {},
        /// Changes the name of the sender.
        Name {
            #[serde(deserialize_with = "Name::chosen")]
            name: Name,
        },
        /// Changes the colour of the sender's seat.
        Colour { colour: Colour },
        /// Declares that the sender is ready for the next game, or not ready any more.
        Ready {
            /// Whether the sender is ready.
            ready: bool,
            /// The player's contribution to the seed of the shuffles.
            #[serde(default)]
            nonce: Option<Nonce>,
        },
        /// Host only: changes the settings of the room. This is not possible while a game runs.
        Set {
            /// All settings, with their new values.
            settings: Settings,
        },
        /// Host only: starts the game. It also makes the host ready, if the host has a seat.
        Start {
            /// The host's contribution to the seed of the shuffles.
            #[serde(default)]
            nonce: Option<Nonce>,
        },
        /// Host only: removes a person from the room and bans them from returning.
        Remove {
            /// The person to remove, who has a seat or is connected to the room.
            person: PersonId,
        },
        /// Host only: lifts the ban of a person, so that they can return.
        Readmit {
            /// The number of the ban in [`RoomView::barred`](super::RoomView::barred).
            barred: u32,
        },
        /// Host only: adds a bot, changes its level or removes it. A new bot takes a free seat, or
        /// in a game the seat of a player who has left. If a bot has the seat already, it gets the
        /// new level. Without a `level` the bot is removed.
        Bot {
            /// The seat. If it is absent, the bot gets the first free one.
            #[serde(default)]
            seat: Option<Seat>,
            /// The level of the bot. If it is absent or `null`, the bot at `seat` is removed.
            #[serde(default)]
            level: Option<Level>,
        },
        /// Host only: adds an external bot, which is any program that connects with this token. It
        /// takes a free seat, the seat of a player who has left, or the seat of another bot. The
        /// token is invalid as soon as the program has no seat any more.
        Token {
            /// The seat. If it is absent, the program gets the first free one.
            #[serde(default)]
            seat: Option<Seat>,
            /// The token, which the host's client generates at random.
            token: SeatToken,
        },
        /// Host only: passes the role of the host to another person.
        Host {
            /// The new host, who must be connected to the room.
            person: PersonId,
        },
        /// Host only: gives the seat of a player who has left or is disconnected to a person
        /// without a seat.
        Hand {
            /// The seat that is given.
            seat: Seat,
            /// The new owner of the seat, who must be connected to the room.
            person: PersonId,
        },
        /// Host only: lets in a person who asks to come in to the locked room. The person may come
        /// back as long as the room stays locked.
        Admit {
            /// The person, as named in [`Presence`](super::Presence).
            person: PersonId,
        },
        /// Host only: locks or unlocks the room. While it is locked, only the host, the creator of
        /// the room, the owners of seats and people whom the host admits can enter. Spectators who
        /// are connected already may stay.
        Lock { locked: bool },
        /// Host only: closes the chat to spectators, or reopens it to them.
        Hush { hushed: bool },
        /// Declares that the sender is back after their seat was marked as away.
        Back {},
        /// Votes, in a game without a clock, to continue without waiting for a seat whose turn has
        /// lasted for at least [`crate::limits::STALLED_MS`] milliseconds. Once more than half of
        /// the other players who are connected vote for it, the seat is away until its owner is
        /// back. After [`crate::limits::STALLED_ALONE_MS`] milliseconds one vote is enough. On the
        /// wire this command is called `urge`.
        #[serde(rename = "urge")]
        VoteToSkip {
            /// The seat that the vote is to skip.
            seat: Seat,
        },
        /// Votes to end the game without a result while the owner of a seat has left it. The game
        /// ends when all people who are still in it have voted for that, except those whose
        /// decisions are made for them and, unless its turns last for days, those who have been
        /// disconnected for [`crate::limits::ABSENT_AT_START_MS`] milliseconds.
        VoteToEnd {
            /// Whether the sender wants the end. A vote against it clears all votes.
            wanted: bool,
        },
        /// Asks for a pause of the game, or agrees to one. The pause begins when all players who
        /// are connected have asked for it. In a game with turns of days it also needs the players
        /// who are not connected.
        Pause {
            /// Whether the pause lasts until all players have asked to continue. The first player
            /// who asks for the pause decides this.
            #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            until_all: bool,
        },
        /// Starts a vacation in a game with turns of days: the clock of the sender stands still for
        /// this number of days from now. With 0 days the vacation ends and the clock runs again.
        Vacation { days: u8 },
        /// Ends a pause, regardless of who has asked for it. In a pause that lasts until all
        /// players are back, it declares that the sender is back. Before a pause has begun, it
        /// declines the request for it, or withdraws the sender's own.
        GoOn {},
        /// Reports another person, or a chat message of theirs, to the operator of the server. The
        /// person does not learn of it. The server acknowledges the command when the report is
        /// stored.
        Report {
            /// The person who is reported.
            person: PersonId,
            /// The time of the reported chat message, as in [`ChatLine`](super::ChatLine). If it is
            /// absent, the report is about the person's name.
            #[cfg_attr(feature = "types", ts(optional))]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            at: Option<u64>,
            reason: ReportReason,
            /// An explanation in the sender's own words.
            #[cfg_attr(feature = "types", ts(optional))]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            note: Option<ChatText>,
        },
    }
}

impl Command {
    /// Returns whether the player who holds the device gives the command. The person whose
    /// connection it is gives all others.
    pub(crate) fn is_of_holder(&self) -> bool {
        match self {
            Self::Act { .. }
            | Self::TakeBack { .. }
            | Self::AskTakeBack { .. }
            | Self::AgreeTakeBack { .. }
            | Self::DeclineTakeBack {}
            | Self::Hint { .. }
            | Self::Stand {}
            | Self::Back {}
            | Self::VoteToSkip { .. }
            | Self::VoteToEnd { .. }
            | Self::Pause { .. }
            | Self::Vacation { .. }
            | Self::GoOn {} => true,
            Self::Sit { .. }
            | Self::Guest { .. }
            | Self::Name { .. }
            | Self::Colour { .. }
            | Self::Ready { .. }
            | Self::Set { .. }
            | Self::Start { .. }
            | Self::Remove { .. }
            | Self::Readmit { .. }
            | Self::Bot { .. }
            | Self::Token { .. }
            | Self::Host { .. }
            | Self::Hand { .. }
            | Self::Admit { .. }
            | Self::Lock { .. }
            | Self::Hush { .. }
            | Self::Report { .. } => false,
        }
    }
}

/// Parses a name that may be absent, by the rules for names that people choose.
fn chosen_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Name>, D::Error> {
    #[derive(Deserialize)]
    struct Chosen(#[serde(deserialize_with = "Name::chosen")] Name);
    let name = Option::<Chosen>::deserialize(deserializer)?;
    Ok(name.map(|Chosen(name)| name))
}

/// The position of a client in the history of a room, taken from the last [`Update`](super::Update)
/// or [`Step`](super::Step) that the client has received.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The epoch of the history that the client has.
    pub epoch: u32,
    /// The last version of this history that the client has.
    pub version: u32,
}

/// The part of a message that decides how the rest is parsed.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
}

/// The messages that have no id.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Remark {
    Chat {
        text: ChatText,
    },
    Emote {
        emote: Emote,
    },
    Sync {
        #[serde(default)]
        since: Option<Since>,
    },
    Look {
        visible: bool,
    },
    AskSeat {
        #[serde(default)]
        seat: Option<Seat>,
    },
    Pass {
        #[serde(default)]
        seat: Option<Seat>,
    },
    TurnAway {
        person: PersonId,
    },
    Ping {},
}

/// A command and its id as fields of one JSON object. [`Command`] rejects any other field.
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
struct CommandMessage {
    /// The id of the command. The client chooses a new one for each command.
    id: CommandId,
    #[cfg_attr(feature = "types", serde(flatten))]
    command: Command,
}

impl<'de> Deserialize<'de> for CommandMessage {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (command, id) = tagged::read_with(from, "id")?;
        Ok(Self { id, command })
    }
}

/// Parses a message from a client. Serde can't distinguish the two kinds of messages by their tags
/// and also report the field that is at fault. So the tag is parsed first.
impl FromStr for ClientMessage {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let head = serde_json::from_str::<Head>(text);
        if head.is_ok_and(|head| {
            matches!(
                &*head.kind,
                "chat" | "emote" | "sync" | "look" | "ask_seat" | "pass" | "turn_away" | "ping"
            )
        }) {
            return Ok(match serde_json::from_str(text)? {
                Remark::Chat { text } => Self::Chat { text },
                Remark::Emote { emote } => Self::Emote { emote },
                Remark::Sync { since } => Self::Sync { since },
                Remark::Look { visible } => Self::Look { visible },
                Remark::AskSeat { seat } => Self::AskSeat { seat },
                Remark::Pass { seat } => Self::Pass { seat },
                Remark::TurnAway { person } => Self::TurnAway { person },
                Remark::Ping {} => Self::Ping {},
            });
        }
        let CommandMessage { id, command } = serde_json::from_str(text)?;
        Ok(Self::Command { id, command })
    }
}
