//! Which rows a write becomes besides its record: what the tables beside the log keep of it, in words that every
//! database understands.

mod people;

use senda_room::{
    Alarm, FORMAT, Finished, LogEvent, Person, Record,
    log::{Banned, Created, Named, Readmitted, SettingsChanged},
};
use senda_rules::GameKind;

pub(super) use super::parameter::Statement;
use super::{log::NotStored, number::whole, parameter::Parameter, sweep::Sweep, write::Write};
use crate::{limits, room_id::RoomId};

/// What is to be said to the database, in this order, besides that a record is appended.
pub(super) fn beside(what: &Write) -> Result<Vec<Statement>, NotStored> {
    let mut statements = Statements(Vec::new());
    match what {
        Write::Record {
            room,
            record,
            finished,
            alarm,
        } => {
            for event in &record.happened {
                statements.event(*room, record, event)?;
            }
            for player in record.people_named() {
                statements.named(*room, player);
            }
            if let Some(finished) = finished {
                statements.finished(*room, record, finished)?;
            }
            if let Some(alarm) = alarm {
                statements.alarm(*room, *alarm)?;
            }
        }
        Write::Player {
            token,
            person,
            device,
            at,
        } => statements.add(
            "insert into player (id, token_hash, name, created_at, seen_at, device)
             values ($1, $2, $3, $4, $4, $5)",
            [
                person.player.into(),
                token.as_str().into(),
                person.name.to_string().into(),
                whole(at.0)?.into(),
                device.as_str().into(),
            ],
        ),
        Write::Pass {
            code,
            player,
            until,
        } => statements.pass(code, *player, *until)?,
        Write::Enter {
            code,
            token,
            device,
            at,
        } => statements.enter(code, token, device, *at)?,
        Write::SignOut { player, device } => statements.sign_out(*player, device),
        Write::Name { player, name } => statements.name(*player, name),
        Write::Seen { player, token, at } => {
            let at = whole(at.0)?;
            statements.add(
                "update player set seen_at = $2 where id = $1",
                [(*player).into(), at.into()],
            );
            statements.add(
                "update device set seen_at = $2 where token_hash = $1",
                [token.as_str().into(), at.into()],
            );
        }
        Write::Summary { room, summary } => {
            let text = serde_json::to_string(summary)
                .map_err(|error| NotStored::Refused(error.to_string()))?;
            // Of a room that is being removed nothing is kept, and nothing older than what is there. Nor is anything of a
            // room in whose log somebody still has a name who is to be forgotten: its memory is older than that.
            statements.add(
                "insert into summary (room, version, text)
                 select id, $2, $3 from room where id = $1 and removing = 0
                 and not exists (select 1 from named join forgotten on forgotten.player = named.player
                    where named.room = room.id)
                 on conflict (room) do update set version = excluded.version, text = excluded.text
                 where summary.version <= excluded.version",
                [(*room).into(), summary.version.into(), text.into()],
            );
        }
        Write::Alarm { room, alarm } => statements.alarm(*room, *alarm)?,
        Write::Rewrite { room, records } => statements.rewrite(*room, records)?,
        Write::Forget { player, name, at } => statements.forget(*player, name, *at)?,
        Write::Forgotten { room, player, name } => statements.forgotten(*room, *player, name),
        Write::Passkey(passkey) => statements.0.extend(passkey.statements()?),
        Write::Push(push) => statements.0.extend(push.statements()?),
        Write::Webhook(webhook) => statements.0.push(webhook.statement()),
        Write::Sweep(piece) => statements.remove(piece)?,
        Write::Trial => {}
    }
    Ok(statements.0)
}

/// Whether a record begins its room.
pub(super) fn begins(record: &Record) -> bool {
    let begins = |event: &LogEvent| matches!(event, LogEvent::Created(_));
    record.happened.iter().any(begins)
}

