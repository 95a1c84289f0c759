//! How what has been kept for long enough is removed: each piece so small that a move which comes at
//! the same time hardly waits for it.

use senda_room::Time;

use super::RoomId;
use crate::{
    limits,
    log::NotStored,
    statement::{Statements, whole},
};

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
    /// Those who were forgotten before then, and whose name no log says any more.
    Forgotten {
        /// People who were forgotten later stay listed.
        before: Time,
    },
    /// All of it is done, at that time.
    Done(Time),
}

impl Statements {
    /// Adds the statements of one piece of a sweep.
    pub(crate) fn sweep(&mut self, piece: &Sweep) -> Result<(), NotStored> {
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
