//! What a browser says.

use std::{borrow::Cow, str::FromStr};

use senda_rules::{AnyAction, Nonce, Seat};
use serde::{Deserialize, Serialize};

use super::{ChatText, Colour, CommandId, Emote, Level, Name, PersonId, SeatToken, Settings};

/// From a browser, as JSON: an object with a `type`, for a command that of the [`Command`] beside its `id`.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(tag = "type", rename_all = "snake_case")
)]
pub enum ClientMessage {
    /// Something to be done. Sent twice, it counts once and gets the first answer.
    #[cfg_attr(feature = "ts", ts(untagged, as = "CommandMessage"))]
    Command {
        /// Chosen by the client, one for each command.
        id: CommandId,
        /// What.
        command: Command,
    },
    /// Says something to the room.
    Chat {
        /// What.
        text: ChatText,
    },
    /// Says something without words.
    Emote {
        /// What.
        emote: Emote,
    },
    /// Asks how it is now: for an [`Update`](super::Update) that continues what the sender has, if it can be
    /// continued.
    Sync {
        /// What the sender has; the whole is told if absent.
        #[cfg_attr(feature = "ts", ts(optional))]
        since: Option<Since>,
    },
    /// Says whether the page is before somebody's eyes; that it is, is taken for granted otherwise. Who looks at no page
    /// of the room is told elsewhere that it is their turn, if they wish it.
    Look {
        /// Whether it is.
        visible: bool,
    },
    /// Asks the host for the seat of a player who is gone, which [`Command::Hand`] gives. The host sees it in
    /// [`Presence`](super::Presence); it is kept in memory only.
    AskSeat {
        /// Which; none to ask no more.
        #[cfg_attr(feature = "ts", ts(optional))]
        seat: Option<Seat>,
    },
    /// Checks the connection, when the client has received nothing for a while: a browser shows a page neither the pings
    /// of a WebSocket nor their absence. The server that holds the socket answers with a
    /// [`ServerMessage::Pong`](super::ServerMessage::Pong); the room is not involved.
    Ping {},
}

