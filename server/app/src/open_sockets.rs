//! The open sockets of people, each with its device: a device that is signed out loses all of them at once, in whatever
//! room they are and whichever server has that room. The socket ends where it arrives; its room notices as always.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use senda_room::PlayerId;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::{identity::TokenHash, store::ID_DIGITS};

/// The sockets that are open here; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct OpenSockets(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    /// The number of the last socket.
    last: u64,
    by_number: HashMap<u64, Entry>,
}

/// A socket, as long as it may stay open.
#[derive(Debug)]
struct Entry {
    /// The first digits of the hash of the device's cookie; `None` for a program, which has a seat's token instead.
    device: Option<String>,
    /// Whose it is, once the store has been asked.
    player: Option<PlayerId>,
    /// The devices that were signed out until then.
    signed_out: Vec<SignedOut>,
    /// Dropped to end the socket.
    _end: oneshot::Sender<()>,
}

/// Some devices of a person are theirs no more: all but those that are left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SignedOut {
    /// The person.
    pub player: PlayerId,
    /// The devices that they still have, by their ids.
    pub left: Vec<String>,
    /// Whether nothing is kept of the person any more, so that rooms must not keep anything either.
    pub forgotten: bool,
}

/// A socket that is listed until this is dropped.
#[derive(Debug)]
pub struct OpenSocket {
    sockets: OpenSockets,
    number: u64,
    ended: oneshot::Receiver<()>,
}

impl OpenSockets {
    /// Lists a socket of the device with that cookie. This comes before the store is asked whose the cookie is: a device
    /// that is signed out after the store has answered is found here.
    pub fn open(&self, device: &TokenHash) -> OpenSocket {
        self.insert(Some(device.as_str().chars().take(ID_DIGITS).collect()))
    }

    /// Lists a socket of a program that plays on a seat: it has no device that could be signed out.
    pub fn open_program(&self) -> OpenSocket {
        self.insert(None)
    }

    fn insert(&self, device: Option<String>) -> OpenSocket {
        let (end, ended) = oneshot::channel();
        let mut inner = self.lock();
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
        self.lock().by_number.retain(|_, entry| {
            if entry.player.is_none() {
                entry.signed_out.push(signed_out.clone());
            }
            !entry.is_ended_by(signed_out)
        });
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn is_ended_by(&self, SignedOut { player, left, .. }: &SignedOut) -> bool {
        let device = self.device.as_ref();
        self.player == Some(*player) && device.is_some_and(|device| !left.contains(device))
    }
}

impl OpenSocket {
    /// Notes whose socket it is. It ends at once if the device was signed out in the meantime.
    pub fn belongs_to(&self, player: PlayerId) {
        let mut inner = self.sockets.lock();
        let Some(entry) = inner.by_number.get_mut(&self.number) else {
            return;
        };
        entry.player = Some(player);
        let signed_out = std::mem::take(&mut entry.signed_out);
        if signed_out.iter().any(|one| entry.is_ended_by(one)) {
            inner.by_number.remove(&self.number);
        }
    }

    /// Ready when the socket must end. Cancel safe; not to be awaited again after that.
    pub async fn ended(&mut self) {
        let _ = (&mut self.ended).await;
    }

    /// Whether the socket must end.
    pub fn is_ended(&mut self) -> bool {
        !matches!(
            self.ended.try_recv(),
            Err(oneshot::error::TryRecvError::Empty)
        )
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.sockets.lock().by_number.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::identity::Token;

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
        assert_eq!(sockets.lock().by_number.len(), 1);
    }

    #[test]
    fn a_device_that_is_signed_out_while_its_owner_is_looked_up_is_not_missed() {
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
