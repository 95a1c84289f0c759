//! The task that tells people who look at something else, of what rooms have handed in.

mod browser;
mod channel;

use std::{collections::HashMap, sync::Arc, time::Duration};

use senda_room::News;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use self::channel::try_channel;
use crate::{app::App, limits, push::Told, rate::Bucket, room_id::RoomId, store::ReadError};

/// Tells people until the server stops.
pub async fn run(app: App) {
    let Some(mut waiting) = app.push.waiting() else {
        return;
    };
    let places = Arc::new(Semaphore::new(limits::PUSHES_AT_ONCE));
    let mut lately = Lately::default();
    while let Some((room, told)) = waiting.recv().await {
        let begun = match told {
            Told::Person(news) => tell_person(&app, &places, room, news).await,
            Told::Channel(_) if !lately.allow(room) => Ok(()),
            Told::Channel(announcement) => channel::begin(&app, &places, room, announcement).await,
        };
        if let Err(error) = begun {
            tracing::debug!(%error, "who is to be told can't be read");
        }
    }
}

/// How much rooms had to say lately. Whoever can name a channel is not to flood it.
#[derive(Default)]
struct Lately(HashMap<RoomId, Bucket>);

impl Lately {
    /// Whether a room may say one thing more.
    fn allow(&mut self, room: RoomId) -> bool {
        if self.0.len() >= limits::ANNOUNCING_ROOMS {
            self.0.retain(|_, bucket| !bucket.is_full());
        }
        let pace = || {
            let (burst, each) = (
                limits::ANNOUNCEMENTS_BURST,
                limits::ANNOUNCEMENTS_PER_MINUTE,
            );
            Bucket::new(burst, each, Duration::from_mins(1))
        };
        self.0.entry(room).or_insert_with(pace).take().is_ok()
    }
}

/// Tells somebody on each of their devices.
async fn tell_person(
    app: &App,
    places: &Arc<Semaphore>,
    room: RoomId,
    news: News,
) -> Result<(), ReadError> {
    for device in app.store.push_devices(news.to).await? {
        let (told, news) = (app.clone(), news.clone());
        in_turn(app, places, async move {
            browser::tell(&told, room, &news, device).await;
        });
    }
    Ok(())
}

/// Does it beside everything else, if there is a place left. What was not told before the end is not told.
fn in_turn(app: &App, places: &Arc<Semaphore>, telling: impl Future<Output = ()> + Send + 'static) {
    let Some(place) = place(places) else { return };
    let shutdown = app.shutdown.clone();
    app.tasks.spawn(async move {
        let _place = place;
        shutdown.run_until_cancelled(Box::pin(telling)).await;
    });
}

fn place(places: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    let place = places.clone().try_acquire_owned().ok();
    if place.is_none() {
        tracing::debug!("too many services keep this server waiting");
    }
    place
}
