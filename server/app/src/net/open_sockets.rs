//! The open sockets of players, each with its device. When a device is signed out, all of its
//! sockets end at once, whatever rooms they are in and whichever servers have these rooms. A socket
//! ends on the server that accepted it; its room notices that as for any other disconnection.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use senda_room::PlayerId;
use senda_store::{ID_DIGITS, process::lock};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::people::identity::TokenHash;

/// The sockets that are open on this server; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct OpenSockets(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    /// The number of the last socket.
    last: u64,
    by_number: HashMap<u64, Entry>,
}

/// A socket that may stay open. Removing its entry ends the socket.
#[derive(Debug)]
struct Entry {
    /// The first digits of the hash of the device's cookie, or `None` for a program, which has a
    /// seat's token instead.
    device: Option<String>,
    /// The socket's owner, once the store has returned them.
    player: Option<PlayerId>,
    /// The sign-outs that came before the owner was known.
    signed_out: Vec<SignedOut>,
    /// Dropped to end the socket.
    _end: oneshot::Sender<()>,
}

/// A notice that devices of a player were signed out: all but those that are left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SignedOut {
    /// The player who owned the devices.
    pub player: PlayerId,
    /// The ids of the devices that the player still has.
    pub left: Vec<String>,
    /// Whether the player's personal data is deleted, so that rooms must delete it too.
    pub forgotten: bool,
}

/// An entry in the list of open sockets, which is removed when this is dropped.
#[derive(Debug)]
pub struct OpenSocket {
    sockets: OpenSockets,
    number: u64,
    ended: oneshot::Receiver<()>,
}

impl OpenSockets {
    /// Adds a socket of the device with that cookie. This must come before the store is queried for
    /// the cookie's owner, so that a device that is signed out after the query is found here.
    pub fn open(&self, device: &TokenHash) -> OpenSocket {
        self.insert(Some(device.as_str().chars().take(ID_DIGITS).collect()))
    }

    /// Adds a socket of a program that plays on a seat. It has no device that could be signed out.
    pub fn open_program(&self) -> OpenSocket {
        self.insert(None)
    }

    fn insert(&self, device: Option<String>) -> OpenSocket {
        let (end, ended) = oneshot::channel();
        let mut inner = lock(&self.0);
        inner.last += 1;
        let number = inner.last;
        inner.by_number.insert(
            number,
            Entry {
                device,
                player: None,
                signed_out: Vec::new(),
                _end: end,
            },
        );
        OpenSocket {
            sockets: self.clone(),
            number,
            ended,
        }
    }

    /// Ends the sockets of devices that were signed out.
    pub fn end(&self, signed_out: &SignedOut) {
        lock(&self.0).by_number.retain(|_, entry| {
            if entry.player.is_none() {
                entry.signed_out.push(signed_out.clone());
            }
            !entry.is_ended_by(signed_out)
        });
    }
}

impl Entry {
    fn is_ended_by(&self, SignedOut { player, left, .. }: &SignedOut) -> bool {
        let device = self.device.as_ref();
        self.player == Some(*player) && device.is_some_and(|device| !left.contains(device))
    }
}

impl OpenSocket {
    /// Sets the owner of the socket. The socket ends at once if its device was signed out in the
    /// meantime.
    pub fn belongs_to(&self, player: PlayerId) {
        let mut inner = lock(&self.sockets.0);
        let Some(entry) = inner.by_number.get_mut(&self.number) else {
            return;
        };
        entry.player = Some(player);
        let signed_out = std::mem::take(&mut entry.signed_out);
        if signed_out.iter().any(|one| entry.is_ended_by(one)) {
            inner.by_number.remove(&self.number);
        }
    }

    /// Waits until the socket must end. Cancel safe. It must not be awaited again after it has
    /// returned.
    pub async fn ended(&mut self) {
        let _ = (&mut self.ended).await;
    }

    /// Returns whether the socket must end.
    pub fn is_ended(&mut self) -> bool {
        !matches!(
            self.ended.try_recv(),
            Err(oneshot::error::TryRecvError::Empty)
        )
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        lock(&self.sockets.0).by_number.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::people::identity::Token;

    fn signed_out(player: PlayerId, left: &[&TokenHash]) -> SignedOut {
        let left = left.iter();
        SignedOut {
            player,
            left: left
                .map(|hash| hash.as_str()[..ID_DIGITS].to_owned())
                .collect(),
            forgotten: false,
        }
    }

    #[test]
    fn only_the_device_that_was_signed_out_loses_its_sockets() {
        let sockets = OpenSockets::default();
        let (ana, bruno) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
        let (desk, phone) = (Token::draw().hash(), Token::draw().hash());
        let mut open = [(&desk, ana), (&phone, ana), (&phone, bruno)].map(|(device, player)| {
            let socket = sockets.open(device);
            socket.belongs_to(player);
            socket
        });
        let mut program = sockets.open_program();
        program.belongs_to(ana);
        sockets.end(&signed_out(ana, &[&desk]));
        assert_eq!(
            open.each_mut().map(OpenSocket::is_ended),
            [false, true, false]
        );
        assert!(!program.is_ended());
        drop(open);
        assert_eq!(lock(&sockets.0).by_number.len(), 1);
    }

    #[test]
    fn ends_the_socket_of_a_device_signed_out_during_the_owner_lookup() {
        let sockets = OpenSockets::default();
        let (ana, bruno) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
        let phone = Token::draw().hash();
        let (mut of_ana, mut of_bruno) = (sockets.open(&phone), sockets.open(&phone));
        sockets.end(&signed_out(ana, &[]));
        assert!(!of_ana.is_ended());
        of_ana.belongs_to(ana);
        of_bruno.belongs_to(bruno);
        assert!(of_ana.is_ended() && !of_bruno.is_ended());
    }
}
