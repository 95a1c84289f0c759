//! On which devices somebody is told of what happens, and by which key the server says who it is.

use senda_room::{PlayerId, Time};

use super::{ReadError, Store, log::NotStored, number::whole, parameter::Statement};
use crate::identity::TokenHash;

/// A device on which somebody is told, as its browser said it.
#[derive(Clone, Eq, PartialEq)]
pub struct PushDevice {
    /// Where its push service takes messages.
    pub endpoint: String,
    /// By which only it can read them.
    pub p256dh: String,
    /// The same.
    pub auth: String,
}

/// Nothing of it.
impl std::fmt::Debug for PushDevice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushDevice(..)")
    }
}

/// What of this can be written.
#[derive(Debug)]
pub(super) enum PushWrite {
    /// Somebody is told on a device, instead of whoever was told there before.
    Told {
        device: TokenHash,
        player: PlayerId,
        push: PushDevice,
        at: Time,
    },
    /// Nobody is told on a device any more.
    Untold { device: TokenHash },
    /// A browser has gone.
    Gone { endpoint: String },
    /// A key, if there is none yet.
    Key { pair: String },
}

impl PushWrite {
    /// What is to be said to the database, in this order.
    pub(super) fn statements(&self) -> Result<Vec<Statement>, NotStored> {
        const GONE: &str = "delete from push where endpoint = $1";
        const UNTOLD: &str = "delete from push where device = $1";
        Ok(match self {
            Self::Told {
                device,
                player,
                push,
                at,
            } => vec![
                Statement::new(GONE, [push.endpoint.as_str().into()]),
                Statement::new(UNTOLD, [device.as_str().into()]),
                Statement::new(
                    "insert into push (device, player, endpoint, p256dh, auth, created_at)
                     values ($1, $2, $3, $4, $5, $6)",
                    [
                        device.as_str().into(),
                        (*player).into(),
                        push.endpoint.as_str().into(),
                        push.p256dh.as_str().into(),
                        push.auth.as_str().into(),
                        whole(at.0)?.into(),
                    ],
                ),
            ],
            Self::Untold { device } => vec![Statement::new(UNTOLD, [device.as_str().into()])],
            Self::Gone { endpoint } => vec![Statement::new(GONE, [endpoint.as_str().into()])],
            Self::Key { pair } => vec![Statement::new(
                "insert into push_key (id, pair) values (1, $1) on conflict (id) do nothing",
                [pair.as_str().into()],
            )],
        })
    }
}

impl Store {
    /// The devices on which somebody is told.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn push_devices(&self, player: PlayerId) -> Result<Vec<PushDevice>, ReadError> {
        let rows: Vec<(String, String, String)> = self
            .database
            .all(
                "select endpoint, p256dh, auth from push where player = $1",
                vec![player.into()],
            )
            .await?;
        let devices = rows.into_iter().map(|(endpoint, p256dh, auth)| PushDevice {
            endpoint,
            p256dh,
            auth,
        });
        Ok(devices.collect())
    }

    /// Whether somebody is told on that device.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn is_pushed(&self, device: &TokenHash) -> Result<bool, ReadError> {
        let there = "select player from push where device = $1";
        let there: Option<(String,)> = self
            .database
            .first(there, vec![device.as_str().into()])
            .await?;
        Ok(there.is_some())
    }

    /// The key by which push services know this server, as it is kept; `None` before the first was made.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn push_key(&self) -> Result<Option<String>, ReadError> {
        let pair = "select pair from push_key where id = 1";
        let pair: Option<(String,)> = self.database.first(pair, Vec::new()).await?;
        Ok(pair.map(|(pair,)| pair))
    }
}
