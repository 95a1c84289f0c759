//! Executes the statements of a write.

use rusqlite::{Connection, OptionalExtension};
use senda_room::{FORMAT, Record, Time};

use super::statement;
use crate::{
    room_id::RoomId,
    rooms::{ActiveRooms, LiveRating, begins, hour_before},
    statement::{json, whole},
    write::{Failure, Write, statements},
};

/// Executes all statements of a write in the caller's transaction.
pub(super) fn execute(
    connection: &Connection,
    write: &Write,
    active: &ActiveRooms,
) -> Result<(), Failure> {
    if let Write::Record { room, record, .. } = write {
        insert_record(connection, *room, record)?;
    }
    for one in statements(write)? {
        statement::run(connection, &one)?;
    }
    if let Some(game) = write.rated_game()? {
        rate(connection, &game)?;
    }
    match write {
        Write::Record { room, record, .. } if begins(record) => {
            active.note(*room, whole(record.at.0)?);
            Ok(())
        }
        Write::Record { room, record, .. } => note_active(connection, *room, record.at, active),
        Write::Probe => Ok(connection.pragma_update(None, "user_version", 0)?),
        _ => Ok(()),
    }
}

/// Rates the game that a record ends.
fn rate(connection: &Connection, game: &LiveRating) -> Result<(), Failure> {
    statement::run(connection, &game.ladder().lock())?;
    let later = statement::rated_seats(connection, &game.later())?;
    let mut before = Vec::new();
    for query in game.before(&later) {
        before.extend(statement::rated_seats(connection, &query)?);
    }
    for one in game.statements(later, before)? {
        statement::run(connection, &one)?;
    }
    Ok(())
}

fn insert_record(connection: &Connection, room: RoomId, record: &Record) -> Result<(), Failure> {
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
            json(&record.happened)?,
        ))?;
    Ok(())
}

/// Updates the stored activity of a room, unless the stored one is in the hour before.
fn note_active(
    connection: &Connection,
    room: RoomId,
    at: Time,
    active: &ActiveRooms,
) -> Result<(), Failure> {
    let (before, at) = (whole(hour_before(at))?, whole(at.0)?);
    let stored = if let Some(stored) = active.stored(room) {
        stored
    } else {
        let stored = connection
            .prepare_cached("select active_at from room where id = ?1")?
            .query_one([room.as_str()], |row| row.get(0))
            .optional()?;
        // Records without a row of their room are not found by any query, so they need no activity.
        let Some(stored) = stored else { return Ok(()) };
        active.note(room, stored);
        stored
    };
    if stored < before {
        connection
            .prepare_cached("update room set active_at = ?2 where id = ?1")?
            .execute((room.as_str(), at))?;
        active.note(room, at);
    }
    Ok(())
}
