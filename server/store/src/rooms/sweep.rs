//! The removal of data whose retention has ended. Each piece is so small that it hardly delays a
//! move that is stored at the same time.

use senda_room::Time;

use crate::room_id::RoomId;
use crate::{
    limits,
    log::NotStored,
    statement::{Statements, whole},
};

/// One piece of the removal.
#[derive(Clone, Debug)]
pub enum Sweep {
    /// Hides a room, so that it can't be found any more, unless it has had activity since then.
    Hide {
        /// The id of the room, which must not be in memory.
        room: RoomId,
        /// The time since which the room must not have had activity.
        idle_since: Time,
    },
    /// Removes some of the records of a hidden room.
    Records(RoomId),
    /// Removes the other rows of a hidden room that has no records any more.
    Rest(RoomId),
    /// Removes some of the players who were not seen since then and have no seat in any room.
    Visitors {
        /// The ids of the first and the last of these players.
        range: (String, String),
        /// The time since which a player must not have been seen.
        unseen_since: Time,
    },
    /// Sets the last visit of some of the players with an unknown one to the present time.
    Unknown(Time),
    /// Removes the forgotten players from the list whose names no log contains any more.
    Forgotten {
        /// Players who were forgotten after that time stay listed.
        before: Time,
    },
    /// Notes the time at which a sweep was completed, and removes the bans that have ended.
    Done(Time),
}

impl Statements {
    /// Adds the statements of one piece of a sweep.
    pub(crate) fn sweep(&mut self, piece: &Sweep) -> Result<(), NotStored> {
        match piece {
            Sweep::Hide { room, idle_since } => self.add(
                "update room set removing = 1 where id = $1 and active_at < $2 and removing = 0",
                (room, whole(idle_since.0)?),
            ),
            Sweep::Records(room) => self.add(
                "delete from record where room = $1 and version in
                 (select version from record where room = $1 order by version limit $2)",
                (room, limits::REMOVED_TOGETHER),
            ),
            Sweep::Rest(room) => {
                self.no_history(*room);
                for rest in [
                    "delete from finished_place where room = $1",
                    "delete from finished_game where room = $1",
                    "delete from replay where room = $1",
                    "delete from member where room = $1",
                    "delete from named where room = $1",
                    "delete from never_back where room = $1",
                    "delete from banned where room = $1",
                    "delete from summary where room = $1",
                    "delete from alarm where room = $1",
                    "delete from webhook where room = $1",
                    "delete from closed_room where room = $1",
                    "delete from day_game where room = $1",
                    "delete from room where id = $1 and removing = 1",
                ] {
                    self.add(rest, room);
                }
            }
            Sweep::Visitors {
                range: (first, last),
                unseen_since,
            } => {
                self.add(
                    "delete from player where id between $1 and $2 and seen_at < $3
                     and not exists (select 1 from member where member.player = player.id)",
                    (first, last, whole(unseen_since.0)?),
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
                    "delete from rating where player between $1 and $2
                     and not exists (select 1 from player where player.id = rating.player)",
                    "delete from puzzle_try where player between $1 and $2
                     and not exists (select 1 from player where player.id = puzzle_try.player)",
                    "delete from puzzle_player where player between $1 and $2
                     and not exists (select 1 from player where player.id = puzzle_player.player)",
                    "delete from public_page where player between $1 and $2
                     and not exists (select 1 from player where player.id = public_page.player)",
                    // Networks are shorter than the ids of players.
                    "delete from server_ban where subject between $1 and $2 and length(subject) = 36
                     and not exists (select 1 from player where player.id = server_ban.subject)",
                ] {
                    self.add(rest, (first, last));
                }
            }
            // Another server of the same database that learned of it late may have written the name
            // once more until then.
            Sweep::Forgotten { before } => self.add(
                "delete from forgotten where at < $1
                 and not exists (select 1 from named where named.player = forgotten.player)",
                whole(before.0)?,
            ),
            Sweep::Unknown(now) => self.add(
                "update player set seen_at = $1 where id in
                 (select id from player where seen_at is null limit $2)",
                (whole(now.0)?, limits::REMOVED_TOGETHER),
            ),
            Sweep::Done(now) => {
                self.add("delete from server_ban where until < $1", whole(now.0)?);
                self.old_reports(*now)?;
                self.add("delete from swept", ());
                self.add("insert into swept (at) values ($1)", whole(now.0)?);
            }
        }
        Ok(())
    }
}
