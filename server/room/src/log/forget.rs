//! Removes the name of a person from a log.

use std::collections::BTreeSet;

use super::{Banned, Created, HostChanged, LogEvent, Named, Numbered, Record, Sat, Started};
use crate::{
    person::{Person, PlayerId},
    protocol::Name,
};

impl Record {
    /// Returns the people whose names are in this record, except bots. The name of a guest counts
    /// as one of the person whose device the guest plays on.
    pub fn people_named(&self) -> impl Iterator<Item = PlayerId> {
        // The name of a numbered player is also in another event of the same record.
        let people = self.happened.iter().flat_map(|event| match event {
            LogEvent::Named(Named {
                player, guest_of, ..
            }) => vec![guest_of.unwrap_or(*player)],
            event => {
                let people = event.people().into_iter();
                let people = people.filter(|person| !person.is_bot());
                people.map(Person::connects_as).collect()
            }
        });
        people.collect::<BTreeSet<_>>().into_iter()
    }

    /// Replaces the names of a person and of their guests everywhere in this record, as if they had
    /// always had the new one. It is for people whose personal data is erased. The events
    /// themselves stay unchanged. Returns whether the record contained another name.
    pub fn rename(&mut self, player: PlayerId, name: &Name) -> bool {
        let mut changed = false;
        let mut give = |whose: PlayerId, guest_of: Option<PlayerId>, called: &mut Name| {
            if guest_of.unwrap_or(whose) == player && called != name {
                called.clone_from(name);
                changed = true;
            }
        };
        for event in &mut self.happened {
            match event {
                LogEvent::Created(Created { host: person, .. })
                | LogEvent::Sat(Sat { person, .. })
                | LogEvent::HostChanged(HostChanged { person, .. })
                | LogEvent::Banned(Banned { person, .. }) => {
                    give(person.player, person.guest_of, &mut person.name);
                }
                LogEvent::Named(Named {
                    player,
                    name,
                    guest_of,
                })
                | LogEvent::Numbered(Numbered {
                    player,
                    name,
                    guest_of,
                    ..
                }) => give(*player, *guest_of, name),
                LogEvent::Started(Started {
                    players, left_out, ..
                }) => {
                    for (person, _) in players.iter_mut().chain(left_out) {
                        give(person.player, person.guest_of, &mut person.name);
                    }
                }
                LogEvent::Stood(_)
                | LogEvent::Coloured(_)
                | LogEvent::Readied(_)
                | LogEvent::SettingsChanged(_)
                | LogEvent::Locked(_)
                | LogEvent::Hushed(_)
                | LogEvent::Readmitted(_)
                | LogEvent::Admitted(_)
                | LogEvent::Committed(_)
                | LogEvent::Played(_)
                | LogEvent::TookBack(_)
                | LogEvent::TakeBackAsked(_)
                | LogEvent::TakeBackAgreed(_)
                | LogEvent::TakeBackDeclined(_)
                | LogEvent::Hinted(_)
                | LogEvent::Away(_)
                | LogEvent::VotedToSkip(_)
                | LogEvent::VotedToEnd(_)
                | LogEvent::Vacation(_)
                | LogEvent::WouldGoOn(_)
                | LogEvent::PauseAsked(_)
                | LogEvent::PauseDeclined(_)
                | LogEvent::Paused(_)
                | LogEvent::Resumed(_)
                | LogEvent::Revised(_)
                | LogEvent::Ended(_)
                | LogEvent::Abandoned(_) => {}
            }
        }
        changed
    }
}
