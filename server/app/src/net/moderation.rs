//! The bans and the notice of the server's operator, in memory. Requests are checked against them
//! without reading the database.

mod ban_list;
mod subject;

use senda_room::{
    PlayerId, Time,
    protocol::{OperatorNotice, ServerMessage},
};
use senda_store::{OperatorState, OperatorWrite, ReadError, ServerBan, Store};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use self::ban_list::BanList;
pub use self::subject::{BadSubject, BanSubject};
use crate::net::rate::Source;

/// The bans and the notice that are in force.
#[derive(Debug)]
pub struct Moderation(watch::Sender<InForce>);

/// The bans and the notice at one moment.
#[derive(Debug, Default)]
struct InForce {
    bans: BanList,
    notice: Option<senda_store::OperatorNotice>,
    /// The number of changes of the notice, so that each connection is sent each notice once.
    notices: u64,
}

/// The subscription of a connection to the bans and the notice.
#[derive(Debug)]
pub struct Watch {
    in_force: watch::Receiver<InForce>,
    /// The number of the notice that was sent last.
    sent: u64,
}

impl Moderation {
    /// Reads the bans and the notice from the store.
    ///
    /// # Errors
    /// Returns [`ReadError`] if they can't be read. Without the bans, banned people could come in.
    pub async fn of(store: &Store) -> Result<Self, ReadError> {
        let moderation = Self(watch::Sender::new(InForce::default()));
        moderation.read(store).await?;
        Ok(moderation)
    }

    /// Reads the bans and the notice again, because another server may have changed them.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn read(&self, store: &Store) -> Result<(), ReadError> {
        let OperatorState { bans, notice, .. } = store.operator_state().await?;
        let bans = BanList::of(bans);
        self.0.send_if_modified(|now| {
            let is_new = now.notice != notice;
            let changed = is_new || now.bans != bans;
            if is_new {
                now.notices += 1;
                now.notice = notice;
            }
            now.bans = bans;
            changed
        });
        Ok(())
    }

    /// Stores a decision, and has it take effect on this server at once.
    ///
    /// # Errors
    /// Returns an error if the decision can't be stored, or the present ones can't be read.
    pub async fn decide(&self, store: &Store, write: OperatorWrite) -> Result<(), NotDecided> {
        store.writer().write(write).await?;
        Ok(self.read(store).await?)
    }

    /// Returns whether the network is banned now.
    pub fn bans_network(&self, source: Source, now: Time) -> bool {
        self.0.borrow().bans.has_network(source, now)
    }

    /// Returns whether the player is banned now.
    pub fn bans_player(&self, player: PlayerId, now: Time) -> bool {
        self.0.borrow().bans.has_player(player, now)
    }

    /// Returns the bans that are in force now, the oldest first.
    pub fn bans(&self, now: Time) -> Vec<ServerBan> {
        self.0.borrow().bans.in_force(now)
    }

    /// Returns the notice that is shown now.
    pub fn notice(&self, now: Time) -> Option<senda_store::OperatorNotice> {
        let notice = self.0.borrow().notice.clone();
        notice.filter(|notice| notice.until > now)
    }

    /// Subscribes to the bans and the notice. The present notice counts as a change.
    pub fn watch(&self) -> Watch {
        Watch {
            in_force: self.0.subscribe(),
            sent: 0,
        }
    }
}

impl Watch {
    /// Waits until a ban or the notice has changed. Cancel safe. Never returns if the server stops.
    pub async fn changed(&mut self) {
        if self.in_force.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Returns whether the player, if there is one, or the network is banned now.
    pub fn is_banned(&self, player: Option<PlayerId>, source: Source, now: Time) -> bool {
        let bans = &self.in_force.borrow().bans;
        let by_player = player.is_some_and(|player| bans.has_player(player, now));
        by_player || bans.has_network(source, now)
    }

    /// Returns the text of the message with the notice, if the client was not sent it yet.
    pub fn news(&mut self, now: Time) -> Option<Utf8Bytes> {
        let in_force = self.in_force.borrow_and_update();
        if in_force.notices == self.sent {
            return None;
        }
        self.sent = in_force.notices;
        let notice = in_force.notice.as_ref().filter(|notice| notice.until > now);
        // A client that was disconnected may still show a notice that was removed meanwhile.
        Some(message(notice, now))
    }
}

/// Returns the message with a notice. Its times are relative, since the clocks of devices are
/// often wrong.
fn message(notice: Option<&senda_store::OperatorNotice>, now: Time) -> Utf8Bytes {
    let left = |at: Time| u32::try_from(at.since(now)).unwrap_or(u32::MAX);
    let notice = notice.map(|notice| OperatorNotice {
        text: (!notice.text.is_empty()).then(|| notice.text.clone()),
        restart_in_ms: notice.restart_at.map(left),
        for_ms: left(notice.until),
    });
    let message = ServerMessage::OperatorNotice { notice };
    serde_json::to_string(&message)
        .expect("plain values")
        .into()
}

/// The reason why a decision has no effect on this server.
#[derive(Debug, thiserror::Error)]
pub enum NotDecided {
    /// It was not stored.
    #[error(transparent)]
    NotStored(#[from] senda_store::NotStored),
    /// It was stored, but the decisions can't be read.
    #[error(transparent)]
    Unread(#[from] ReadError),
}