/// Whether the tables beside the log keep nothing of what a record says, as of most moves.
pub(super) fn is_in_the_log_alone(record: &Record) -> bool {
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

struct Statements(Vec<Statement>);

impl Statements {
    fn add<const COUNT: usize>(&mut self, text: &'static str, parameters: [Parameter; COUNT]) {
        self.0.push(Statement::new(text, parameters));
    }

    /// What the tables beside the log keep of an event.
    fn event(&mut self, room: RoomId, record: &Record, event: &LogEvent) -> Result<(), NotStored> {
        match event {
            LogEvent::Created(Created { settings, host, .. }) => {
                let game = word(settings.options.kind())?;
                self.add(
                    "insert into room (id, created_at, game, active_at) values ($1, $2, $3, $2)",
                    [room.into(), whole(record.at.0)?.into(), game.into()],
                );
                self.member(room, host);
            }
            LogEvent::Sat(sat) if sat.person.bot.is_none() => self.member(room, &sat.person),
            LogEvent::Started(_) => self.playing(room, 1),
            LogEvent::Ended(_) => {
                self.playing(room, 0);
                self.add("delete from never_back where room = $1", [room.into()]);
            }
            LogEvent::SettingsChanged(SettingsChanged { settings, .. }) => self.add(
                "update room set game = $2 where id = $1",
                [room.into(), word(settings.options.kind())?.into()],
            ),
            LogEvent::Banned(Banned { number, person }) => self.add(
                "insert into banned (room, player, number) values ($1, $2, $3)
                 on conflict (room, player) do update set number = excluded.number",
                [room.into(), person.player.into(), (*number).into()],
            ),
            LogEvent::Readmitted(Readmitted { number }) => self.add(
                "delete from banned where room = $1 and number = $2",
                [room.into(), (*number).into()],
            ),
            // By a command: who comes to a room brings the name that is stored already, or was a moment ago.
            LogEvent::Named(Named { player, name })
                if record
                    .cause
                    .as_ref()
                    .is_some_and(|cause| cause.player == *player) =>
            {
                self.name(*player, name);
            }
            // The other events are in the log alone.
            _ => {}
        }
        Ok(())
    }

    fn member(&mut self, room: RoomId, person: &Person) {
        self.add(
            "insert into member (room, player) values ($1, $2) on conflict do nothing",
            [room.into(), person.player.into()],
        );
    }

    fn playing(&mut self, room: RoomId, playing: i64) {
        self.add(
            "update room set playing = $2 where id = $1",
            [room.into(), playing.into()],
        );
    }

    fn finished(
        &mut self,
        room: RoomId,
        record: &Record,
        finished: &Finished,
    ) -> Result<(), NotStored> {
        self.add(
            "insert into finished_game (room, round, version, ended_at, game)
             values ($1, $2, $3, $4, $5)",
            [
                room.into(),
                finished.round.into(),
                record.version.into(),
                whole(record.at.0)?.into(),
                word(finished.kind)?.into(),
            ],
        );
        let places = finished.outcome.places.iter().zip(&finished.players);
        for (seat, (place, person)) in (0_u32..).zip(places) {
            let people = person.as_ref().filter(|person| person.bot.is_none());
            if let Some(person) = people {
                self.named(room, person.player);
            }
            let name = person.as_ref().map(|person| person.name.to_string());
            self.add(
                "insert into finished_place (room, round, seat, place, player, name)
                 values ($1, $2, $3, $4, $5, $6)",
                [
                    room.into(),
                    finished.round.into(),
                    seat.into(),
                    u32::from(*place).into(),
                    people.map(|person| person.player.0.to_string()).into(),
                    name.into(),
                ],
            );
        }
        Ok(())
    }

    fn alarm(&mut self, room: RoomId, alarm: Alarm) -> Result<(), NotStored> {
        match alarm {
            Alarm::At(at) => self.add(
                "insert into alarm (room, at) values ($1, $2)
                 on conflict (room) do update set at = excluded.at",
                [room.into(), whole(at.0)?.into()],
            ),
            Alarm::Off => self.add("delete from alarm where room = $1", [room.into()]),
        }
        Ok(())
    }

    fn rewrite(&mut self, room: RoomId, records: &[Record]) -> Result<(), NotStored> {
        for record in records {
            let events = serde_json::to_string(&record.happened)
                .map_err(|error| NotStored::Refused(error.to_string()))?;
            self.add(
                "update record set events = $3, format = $4 where room = $1 and version = $2",
                [
                    room.into(),
                    record.version.into(),
                    events.into(),
                    FORMAT.into(),
                ],
            );
        }
        // It may have the name as well, and is worked out again.
        self.add("delete from summary where room = $1", [room.into()]);
        Ok(())
    }

    fn remove(&mut self, piece: &Sweep) -> Result<(), NotStored> {
        match piece {
            Sweep::Hide { room, idle_since } => self.add(
                "update room set removing = 1 where id = $1 and active_at < $2 and removing = 0",
                [(*room).into(), whole(idle_since.0)?.into()],
            ),
            Sweep::Records(room) => self.add(
                "delete from record where room = $1 and version in
                 (select version from record where room = $1 order by version limit $2)",
                [(*room).into(), limits::REMOVED_TOGETHER.into()],
            ),
            Sweep::Rest(room) => {
                for rest in [
                    "delete from finished_place where room = $1",
                    "delete from finished_game where room = $1",
                    "delete from member where room = $1",
                    "delete from named where room = $1",
                    "delete from never_back where room = $1",
                    "delete from banned where room = $1",
                    "delete from summary where room = $1",
                    "delete from alarm where room = $1",
                    "delete from webhook where room = $1",
                    "delete from room where id = $1 and removing = 1",
                ] {
                    self.add(rest, [(*room).into()]);
                }
            }
            Sweep::Visitors {
                range: (first, last),
                unseen_since,
            } => {
                self.add(
                    "delete from player where id between $1 and $2 and seen_at < $3
                     and not exists (select 1 from member where member.player = player.id)",
                    [
                        first.as_str().into(),
                        last.as_str().into(),
                        whole(unseen_since.0)?.into(),
                    ],
                );
                for rest in [
                    "delete from device where player between $1 and $2
                     and not exists (select 1 from player where player.id = device.player)",
                    "delete from pass where player between $1 and $2
                     and not exists (select 1 from player where player.id = pass.player)",
                    "delete from passkey where player between $1 and $2
                     and not exists (select 1 from player where player.id = passkey.player)",
                    "delete from push where player between $1 and $2
                     and not exists (select 1 from player where player.id = push.player)",
                ] {
                    self.add(rest, [first.as_str().into(), last.as_str().into()]);
                }
            }
            // A server of the same database that was told late may have written the name once more until then.
            Sweep::Forgotten { before } => self.add(
                "delete from forgotten where at < $1
                 and not exists (select 1 from named where named.player = forgotten.player)",
                [whole(before.0)?.into()],
            ),
            Sweep::Unknown(now) => self.add(
                "update player set seen_at = $1 where id in
                 (select id from player where seen_at is null limit $2)",
                [whole(now.0)?.into(), limits::REMOVED_TOGETHER.into()],
            ),
            Sweep::Done(now) => {
                self.add("delete from swept", []);
                self.add("insert into swept (at) values ($1)", [whole(now.0)?.into()]);
            }
        }
        Ok(())
    }
}

/// A game in the words of the protocol.
fn word(kind: GameKind) -> Result<String, NotStored> {
    match serde_json::to_value(kind) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        Ok(other) => Err(NotStored::Refused(format!("a game is called {other}"))),
        Err(error) => Err(NotStored::Refused(error.to_string())),
    }
}
