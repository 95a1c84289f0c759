//! Two kinds of visitors who connect while others attack: the owner of a room, and newcomers.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use anyhow::Result;
use senda_client::Client;
use tokio::{
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};

use super::guests::{Admission, enter};
use crate::{
    latency::Latencies,
    ledger::lock,
    swarm::{Server, Tally, client, settings},
};

/// The interval between two visits.
const VISIT_EVERY: Duration = Duration::from_millis(500);
/// The first number of the visitors' addresses, which differ from those of players and guests.
const ADDRESSES: u32 = 0x00f0_0000;

/// The results of visits.
#[derive(Clone, Debug, Default)]
pub struct Visits {
    /// The times from the start of a visit to the room's first message, for visitors who were let
    /// in.
    pub times: Latencies,
    /// The number of visits that were rejected or not answered.
    pub refused: u64,
}

impl Visits {
    /// Adds the results of other visits.
    pub fn add(&mut self, other: &Self) {
        self.times.add(&other.times);
        self.refused += other.refused;
    }

    fn note(&mut self, met: &Result<Admission>, began: Instant) {
        match met {
            Ok(Admission::Given) => self.times.note(began.elapsed()),
            Ok(Admission::Later | Admission::Never) | Err(_) => self.refused += 1,
        }
    }
}

/// The visitors, who repeat their visits until it is dropped.
#[derive(Debug)]
pub(super) struct Probe {
    visits: Arc<Mutex<[Visits; 2]>>,
    _visiting: JoinSet<()>,
}

impl Probe {
    /// Opens a room for the owner, and starts the visits.
    ///
    /// # Errors
    /// Returns an error if the server does not admit the owner.
    pub async fn begin(server: Server) -> Result<Self> {
        let mut owner = client(server.0, ADDRESSES);
        owner.arrive("Owner").await?;
        let room = owner.create_room(&settings(1, 4, 0)).await?;
        let path = format!("/api/rooms/{room}/socket");
        let visits = Arc::<Mutex<[Visits; 2]>>::default();
        let mut visiting = JoinSet::new();
        let noted = visits.clone();
        visiting.spawn(async move {
            let mut often = interval(VISIT_EVERY);
            often.set_missed_tick_behavior(MissedTickBehavior::Delay);
            for number in 1.. {
                often.tick().await;
                let began = Instant::now();
                let met = visit(&owner, &path).await;
                lock(&noted)[0].note(&met, began);
                let mut newcomer = client(server.0, ADDRESSES + number);
                let began = Instant::now();
                let met = match newcomer.arrive("Newcomer").await {
                    Ok(()) => visit(&newcomer, &path).await,
                    Err(error) => Err(error.into()),
                };
                lock(&noted)[1].note(&met, began);
            }
        });
        Ok(Self {
            visits,
            _visiting: visiting,
        })
    }

    /// Returns the results of the owner's visits and of the newcomers' since the last call.
    pub fn take(&self) -> [Visits; 2] {
        std::mem::take(&mut lock(&self.visits))
    }
}

async fn visit(client: &Client, path: &str) -> Result<Admission> {
    let (met, _) = enter(client, path, &Tally::default()).await?;
    Ok(met)
}
