//! The commands that change a room.

use senda_rules::{AnyAction, Nonce, Seat, tag_first};
use serde::{Deserialize, Deserializer};

use super::ReportReason;
use crate::protocol::{ChatText, Colour, Level, Name, PersonId, SeatToken, Settings};

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
        /// [`RoomView::take_back`](crate::protocol::RoomView::take_back) is greater than 0.
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
        /// Players may request hints while [`RoomView::hints`](crate::protocol::RoomView::hints) is
        /// true. The server sends the answer as a
        /// [`ServerMessage::Hint`](crate::protocol::ServerMessage::Hint) to this connection only,
        /// but announces to everyone in the room that a hint was requested.
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
            /// The number of the ban in [`RoomView::barred`](crate::protocol::RoomView::barred).
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
            /// The person, as named in [`Presence`](crate::protocol::Presence).
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
            /// The time of the reported chat message, as in
            /// [`ChatLine`](crate::protocol::ChatLine). If it is absent, the report is about the
            /// person's name.
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
