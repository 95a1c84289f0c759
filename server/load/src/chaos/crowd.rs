//! The people of a run: at each table three who play and one who watches, game after game.

mod person;
mod wire;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use anyhow::Result;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

use super::Chaos;
use crate::ledger::{Ledger, Phase, Rule, lock};

/// Who plays at a table.
const PLAYERS: usize = 3;
/// Games in a room, after which its people open another one: as on an evening.
const GAMES: u64 = 4;

/// The people of a run.
pub(super) struct Crowd {
    ledger: Ledger,
    finishing: watch::Sender<bool>,
    people: JoinSet<()>,
    tables: Vec<Arc<Mutex<[String; PLAYERS + 1]>>>,
}

/// Where the people of a table meet.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Meeting {
    /// The host has not opened a room yet.
    NotYet,
    /// In that room.
    In(String),
    /// Nowhere any more.
    Over,
}

/// What everybody at a table knows.
#[derive(Clone)]
struct Table {
    number: usize,
    server: SocketAddr,
    ledger: Ledger,
    /// Where they meet.
    meeting: watch::Sender<Meeting>,
    /// Nobody begins another game.
    finishing: watch::Receiver<bool>,
    /// How long people think, milliseconds.
    think_ms: u64,
    /// What each does at the moment, for whoever asks why a table is stuck.
    doing: Arc<Mutex<[String; PLAYERS + 1]>>,
}

impl Crowd {
    /// They come and play.
    pub fn gather(server: SocketAddr, chaos: &Chaos, ledger: &Ledger) -> Self {
        let (finishing, finish) = watch::channel(false);
        let mut people = JoinSet::new();
        let mut tables = Vec::new();
        for number in 0..chaos.rooms {
            let table = Arc::new(Table {
                number,
                server,
                ledger: ledger.clone(),
                meeting: watch::Sender::new(Meeting::NotYet),
                finishing: finish.clone(),
                // Two processors serve some hundred moves a second beside the swarm itself.
                think_ms: 60 + 6 * chaos.rooms as u64,
                doing: Arc::default(),
            });
            tables.push(table.doing.clone());
            for place in 0..=PLAYERS {
                let mut chance = ChaCha8Rng::seed_from_u64(chaos.seed);
                chance.set_stream((number * 16 + place) as u64);
                people.spawn(person::live(table.clone(), place, chance));
            }
        }
        Self {
            ledger: ledger.clone(),
            finishing,
            people,
            tables,
        }
    }

    /// They end their games. Who can't within that time is stuck.
    pub async fn finish(mut self, within: Duration) -> Result<()> {
        self.finishing.send_replace(true);
        let all = async { while self.people.join_next().await.is_some() {} };
        let in_time = timeout(within, all).await.is_ok();
        for standing in self.ledger.rooms() {
            if standing.phase != Phase::Over {
                let seen = format!("it is stuck: {standing:?}");
                let room = &standing.room;
                self.ledger
                    .violated(Rule::Playable, room, "everybody", seen);
            }
        }
        if !in_time {
            for doing in &self.tables {
                let doing = lock(doing).clone();
                if doing.iter().any(|doing| doing != person::GONE) {
                    let seen = format!("people do not come to an end: {doing:?}");
                    self.ledger.violated(Rule::Playable, "", "a table", seen);
                }
            }
        }
        // What is still on its way is heard.
        sleep(Duration::from_millis(100)).await;
        Ok(())
    }
}
