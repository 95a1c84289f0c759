//! The networks that people have come from, which decide whether a rated game counts.

use std::collections::BTreeMap;

use crate::{
    limits::PEOPLE,
    person::{Person, PlayerId},
    protocol::Rated,
    state::RoomState,
    step::NetworkTag,
};

/// The network that each person has come from last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Networks(BTreeMap<PlayerId, NetworkTag>);

impl Networks {
    /// Stores the network of a person who is about to connect. When there are too many, only those
    /// of people with seats are kept, because only these matter for a game.
    pub fn note(&mut self, state: &RoomState, player: PlayerId, network: NetworkTag) {
        if self.0.len() >= PEOPLE {
            self.0.retain(|&other, _| state.seat_of(other).is_some());
        }
        self.0.insert(player, network);
    }

    /// Removes the network of a person.
    pub fn forget(&mut self, player: PlayerId) {
        self.0.remove(&player);
    }

    /// Returns whether a game of these people counts.
    pub fn rated(&self, players: impl Iterator<Item = PlayerId>) -> Rated {
        let mut met = Vec::new();
        for player in players {
            let Some(network) = self.0.get(&player) else {
                return Rated::UnknownNetwork;
            };
            if met.contains(network) {
                return Rated::SameNetwork;
            }
            met.push(*network);
        }
        Rated::Counts
    }

    /// Returns whether the running game counts, or the next one with the people who have a seat
    /// now.
    pub fn rated_of(&self, state: &RoomState) -> Option<Rated> {
        if !state.settings.rated {
            return None;
        }
        if state.playing().is_some() {
            return state.rated_game().map(|game| game.rated);
        }
        let seated = || state.seated().map(|(_, seat)| &seat.owner);
        let are_enough = seated().count() >= 2 && !seated().any(Person::is_bot);
        are_enough.then(|| self.rated(seated().map(|owner| owner.player)))
    }
}
