//! Which rows a write becomes besides its record: what the tables beside the log keep of it, in words that every
//! database understands.

use senda_room::{
    Alarm, FORMAT, Finished, LogEvent, Person, PlayerId, Record, Time,
    log::{Banned, Created, Readmitted, SettingsChanged},
    protocol::Name,
};
use senda_rules::GameKind;

pub(super) use super::parameter::Statement;
use super::{log::NotStored, number::whole, parameter::Parameter, sweep::Sweep, write::Write};
use crate::{chance, identity::TokenHash, limits, pass::CodeHash, room_id::RoomId};

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
        Write::Name { player, name } => statements.add(
            "update player set name = $2 where id = $1",
            [(*player).into(), name.to_string().into()],
        ),
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
            // Of a room that is being removed nothing is kept, and nothing older than what is there.
            statements.add(
                "insert into summary (room, version, text)
                 select id, $2, $3 from room where id = $1 and removing = 0
                 on conflict (room) do update set version = excluded.version, text = excluded.text
                 where summary.version <= excluded.version",
                [(*room).into(), summary.version.into(), text.into()],
            );
        }
        Write::Alarm { room, alarm } => statements.alarm(*room, *alarm)?,
        Write::Rewrite { room, records } => statements.rewrite(*room, records)?,
        Write::Forget { player, name } => statements.forget(*player, name),
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
            LogEvent::Ended(_) => self.playing(room, 0),
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

    fn pass(
        &mut self,
        code: &CodeHash,
        player: PlayerId,
        until: Option<Time>,
    ) -> Result<(), NotStored> {
        let until = until.map_or(Ok(0), |until| whole(until.0))?;
        self.add(
            "delete from pass where player = $1 and (expires_at = 0) = ($2 = 0)",
            [player.into(), until.into()],
        );
        self.add(
            "insert into pass (code_hash, player, expires_at) values ($1, $2, $3)",
            [code.as_str().into(), player.into(), until.into()],
        );
        Ok(())
    }

    fn enter(
        &mut self,
        code: &CodeHash,
        token: &TokenHash,
        device: &str,
        at: Time,
    ) -> Result<(), NotStored> {
        let at = whole(at.0)?;
        self.add(
            "insert into device (token_hash, player, device, created_at, seen_at)
             select $2, player, $3, $4, $4 from pass
             where code_hash = $1 and (expires_at = 0 or expires_at > $4)
             and (select count(*) from device where device.player = pass.player) < $5",
            [
                code.as_str().into(),
                token.as_str().into(),
                device.into(),
                at.into(),
                limits::DEVICES.into(),
            ],
        );
        self.add(
            "delete from pass where code_hash = $1 and expires_at > 0",
            [code.as_str().into()],
        );
        Ok(())
    }

    /// The token of the first device is the player's own, and there has to be one: nobody has the new one.
    fn sign_out(&mut self, player: PlayerId, device: &str) {
        let nobodys = format!("none-{}", hex::encode(chance::bytes::<16>()));
        self.add(
            "delete from push where player = $1 and substr(device, 1, 16) = $2",
            [player.into(), device.into()],
        );
        self.add(
            "delete from device where player = $1 and substr(token_hash, 1, 16) = $2",
            [player.into(), device.into()],
        );
        self.add(
            "update player set token_hash = $3, device = ''
             where id = $1 and substr(token_hash, 1, 16) = $2",
            [player.into(), device.into(), nobodys.into()],
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

    fn forget(&mut self, player: PlayerId, name: &Name) {
        self.add(
            "update finished_place set name = $2, player = null where player = $1",
            [player.into(), name.to_string().into()],
        );
        for rest in [
            "delete from member where player = $1",
            "delete from device where player = $1",
            "delete from pass where player = $1",
            "delete from passkey where player = $1",
            "delete from push where player = $1",
            "delete from webhook where player = $1",
            "delete from player where id = $1",
        ] {
            self.add(rest, [player.into()]);
        }
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
