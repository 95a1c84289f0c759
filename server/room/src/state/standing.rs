//! What the games of a room have come to: who has won how many.

use std::cmp::Reverse;

use crate::{
    limits,
    person::{Person, PlayerId},
    protocol::{Name, PersonId},
};

/// What the finished games of one person have come to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Tally {
    pub person: Person,
    /// Who that is to the others.
    pub id: PersonId,
    /// Games played to their end.
    pub games: u32,
    /// Those won alone.
    pub wins: u32,
    /// Those in which the first place was shared.
    pub shared: u32,
}

/// The tallies of those who have finished a game in a room; who has played last is last.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Standing(Vec<Tally>);

impl Standing {
    /// Counts a game for each who has played it to its end: who they are, and their place.
    pub fn count(&mut self, finishers: &[(Person, PersonId, u8)]) {
        let firsts = finishers.iter().filter(|(_, _, place)| *place == 1).count();
        for (person, id, place) in finishers {
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

    /// Somebody goes by another name now.
    pub fn rename(&mut self, player: PlayerId, name: &Name) {
        let people = self.0.iter_mut().map(|tally| &mut tally.person);
        for known in people.filter(|known| known.player == player) {
            known.name = name.clone();
        }
    }

    /// Whose games have been counted.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.0.iter().map(|tally| &tally.person)
    }

    /// The tallies, best first.
    pub fn best_first(&self) -> Vec<&Tally> {
        let mut tallies: Vec<&Tally> = self.0.iter().collect();
        tallies.sort_by_key(|tally| (Reverse((tally.wins, tally.shared)), tally.id));
        tallies
    }
}
