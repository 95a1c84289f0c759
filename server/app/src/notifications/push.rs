//! The queue and the settings of notifications: to players' browsers by Web Push, and to the
//! webhooks that hosts have set.
//!
//! Rooms put events into the queue without waiting. A separate task resolves the recipients and
//! delivers the messages. Nothing is stored, and messages beyond the limits are dropped.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use senda_push::{
    BadSubscription, BadTarget, Client, HostList, HostPattern, Names, Patience, Reach,
    Subscription, Target, VapidKey,
};
use senda_room::{Announcement, Notification};
use senda_store::{NotStored, PushDevice, PushWrite, ReadError, RoomId, Store, process::lock};
use tokio::sync::{OnceCell, mpsc};

use crate::{
    limits,
    notifications::drops::{DropReason, Drops},
};

/// The notification queue of the rooms, with the clients that deliver; cheap to clone.
#[derive(Clone, Debug)]
pub struct Push(Arc<Inner>);

/// A notification from a room.
#[derive(Clone, Debug)]
pub enum QueuedNotification {
    /// A notification for one player.
    Person(Notification),
    /// A notification for the room's webhook, if it has one.
    Channel(Announcement),
}

#[derive(Debug)]
struct Inner {
    queue: mpsc::Sender<(RoomId, QueuedNotification)>,
    /// The queue's receiver, until the delivering task takes it.
    waiting: Mutex<Option<mpsc::Receiver<(RoomId, QueuedNotification)>>>,
    key: OnceCell<VapidKey>,
    client: OnceCell<Client>,
    reach: Reach,
    /// The pauses between two attempts.
    patience: Patience,
    services: HostList,
    names: Names,
    drops: Drops,
}

/// The settings of notifications to other servers.
#[derive(Clone, Debug, Default)]
pub struct PushOptions {
    /// The addresses that may be connected to.
    pub reach: Reach,
    /// The pauses between two attempts.
    pub patience: Patience,
    /// The hosts of push services that are allowed in addition to those of browsers.
    pub hosts: Vec<HostPattern>,
    /// The name server to query instead of the system's.
    pub name_server: Option<SocketAddr>,
}

/// The reason why there is no VAPID key, which identifies this server to push services.
#[derive(Debug, thiserror::Error)]
pub enum NoKey {
    /// The database can't be read.
    #[error(transparent)]
    Unread(#[from] ReadError),
    /// The new key could not be stored.
    #[error(transparent)]
    NotStored(#[from] NotStored),
    /// The stored key is invalid, or no key can be generated.
    #[error("no key")]
    Bad,
}

impl Push {
    /// Creates a queue. Nothing is delivered until a task takes [`Self::waiting`].
    pub fn new(options: PushOptions) -> Self {
        let PushOptions {
            reach,
            patience,
            hosts,
            name_server,
        } = options;
        let (queue, waiting) = mpsc::channel(limits::NOTIFICATIONS_WAITING);
        Self(Arc::new(Inner {
            queue,
            waiting: Mutex::new(Some(waiting)),
            key: OnceCell::new(),
            client: OnceCell::new(),
            reach,
            patience,
            services: HostList::push_services(hosts),
            names: name_server.map_or_else(Names::of_system, Names::of_server),
            drops: Drops::default(),
        }))
    }

    /// Queues a notification of a room. If the queue is full, the notification is dropped.
    pub fn queue(&self, room: RoomId, notification: QueuedNotification) {
        if self.0.queue.try_send((room, notification)).is_err() {
            self.0.drops.count(DropReason::Queue);
        }
    }

    /// Takes the receiver of the queue, for the task that delivers. Returns `None` if it was
    /// already taken.
    pub fn waiting(&self) -> Option<mpsc::Receiver<(RoomId, QueuedNotification)>> {
        lock(&self.0.waiting).take()
    }

    /// Returns the pauses between two attempts.
    pub fn patience(&self) -> &Patience {
        &self.0.patience
    }

    /// Returns the counter of messages that are not delivered.
    pub fn drops(&self) -> &Drops {
        &self.0.drops
    }

    /// Returns the hosts of the allowed push services.
    pub fn services(&self) -> &HostList {
        &self.0.services
    }

    /// Returns the push subscription of a browser.
    ///
    /// # Errors
    /// Returns [`BadSubscription`] if its keys are invalid, or if its address is not allowed.
    pub fn subscription(&self, device: &PushDevice) -> Result<Subscription, BadSubscription> {
        let PushDevice {
            endpoint,
            p256dh,
            auth,
        } = device;
        let to = (&self.0.services, self.0.reach);
        Subscription::parse(endpoint, p256dh, auth, to)
    }

    /// Returns the address of a subscription without its keys, which takes less time.
    ///
    /// # Errors
    /// Returns [`BadTarget`] if the address is not allowed.
    pub fn target(&self, device: &PushDevice) -> Result<Target, BadTarget> {
        Subscription::target(&device.endpoint, (&self.0.services, self.0.reach))
    }

    /// Returns the VAPID key that identifies this server to push services. The first call generates
    /// it if none is stored.
    ///
    /// # Errors
    /// Returns [`NoKey`] if the key can't be read or stored.
    pub async fn key(&self, store: &Store) -> Result<&VapidKey, NoKey> {
        let made = async {
            let mut kept = store.push_key().await?;
            if kept.is_none() {
                let drawn = VapidKey::draw().map_err(|_| NoKey::Bad)?;
                store.writer().write(PushWrite::Key { pair: drawn }).await?;
                // Another server of the same database may have stored its key first.
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

    /// Returns the addresses that may be connected to.
    pub fn reach(&self) -> Reach {
        self.0.reach
    }

    /// Returns the HTTP client. The first call creates it, which reads the certificates that this
    /// machine trusts.
    ///
    /// # Panics
    /// Panics only if creating the client panics, which it does for no set of certificates.
    pub async fn client(&self) -> &Client {
        let (reach, names) = (self.0.reach, self.0.names.clone());
        let client = || async move {
            #[expect(clippy::disallowed_methods, reason = "once")]
            let made = tokio::task::spawn_blocking(move || Client::new(reach, names)).await;
            made.expect("a client is made without a panic")
        };
        self.0.client.get_or_init(client).await
    }
}
