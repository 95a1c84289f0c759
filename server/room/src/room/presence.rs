//! Who is connected: people and their links. In memory only.

use std::collections::BTreeMap;

use super::{ConnectionId, Effect, Person, PlayerId, Room, crowd::Crowd};
use crate::{
    LogEvent, Time,
    limits::{LINKS_EACH, PEOPLE, PEOPLE_NAMED, PRESENCE_EVERY_MS},
    protocol::{
        CloseCode, Likeness, Name, PauseReason, PersonId, PersonView, Presence, ShownName, Since,
        You,
    },
};

/// Everybody who is connected.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    /// By number, and so in the order in which they came.
    by_number: BTreeMap<u32, Here>,
    numbers: BTreeMap<PlayerId, u32>,
    links: BTreeMap<ConnectionId, Place>,
    last_number: u32,
    /// Whether a change of presence has not been told to everybody.
    changed: bool,
    last_told: Option<Time>,
    /// What those who only watch have not been told yet, when they are a crowd.
    pub crowd: Crowd,
}

/// Where a link is.
#[derive(Copy, Clone, Debug)]
struct Place {
    /// The number of its person.
    person: u32,
    /// The version that it was last told.
    told: u32,
}

/// Someone who is connected.
#[derive(Clone, Debug)]
pub(super) struct Here {
    /// Who they are to the others.
    pub id: PersonId,
    pub person: Person,
    /// What their name looks like.
    pub likeness: Likeness,
    /// The number that it is shown with.
    pub number: u32,
    /// Their links, the oldest first.
    pub links: Vec<ConnectionId>,
    /// What was said to them about themselves.
    pub you: Option<You>,
}

impl Here {
    /// Their name, as everybody is shown it.
    pub fn shown(&self) -> ShownName {
        ShownName {
            name: self.person.name.clone(),
            number: self.number,
        }
    }
}

impl People {
    pub fn is_empty(&self) -> bool {
        self.by_number.is_empty()
    }

    pub fn len(&self) -> usize {
        self.by_number.len()
    }

    /// Everybody, those who came first before the others.
    pub fn iter(&self) -> impl Iterator<Item = &Here> {
        self.by_number.values()
    }

    pub fn get(&self, player: PlayerId) -> Option<&Here> {
        self.by_number.get(self.numbers.get(&player)?)
    }

    pub fn get_mut(&mut self, player: PlayerId) -> Option<&mut Here> {
        self.by_number.get_mut(self.numbers.get(&player)?)
    }

    pub fn by_link(&self, link: ConnectionId) -> Option<&Here> {
        self.by_number.get(&self.links.get(&link)?.person)
    }

    /// The version that a link was last told; 0 if none.
    pub fn told(&self, link: ConnectionId) -> u32 {
        self.links.get(&link).map_or(0, |place| place.told)
    }

    /// A link has been told all up to that version.
    pub fn tell(&mut self, link: ConnectionId, version: u32) {
        if let Some(place) = self.links.get_mut(&link) {
            place.told = version;
        }
    }

    pub fn links(&self) -> Vec<ConnectionId> {
        self.iter()
            .flat_map(|here| here.links.iter().copied())
            .collect()
    }

    fn add(&mut self, link: ConnectionId, come: Here) {
        let number = *self.numbers.entry(come.person.player).or_insert_with(|| {
            self.last_number += 1;
            self.last_number
        });
        let here = self.by_number.entry(number).or_insert_with(|| {
            self.changed = true;
            come
        });
        here.links.push(link);
        let place = Place {
            person: number,
            told: 0,
        };
        self.links.insert(link, place);
    }

    /// Forgets a link, and its person with the last one.
    fn forget(&mut self, link: ConnectionId) {
        let Some(Place { person, .. }) = self.links.remove(&link) else {
            return;
        };
        let Some(here) = self.by_number.get_mut(&person) else {
            return;
        };
        here.links.retain(|&other| other != link);
        if here.links.is_empty() {
            self.numbers.remove(&here.person.player);
            self.by_number.remove(&person);
            self.changed = true;
        }
    }

