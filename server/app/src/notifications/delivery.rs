//! Delivers notifications about rooms: to the browsers of players who are not looking at the room's
//! page, and to the webhooks that hosts have set.
//!
//! Nothing is stored. Messages beyond the limits are dropped, counted and logged.

mod browser;
mod budgets;
mod channel;
mod deliveries;
mod schedule;

use std::sync::Arc;

use senda_room::{Notification, PlayerId};
use senda_store::{ReadError, RoomId, Store};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

pub use self::channel::{Trial, try_channel};
use self::{
    browser::{BrowserBudgets, BrowserMessage},
    channel::{ChannelBudgets, ChannelMessage},
    deliveries::{Outbox, channels, deliver, push_services},
};
use crate::{
    assets::Assets,
    notifications::push::{Push, QueuedNotification},
    process::{metrics::Metrics, time::Clock},
    settings::PublicUrl,
};

/// The parts of the process that deliveries need; cheap to clone.
#[derive(Clone, Debug)]
pub struct DeliveryContext {
    /// The queue, and the clients that deliver.
    pub push: Push,
    /// The store of subscriptions and webhooks.
    pub store: Arc<Store>,
    /// The clock of the process.
    pub clock: Arc<dyn Clock>,
    /// The texts of the client.
    pub assets: Assets,
    /// The public URL, which push services may contact the operator by.
    pub public_url: Option<PublicUrl>,
    /// The tracker of tasks that must have ended before the store is closed.
    pub tasks: TaskTracker,
    /// The figures of the process.
    pub metrics: Metrics,
}

/// The key that a delivery counts for: a player or a room. It is the owner of a message, or its
/// subject.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq, Ord, PartialOrd)]
enum Subject {
    Person(PlayerId),
    Room(RoomId),
}

/// Delivers notifications until the future is dropped.
pub async fn run(context: DeliveryContext) {
    let Some(waiting) = context.push.waiting() else {
        return;
    };
    // Push services and webhooks have separate capacity, since guests choose the hosts of webhooks.
    let (browsers, to_browsers) = mpsc::channel(1);
    let (posts, to_channels) = mpsc::channel(1);
    tokio::join!(
        route(&context, waiting, (browsers, posts)),
        deliver(&context, push_services(), to_browsers),
        deliver(&context, channels(), to_channels),
    );
}

/// Resolves each notification to the addresses that it goes to.
async fn route(
    context: &DeliveryContext,
    mut waiting: mpsc::Receiver<(RoomId, QueuedNotification)>,
    (browsers, posts): (Outbox<BrowserMessage>, Outbox<ChannelMessage>),
) {
    let mut to_people = BrowserBudgets::new();
    let mut to_channels = ChannelBudgets::new();
    while let Some((room, notification)) = waiting.recv().await {
        let routed = match notification {
            QueuedNotification::Person(notification) => {
                route_to_person(context, room, notification, (&mut to_people, &browsers)).await
            }
            QueuedNotification::Channel(announcement) => {
                let message = to_channels.message(context, room, announcement).await;
                match message {
                    Ok(Some(message)) => {
                        // The send fails only when the whole task ends.
                        let _ = posts.send(message).await;
                        Ok(())
                    }
                    Ok(None) => Ok(()),
                    Err(error) => Err(error),
                }
            }
        };
        if let Err(error) = routed {
            tracing::debug!(%error, "the recipients of a notification can't be read");
        }
    }
}

/// Sends a player's notification to each of their devices.
async fn route_to_person(
    context: &DeliveryContext,
    room: RoomId,
    notification: Notification,
    (budgets, browsers): (&mut BrowserBudgets, &Outbox<BrowserMessage>),
) -> Result<(), ReadError> {
    for device in context.store.push_devices(notification.to).await? {
        if let Some(message) = budgets.message(context, room, &notification, device) {
            // The send fails only when the whole task ends.
            let _ = browsers.send(message).await;
        }
    }
    Ok(())
}
