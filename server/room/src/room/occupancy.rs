//! Counts the people and bots of a room, for the operator of the server.

use senda_rules::GameKind;

use crate::{audience::Audience, protocol::Phase, state::RoomState};

/// The numbers of a room's people and bots, without any personal data.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Occupancy {
    /// The game that the room plays.
    pub game: GameKind,
    /// The phase of the room: lobby, running game or finished game.
    pub phase: Phase,
    /// The number of the running game or of the last one, from 1; 0 before the first.
    pub round: u32,
    /// The number of connected people, without programs that have a seat.
    pub people: u32,
    /// The number of connected people who have no seat.
    pub spectators: u32,
    /// The number of seats that bots have.
    pub bots: u32,
}

/// Returns the numbers of the room. The cost depends on the number of seats and not on the number
/// of spectators, because a room counts after each of its steps.
pub(crate) fn occupancy(state: &RoomState, audience: &Audience) -> Occupancy {
    let (mut players, mut programs, mut bots) = (0, 0, 0);
    for (_, seat) in state.seated() {
        let owner = &seat.owner;
        if owner.is_bot() {
            bots += 1;
            programs += u32::from(owner.is_outside() && audience.people.has(owner.player));
        } else {
            players += u32::from(audience.people.has(owner.player));
        }
    }
    let spectators = audience.connected() - players - programs;
    Occupancy {
        game: state.settings.options.kind(),
        phase: state.phase(),
        round: state.round,
        people: spectators.saturating_add(players),
        spectators,
        bots,
    }
}
