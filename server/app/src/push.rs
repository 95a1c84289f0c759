//! Telling people who look at something else: their browsers, by Web Push, and channels that hosts have named.
//!
//! Rooms hand in what happened and go on; a task of its own finds out where it goes to and brings it there. Nothing of
//! it is kept, and what is too much is not told.

use std::sync::{Arc, Mutex, PoisonError};

use senda_push::{Client, Patience, Reach, Subscription, VapidKey};
use senda_room::{Announcement, News};
use tokio::sync::{OnceCell, mpsc};

use crate::{
    limits,
    room_id::RoomId,
    store::{NotStored, PushDevice, ReadError, Store},
};

/// Where rooms hand in what happened; cheap to clone.
#[derive(Clone, Debug)]
pub struct Push(Arc<Inner>);

/// What a room hands in.
#[derive(Clone, Debug)]
pub enum Told {
    /// For one person.
    Person(News),
    /// For the channel of the room, if it has one.
    Channel(Announcement),
}

#[derive(Debug)]
struct Inner {
    queue: mpsc::Sender<(RoomId, Told)>,
    /// Until it is run.
    waiting: Mutex<Option<mpsc::Receiver<(RoomId, Told)>>>,
    key: OnceCell<VapidKey>,
    client: OnceCell<Client>,
    reach: Reach,
    /// Between two attempts.
    patience: Patience,
}

/// Why there is no key by which push services know this server.
#[derive(Debug, thiserror::Error)]
pub enum NoKey {
    /// The database can't be read.
    #[error(transparent)]
    Unread(#[from] ReadError),
    /// A new one was not kept.
    #[error(transparent)]
    NotStored(#[from] NotStored),
    /// What was kept is none, or none can be drawn.
    #[error("no key")]
    Bad,
}

impl Default for Push {
    fn default() -> Self {
        Self::new(Reach::default(), Patience::default())
    }
}

impl Push {
    /// Nothing is told before it is run.
    pub fn new(reach: Reach, patience: Patience) -> Self {
        let (queue, waiting) = mpsc::channel(limits::NEWS_WAITING);
        Self(Arc::new(Inner {
            queue,
            waiting: Mutex::new(Some(waiting)),
            key: OnceCell::new(),
            client: OnceCell::new(),
            reach,
            patience,
        }))
    }

    /// Has people told of what happened in a room, if there is time for it.
    pub fn tell(&self, room: RoomId, told: Told) {
        if self.0.queue.try_send((room, told)).is_err() {
            tracing::debug!("more happens than can be told to those who look elsewhere");
        }
    }

    /// What rooms hand in, for the one who tells it.
    pub fn waiting(&self) -> Option<mpsc::Receiver<(RoomId, Told)>> {
        let waiting = self.0.waiting.lock();
        waiting.unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Between two attempts to tell somebody.
    pub fn patience(&self) -> &Patience {
        &self.0.patience
    }

    /// What a browser says of itself, if it may be told anything.
    pub fn subscription(&self, device: &PushDevice) -> Option<Subscription> {
        let PushDevice {
            endpoint,
            p256dh,
            auth,
        } = device;
        Subscription::parse(endpoint, p256dh, auth, self.0.reach).ok()
    }

    /// The key by which push services know this server; it is made when somebody first asks.
    ///
    /// # Errors
    /// It can't be read or kept.
    pub async fn key(&self, store: &Store) -> Result<&VapidKey, NoKey> {
        let made = async {
            let mut kept = store.push_key().await?;
            if kept.is_none() {
                let drawn = VapidKey::draw().map_err(|_| NoKey::Bad)?;
                store.writer().push_key(drawn).await?;
                // Another server may have been first.
                kept = store.push_key().await?;
            }
            let kept = kept.ok_or(NoKey::Bad)?;
            VapidKey::parse(&kept).map_err(|_| {
                tracing::error!("the key for push services can't be read");
                NoKey::Bad
            })
        };
        self.0.key.get_or_try_init(|| made).await
    }

    /// What may be reached.
    pub fn reach(&self) -> Reach {
        self.0.reach
    }

    /// Who sends, which has to read whom this machine trusts.
    ///
    /// # Panics
    /// Never: a client is made of whatever is found.
    pub async fn client(&self) -> &Client {
        let reach = self.0.reach;
        let client = || async move {
            let made = tokio::task::spawn_blocking(move || Client::new(reach)).await;
            made.expect("a client is made without a panic")
        };
        self.0.client.get_or_init(client).await
    }
}
