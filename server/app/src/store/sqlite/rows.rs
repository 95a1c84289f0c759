//! Which rows a write becomes.

use rusqlite::Connection;
use senda_room::{FORMAT, Record};

use super::{active::ActiveRooms, statement};
use crate::{
    room_id::RoomId,
    store::{
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
    active: &mut ActiveRooms,
) -> Result<(), Failure> {
    if let Write::Record { room, record, .. } = what {
        insert_record(connection, *room, record)?;
    }
    for one in beside(what)? {
        statement::run(connection, &one)?;
    }
    match what {
        Write::Record { room, record, .. } if begins(record) => {
            active.begin(*room, whole(record.at.0)?);
            Ok(())
        }
        Write::Record { room, record, .. } => active.note(connection, *room, record.at),
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
