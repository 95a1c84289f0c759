//! Which rows a write becomes: a record, and what the tables beside the log keep of it.

use senda_room::{
    FORMAT, Finished, LogEvent, Person, Record, Time,
    log::{Banned, Created, Readmitted, SettingsChanged},
};
use senda_rules::GameKind;
use sqlx::SqliteConnection;

use super::{failure::Failure, sweep, write::Write};
use crate::{
    limits,
    room_id::RoomId,
    store::{log::NotStored, number::whole},
    time::milliseconds,
};

/// Writes it into its tables.
pub(super) async fn insert(connection: &mut SqliteConnection, what: &Write) -> Result<(), Failure> {
    match what {
        Write::Record {
            room,
            record,
            finished,
        } => {
            insert_record(connection, *room, record).await?;
            if let Some(finished) = finished {
                insert_finished(connection, *room, record, finished).await?;
            }
            Ok(())
        }
        Write::Player { token, person, at } => {
            sqlx::query(
                "insert into player (id, token_hash, name, created_at, seen_at)
                 values ($1, $2, $3, $4, $4)",
            )
            .bind(person.player.0.to_string())
            .bind(token.as_str())
            .bind(person.name.to_string())
            .bind(whole(at.0)?)
            .execute(connection)
            .await?;
            Ok(())
        }
        Write::Seen { player, at } => {
            sqlx::query("update player set seen_at = $2 where id = $1")
                .bind(player.0.to_string())
                .bind(whole(at.0)?)
                .execute(&mut *connection)
                .await?;
            Ok(())
        }
        Write::Sweep(piece) => sweep::remove(connection, piece).await,
        Write::Trial => {
            sqlx::query("pragma user_version = 0")
                .execute(connection)
                .await?;
            Ok(())
        }
        Write::Name { player, name } => {
            sqlx::query("update player set name = $2 where id = $1")
                .bind(player.0.to_string())
                .bind(name.to_string())
                .execute(connection)
                .await?;
            Ok(())
        }
    }
}

async fn insert_record(
    connection: &mut SqliteConnection,
    room: RoomId,
    record: &Record,
) -> Result<(), Failure> {
    let events = serde_json::to_string(&record.happened)
        .map_err(|error| NotStored::Refused(error.to_string()))?;
    sqlx::query(
        "insert into record (room, version, at, cause_player, cause_id, format, events)
         values ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(room.as_str())
    .bind(i64::from(record.version))
    .bind(whole(record.at.0)?)
    .bind(
        record
            .cause
            .as_ref()
            .map(|cause| cause.player.0.to_string()),
    )
    .bind(record.cause.as_ref().map(|cause| cause.id.to_string()))
    .bind(i64::from(FORMAT))
    .bind(events)
    .execute(&mut *connection)
    .await?;
    for event in &record.happened {
        insert_event(connection, room, record.at, event).await?;
    }
    // To the hour: most records need no more than a look.
    let hour = milliseconds(limits::ACTIVE_TO);
    sqlx::query("update room set active_at = $2 where id = $1 and active_at < $3")
        .bind(room.as_str())
        .bind(whole(record.at.0)?)
        .bind(whole(record.at.0.saturating_sub(hour))?)
        .execute(connection)
        .await?;
    Ok(())
}

/// What the tables beside the log keep of an event.
async fn insert_event(
    connection: &mut SqliteConnection,
    room: RoomId,
    at: Time,
    event: &LogEvent,
) -> Result<(), Failure> {
    match event {
        LogEvent::Created(Created { settings, host, .. }) => {
            sqlx::query(
                "insert into room (id, created_at, game, active_at) values ($1, $2, $3, $2)",
            )
            .bind(room.as_str())
            .bind(whole(at.0)?)
            .bind(word(settings.options.kind())?)
            .execute(&mut *connection)
            .await?;
            insert_member(connection, room, host).await?;
        }
        LogEvent::Sat(sat) => insert_member(connection, room, &sat.person).await?,
        LogEvent::Started(_) => set_playing(connection, room, true).await?,
        LogEvent::Ended(_) => set_playing(connection, room, false).await?,
        LogEvent::SettingsChanged(SettingsChanged { settings, .. }) => {
            sqlx::query("update room set game = $2 where id = $1")
                .bind(room.as_str())
                .bind(word(settings.options.kind())?)
                .execute(&mut *connection)
                .await?;
        }
        LogEvent::Banned(Banned { number, person }) => {
            sqlx::query(
                "insert into banned (room, player, number) values ($1, $2, $3)
                 on conflict (room, player) do update set number = excluded.number",
            )
            .bind(room.as_str())
            .bind(person.player.0.to_string())
            .bind(i64::from(*number))
            .execute(&mut *connection)
            .await?;
        }
        LogEvent::Readmitted(Readmitted { number }) => {
            sqlx::query("delete from banned where room = $1 and number = $2")
                .bind(room.as_str())
                .bind(i64::from(*number))
                .execute(&mut *connection)
                .await?;
        }
        // The other events are in the log alone.
        _ => {}
    }
    Ok(())
}

async fn insert_member(
    connection: &mut SqliteConnection,
    room: RoomId,
    person: &Person,
) -> Result<(), Failure> {
    sqlx::query("insert into member (room, player) values ($1, $2) on conflict do nothing")
        .bind(room.as_str())
        .bind(person.player.0.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

async fn set_playing(
    connection: &mut SqliteConnection,
    room: RoomId,
    playing: bool,
) -> Result<(), Failure> {
    sqlx::query("update room set playing = $2 where id = $1")
        .bind(room.as_str())
        .bind(i32::from(playing))
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert_finished(
    connection: &mut SqliteConnection,
    room: RoomId,
    record: &Record,
    finished: &Finished,
) -> Result<(), Failure> {
    sqlx::query(
        "insert into finished_game (room, round, version, ended_at, game) values ($1, $2, $3, $4, $5)",
    )
    .bind(room.as_str())
    .bind(i64::from(finished.round))
    .bind(i64::from(record.version))
    .bind(whole(record.at.0)?)
    .bind(word(finished.kind)?)
    .execute(&mut *connection)
    .await?;
    for (seat, (place, person)) in
        (0_i32..).zip(finished.outcome.places.iter().zip(&finished.players))
    {
        sqlx::query(
            "insert into finished_place (room, round, seat, place, player, name)
             values ($1, $2, $3, $4, $5, $6)",
        )
        .bind(room.as_str())
        .bind(i64::from(finished.round))
        .bind(seat)
        .bind(i32::from(*place))
        .bind(person.as_ref().map(|person| person.player.0.to_string()))
        .bind(person.as_ref().map(|person| person.name.to_string()))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// A game in the words of the protocol.
fn word(kind: GameKind) -> Result<String, NotStored> {
    match serde_json::to_value(kind) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        Ok(other) => Err(NotStored::Refused(format!("a game is called {other}"))),
        Err(error) => Err(NotStored::Refused(error.to_string())),
    }
}
