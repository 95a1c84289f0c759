//! The restoring of rooms without what the server promises to keep.

use senda_room::{
    ConnectionId, Input, LogEvent, NotRestored, Person, Record, Room, Time,
    limits::RETURN_GRACE_MS,
    log::{Named, Sat},
};

use super::mutant::Mutant;
use crate::process::chance::SystemEntropy;

/// Restores a room from its log. One mutant forgets the ids of the commands. Another one takes the
/// time of the last record for the present and keeps everyone connected, as if the server had never
/// been down. A third one ignores the timelines of the database.
///
/// # Errors
/// As [`Room::restore`].
pub fn restore(
    now: Time,
    log: &mut dyn Iterator<Item = Record>,
    timeline: u32,
) -> Result<Room, NotRestored> {
    let mut room = without_promises(now, log)?;
    if !Mutant::KeptEpoch.is_on() {
        room.set_timeline(timeline);
    }
    Ok(room)
}

fn without_promises(now: Time, log: &mut dyn Iterator<Item = Record>) -> Result<Room, NotRestored> {
    let is_forgetful = Mutant::ForgottenIds.is_on();
    let log = log.map(|record| Record {
        cause: record.cause.filter(|_| !is_forgetful),
        ..record
    });
    if !Mutant::ChargedDowntime.is_on() {
        return Room::restore(now, log);
    }
    let log: Vec<Record> = log.collect();
    let last = log.last().map_or(now, |last| last.at);
    let present = Time(last.0.saturating_sub(RETURN_GRACE_MS));
    let people = seated(&log);
    let mut room = Room::restore(present, log)?;
    for (number, person) in (0..).zip(people) {
        let joined = Input::Joined {
            connection: ConnectionId(u64::MAX - number),
            person,
            since: None,
        };
        // No client is connected that could receive the effects.
        room.step(present, joined, &mut SystemEntropy);
    }
    Ok(room)
}

/// Returns everyone who has taken a seat, with the names that they have now.
fn seated(log: &[Record]) -> Vec<Person> {
    let mut people: Vec<Person> = Vec::new();
    for event in log.iter().flat_map(|record| &record.happened) {
        match event {
            LogEvent::Sat(Sat { person, .. }) => {
                people.retain(|other| other.player != person.player);
                people.push(person.clone());
            }
            LogEvent::Named(Named { player, name, .. }) => {
                for person in people.iter_mut().filter(|other| other.player == *player) {
                    person.name = name.clone();
                }
            }
            _ => {}
        }
    }
    people
}
