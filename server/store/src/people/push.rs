//! Web Push subscriptions, and the key that identifies the server to push services.

use std::fmt;

use senda_room::{PlayerId, Time};

use super::TokenHash;
use crate::{
    ReadError, Store,
    log::NotStored,
    statement::{Statements, whole},
};

/// The push subscription of a device, as its browser created it.
#[derive(Clone, Eq, PartialEq)]
pub struct PushDevice {
    /// The URL at which the push service accepts messages.
    pub endpoint: String,
    /// The public key of the browser, with which messages are encrypted.
    pub p256dh: String,
    /// The shared secret of the browser, with which messages are authenticated.
    pub auth: String,
}

// Reveals nothing of the subscription.
senda_rules::hidden_in_debug!(PushDevice);

/// A change of the push subscriptions.
pub enum PushWrite {
    /// Subscribes a device for a player. It replaces the earlier subscription of the device and of
    /// the endpoint, of whichever player.
    Subscribe {
        /// The hash of the device's session token.
        device: TokenHash,
        /// The id of the player.
        player: PlayerId,
        /// The subscription of its browser.
        push: PushDevice,
        /// The time of the request.
        at: Time,
    },
    /// Unsubscribes a device from notifications.
    Unsubscribe {
        /// The hash of the device's session token.
        device: TokenHash,
    },
    /// Removes the subscription of a browser that does not exist any more.
    Expire {
        /// The URL of the subscription.
        endpoint: String,
    },
    /// Stores the key pair that identifies this server to push services, if there is none yet.
    Key {
        /// The key pair, as text.
        pair: String,
    },
}

/// Reveals nothing of the subscription or the key pair.
impl fmt::Debug for PushWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Subscribe { .. } => "Subscribe(..)",
            Self::Unsubscribe { .. } => "Unsubscribe(..)",
            Self::Expire { .. } => "Expire(..)",
            Self::Key { .. } => "Key(..)",
        })
    }
}

impl Statements {
    /// Adds the statements of a change of push subscriptions.
    pub(crate) fn push(&mut self, write: &PushWrite) -> Result<(), NotStored> {
        const EXPIRE: &str = "delete from push where endpoint = $1";
        const UNSUBSCRIBE: &str = "delete from push where device = $1";
        match write {
            PushWrite::Subscribe {
                device,
                player,
                push,
                at,
            } => {
                self.add(EXPIRE, &push.endpoint);
                self.add(UNSUBSCRIBE, device);
                self.add(
                    "insert into push (device, player, endpoint, p256dh, auth, created_at)
                     values ($1, $2, $3, $4, $5, $6)",
                    (
                        device,
                        player,
                        &push.endpoint,
                        &push.p256dh,
                        &push.auth,
                        whole(at.0)?,
                    ),
                );
            }
            PushWrite::Unsubscribe { device } => self.add(UNSUBSCRIBE, device),
            PushWrite::Expire { endpoint } => self.add(EXPIRE, endpoint),
            PushWrite::Key { pair } => self.add(
                "insert into push_key (id, pair) values (1, $1) on conflict (id) do nothing",
                pair,
            ),
        }
        Ok(())
    }
}

impl Store {
    /// Returns the push subscriptions of a player's devices.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn push_devices(&self, player: PlayerId) -> Result<Vec<PushDevice>, ReadError> {
        let rows = "select endpoint, p256dh, auth from push where player = $1";
        let rows: Vec<(String, String, String)> = self.database.all(rows, player).await?;
        let devices = rows.into_iter().map(|(endpoint, p256dh, auth)| PushDevice {
            endpoint,
            p256dh,
            auth,
        });
        Ok(devices.collect())
    }

    /// Returns whether a device is subscribed to push notifications.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn is_pushed(&self, device: &TokenHash) -> Result<bool, ReadError> {
        let push = "select 1 from push where device = $1";
        self.database.any(push, device).await
    }

    /// Returns the key pair that identifies this server to push services, as text; `None` if none
    /// has been created yet.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn push_key(&self) -> Result<Option<String>, ReadError> {
        let pair = "select pair from push_key where id = 1";
        let pair: Option<(String,)> = self.database.first(pair, ()).await?;
        Ok(pair.map(|(pair,)| pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_reveals_no_key_and_no_address() {
        let secret = || "secret".to_owned();
        let writes = [
            PushWrite::Expire { endpoint: secret() },
            PushWrite::Key { pair: secret() },
        ];
        for write in writes {
            assert!(!format!("{write:?}").contains("secret"));
        }
    }
}
