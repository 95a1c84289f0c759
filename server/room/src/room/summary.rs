//! A summary of a room for people who are not in it: for its invitation, and for a person's list of
//! games.

use senda_rules::{GameKind, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    audience::Audience,
    clock::TurnClock,
    decide::PendingRequests,
    person::PlayerId,
    protocol::Phase,
    state::{Playing, RoomState},
    time::Time,
};

/// The summary of a room. It holds nothing that a spectator may not know, except the `PlayerId`s.
/// The server sends only the names to clients.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each flag is a property of its own"
)]
pub struct Summary {
    /// The version of the room that the summary describes.
    pub version: u32,
    /// The game that the room plays.
    pub game: GameKind,
    /// The phase of the room: lobby, running game or finished game.
    pub phase: Phase,
    /// The host's name as the other people in the room see it.
    pub host: String,
    /// The id of the host.
    pub host_player: PlayerId,
    /// Whether the host stands in for the previous host, who was gone, until the room's creator is
    /// back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands_in: bool,
    /// The number of all seats.
    pub seats: u8,
    /// The occupied seats in clockwise order.
    pub seated: Vec<Seated>,
    /// The time at which the turn times out, if a clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Time>,
    /// Whether the game is paused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// Whether the host has locked the room.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub locked: bool,
    /// Whether games have no spectators.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_spectators: bool,
}

/// An occupied seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seated {
    /// The owner of the seat, or the owner of the device that a guest plays on; `None` for a
    /// program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The owner's name as the other people in the room see it.
    pub name: String,
    /// Whether the game waits for a decision of this seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub awaited: bool,
    /// Whether the seat has to answer a request of another player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
}

/// Returns the summary of the room as it is now.
pub(crate) fn summary(state: &RoomState, clock: &TurnClock, audience: &Audience) -> Summary {
    let game = state.settings.options.kind();
    let (_, seats) = state.settings.seats();
    let playing = state.playing();
    let paused = playing.is_some_and(|playing| playing.paused.is_some());
    let is_awaited = |seat: Seat| {
        let acting = playing.filter(|_| !paused).map(Playing::acting);
        acting.is_some_and(|acting| acting.contains(seat))
    };
    let requests = PendingRequests::of(state, audience);
    let seated = state.seated().map(|(seat, taken)| Seated {
        player: (!taken.owner.is_bot()).then_some(taken.owner.connects_as()),
        name: state.shown(&taken.owner).to_string(),
        awaited: is_awaited(seat),
        // Requests wait too while the game is paused.
        asked: !paused && requests.are_for(seat),
    });
    Summary {
        version: state.version,
        game,
        phase: state.phase(),
        host: state.shown(&state.host).to_string(),
        host_player: state.host.player,
        stands_in: state.stands_in,
        seats,
        seated: seated.collect(),
        due: clock.next_due().map(|(due, _)| due),
        paused,
        locked: state.locked,
        no_spectators: state.settings.no_spectators,
    }
}
