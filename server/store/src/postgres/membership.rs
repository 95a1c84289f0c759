//! The heartbeats of this process, and the detection of processes without heartbeats. No two clocks
//! are compared: each process waits by its own clock until the counter of another one has not
//! changed for long enough.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use sqlx::{ConnectOptions, PgConnection, postgres::PgConnectOptions};
use tokio::time::{sleep, timeout};

use super::node::{Heartbeat, Node, OtherNode};
use crate::{log::running, write::StorageHealth};

/// The divisor of the heartbeat interval that gives the pause between two attempts when the
/// database does not answer.
const AGAIN: u32 = 4;

/// The task that keeps this process registered in the database.
pub(super) struct Membership {
    pub node: Node,
    pub options: PgConnectOptions,
    pub health: StorageHealth,
    /// The connection; `None` at first and after a failure.
    pub connection: Option<PgConnection>,
    /// The last heartbeats of the other processes, by their instances.
    pub seen: HashMap<String, SeenBeat>,
}

/// The heartbeat counter of another process, and the time since which it is known to have that
/// value.
pub(super) struct SeenBeat {
    beat: i64,
    since: Instant,
}

impl Membership {
    /// Runs until another process replaces this one.
    pub async fn run(mut self) {
        loop {
            self.live().await;
            // Other processes may have continued the rooms.
            self.node.lease().end();
            if !self.register_again().await {
                self.health.end();
                return;
            }
            tracing::info!("this server takes part again");
        }
    }

    /// Sends heartbeats until the lease runs out or the database does not know this instance any
    /// more.
    async fn live(&mut self) {
        loop {
            let lease = self.node.lease();
            let left = lease.left();
            if left.is_zero() {
                tracing::warn!(
                    "this server has not been heard by its database for a while: its rooms end here, and others may \
                     go on with them"
                );
                return;
            }
            let wait = match timeout(left, self.beat()).await {
                Ok(Ok(true)) => self.node.times().beat.min(self.next_verdict()),
                Ok(Ok(false)) => return,
                Ok(Err(error)) => {
                    self.connection = None;
                    tracing::debug!(%error, "no sign of life was stored");
                    self.node.times().beat / AGAIN
                }
                Err(_) => {
                    self.connection = None;
                    Duration::ZERO
                }
            };
            let lost = self.node.lost();
            let wait = wait.min(lease.left());
            // A committer that learned meanwhile that this instance is unknown has ended the lease.
            let _ = timeout(wait, lost).await;
        }
    }

    /// Sends one heartbeat. Returns whether the database knows this instance and its lease holds.
    async fn beat(&mut self) -> sqlx::Result<bool> {
        let lease = self.node.lease();
        let mut connection = self.connect().await?;
        let (sent, asked) = (running(), Instant::now());
        let Some(Heartbeat { timeline, others }) = self.node.beat(&mut connection, &lease).await?
        else {
            tracing::warn!("this server was taken for gone: its rooms end here");
            return Ok(false);
        };
        if timeline != lease.timeline() {
            tracing::warn!(
                before = lease.timeline(),
                now = timeline,
                "another database has taken over: everybody is told anew what it has"
            );
            return Ok(false);
        }
        self.node.note(&others);
        let holds = lease.renew(sent, self.node.times().trust);
        if holds {
            self.declare_gone(&mut connection, others, asked).await?;
        }
        self.connection = Some(connection);
        Ok(holds)
    }

    /// Deletes the registrations of processes whose counter has not changed for too long, so that
    /// their rooms are free.
    async fn declare_gone(
        &mut self,
        connection: &mut PgConnection,
        mut others: Vec<OtherNode>,
        asked: Instant,
    ) -> sqlx::Result<()> {
        let now = Instant::now();
        let mut seen = HashMap::new();
        let mut is_silent = HashSet::new();
        for OtherNode {
            instance,
            name,
            beat,
            ..
        } in &others
        {
            let before = self.seen.remove(instance);
            let same = before.filter(|before| before.beat == *beat);
            let since = same.map_or(now, |same| same.since);
            let silence = asked.saturating_duration_since(since);
            if silence < self.node.times().gone {
                if silence >= self.node.times().silent() {
                    is_silent.insert(instance.clone());
                }
                seen.insert(instance.clone(), SeenBeat { beat: *beat, since });
            } else if self.node.declare_gone(connection, instance, *beat).await? {
                tracing::warn!(
                    node = name,
                    "this server has given no sign of life: its rooms are free"
                );
            }
        }
        self.seen = seen;
        others.retain(|other| is_silent.contains(&other.instance));
        self.node.note_silent(&others);
        Ok(())
    }

    /// Returns the time until another process counts as gone if it sends no heartbeat.
    fn next_verdict(&self) -> Duration {
        let gone = self.node.times().gone;
        let left = self
            .seen
            .values()
            .map(|seen| gone.saturating_sub(seen.since.elapsed()));
        left.min().unwrap_or(gone)
    }

    /// Registers a new instance in place of the former one. Returns `false` if another process has
    /// its name.
    async fn register_again(&mut self) -> bool {
        loop {
            match timeout(self.node.times().trust, self.try_to_register()).await {
                Ok(Ok(done)) => return done,
                Ok(Err(error)) => tracing::debug!(%error, "this server can't take part"),
                Err(_) => tracing::debug!("this server can't take part: no answer"),
            }
            self.connection = None;
            sleep(self.node.times().beat / AGAIN).await;
        }
    }

    async fn try_to_register(&mut self) -> sqlx::Result<bool> {
        let mut connection = self.connect().await?;
        let done = self.node.register_again(&mut connection).await?;
        self.connection = Some(connection);
        Ok(done)
    }

    async fn connect(&mut self) -> sqlx::Result<PgConnection> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => self.options.connect().await,
        }
    }
}
