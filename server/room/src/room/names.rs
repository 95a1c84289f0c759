//! How people whose names look alike are told apart: by numbers, which nobody loses to one who comes later.

use std::collections::{BTreeMap, BTreeSet};

use super::{Person, PlayerId, Room, state::RoomState};
use crate::{
    LogEvent,
    protocol::{Likeness, Name, ShownName},
};

/// The names that the log tells of now: those of the host, of seats and of who was removed.
#[derive(Clone, Default, Eq, PartialEq)]
pub(super) struct Names {
    by_player: BTreeMap<PlayerId, Vec<Numbered>>,
}

#[derive(Clone, Eq, PartialEq)]
struct Numbered {
    name: Name,
    likeness: Likeness,
    number: u32,
}

impl Names {
    /// The number that someone's name has.
    fn number(&self, player: PlayerId, name: &Name) -> Option<u32> {
        let mut names = self.by_player.get(&player)?.iter();
        names.find_map(|numbered| (numbered.name == *name).then_some(numbered.number))
    }

    /// The number for a name of that likeness: the one that the player has for such a name already, or else the
    /// least that no other has whose name looks like it. `mine` and `others` are of those whom the log does not know.
    fn free_number(
        &self,
        player: PlayerId,
        likeness: &Likeness,
        mut mine: Option<u32>,
        mut others: BTreeSet<u32>,
    ) -> u32 {
        for (&owner, names) in &self.by_player {
            for numbered in names.iter().filter(|of| of.likeness.resembles(likeness)) {
                if owner == player {
                    mine = Some(numbered.number);
                } else {
                    others.insert(numbered.number);
                }
            }
        }
        let least = likeness.least_number();
        mine.filter(|number| *number >= least && !others.contains(number))
            .or_else(|| (least..=u32::MAX).find(|number| !others.contains(number)))
            .expect("fewer people than numbers")
    }

    fn insert(&mut self, player: PlayerId, name: &Name, likeness: Likeness, number: u32) {
        let name = name.clone();
        self.by_player.entry(player).or_default().push(Numbered {
            name,
            likeness,
            number,
        });
    }

    fn retain(&mut self, known: impl Fn(PlayerId, &Name) -> bool) {
        self.by_player.retain(|&player, names| {
            names.retain(|numbered| known(player, &numbered.name));
            !names.is_empty()
        });
    }
}

impl RoomState {
    /// The name of the host, of an owner of a seat or of one who was removed, as everybody is shown it.
    pub(super) fn shown(&self, person: &Person) -> ShownName {
        let number = self.names.number(person.player, &person.name);
        ShownName {
            name: person.name.clone(),
            number: number.unwrap_or(1),
        }
    }

    /// Numbers the names that come with it, before it happens.
    pub(super) fn number_names(&mut self, happened: &LogEvent) {
        if let LogEvent::Numbered {
            player,
            name,
            number,
        } = happened
        {
            self.names.insert(*player, name, name.likeness(), *number);
        }
        for (player, name) in names_in(happened) {
            if self.names.number(player, name).is_none() {
                let likeness = name.likeness();
                let names = &mut self.names;
                let number = names.free_number(player, &likeness, None, BTreeSet::new());
                names.insert(player, name, likeness, number);
            }
        }
    }

    /// Forgets the names that nobody has any more.
    pub(super) fn forget_names(&mut self) {
        let owners = self.chairs.iter().flatten().map(|chair| &chair.owner);
        let barred = self.barred.iter().map(|bar| &bar.person);
        let people = owners.chain(barred).chain([&self.host]);
        let known: BTreeSet<(PlayerId, &Name)> =
            people.map(|person| (person.player, &person.name)).collect();
        self.names
            .retain(|player, name| known.contains(&(player, name)));
    }
}

impl Room {
    /// The number that someone's name is shown with, or will be.
    pub(super) fn number(&self, player: PlayerId, name: &Name, likeness: &Likeness) -> u32 {
        if let Some(number) = self.lasting.names.number(player, name) {
            return number;
        }
        let (mut mine, mut others) = (None, BTreeSet::new());
        let alike = self.people.iter();
        for here in alike.filter(|here| here.likeness.resembles(likeness)) {
            if here.person.player == player {
                mine = Some(here.number);
            } else {
                others.insert(here.number);
            }
        }
        let names = &self.lasting.names;
        names.free_number(player, likeness, mine, others)
    }

    /// The happenings, each name that would not get its number by the log alone with it.
    pub(super) fn numbered(&self, happened: Vec<LogEvent>) -> Vec<LogEvent> {
        let mut all = Vec::with_capacity(happened.len());
        for happened in happened {
            for (player, name) in names_in(&happened) {
                let number = self.number(player, name, &name.likeness());
                let numbered = LogEvent::Numbered {
                    player,
                    name: name.clone(),
                    number,
                };
                let is_known = self.lasting.names.number(player, name).is_some();
                if !is_known && number > 1 && !all.contains(&numbered) {
                    all.push(numbered);
                }
            }
            all.push(happened);
        }
        all
    }
}

/// The names that the log knows by it.
fn names_in(happened: &LogEvent) -> Vec<(PlayerId, &Name)> {
    match happened {
        LogEvent::Created { host: person, .. }
        | LogEvent::Sat { person, .. }
        | LogEvent::Host { person, .. }
        | LogEvent::Barred { person, .. } => vec![(person.player, &person.name)],
        LogEvent::Named { player, name } => vec![(*player, name)],
        LogEvent::Started { players, .. } => players
            .iter()
            .map(|(person, _)| (person.player, &person.name))
            .collect(),
        _ => Vec::new(),
    }
}
