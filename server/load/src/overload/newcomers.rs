//! Those who are new, each from an address of their own, and connections that send nothing.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Result;
use serde_json::json;
use tokio::{
    io::AsyncReadExt,
    net::TcpStream,
    sync::Semaphore,
    time::{MissedTickBehavior, interval, sleep},
};
use tokio_tungstenite::tungstenite;

use super::crowd::Elsewhere;
use crate::swarm::{Browser, Server, Socket, Tally, settings};

/// Who are on their way at once, at most; beyond, none sets out.
const ON_THEIR_WAY: usize = 1_000;
/// After which one who is silent, and was hung up on, comes again.
const SILENT_AGAIN: Duration = Duration::from_millis(500);

/// What newcomers met at the doors.
#[derive(Clone, Debug, Default)]
pub struct Doors {
    /// Identities, rooms and sockets that they were given.
    pub given: u64,
    /// That they were refused, and told when to ask again.
    pub later: u64,
    /// That they were refused without being told when.
    pub never: u64,
    /// Connections that were not answered.
    pub lost: u64,
}

#[derive(Debug, Default)]
struct Counts {
    given: AtomicU64,
    later: AtomicU64,
    never: AtomicU64,
    lost: AtomicU64,
    paused: AtomicBool,
}

/// Newcomers at a server.
#[derive(Debug)]
pub(super) struct Newcomers {
    _elsewhere: Elsewhere,
    counts: Arc<Counts>,
}

enum Met {
    Given,
    Later,
    Never,
}

impl Counts {
    fn count(&self, met: &Result<Met>) {
        let of = match met {
            Ok(Met::Given) => &self.given,
            Ok(Met::Later) => &self.later,
            Ok(Met::Never) => &self.never,
            Err(_) => &self.lost,
        };
        of.fetch_add(1, Ordering::Relaxed);
    }
}

impl Newcomers {
    /// So many a second, once they are let loose, beside connections that send nothing.
    pub fn gather(server: Server, each_second: u32, silent: u32) -> Result<Self> {
        let elsewhere = Elsewhere::new()?;
        let counts = Arc::new(Counts::default());
        counts.paused.store(true, Ordering::Relaxed);
        let counting = counts.clone();
        elsewhere.spawn(async move {
            let mut often = interval(Duration::from_secs(1) / each_second);
            often.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let places = Arc::new(Semaphore::new(ON_THEIR_WAY));
            for number in 0.. {
                often.tick().await;
                if counting.paused.load(Ordering::Relaxed) {
                    continue;
                }
                let Ok(place) = places.clone().try_acquire_owned() else {
                    continue;
                };
                let counts = counting.clone();
                tokio::spawn(async move {
                    let _place = place;
                    come(server, number, &counts).await;
                });
            }
        });
        for _ in 0..silent {
            let counts = counts.clone();
            elsewhere.spawn(async move { say_nothing(server, &counts).await });
        }
        Ok(Self {
            _elsewhere: elsewhere,
            counts,
        })
    }

    /// They come, or come no more.
    pub fn come(&self, come: bool) {
        self.counts.paused.store(!come, Ordering::Relaxed);
    }

    /// What they have met.
    pub fn doors(&self) -> Doors {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Doors {
            given: of(&self.counts.given),
            later: of(&self.counts.later),
            never: of(&self.counts.never),
            lost: of(&self.counts.lost),
        }
    }
}

/// One who wants to be somebody, to open a room and to come in.
async fn come(server: Server, number: u32, counts: &Counts) {
    // Addresses come again after a while, as those of big networks do.
    let mut browser = Browser::new(server.0, 0x0080_0000 + number % 0x0040_0000);
    let arrival = browser.ask("POST", "/api/session", &json!({})).await;
    let met = arrival.map(|reply| {
        browser.cookie = reply.cookie.unwrap_or_default();
        answered(reply.status, reply.again.is_some())
    });
    counts.count(&met);
    if !matches!(met, Ok(Met::Given)) {
        return;
    }
    let opening = json!({ "settings": settings(number, 4, false) });
    let opened = browser.ask("POST", "/api/rooms", &opening).await;
    let mut path = "/api/lobby/socket".to_owned();
    let met = opened.map(|reply| {
        if let Some(room) = reply.body["room"].as_str() {
            path = format!("/api/rooms/{room}/socket");
        }
        answered(reply.status, reply.again.is_some())
    });
    counts.count(&met);
    counts.count(&enter(&browser, &path).await);
}

async fn enter(browser: &Browser, path: &str) -> Result<Met> {
    match Socket::open(browser, path, &Tally::default()).await {
        Ok(mut socket) => socket.hear().await.map(|_| Met::Given),
        Err(error) => match error.downcast::<tungstenite::Error>() {
            Ok(tungstenite::Error::Http(response)) => {
                let again = response.headers().contains_key("retry-after");
                Ok(answered(response.status().as_u16(), again))
            }
            Ok(error) => Err(error.into()),
            Err(error) => Err(error),
        },
    }
}

fn answered(status: u16, again: bool) -> Met {
    match status {
        200..300 => Met::Given,
        _ if again => Met::Later,
        _ => Met::Never,
    }
}

/// Connects, says nothing, and comes again when hung up on.
async fn say_nothing(server: Server, counts: &Counts) {
    loop {
        if !counts.paused.load(Ordering::Relaxed)
            && let Ok(mut stream) = TcpStream::connect(server.0).await
        {
            // Whatever the server does about it.
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
        sleep(SILENT_AGAIN).await;
    }
}

impl fmt::Display for Doors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            given,
            later,
            never,
            lost,
        } = self;
        writeln!(
            f,
            "newcomers: {given} let in, {later} refused until later, {never} refused for good, \
             {lost} not answered"
        )
    }
}