    pub fn changed(&mut self) {
        self.changed = true;
    }
}

impl Room {
    pub(super) fn joined(
        &mut self,
        now: Time,
        link: ConnectionId,
        person: Person,
        since: Option<Since>,
        out: &mut Vec<Effect>,
    ) {
        if self.people.by_link(link).is_some() {
            return;
        }
        let player = person.player;
        if self.is_barred(player) {
            let code = CloseCode::Removed;
            out.push(Effect::Close { link, code });
            return;
        }
        if self.is_locked_out(player) {
            let code = CloseCode::Locked;
            out.push(Effect::Close { link, code });
            return;
        }
        let seat = self.lasting.seat_of(player);
        if !self.is_here(player) && !self.has_part(player) && self.people.len() >= PEOPLE {
            let code = CloseCode::RoomFull;
            out.push(Effect::Close { link, code });
            return;
        }
        // What the return changes is told to the others first, and so is among what was missed.
        let mut happened = self.renamed(player, &person.name);
        let is_paid_for = !happened.is_empty() && player != self.lasting.creator;
        let has_place = !self.lasting.is_used_up();
        if !has_place || (is_paid_for && self.budget.spend(now, player).is_err()) {
            happened.clear();
        }
        happened.extend(self.creator_is_back(&person));
        let is_left = self.lasting.paused == Some(PauseReason::EverybodyLeft);
        happened.extend(
            seat.filter(|_| is_left)
                .map(|seat| LogEvent::Resumed { seat: Some(seat) }),
        );
        let away = seat
            .and_then(|seat| self.lasting.chair(seat))
            .is_some_and(|chair| chair.away);
        happened.extend(
            seat.filter(|_| away)
                .map(|seat| LogEvent::Away { seat, away: false }),
        );
        self.standstill.coming = Some(player);
        let before = self.moments();
        if let Some(seat) = seat {
            self.come_back(now, seat);
        }
        if !happened.is_empty() {
            self.commit(now, None, happened, out);
        } else if self.moments() != before {
            self.tell_moments(now, out);
        }
        let oldest = self
            .people
            .get(player)
            .filter(|here| here.links.len() >= LINKS_EACH);
        if let Some(oldest) = oldest.map(|here| here.links[0]) {
            self.people.forget(oldest);
            out.push(Effect::Close {
                link: oldest,
                code: CloseCode::TooManyTabs,
            });
        }
        let name = person.name.clone();
        let likeness = name.likeness();
        let come = Here {
            id: self.lasting.person_id(player),
            number: self.number(player, &name, &likeness),
            likeness,
            person,
            links: Vec::new(),
            you: None,
        };
        self.people.add(link, come);
        self.call(player, name);
        self.standstill.coming = None;
        self.note_absences(now);
        self.tell_all_to(now, link, since, out);
    }

    pub(super) fn left(&mut self, now: Time, link: ConnectionId, out: &mut Vec<Effect>) {
        let player = self.people.by_link(link).map(|here| here.person.player);
        self.people.forget(link);
        self.note_absences(now);
        if let Some(player) = player {
            self.tell_you_to(player, out);
        }
    }

    /// Forgets the links of someone, and returns them.
    pub(super) fn cut(&mut self, player: PlayerId) -> Vec<ConnectionId> {
        let links = self
            .people
            .get(player)
            .map_or(Vec::new(), |here| here.links.clone());
        for &link in &links {
            self.people.forget(link);
        }
        links
    }

    pub(super) fn is_here(&self, player: PlayerId) -> bool {
        self.people.get(player).is_some()
    }

    /// Whether someone has a seat or is host: the others only watch.
    pub(super) fn has_part(&self, player: PlayerId) -> bool {
        self.lasting.host.player == player || self.lasting.seat_of(player).is_some()
    }