/// Something that a person wants done in a room.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)] // of what the type says already
pub enum Command {
    /// A decision in the game.
    Act {
        /// The version that it answers; refused as `stale` if the game has moved on since.
        version: u32,
        action: AnyAction,
    },
    /// Takes the last decision back, while [`RoomView::take_back`](super::RoomView::take_back) says that it can be.
    TakeBack {
        /// The version that shows it; refused as `stale` if the game has moved on since.
        version: u32,
    },
    /// Asks the others to let the sender take back the last decision that they have made, with all after it.
    AskTakeBack {
        /// The version that shows it; refused as `stale` if it is not their last one any more. What the others have
        /// decided since does not matter.
        version: u32,
    },
    /// Agrees to what the player on that seat has asked to take back.
    AgreeTakeBack { seat: Seat },
    /// Does not agree to what somebody has asked to take back, or asks for it no more.
    DeclineTakeBack {},
    /// Asks what a hard bot would decide now in the sender's seat, while [`RoomView::hints`](super::RoomView::hints) says
    /// that players may. The answer is a [`ServerMessage::Hint`](super::ServerMessage::Hint) to this connection alone; that
    /// it was asked for is told to everybody.
    Hint {
        /// The version that is to be decided on; refused as `stale` if the game has moved on since.
        version: u32,
    },
    /// Takes a seat: a free one in the lobby, or in a game one whose player has left. Who sits down is ready.
    Sit {
        /// The first free one if absent.
        #[serde(default)]
        seat: Option<Seat>,
        /// The first free one if absent.
        #[serde(default)]
        colour: Option<Colour>,
        /// What this player adds to the shuffle's seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
    },
    /// Stands up. In a game the seat can be taken over by anybody, and is played by the clock until then.
    Stand {},
    /// Changes one's name.
    Name {
        #[serde(deserialize_with = "Name::chosen")]
        name: Name,
    },
    /// Changes the colour of one's seat.
    Colour { colour: Colour },
    /// Says that one is ready for the next game, or no longer.
    Ready {
        ready: bool,
        /// What this player adds to the shuffle's seed.
        #[serde(default)]
        nonce: Option<Nonce>,
    },
    /// Host: changes the room's settings, in the lobby.
    Set {
        /// All of them.
        settings: Settings,
    },
    /// Host: starts the game (counts as ready for the host, if seated).
    Start {
        /// What the host adds to the shuffle's seed.
        #[serde(default)]
        nonce: Option<Nonce>,
    },
    /// Host: removes someone from the room and bans them from coming back.
    Remove {
        /// Somebody at a seat, or somebody who is here.
        person: PersonId,
    },
    /// Host: lets someone come back who was removed.
    Readmit {
        /// The number in [`RoomView::barred`](super::RoomView::barred).
        barred: u32,
    },
    /// Host: lets a bot play, of that level; it sits on a free seat, or in a game on one whose player has left. A bot that
    /// sits there already changes its level, and goes where there is none.
    Bot {
        /// The first free one if absent.
        #[serde(default)]
        seat: Option<Seat>,
        #[serde(default)]
        level: Option<Level>,
    },
    /// Host: lets a program from outside play, whichever connects with that token; on a free seat, on one whose player has
    /// left, or in the place of a bot. The token is worth nothing any more once the program has no seat.
    Token {
        /// The first free one if absent.
        #[serde(default)]
        seat: Option<Seat>,
        /// Drawn by the host's client.
        token: SeatToken,
    },
    /// Host: passes the role on.
    Host {
        /// To whom; they must be here.
        person: PersonId,
    },
    /// Host: gives a seat whose owner has left, or is not connected, to somebody who has none.
    Hand {
        seat: Seat,
        /// They must be here.
        person: PersonId,
    },
    /// Host: locks the room, or unlocks it. While it is locked, nobody comes in but the host, who opened the room
    /// and who has a seat; who watches already may stay.
    Lock { locked: bool },
    /// Host: lets nobody chat who only watches, or lets them again.
    Hush { hushed: bool },
    /// Says that one is back, after one's seat was marked away.
    Back {},
    /// In a game without a clock: asks that it go on without waiting for a seat, whose turn has lasted
    /// for [`crate::limits::STALLED_MS`]. Once most of the others who play and are here ask for it,
    /// the seat is away until its owner is back.
    #[serde(rename = "urge")]
    VoteToSkip {
        /// For which seat nobody should wait.
        seat: Seat,
    },
    /// Asks for a pause of the game, or agrees to one: it begins when all who play and are here have asked. With turns of
    /// days those are asked as well who are not here.
    Pause {
        /// Whether it is to last until all who play have asked to go on; whoever asks first decides.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        until_all: bool,
    },
    /// In a game with turns of days: the sender's time stands still for so many days from now. With 0 it runs again.
    Vacation { days: u8 },
    /// Ends the pause, whoever has asked for it, or says that the sender is back where it lasts until all are; before it has begun, does not agree to it, or takes back what
    /// the sender asked for.
    GoOn {},
}

/// Up to where someone knows a room: the numbers of the last [`Update`](super::Update) they had.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// Of which history.
    pub epoch: u32,
    /// Its last version that they have.
    pub version: u32,
}

/// Enough of a message to see how to read it.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
}

/// The messages without an id.
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
    Ping {},
}

/// A command and its id, which stand side by side. That nothing else does is seen to by [`Command`].
#[derive(Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct CommandMessage {
    /// Chosen by the client, one for each command.
    id: CommandId,
    #[serde(flatten)]
    command: Command,
}

/// Reads what a browser has sent. Serde can't tell the two kinds of messages apart by their tags and still say
/// which field is at fault, so that the tag is looked at first.
impl FromStr for ClientMessage {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let head = serde_json::from_str::<Head>(text);
        if head.is_ok_and(|head| {
            matches!(
                &*head.kind,
                "chat" | "emote" | "sync" | "look" | "ask_seat" | "ping"
            )
        }) {
            return Ok(match serde_json::from_str(text)? {
                Remark::Chat { text } => Self::Chat { text },
                Remark::Emote { emote } => Self::Emote { emote },
                Remark::Sync { since } => Self::Sync { since },
                Remark::Look { visible } => Self::Look { visible },
                Remark::AskSeat { seat } => Self::AskSeat { seat },
                Remark::Ping {} => Self::Ping {},
            });
        }
        let CommandMessage { id, command } = serde_json::from_str(text)?;
        Ok(Self::Command { id, command })
    }
}
