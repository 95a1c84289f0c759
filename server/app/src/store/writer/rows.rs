//! Which rows a write becomes: a record, and what the tables beside the log keep of it.

use rusqlite::Connection;
use senda_room::{
    FORMAT, Finished, LogEvent, Person, PlayerId, Record,
    log::{Banned, Created, Readmitted, SettingsChanged},
};
use senda_rules::GameKind;

use super::{active::ActiveRooms, failure::Failure, statement::run, sweep, write::Write};
use crate::{
    room_id::RoomId,
    store::{log::NotStored, number::whole},
};

/// Writes it into its tables.
pub(super) fn insert(
    connection: &Connection,
    what: &Write,
    active: &mut ActiveRooms,
) -> Result<(), Failure> {
    match what {
        Write::Record {
            room,
            record,
            finished,
        } => {
            insert_record(connection, *room, record)?;
            for event in &record.happened {
                insert_event(connection, *room, record, event, active)?;
            }
            if let Some(finished) = finished {
                insert_finished(connection, *room, record, finished)?;
            }
            active.note(connection, *room, record.at)
        }
        Write::Player { token, person, at } => run(
            connection,
            "insert into player (id, token_hash, name, created_at, seen_at)
             values (?1, ?2, ?3, ?4, ?4)",
            (
                text(person.player),
                token.as_str(),
                person.name.to_string(),
                whole(at.0)?,
            ),
        ),
        Write::Name { player, name } => run(
            connection,
            "update player set name = ?2 where id = ?1",
            (text(*player), name.to_string()),
        ),
        Write::Seen { player, at } => run(
            connection,
            "update player set seen_at = ?2 where id = ?1",
            (text(*player), whole(at.0)?),
        ),
        Write::Sweep(piece) => sweep::remove(connection, piece),
        Write::Trial => Ok(connection.pragma_update(None, "user_version", 0)?),
    }
}

fn insert_record(connection: &Connection, room: RoomId, record: &Record) -> Result<(), Failure> {
    let events = serde_json::to_string(&record.happened)
        .map_err(|error| NotStored::Refused(error.to_string()))?;
    let cause = record.cause.as_ref();
    run(
        connection,
        "insert into record (room, version, at, cause_player, cause_id, format, events)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        (
            room.as_str(),
            record.version,
            whole(record.at.0)?,
            cause.map(|cause| text(cause.player)),
            cause.map(|cause| cause.id.to_string()),
            FORMAT,
            events,
        ),
    )
}

/// What the tables beside the log keep of an event.
fn insert_event(
    connection: &Connection,
    room: RoomId,
    record: &Record,
    event: &LogEvent,
    active: &mut ActiveRooms,
) -> Result<(), Failure> {
    match event {
        LogEvent::Created(Created { settings, host, .. }) => {
            let at = whole(record.at.0)?;
            run(
                connection,
                "insert into room (id, created_at, game, active_at) values (?1, ?2, ?3, ?2)",
                (room.as_str(), at, word(settings.options.kind())?),
            )?;
            active.begin(room, at);
            insert_member(connection, room, host)
        }
        LogEvent::Sat(sat) if sat.person.bot.is_none() => {
            insert_member(connection, room, &sat.person)
        }
        LogEvent::Started(_) => set_playing(connection, room, true),
        LogEvent::Ended(_) => set_playing(connection, room, false),
        LogEvent::SettingsChanged(SettingsChanged { settings, .. }) => run(
            connection,
            "update room set game = ?2 where id = ?1",
            (room.as_str(), word(settings.options.kind())?),
        ),
        LogEvent::Banned(Banned { number, person }) => run(
            connection,
            "insert into banned (room, player, number) values (?1, ?2, ?3)
             on conflict (room, player) do update set number = excluded.number",
            (room.as_str(), text(person.player), number),
        ),
        LogEvent::Readmitted(Readmitted { number }) => run(
            connection,
            "delete from banned where room = ?1 and number = ?2",
            (room.as_str(), number),
        ),
        // The other events are in the log alone.
        _ => Ok(()),
    }
}

fn insert_member(connection: &Connection, room: RoomId, person: &Person) -> Result<(), Failure> {
    run(
        connection,
        "insert into member (room, player) values (?1, ?2) on conflict do nothing",
        (room.as_str(), text(person.player)),
    )
}

fn set_playing(connection: &Connection, room: RoomId, playing: bool) -> Result<(), Failure> {
    run(
        connection,
        "update room set playing = ?2 where id = ?1",
        (room.as_str(), playing),
    )
}

fn insert_finished(
    connection: &Connection,
    room: RoomId,
    record: &Record,
    finished: &Finished,
) -> Result<(), Failure> {
    run(
        connection,
        "insert into finished_game (room, round, version, ended_at, game)
         values (?1, ?2, ?3, ?4, ?5)",
        (
            room.as_str(),
            finished.round,
            record.version,
            whole(record.at.0)?,
            word(finished.kind)?,
        ),
    )?;
    for (seat, (place, person)) in
        (0_i32..).zip(finished.outcome.places.iter().zip(&finished.players))
    {
        let people = person.as_ref().filter(|person| person.bot.is_none());
        run(
            connection,
            "insert into finished_place (room, round, seat, place, player, name)
             values (?1, ?2, ?3, ?4, ?5, ?6)",
            (
                room.as_str(),
                finished.round,
                seat,
                place,
                people.map(|person| text(person.player)),
                person.as_ref().map(|person| person.name.to_string()),
            ),
        )?;
    }
    Ok(())
}

/// A player's id as the tables have it.
fn text(player: PlayerId) -> String {
    player.0.to_string()
}

/// A game in the words of the protocol.
fn word(kind: GameKind) -> Result<String, NotStored> {
    match serde_json::to_value(kind) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        Ok(other) => Err(NotStored::Refused(format!("a game is called {other}"))),
        Err(error) => Err(NotStored::Refused(error.to_string())),
    }
}
