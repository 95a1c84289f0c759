//! This process says that it lives, and finds out who does not any more. No two clocks are compared: each process waits
//! by its own until another one's count has stood still for long enough.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use sqlx::{ConnectOptions, PgConnection, postgres::PgConnectOptions};
use tokio::time::{sleep, timeout};

use super::node::{Heartbeat, Node, OtherNode};
use crate::{log::running, write::StorageHealth};

/// Between two attempts when the database does not answer, as a part of the time between two signs of life.
const AGAIN: u32 = 4;

/// The task that keeps this process among those that share the database.
pub(super) struct Membership {
    pub node: Node,
    pub options: PgConnectOptions,
    pub health: StorageHealth,
    /// `None` at first and after a failure.
    pub connection: Option<PgConnection>,
    /// What was seen of the others.
    pub seen: HashMap<String, SeenBeat>,
}

/// The count of another process, and since when it is known to be that.
pub(super) struct SeenBeat {
    beat: i64,
    since: Instant,
}

impl Membership {
    /// Goes on until another process takes this one's place.
    pub async fn run(mut self) {
        loop {
            self.live().await;
            // What is in memory may be going on elsewhere.
            self.node.lease().end();
            if !self.register_again().await {
                self.health.end();
                return;
            }
            tracing::info!("this server takes part again");
        }
    }

    /// Says again and again that this instance lives, until it has not been heard for too long, or is not known any
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
            // Whoever was told meanwhile that this instance is unknown has ended the lease.
            let _ = timeout(wait, lost).await;
        }
    }

    /// One sign of life; whether this instance is still known and its lease holds.
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

    /// Those whose count has stood still for too long are gone, and their rooms free.
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

    /// How long until one of the others is gone, unless it gives a sign of life.
    fn next_verdict(&self) -> Duration {
        let gone = self.node.times().gone;
        let left = self
            .seen
            .values()
            .map(|seen| gone.saturating_sub(seen.since.elapsed()));
        left.min().unwrap_or(gone)
    }

    /// A new instance in the place of the former one; `false` if another process has that place.
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
