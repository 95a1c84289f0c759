//! Telling people who look at something else: their browsers, by Web Push, and channels that hosts have named.
//!
//! Rooms hand in what happened and go on; a task of its own finds out where it goes to and brings it there. Nothing of
//! it is kept, and what is too much is not told.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use senda_push::{
    BadSubscription, BadTarget, Client, HostList, HostPattern, Names, Patience, Reach,
    Subscription, Target, VapidKey,
};
use senda_room::{Announcement, News};
use tokio::sync::{OnceCell, mpsc};

use crate::{
    limits,
    room_id::RoomId,
    store::{NotStored, PushDevice, ReadError, Store},
    telling::{DropReason, Drops},
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
    services: HostList,
    names: Names,
    drops: Drops,
}

/// The settings of all that is sent to other servers for people who are not looking.
#[derive(Clone, Debug, Default)]
pub struct PushOptions {
    /// The addresses that may be reached.
    pub reach: Reach,
    /// Between two attempts.
    pub patience: Patience,
    /// Hosts of push services besides those of browsers.
    pub hosts: Vec<HostPattern>,
    /// The name server to ask instead of the system's.
    pub name_server: Option<SocketAddr>,
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
        Self::new(PushOptions::default())
    }
}

impl Push {
    /// Nothing is told before it is run.
    pub fn new(options: PushOptions) -> Self {
        let PushOptions {
            reach,
            patience,
            hosts,
            name_server,
        } = options;
        let (queue, waiting) = mpsc::channel(limits::NEWS_WAITING);
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

    /// Has people told of what happened in a room, if there is time for it.
    pub fn tell(&self, room: RoomId, told: Told) {
        if self.0.queue.try_send((room, told)).is_err() {
            self.0.drops.count(DropReason::Queue);
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

    /// Counts messages that are not delivered.
    pub fn drops(&self) -> &Drops {
        &self.0.drops
    }

    /// The hosts of push services.
    pub fn services(&self) -> &HostList {
        &self.0.services
    }

    /// The subscription of a browser.
    ///
    /// # Errors
    /// Its keys are none, or nothing may be sent to its address.
    pub fn subscription(&self, device: &PushDevice) -> Result<Subscription, BadSubscription> {
        let PushDevice {
            endpoint,
            p256dh,
            auth,
        } = device;
        let to = (&self.0.services, self.0.reach);
        Subscription::parse(endpoint, p256dh, auth, to)
    }

    /// The address of a subscription, which takes less time than all of it.
    ///
    /// # Errors
    /// Nothing may be sent there.
    pub fn target(&self, device: &PushDevice) -> Result<Target, BadTarget> {
        Subscription::target(&device.endpoint, (&self.0.services, self.0.reach))
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
        let (reach, names) = (self.0.reach, self.0.names.clone());
        let client = || async move {
            #[expect(clippy::disallowed_methods, reason = "once")]
            let made = tokio::task::spawn_blocking(move || Client::new(reach, names)).await;
            made.expect("a client is made without a panic")
        };
        self.0.client.get_or_init(client).await
    }
}
