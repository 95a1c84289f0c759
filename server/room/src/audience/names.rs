//! The names of the connected people, and the numbers that distinguish similar ones.

use std::collections::BTreeSet;

use super::{Audience, replicas::all_attendees};
use crate::{
    log::{LogEvent, Numbered},
    person::PlayerId,
    protocol::{Likeness, Name},
    state::RoomState,
};

impl Audience {
    /// Changes the name of a connected person.
    pub fn rename(&mut self, state: &RoomState, player: PlayerId, name: Name) {
        let likeness = name.likeness();
        let number = self.number(state, player, &name, &likeness);
        if let Some(here) = self.people.get_mut(player)
            && (here.person.name != name || here.number != number)
        {
            (here.person.name, here.likeness, here.number) = (name, likeness, number);
            self.presence_changed = true;
        }
    }

    /// Returns the number that a person's name is shown with, or would be.
    pub(super) fn number(
        &self,
        state: &RoomState,
        player: PlayerId,
        name: &Name,
        likeness: &Likeness,
    ) -> u32 {
        if let Some(number) = state.names.number(player, name) {
            return number;
        }
        let (mut mine, mut others) = (None, BTreeSet::new());
        let alike = all_attendees(&self.people, &self.replicas);
        for here in alike.filter(|here| here.likeness.resembles(likeness)) {
            if here.person.player == player {
                mine = Some(here.number);
            } else {
                others.insert(here.number);
            }
        }
        let names = &state.names;
        names.free_number(player, likeness, mine, others)
    }

    /// Inserts an event with the number before each event with a name whose number the log alone
    /// would not determine.
    pub fn with_numbers(&self, state: &RoomState, events: Vec<LogEvent>) -> Vec<LogEvent> {
        let mut all = Vec::with_capacity(events.len());
        for event in events {
            for person in event.named_people() {
                let (player, name) = (person.player, &person.name);
                let number = self.number(state, player, name, &name.likeness());
                let is_known = state.names.number(player, name).is_some();
                let numbered = LogEvent::Numbered(Numbered {
                    player,
                    name: person.name,
                    number,
                    guest_of: person.guest_of,
                });
                if !is_known && number > 1 && !all.contains(&numbered) {
                    all.push(numbered);
                }
            }
            all.push(event);
        }
        all
    }
}
