//! Simulated clients next to the players, on a thread of their own. They repeat one action over and
//! over.

use std::{
    fmt,
    sync::{Arc, Mutex},
    time::Duration,
};

use anyhow::Result;
use senda_client::{Client, Error, Response};
use tokio::{
    io::AsyncReadExt,
    net::TcpStream,
    runtime::{Builder, Handle, Runtime},
    sync::{Semaphore, watch},
    time::{MissedTickBehavior, interval, sleep},
};

use crate::{
    latency::Latencies,
    ledger::lock,
    swarm::{Server, Socket, Tally, client, settings},
};

/// The maximum number of actions at the same time. Beyond it, no action starts.
const ON_THEIR_WAY: usize = 1_000;
/// The delay before a guest who was disconnected starts again.
const COME_AGAIN: Duration = Duration::from_millis(500);

/// A runtime for tasks that must not delay the tasks that measure.
#[derive(Debug)]
pub(super) struct Elsewhere {
    pub handle: Handle,
    runtime: Option<Runtime>,
}

impl Elsewhere {
    pub fn new() -> Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        Ok(Self {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        // A runtime that is dropped inside a task must not block on its own tasks.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The answers that guests got.
#[derive(Clone, Debug, Default)]
pub struct Doors {
    /// The number of sessions, rooms and sockets that they were given.
    pub given: u64,
    /// The number of rejections with a time to retry after.
    pub later: u64,
    /// The number of rejections without a time to retry after.
    pub never: u64,
    /// The number of connections that were not answered.
    pub lost: u64,
}

/// The counters of the guests, and whether they are active.
#[derive(Debug, Default)]
pub(super) struct Counts {
    doors: Mutex<Doors>,
    come: watch::Sender<bool>,
    times: Mutex<Latencies>,
    /// The counters of the messages that they received through sockets.
    pub tally: Tally,
}

/// Clients at a server that act only while they are active.
#[derive(Debug)]
pub(super) struct Guests {
    elsewhere: Elsewhere,
    counts: Arc<Counts>,
}

/// The answer to a guest's request.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Admission {
    /// The server granted the request.
    Given,
    /// The request was rejected, with a time to retry after.
    Later,
    /// The request was rejected, without a time to retry after.
    Never,
}

impl Admission {
    /// Returns the meaning of an HTTP response.
    pub fn of(response: &Response) -> Self {
        match response.status {
            200..300 => Self::Given,
            _ if response.header("retry-after").is_some() => Self::Later,
            _ => Self::Never,
        }
    }

    /// Returns the meaning of an answer, and what the server granted.
    fn with<T>(answer: Result<T, Error>) -> Result<(Self, Option<T>)> {
        match answer {
            Ok(granted) => Ok((Self::Given, Some(granted))),
            Err(Error::Refused(response)) => Ok((Self::of(&response), None)),
            Err(error) => Err(error.into()),
        }
    }
}

impl Counts {
    /// Counts the answer to a guest's request. Returns what the server granted.
    fn grants<T>(&self, answer: Result<(Admission, Option<T>)>) -> Option<T> {
        let (met, granted) = match answer {
            Ok((met, granted)) => (Ok(met), granted),
            Err(error) => (Err(error), None),
        };
        self.count(&met);
        granted
    }

    /// Counts the answer to a guest.
    pub fn count(&self, met: &Result<Admission>) {
        let mut doors = lock(&self.doors);
        let of = match met {
            Ok(Admission::Given) => &mut doors.given,
            Ok(Admission::Later) => &mut doors.later,
            Ok(Admission::Never) => &mut doors.never,
            Err(_) => &mut doors.lost,
        };
        *of += 1;
    }

    /// Enters a room or the lobby, and counts the answer. Returns the socket if the server accepted
    /// it.
    pub async fn enter(&self, client: &Client, path: &str) -> Option<Socket> {
        self.grants(enter(client, path, &self.tally).await)
    }

    /// Records how long a guest has waited for a result.
    pub fn note(&self, time: Duration) {
        lock(&self.times).note(time);
    }

    /// Waits until the guests become active, or inactive.
    pub async fn until(&self, come: bool) {
        let mut loose = self.come.subscribe();
        // An error would mean that the sender is dropped, but `self` holds it.
        let _ = loose.wait_for(|is_loose| *is_loose == come).await;
    }

    /// Acts until that has ended or the guests become inactive. Returns the result if it has ended.
    pub async fn while_active<T>(&self, act: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            done = act => Some(done),
            () = self.until(false) => None,
        }
    }
}

impl Guests {
    /// Creates a group without any guests.
    pub fn gather() -> Result<Self> {
        Ok(Self {
            elsewhere: Elsewhere::new()?,
            counts: Arc::default(),
        })
    }

