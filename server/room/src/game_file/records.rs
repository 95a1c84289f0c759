//! Converts the file of a finished game back into the records of a room, so that a file can be
//! shown as a replay without a room.

use uuid::Uuid;

use super::{GameFile, Inconsistent, Player, Replay, Step};
use crate::{
    log::{LogEvent, Played, Record, Sat, Started},
    person::{Person, PlayerId},
    protocol::{Colour, Ended, Revised, TookBack},
    review::GameReplay,
};
use senda_rules::Viewer;

impl GameFile {
    /// Returns the game as one viewer saw it. The game is checked by the rules first, so that a
    /// made-up file is not applied.
    ///
    /// # Errors
    /// Returns [`Inconsistent`] if the file contradicts the rules or itself.
    pub fn replayed(&self, viewer: Viewer) -> Result<Option<GameReplay>, Inconsistent> {
        Replay::begin(self)?.finish()?;
        Ok(GameReplay::of(&self.records(), self.round, viewer))
    }

    /// Returns one record for each step, with the end of the game in the last one. The people get
    /// ids by their names and seats, since a file has none.
    fn records(&self) -> Vec<Record> {
        let mut shuffles = 0;
        let mut records: Vec<Record> = (1..)
            .zip(&self.steps)
            .map(|(version, step)| {
                shuffles += u32::try_from(step.shuffles().len()).unwrap_or_default();
                Record {
                    version,
                    at: step.at(),
                    cause: None,
                    happened: vec![self.event(step, shuffles)],
                }
            })
            .collect();
        if let Some(last) = records.last_mut() {
            last.happened.push(LogEvent::Ended(Ended {
                secret: self.secret,
                outcome: self.outcome.clone(),
            }));
        }
        records
    }

    fn event(&self, step: &Step, shuffles: u32) -> LogEvent {
        match step {
            Step::Dealt { events, .. } => LogEvent::Started(Started {
                round: self.round,
                commitment: self.commitment,
                nonces: self.nonces.clone(),
                options: self.options.clone(),
                first: self.first,
                players: (0..).zip(&self.seats).map(player).collect(),
                left_out: Vec::new(),
                start: self.start.clone(),
                position: self.position.clone(),
                rated: None,
                events: events.clone(),
                shuffles,
            }),
            Step::Played {
                seat,
                by,
                action,
                events,
                ..
            } => LogEvent::Played(Played {
                seat: *seat,
                by: *by,
                action: action.clone(),
                events: events.clone(),
                shuffles,
                bank_ms: None,
            }),
            Step::TookBack { seat, agreed, .. } => LogEvent::TookBack(TookBack {
                seat: *seat,
                agreed: *agreed,
            }),
            Step::Revised { rules, .. } => LogEvent::Revised(Revised { rules: *rules }),
            Step::Seated {
                seat,
                name,
                colour,
                bot,
                ..
            } => LogEvent::Sat(Sat {
                seat: *seat,
                person: Person {
                    player: id(u128::from(seat.number()) + LATER),
                    name: name.clone(),
                    bot: *bot,
                    guest_of: None,
                },
                colour: *colour,
            }),
        }
    }
}

/// The distance between the ids of the first owners of the seats and those of later ones.
const LATER: u128 = 1 << 8;

fn player((seat, player): (u8, &Player)) -> (Person, Colour) {
    let person = Person {
        player: id(u128::from(seat)),
        name: player.name.clone(),
        bot: player.bot,
        guest_of: None,
    };
    (person, player.colour)
}

fn id(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}
