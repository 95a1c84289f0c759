//! Numbers that distinguish people whose names resemble each other. A person who joins later never
//! takes the number of another.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    log::{LogEvent, Numbered},
    person::{Person, PlayerId},
    protocol::{Likeness, Name, ShownName},
};

/// The names that the log currently contains: those of the host, of the owners of seats, of the
/// standing and of banned people.
#[derive(Clone, Default, Eq, PartialEq)]
pub(crate) struct Names {
    by_player: BTreeMap<PlayerId, Vec<KnownName>>,
}

/// A name and the number that it is shown with.
#[derive(Clone, Eq, PartialEq)]
struct KnownName {
    name: Name,
    likeness: Likeness,
    number: u32,
}

impl Names {
    /// Returns the number of a person's name.
    pub fn number(&self, player: PlayerId, name: &Name) -> Option<u32> {
        let mut names = self.by_player.get(&player)?.iter();
        names.find_map(|known| (known.name == *name).then_some(known.number))
    }

    /// Returns the number for a name with this likeness. It is the number that the player already
    /// has for such a name, or else the lowest one that is not in use by another person with a
    /// similar name. `mine` and `others` are numbers of people that the log does not know.
    pub fn free_number(
        &self,
        player: PlayerId,
        likeness: &Likeness,
        mut mine: Option<u32>,
        mut others: BTreeSet<u32>,
    ) -> u32 {
        for (&owner, names) in &self.by_player {
            for known in names.iter().filter(|of| of.likeness.resembles(likeness)) {
                if owner == player {
                    mine = Some(known.number);
                } else {
                    others.insert(known.number);
                }
            }
        }
        let least = likeness.least_number();
        mine.filter(|number| *number >= least && !others.contains(number))
            .or_else(|| (least..=u32::MAX).find(|number| !others.contains(number)))
            .expect("fewer people than numbers")
    }

    fn insert(&mut self, player: PlayerId, name: &Name, likeness: Likeness, number: u32) {
        let names = self.by_player.entry(player).or_default();
        // Nearly every person has exactly one name.
        names.reserve_exact(1);
        names.push(KnownName {
            name: name.clone(),
            likeness,
            number,
        });
    }

    /// Returns a name as everyone in the room sees it.
    pub fn shown(&self, person: &Person) -> ShownName {
        let number = self.number(person.player, &person.name);
        ShownName {
            name: person.name.clone(),
            number: number.unwrap_or(1),
        }
    }

    /// Numbers the names in an event before the event is applied.
    pub fn learn(&mut self, event: &LogEvent) {
        if let LogEvent::Numbered(Numbered {
            player,
            name,
            number,
            ..
        }) = event
        {
            self.insert(*player, name, name.likeness(), *number);
        }
        for person in event.named_people() {
            let (player, name) = (person.player, &person.name);
            if self.number(player, name).is_none() {
                let likeness = name.likeness();
                let number = self.free_number(player, &likeness, None, BTreeSet::new());
                self.insert(player, name, likeness, number);
            }
        }
    }

    /// Forgets the names that none of these people has any more.
    pub fn keep<'a>(&mut self, people: impl Iterator<Item = &'a Person>) {
        let known: BTreeSet<(PlayerId, &Name)> =
            people.map(|person| (person.player, &person.name)).collect();
        self.by_player.retain(|&player, names| {
            names.retain(|of| known.contains(&(player, &of.name)));
            !names.is_empty()
        });
    }
}
