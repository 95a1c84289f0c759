//! The secret from which the deals of all days are derived.

use ring::hmac;
use senda_room::protocol::Day;
use senda_rules::{GameKind, Secret};
use senda_store::{DayWrite, Store};
use tokio::sync::OnceCell;

use crate::process::chance;

/// The reason why there is no deal of a day.
#[derive(Debug, thiserror::Error)]
pub enum NoDayKey {
    /// The database can't be read.
    #[error(transparent)]
    NotRead(#[from] senda_store::ReadError),
    /// The secret can't be stored.
    #[error(transparent)]
    NotStored(#[from] senda_store::NotStored),
    /// The stored text is no secret.
    #[error("the secret of the deals of days is damaged")]
    Damaged,
}

/// The secret from which the deals of all days are derived. It never leaves the database and the
/// memory of its servers.
#[derive(Debug, Default)]
pub struct DayKey(OnceCell<hmac::Key>);

impl DayKey {
    /// Returns the secret of the shuffles of one day: the HMAC-SHA-256 of the game and the day. It
    /// is the same on all servers of a database, and tells nothing about other days. The first
    /// call draws the key if none is stored.
    ///
    /// # Errors
    /// Returns [`NoDayKey`] if the key can't be read or stored.
    pub async fn secret(
        &self,
        store: &Store,
        game: GameKind,
        day: &Day,
    ) -> Result<Secret, NoDayKey> {
        let key = self.0.get_or_try_init(|| key(store)).await?;
        let message = format!("senda-day-1 {} {day}", game.word());
        let mut secret = [0; 32];
        secret.copy_from_slice(hmac::sign(key, message.as_bytes()).as_ref());
        Ok(Secret(secret))
    }
}

async fn key(store: &Store) -> Result<hmac::Key, NoDayKey> {
    let mut kept = store.day_key().await?;
    if kept.is_none() {
        let secret = hex::encode(chance::bytes::<32>());
        store.writer().write(DayWrite::Key { secret }).await?;
        // Another server of the same database may have stored its key first.
        kept = store.day_key().await?;
    }
    let mut secret = [0; 32];
    let kept = kept.ok_or(NoDayKey::Damaged)?;
    hex::decode_to_slice(&kept, &mut secret).map_err(|_| NoDayKey::Damaged)?;
    Ok(hmac::Key::new(hmac::HMAC_SHA256, &secret))
}
