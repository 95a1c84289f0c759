//! How what has been kept for long enough is removed: each piece so small that a move which comes at
//! the same time hardly waits for it.

use rusqlite::Connection;
use senda_room::Time;

use super::{failure::Failure, statement::run};
use crate::{limits, room_id::RoomId, store::number::whole};

/// One piece of it.
#[derive(Clone, Debug)]
pub enum Sweep {
    /// A room is not to be found any more, unless something has happened in it since then.
    Hide {
        /// Not one in memory.
        room: RoomId,
        /// Since when nothing has.
        idle_since: Time,
    },
    /// Some of the records of a room that is hidden.
    Records(RoomId),
    /// What is left of it when it has no records any more.
    Rest(RoomId),
    /// Some of those whom nobody has seen since then, and who have no seat in any room.
    Visitors {
        /// The ids of the first of them and of the last.
        range: (String, String),
        /// Whoever came after that stays.
        unseen_since: Time,
    },
    /// Some of those of whom it is not known when they were here: they count from now.
    Unknown(Time),
    /// All of it is done, at that time.
    Done(Time),
}

pub(super) fn remove(connection: &Connection, sweep: &Sweep) -> Result<(), Failure> {
    match sweep {
        Sweep::Hide { room, idle_since } => run(
            connection,
            "update room set removing = 1 where id = ?1 and active_at < ?2 and removing = 0",
            (room.as_str(), whole(idle_since.0)?),
        ),
        Sweep::Records(room) => run(
            connection,
            "delete from record where room = ?1 and version in
             (select version from record where room = ?1 order by version limit ?2)",
            (room.as_str(), limits::REMOVED_TOGETHER),
        ),
        Sweep::Rest(room) => {
            for rest in [
                "delete from finished_place where room = ?1",
                "delete from finished_game where room = ?1",
                "delete from member where room = ?1",
                "delete from banned where room = ?1",
                "delete from room where id = ?1 and removing = 1",
            ] {
                run(connection, rest, [room.as_str()])?;
            }
            Ok(())
        }
        Sweep::Visitors {
            range: (first, last),
            unseen_since,
        } => run(
            connection,
            "delete from player where id between ?1 and ?2 and seen_at < ?3
             and not exists (select 1 from member where member.player = player.id)",
            (first, last, whole(unseen_since.0)?),
        ),
        Sweep::Unknown(now) => run(
            connection,
            "update player set seen_at = ?1 where id in
             (select id from player where seen_at is null limit ?2)",
            (whole(now.0)?, limits::REMOVED_TOGETHER),
        ),
        Sweep::Done(now) => {
            run(connection, "delete from swept", ())?;
            run(
                connection,
                "insert into swept (at) values (?1)",
                [whole(now.0)?],
            )
        }
    }
}
