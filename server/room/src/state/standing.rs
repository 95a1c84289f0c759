//! The results of the finished games in a room, for each person.

use std::cmp::Reverse;

use crate::{
    limits,
    person::{Person, PlayerId},
    protocol::{Name, PersonId},
};

/// The results of one person in the finished games of a room.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Tally {
    pub person: Person,
    /// The id that the other people in the room know the person by.
    pub id: PersonId,
    /// The number of games that the person has played to the end.
    pub games: u32,
    /// The number of games that the person has won alone.
    pub wins: u32,
    /// The number of games in which the person has shared the first place.
    pub shared: u32,
}

/// A person who has played a game to the end.
pub(crate) struct Finisher {
    pub person: Person,
    pub id: PersonId,
    /// The place that the person has reached, from 1.
    pub place: u8,
}

/// The tallies of all people who have finished a game in a room. The people who played most
/// recently are at the end.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Standing(Vec<Tally>);

impl Standing {
    /// Counts a game for each person who has played it to the end.
    pub fn count(&mut self, finishers: &[Finisher]) {
        let is_first = |finisher: &&Finisher| finisher.place == 1;
        let firsts = finishers.iter().filter(is_first).count();
        for Finisher { person, id, place } in finishers {
            let known = self.0.iter().position(|tally| tally.id == *id);
            let mut tally = known.map_or_else(
                || Tally {
                    person: person.clone(),
                    id: *id,
                    games: 0,
                    wins: 0,
                    shared: 0,
                },
                |at| self.0.remove(at),
            );
            tally.person = person.clone();
            tally.games += 1;
            match (*place == 1, firsts) {
                (true, 1) => tally.wins += 1,
                (true, _) => tally.shared += 1,
                (false, _) => {}
            }
            self.0.push(tally);
        }
        let beyond = self.0.len().saturating_sub(limits::STANDING);
        self.0.drain(..beyond);
    }

    /// Records a new name of a person.
    pub fn rename(&mut self, player: PlayerId, name: &Name) {
        let people = self.0.iter_mut().map(|tally| &mut tally.person);
        for known in people.filter(|known| known.player == player) {
            known.name = name.clone();
        }
    }

    /// Returns the people whose games have been counted.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.0.iter().map(|tally| &tally.person)
    }

    /// Returns the tallies, best first.
    pub fn best_first(&self) -> Vec<&Tally> {
        let mut tallies: Vec<&Tally> = self.0.iter().collect();
        tallies.sort_by_key(|tally| (Reverse((tally.wins, tally.shared)), tally.id));
        tallies
    }
}
