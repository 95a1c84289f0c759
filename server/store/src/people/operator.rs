//! The decisions of the server's operator about people and rooms: bans, closed rooms, and the
//! notice on all pages. The server keeps them in memory, and reads them here again and again,
//! because another server of the same database may have changed them.

use senda_room::{PlayerId, Time};

use crate::{
    ReadError, Store, limits,
    log::NotStored,
    room_id::RoomId,
    statement::{Statements, stored_time, whole},
};

/// A ban of a person or of a network from the whole server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ServerBan {
    /// The id of the player, or the network such as `203.0.113.0/24`.
    pub subject: String,
    /// The reason that the operator has noted; it may be empty.
    pub reason: String,
    /// The time of the ban.
    pub since: Time,
    /// The time at which the ban ends, if it does.
    pub until: Option<Time>,
}

/// The notice of the operator on all pages.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OperatorNotice {
    /// The text; empty for the announcement of a restart.
    pub text: String,
    /// The time of the restart that is announced.
    pub restart_at: Option<Time>,
    /// The time until which pages show the notice.
    pub until: Time,
}

/// The decisions of the operator that are in force.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct OperatorState {
    /// The bans, those that have ended included until they are removed.
    pub bans: Vec<ServerBan>,
    /// The rooms that no one may enter.
    pub closed: Vec<RoomId>,
    /// The notice, which may have ended.
    pub notice: Option<OperatorNotice>,
}

/// A decision of the operator.
#[derive(Clone, Debug)]
pub enum OperatorWrite {
    /// Bans a person or a network. A ban of the same one is replaced.
    Ban(ServerBan),
    /// Lifts the ban of that subject.
    Unban {
        /// The id of the player, or the network.
        subject: String,
    },
    /// Notes that a room is closed.
    Close {
        /// The id of the room.
        room: RoomId,
        /// The time of the decision.
        at: Time,
    },
    /// Notes that a room is open again.
    Open {
        /// The id of the room.
        room: RoomId,
    },
    /// Replaces the notice, or removes it.
    Notice(Option<OperatorNotice>),
    /// Notes that a report is settled.
    Settle {
        /// The id of the report.
        report: String,
        /// The time of the decision.
        at: Time,
    },
}

impl Statements {
    /// Adds the statements of a decision of the operator.
    pub(crate) fn operator(&mut self, write: &OperatorWrite) -> Result<(), NotStored> {
        match write {
            OperatorWrite::Ban(ban) => {
                self.add("delete from server_ban where subject = $1", &ban.subject);
                let since = whole(ban.since.0)?;
                match ban.until {
                    Some(until) => self.add(
                        "insert into server_ban (subject, reason, created_at, until)
                         values ($1, $2, $3, $4)",
                        (&ban.subject, &ban.reason, since, whole(until.0)?),
                    ),
                    None => self.add(
                        "insert into server_ban (subject, reason, created_at) values ($1, $2, $3)",
                        (&ban.subject, &ban.reason, since),
                    ),
                }
            }
            OperatorWrite::Unban { subject } => {
                self.add("delete from server_ban where subject = $1", subject);
            }
            OperatorWrite::Close { room, at } => self.add(
                "insert into closed_room (room, created_at) values ($1, $2) on conflict do nothing",
                (room, whole(at.0)?),
            ),
            OperatorWrite::Open { room } => {
                self.add("delete from closed_room where room = $1", room);
            }
            OperatorWrite::Settle { report, at } => self.add(
                "update report set settled_at = $2 where id = $1 and settled_at is null",
                (report, whole(at.0)?),
            ),
            OperatorWrite::Notice(notice) => {
                self.add("delete from operator_notice", ());
                let Some(notice) = notice else { return Ok(()) };
                let until = whole(notice.until.0)?;
                match notice.restart_at {
                    Some(at) => self.add(
                        "insert into operator_notice (id, text, restart_at, until)
                         values (1, $1, $2, $3)",
                        (&notice.text, whole(at.0)?, until),
                    ),
                    None => self.add(
                        "insert into operator_notice (id, text, until) values (1, $1, $2)",
                        (&notice.text, until),
                    ),
                }
            }
        }
        Ok(())
    }
}

type BanRow = (String, String, i64, Option<i64>);

fn ban((subject, reason, since, until): BanRow) -> ServerBan {
    ServerBan {
        subject,
        reason,
        since: stored_time(since),
        until: until.map(stored_time),
    }
}

impl Store {
    /// Returns the decisions of the operator.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn operator_state(&self) -> Result<OperatorState, ReadError> {
        let bans = "select subject, reason, created_at, until from server_ban
            order by created_at, subject limit $1";
        let bans: Vec<BanRow> = self.database.all(bans, limits::SERVER_BANS).await?;
        let closed = "select room from closed_room order by room limit $1";
        let closed: Vec<(String,)> = self.database.all(closed, limits::CLOSED_ROOMS).await?;
        let notice = "select text, restart_at, until from operator_notice";
        let notice: Option<(String, Option<i64>, i64)> = self.database.first(notice, ()).await?;
        Ok(OperatorState {
            bans: bans.into_iter().map(ban).collect(),
            // A row with an invalid id was not written by this program.
            closed: closed.iter().filter_map(|(id,)| id.parse().ok()).collect(),
            notice: notice.map(|(text, restart_at, until)| OperatorNotice {
                text,
                restart_at: restart_at.map(stored_time),
                until: stored_time(until),
            }),
        })
    }

    /// Returns whether the operator has closed a room.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn is_closed(&self, room: RoomId) -> Result<bool, ReadError> {
        let closed = "select 1 from closed_room where room = $1";
        self.database.any(closed, room).await
    }

    /// Returns the ban of a player, which may have ended.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn ban_of(&self, player: PlayerId) -> Result<Option<ServerBan>, ReadError> {
        let row = "select subject, reason, created_at, until from server_ban where subject = $1";
        let row: Option<BanRow> = self.database.first(row, player).await?;
        Ok(row.map(ban))
    }
}
