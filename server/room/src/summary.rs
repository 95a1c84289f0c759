//! What a room is to somebody who is not in it: for its invitation, and for the list of one's games.

use senda_rules::{GameKind, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    audience::Audience,
    clock::TurnClock,
    person::PlayerId,
    protocol::Phase,
    questions::Questions,
    state::{Playing, RoomState},
    time::Time,
};

/// A room in short. It holds nothing that a spectator may not know, but who everybody is to the server: whoever is shown
/// one is told names alone.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// The version of the room that it is of.
    pub version: u32,
    /// Which game.
    pub game: GameKind,
    /// Whether it runs.
    pub phase: Phase,
    /// The host's name, as the others are shown it.
    pub host: String,
    /// Who that is.
    pub host_player: PlayerId,
    /// Whether the host stands in for the one before, who was gone, until the room's creator is back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands_in: bool,
    /// Seats there are.
    pub seats: u8,
    /// Who has one, clockwise.
    pub seated: Vec<Seated>,
    /// When the time of the turn is up, if a clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Time>,
    /// Whether there is a pause.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
}

/// Somebody at a seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seated {
    /// Who; `None` for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// Their name, as the others are shown it.
    pub name: String,
    /// Whether the game waits for them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub awaited: bool,
    /// Whether they are asked to agree to something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
}

/// The room in short, as it is now.
pub(crate) fn summary(state: &RoomState, clock: &TurnClock, audience: &Audience) -> Summary {
    let game = state.settings().options.kind();
    let (_, seats) = game.seats();
    let playing = state.playing();
    let paused = playing.is_some_and(|playing| playing.paused.is_some());
    let is_awaited = |seat: Seat| {
        let acting = playing.filter(|_| !paused).map(Playing::acting);
        acting.is_some_and(|acting| acting.contains(seat))
    };
    let questions = Questions::of(state, audience);
    let seated = state.seated().map(|(seat, taken)| Seated {
        player: (!taken.owner.is_bot()).then_some(taken.owner.player),
        name: state.shown(&taken.owner).to_string(),
        awaited: is_awaited(seat),
        // What is asked waits as well while the game does.
        asked: !paused && questions.ask(seat),
    });
    Summary {
        version: state.version(),
        game,
        phase: state.phase(),
        host: state.shown(state.host()).to_string(),
        host_player: state.host().player,
        stands_in: state.stands_in(),
        seats,
        seated: seated.collect(),
        due: clock.next_due().map(|(due, _)| due),
        paused,
    }
}
