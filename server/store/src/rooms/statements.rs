//! The statements for the tables of rooms, which are derived from the records of the log.

use senda_room::{
    Alarm, FORMAT, Finished, LogEvent, Person, PlayerId, Record, Summary,
    log::{Banned, Created, Named, Readmitted, SettingsChanged},
};

use super::game_id::GameId;
use crate::{
    log::NotStored,
    room_id::RoomId,
    statement::{Statements, json, whole},
};

/// Returns whether a record creates its room.
pub(crate) fn begins(record: &Record) -> bool {
    let begins = |event: &LogEvent| matches!(event, LogEvent::Created(_));
    record.happened.iter().any(begins)
}

/// Returns whether a record changes no table beside the log. Most moves don't.
pub(crate) fn is_in_the_log_alone(record: &Record) -> bool {
    let is_kept_beside = |event: &LogEvent| {
        matches!(
            event,
            LogEvent::Created(_)
                | LogEvent::Sat(_)
                | LogEvent::Started(_)
                | LogEvent::Ended(_)
                | LogEvent::SettingsChanged(_)
                | LogEvent::Banned(_)
                | LogEvent::Readmitted(_)
                | LogEvent::HostChanged(_)
                | LogEvent::Named(_)
        )
    };
    !record.happened.iter().any(is_kept_beside)
}

impl Statements {
    /// Adds the statements for the tables beside the log, given a record that is appended, the game
    /// that it ended and the room's alarm.
    pub(crate) fn record(
        &mut self,
        room: RoomId,
        record: &Record,
        finished: Option<&Finished>,
        alarm: Option<Alarm>,
    ) -> Result<(), NotStored> {
        for event in &record.happened {
            self.event(room, record, event)?;
        }
        for player in record.people_named() {
            self.named(room, player);
        }
        if let Some(finished) = finished {
            self.finished(room, record, finished)?;
        }
        if let Some(alarm) = alarm {
            self.alarm(room, alarm)?;
        }
        Ok(())
    }

    /// Adds the statements for the tables beside the log, given an event of a record.
    fn event(&mut self, room: RoomId, record: &Record, event: &LogEvent) -> Result<(), NotStored> {
        match event {
            LogEvent::Created(Created { settings, host, .. }) => {
                let game = settings.options.kind().word();
                self.add(
                    "insert into room (id, created_at, game, active_at) values ($1, $2, $3, $2)",
                    (room, whole(record.at.0)?, game),
                );
                self.member(room, host);
            }
            LogEvent::Sat(sat) if sat.person.has_record() => self.member(room, &sat.person),
            LogEvent::Started(_) => self.playing(room, 1),
            LogEvent::Ended(_) => {
                self.playing(room, 0);
                self.add("delete from never_back where room = $1", room);
            }
            LogEvent::SettingsChanged(SettingsChanged { settings, .. }) => {
                self.add(
                    "update room set game = $2 where id = $1",
                    (room, settings.options.kind().word()),
                );
                if !settings.public || settings.no_spectators {
                    self.add("delete from public_game where room = $1", room);
                }
            }
            LogEvent::Banned(Banned { number, person }) => self.add(
                "insert into banned (room, player, number) values ($1, $2, $3)
                 on conflict (room, player) do update set number = excluded.number",
                (room, person.player, number),
            ),
            LogEvent::Readmitted(Readmitted { number }) => self.add(
                "delete from banned where room = $1 and number = $2",
                (room, number),
            ),
            // Only a name that the player's own command has set. A player who joins a room has a
            // name that is stored already or was a moment ago.
            LogEvent::Named(Named { player, name, .. })
                if record
                    .cause
                    .as_ref()
                    .is_some_and(|cause| cause.player == *player) =>
            {
                self.name(*player, name);
            }
            // All other events change only the log.
            _ => {}
        }
        Ok(())
    }

    fn member(&mut self, room: RoomId, person: &Person) {
        self.add(
            "insert into member (room, player) values ($1, $2) on conflict do nothing",
            (room, person.player),
        );
    }

    fn playing(&mut self, room: RoomId, playing: i64) {
        self.add(
            "update room set playing = $2 where id = $1",
            (room, playing),
        );
    }

    fn finished(
        &mut self,
        room: RoomId,
        record: &Record,
        finished: &Finished,
    ) -> Result<(), NotStored> {
        self.add(
            "insert into finished_game (room, round, version, ended_at, game, start)
             values ($1, $2, $3, $4, $5, $6)",
            (
                room,
                finished.round,
                record.version,
                whole(record.at.0)?,
                finished.kind.word(),
                finished.start.as_ref().map(|start| start.part().to_owned()),
            ),
        );
        let id = GameId::draw().to_string();
        self.add(
            "insert into replay (id, room, round) values ($1, $2, $3)",
            (&id, room, finished.round),
        );
        self.history(&id, (room, whole(record.at.0)?), finished);
        let places = finished.outcome.places.iter().zip(&finished.players);
        for (seat, (place, person)) in (0_u32..).zip(places) {
            let people = person.as_ref().filter(|person| !person.is_bot());
            if let Some(person) = people {
                self.named(room, person.connects_as());
            }
            let text = |player: PlayerId| player.0.to_string();
            let player = people.filter(|person| person.has_record());
            let player = player.map(|person| text(person.player));
            let name = person.as_ref().map(|person| person.name.to_string());
            // The name of a guest is removed with the owner of the device.
            let guest_of = people.and_then(|person| person.guest_of).map(text);
            self.add(
                "insert into finished_place (room, round, seat, place, player, name, guest_of)
                 values ($1, $2, $3, $4, $5, $6, $7)",
                (
                    room,
                    finished.round,
                    seat,
                    u32::from(*place),
                    player,
                    name,
                    guest_of,
                ),
            );
        }
        Ok(())
    }

    pub(crate) fn alarm(&mut self, room: RoomId, alarm: Alarm) -> Result<(), NotStored> {
        match alarm {
            Alarm::At(at) => self.add(
                "insert into alarm (room, at) values ($1, $2)
                 on conflict (room) do update set at = excluded.at",
                (room, whole(at.0)?),
            ),
            Alarm::Off => self.add("delete from alarm where room = $1", room),
        }
        Ok(())
    }

    pub(crate) fn rewrite(&mut self, room: RoomId, records: &[Record]) -> Result<(), NotStored> {
        for record in records {
            let events = json(&record.happened)?;
            self.add(
                "update record set events = $3, format = $4 where room = $1 and version = $2",
                (room, record.version, events, FORMAT),
            );
        }
        // The summary may contain the name as well. It is computed again.
        self.add("delete from summary where room = $1", room);
        Ok(())
    }

    /// Stores a summary, unless the stored one is newer or the room is being removed. The summary
    /// of a room whose log still contains the name of a player who is to be forgotten is not stored
    /// either: the room's memory is older than the player's request.
    pub(crate) fn summary(&mut self, room: RoomId, summary: &Summary) -> Result<(), NotStored> {
        self.add(
            "insert into summary (room, version, text)
             select id, $2, $3 from room where id = $1 and removing = 0
             and not exists (select 1 from named join forgotten on forgotten.player = named.player
                where named.room = room.id)
             on conflict (room) do update set version = excluded.version, text = excluded.text
             where summary.version <= excluded.version",
            (room, summary.version, json(summary)?),
        );
        Ok(())
    }
}
