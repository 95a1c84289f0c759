//! What processes that share a database know of each other's rooms. With a database of its own, a process has them all.

use tokio::{sync::watch, time::timeout};

use super::{Database, Holder, Lease, ReadError, Store, Taken};
use crate::{limits, room_id::RoomId};

impl Store {
    /// Whether other processes may have rooms of the same database.
    pub fn is_shared(&self) -> bool {
        matches!(self.database, Database::Postgres(_))
    }

    /// For how long what is brought back from now on may be told.
    pub fn lease(&self) -> Lease {
        match &self.database {
            Database::Sqlite(_) => Lease::always(),
            Database::Postgres(database) => database.lease(),
        }
    }

    /// Sees to it that a room is this process's own while a lease holds, without which its log may not be read to go
    /// on from.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn take(&self, room: RoomId, lease: &Lease) -> Result<Taken, ReadError> {
        match &self.database {
            // The whole folder is.
            Database::Sqlite(_) => Ok(Taken::Mine(0)),
            Database::Postgres(database) => database.take(room, lease).await,
        }
    }

    /// Lets another process have a room that was taken, unless it was taken again since.
    pub async fn release(&self, room: RoomId, lease: &Lease, taken: i64) {
        if let Database::Postgres(database) = &self.database {
            // One that is still this process's own is taken by it again.
            let _ = database.release(room, lease, taken).await;
        }
    }

    /// Where the living process is reached that holds a room, if that is another one.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn holder(&self, room: RoomId) -> Result<Option<Holder>, ReadError> {
        let holder =
            "select node.address, node.draining from placement join node on node.instance = placement.holder
            where placement.room = $1 and node.instance <> $2 and node.address <> ''";
        let lease = self.lease();
        let parameters = vec![room.into(), lease.instance().into()];
        let holder: Option<(String, i64)> = self.database.first(holder, parameters).await?;
        Ok(holder.map(|(address, draining)| Holder {
            address,
            is_leaving: draining != 0,
        }))
    }

    /// Where the other processes are reached, as they come and go; `None` where there are none.
    pub fn others(&self) -> Option<watch::Receiver<Vec<String>>> {
        match &self.database {
            Database::Sqlite(_) => None,
            Database::Postgres(database) => Some(database.others()),
        }
    }

    /// Waits while the process at that address gives no sign of life, until it does or is gone and its rooms are free;
    /// whether it was silent at all.
    pub async fn outwait(&self, address: &str) -> bool {
        let Database::Postgres(database) = &self.database else {
            return false;
        };
        let mut silent = database.silent();
        let is_silent = |silent: &Vec<String>| silent.iter().any(|other| other == address);
        if !is_silent(&silent.borrow()) {
            return false;
        }
        let heard = silent.wait_for(|silent| !is_silent(silent));
        // It may be this one that the database doesn't hear.
        let _ = timeout(limits::GONE, heard).await;
        true
    }

    /// Tells the others that all rooms are about to be theirs.
    pub async fn drain(&self) {
        if let Database::Postgres(database) = &self.database {
            database.drain().await;
        }
    }

    /// Lets others have all rooms at once. Nothing of theirs is written here any more.
    pub async fn leave(&self) {
        if let Database::Postgres(database) = &self.database {
            database.leave().await;
        }
    }
}
