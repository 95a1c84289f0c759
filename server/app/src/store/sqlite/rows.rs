//! Which rows a write becomes.

use rusqlite::{Connection, OptionalExtension};
use senda_room::{FORMAT, Record, Time};

use super::statement;
use crate::{
    room_id::RoomId,
    store::{
        active::{ActiveRooms, hour_before},
        failure::Failure,
        log::NotStored,
        number::whole,
        rows::{begins, beside},
        write::Write,
    },
};

/// Writes it into its tables.
pub(super) fn insert(
    connection: &Connection,
    what: &Write,
    active: &ActiveRooms,
) -> Result<(), Failure> {
    if let Write::Record { room, record, .. } = what {
        insert_record(connection, *room, record)?;
    }
    for one in beside(what)? {
        statement::run(connection, &one)?;
    }
    match what {
        Write::Record { room, record, .. } if begins(record) => {
            active.say(*room, whole(record.at.0)?);
            Ok(())
        }
        Write::Record { room, record, .. } => note_active(connection, *room, record.at, active),
        Write::Trial => Ok(connection.pragma_update(None, "user_version", 0)?),
        _ => Ok(()),
    }
}

fn insert_record(connection: &Connection, room: RoomId, record: &Record) -> Result<(), Failure> {
    let events = serde_json::to_string(&record.happened)
        .map_err(|error| NotStored::Refused(error.to_string()))?;
    let cause = record.cause.as_ref();
    connection
        .prepare_cached(
            "insert into record (room, version, at, cause_player, cause_id, format, events)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute((
            room.as_str(),
            record.version,
            whole(record.at.0)?,
            cause.map(|cause| cause.player.0.to_string()),
            cause.map(|cause| cause.id.to_string()),
            FORMAT,
            events,
        ))?;
    Ok(())
}

/// Something happened in a room: the table says so, unless it says that something did in the hour before.
fn note_active(
    connection: &Connection,
    room: RoomId,
    at: Time,
    active: &ActiveRooms,
) -> Result<(), Failure> {
    let (before, at) = (whole(hour_before(at))?, whole(at.0)?);
    let said = if let Some(said) = active.said(room) {
        said
    } else {
        let said = connection
            .prepare_cached("select active_at from room where id = ?1")?
            .query_one([room.as_str()], |row| row.get(0))
            .optional()?;
        // Records without their room are nothing that anybody finds.
        let Some(said) = said else { return Ok(()) };
        active.say(room, said);
        said
    };
    if said < before {
        connection
            .prepare_cached("update room set active_at = ?2 where id = ?1")?
            .execute((room.as_str(), at))?;
        active.say(room, at);
    }
    Ok(())
}
