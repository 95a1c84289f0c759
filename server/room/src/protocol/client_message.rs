//! What a browser says.

use senda_rules::{AnyAction, Nonce, Seat};
use serde::{Deserialize, Serialize};

use super::{ChatText, Colour, CommandId, Name, PersonId, Settings};

/// From a browser. Every command but `sync` and `chat` has an id of the client's; sent twice, it
/// counts once and gets the first answer.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// A decision in the game.
    Act {
        /// The command's id.
        id: CommandId,
        /// The version that it answers; refused as `stale` if the game has moved on since.
        version: u32,
        /// What is decided.
        action: AnyAction,
    },
    /// Takes a seat: a free one in the lobby, or in a game one that has been given up.
    Sit {
        /// The command's id.
        id: CommandId,
        /// Which; the first free one if absent.
        #[serde(default)]
        seat: Option<Seat>,
        /// The colour; the first free one if absent.
        #[serde(default)]
        colour: Option<Colour>,
    },
    /// Gives the seat up. In a game it can be taken over by anybody, and is played by the clock
    /// until then.
    Stand {
        /// The command's id.
        id: CommandId,
    },
    /// Changes one's name.
    Name {
        /// The command's id.
        id: CommandId,
        /// The new name.
        #[serde(deserialize_with = "Name::chosen")]
        name: Name,
    },
    /// Changes the colour of one's seat.
    Colour {
        /// The command's id.
        id: CommandId,
        /// The new colour.
        colour: Colour,
    },
    /// Says that one is ready for the next game, or no longer.
    Ready {
        /// The command's id.
        id: CommandId,
        /// Whether.
        ready: bool,
        /// What this player adds to the shuffle's seed.
        #[serde(default)]
        nonce: Option<Nonce>,
    },
    /// Host: changes the room's settings, in the lobby.
    Set {
        /// The command's id.
        id: CommandId,
        /// All of them.
        settings: Settings,
    },
    /// Host: starts the game (counts as ready for the host, if seated).
    Start {
        /// The command's id.
        id: CommandId,
        /// What the host adds to the shuffle's seed.
        #[serde(default)]
        nonce: Option<Nonce>,
    },
    /// Host: removes someone from the room and bars them from coming back.
    Remove {
        /// The command's id.
        id: CommandId,
        /// Whom: somebody at a seat, or somebody who is here.
        person: PersonId,
    },
    /// Host: lets someone come back who was removed.
    Readmit {
        /// The command's id.
        id: CommandId,
        /// The number in [`RoomView::barred`](super::RoomView::barred).
        barred: u32,
    },
    /// Host: passes the role on.
    Host {
        /// The command's id.
        id: CommandId,
        /// To whom; they must be here.
        person: PersonId,
    },
    /// Host: locks the room, or unlocks it. While it is locked, nobody comes in but the host, who opened the room
    /// and who has a seat; who watches already may stay.
    Lock {
        /// The command's id.
        id: CommandId,
        /// Whether it is to be locked.
        locked: bool,
    },
    /// Says that one is back, after one's seat was marked away.
    Back {
        /// The command's id.
        id: CommandId,
    },
    /// In a game without a clock: asks that it go on without waiting for a seat, whose turn has lasted
    /// for [`crate::limits::STALLED_MS`]. Once most of the others who play and are here ask for it,
    /// the seat is away until its owner is back.
    #[serde(rename = "urge")]
    VoteToSkip {
        /// The command's id.
        id: CommandId,
        /// For which seat nobody should wait.
        seat: Seat,
    },
    /// Asks for a pause of the game, or agrees to one: it begins when all who play and are here have asked.
    Pause {
        /// The command's id.
        id: CommandId,
    },
    /// Ends the pause, whoever has asked for it; before it has begun, does not agree to it, or takes back what
    /// the sender asked for.
    GoOn {
        /// The command's id.
        id: CommandId,
    },
    /// Says something to the room.
    Chat {
        /// What.
        text: ChatText,
    },
    /// Asks how it is now: for an [`Update`](super::Update) that continues what the sender has, if it can be
    /// continued.
    Sync {
        /// What the sender has; the whole is told if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        since: Option<Since>,
    },
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