    fn is_barred(&self, player: PlayerId) -> bool {
        let mut barred = self.lasting.barred.iter();
        player != self.lasting.creator && barred.any(|bar| bar.person.player == player)
    }

    /// What a new name changes in the log: those of seats and of the host are in it.
    pub(super) fn renamed(&self, player: PlayerId, name: &Name) -> Vec<LogEvent> {
        let owners = self.lasting.seated().map(|(_, chair)| &chair.owner);
        let changes = owners
            .chain([&self.lasting.host])
            .any(|person| person.player == player && person.name != *name);
        let named = LogEvent::Named {
            player,
            name: name.clone(),
        };
        changes.then_some(named).into_iter().collect()
    }

    /// Somebody who is here goes by that name from now on.
    pub(super) fn call(&mut self, player: PlayerId, name: Name) {
        let likeness = name.likeness();
        let number = self.number(player, &name, &likeness);
        if let Some(here) = self.people.get_mut(player)
            && (here.person.name != name || here.number != number)
        {
            (here.person.name, here.likeness, here.number) = (name, likeness, number);
            self.people.changed();
        }
    }

    /// The one that a command names, if there is such a person.
    pub(super) fn named(&self, id: PersonId) -> Option<Person> {
        let mut seated = self.lasting.seated();
        let owner = seated.find_map(|(_, chair)| (chair.person == id).then_some(&chair.owner));
        let here = || self.people.iter().find(|here| here.id == id);
        owner.or_else(|| Some(&here()?.person)).cloned()
    }

    /// Notes since when the host and the owners of seats are gone.
    pub(super) fn note_absences(&mut self, now: Time) {
        let owners = self.lasting.seated().map(|(_, chair)| chair.owner.player);
        let awaited = owners.chain([self.lasting.host.player]);
        let gone = awaited.filter(|&player| !self.is_here(player));
        self.absent = gone
            .map(|player| (player, self.absent.get(&player).copied().unwrap_or(now)))
            .collect();
        self.watch_the_table(now);
    }

    /// Who is here, as everybody is told.
    pub(super) fn presence(&self) -> Presence {
        let lasting = &self.lasting;
        let here = lasting
            .seated()
            .filter(|(_, chair)| self.is_here(chair.owner.player));
        let seats = here.map(|(seat, _)| seat).collect();
        let named = self
            .people
            .iter()
            .filter(|here| lasting.seat_of(here.person.player).is_none())
            .take(PEOPLE_NAMED);
        Presence {
            seats,
            watching: self.watching(),
            people: named
                .map(|here| PersonView {
                    person: here.id,
                    name: here.shown(),
                    host: lasting.host.player == here.person.player,
                })
                .collect(),
        }
    }

    /// How many are connected who have no seat.
    pub(super) fn watching(&self) -> u32 {
        let owners = self.lasting.seated().map(|(_, chair)| chair.owner.player);
        let seated = owners.filter(|&player| self.is_here(player)).count();
        u32::try_from(self.people.len() - seated).unwrap_or(u32::MAX)
    }

    /// When everybody is to be told who is here.
    pub(super) fn presence_due(&self) -> Option<Time> {
        let due = match self.people.last_told {
            Some(last) => last.plus(PRESENCE_EVERY_MS),
            None => self.seen,
        };
        (self.people.changed && !self.people.is_empty()).then_some(due)
    }

    /// Tells everybody who is here, if it has changed and was not told just now.
    pub(super) fn tell_presence(&mut self, now: Time, out: &mut Vec<Effect>) {
        if self.presence_due().is_some_and(|due| due <= now) {
            self.tell_presence_now(now, out);
        }
    }

    /// Tells everybody who is here, however often: for what is in the log, and told everybody anyway.
    /// Only a crowd waits for its time.
    pub(super) fn tell_presence_now(&mut self, now: Time, out: &mut Vec<Effect>) {
        self.people.changed = false;
        self.people.last_told = Some(now);
        self.tell_who_is_here(out);
    }
}