    /// Starts `each_second` actions per second, each with the next number.
    pub fn often<F, Doing>(&self, each_second: u32, act: F)
    where
        F: Fn(u32, Arc<Counts>) -> Doing + Send + 'static,
        Doing: Future<Output = ()> + Send + 'static,
    {
        let counts = self.counts.clone();
        self.elsewhere.handle.spawn(async move {
            let mut often = interval(Duration::from_secs(1) / each_second);
            often.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let places = Arc::new(Semaphore::new(ON_THEIR_WAY));
            for number in 0.. {
                often.tick().await;
                if !*counts.come.borrow() {
                    continue;
                }
                let Ok(place) = places.clone().try_acquire_owned() else {
                    continue;
                };
                let doing = act(number, counts.clone());
                tokio::spawn(async move {
                    let _place = place;
                    doing.await;
                });
            }
        });
    }

    /// Starts `many` guests, who repeat the action whenever it has ended.
    pub fn each<F, Doing>(&self, many: u32, act: F)
    where
        F: Fn(u32, Arc<Counts>) -> Doing + Clone + Send + 'static,
        Doing: Future<Output = ()> + Send + 'static,
    {
        for number in 0..many {
            let (counts, act) = (self.counts.clone(), act.clone());
            self.elsewhere.handle.spawn(async move {
                loop {
                    counts.until(true).await;
                    act(number, counts.clone()).await;
                    sleep(COME_AGAIN).await;
                }
            });
        }
    }

    /// Makes the guests active or inactive.
    pub fn come(&self, come: bool) {
        self.counts.come.send_replace(come);
    }

    /// Returns the counters of the messages that the guests received through sockets.
    pub fn tally(&self) -> &Tally {
        &self.counts.tally
    }

    /// Returns the times that guests have waited since the last call.
    pub fn take_times(&self) -> Latencies {
        std::mem::take(&mut lock(&self.counts.times))
    }

    /// Returns the answers that the guests got so far.
    pub fn doors(&self) -> Doors {
        lock(&self.counts.doors).clone()
    }

    /// Starts `each_second` newcomers per second, who create a session, open a room and enter it,
    /// each from an address of their own. In addition, `silent` connections send nothing.
    pub fn newcomers(server: Server, each_second: u32, silent: u32) -> Result<Self> {
        let guests = Self::gather()?;
        guests.often(each_second, move |number, counts| {
            // Addresses repeat after a while, as those of large networks do.
            let client = client(server.0, 0x0080_0000 + number % 0x0040_0000);
            async move { arrive(client, number, &counts).await }
        });
        guests.each(silent, move |_, counts| say_nothing(server, counts));
        Ok(guests)
    }
}

/// Creates a session. Returns whether the server granted it.
pub(super) async fn be_somebody(client: &mut Client, counts: &Counts) -> bool {
    let answer = client.create_session().await;
    counts.grants(Admission::with(answer)).is_some()
}

/// Creates a room. Returns its id if the server granted it.
pub(super) async fn open_room(client: &Client, number: u32, counts: &Counts) -> Option<String> {
    let answer = client.create_room(&settings(number, 4, 0)).await;
    counts.grants(Admission::with(answer))
}

/// Acts as a newcomer: creates a session, opens a room and enters it.
pub(super) async fn arrive(mut client: Client, number: u32, counts: &Counts) {
    if !be_somebody(&mut client, counts).await {
        return;
    }
    let path = match open_room(&client, number, counts).await {
        Some(room) => format!("/api/rooms/{room}/socket"),
        None => "/api/lobby/socket".to_owned(),
    };
    counts.enter(&client, &path).await;
}

/// Opens a socket and waits for its first message. Returns the socket if the server accepted it.
pub(super) async fn enter(
    client: &Client,
    path: &str,
    tally: &Tally,
) -> Result<(Admission, Option<Socket>)> {
    let (met, mut socket) = Admission::with(Socket::open(client, path, tally).await)?;
    if let Some(socket) = &mut socket {
        socket.hear().await?;
    }
    Ok((met, socket))
}

/// Connects and sends nothing until the server disconnects.
async fn say_nothing(server: Server, counts: Arc<Counts>) {
    if let Ok(mut stream) = TcpStream::connect(server.0).await {
        let mut heard = Vec::new();
        // The reaction of the server does not matter.
        let _ = counts.while_active(stream.read_to_end(&mut heard)).await;
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
            "{given} served, {later} refused until later, {never} refused for good, {lost} not answered"
        )
    }
}
