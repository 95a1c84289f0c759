//! Inspects a database before it is used: whether its commits are durable, and which version its
//! tables have.

use std::fmt;

use sqlx::{ConnectOptions, Connection, PgConnection, postgres::PgConnectOptions};
use tokio::time::timeout;

use super::engine::{Engine, MIGRATIONS};
use crate::{
    limits,
    opening::{DatabaseUrl, NotDurable, NotUsable, OpenError},
};

/// The settings of a database that decide whether its commits are durable; `None` for a setting
/// that the engine does not have.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Durability {
    fsync: Option<String>,
    full_page_writes: Option<String>,
    synchronous_commit: Option<String>,
    standbys: Option<String>,
    is_standby: bool,
}

impl Durability {
    /// Reads the settings of a database.
    pub async fn of(connection: &mut PgConnection) -> sqlx::Result<Self> {
        let asked = sqlx::query_as(
            "select current_setting('fsync', true), current_setting('full_page_writes', true),
             current_setting('synchronous_commit', true),
             current_setting('synchronous_standby_names', true), pg_is_in_recovery()",
        );
        let (fsync, full_page_writes, synchronous_commit, standbys, is_standby) =
            asked.fetch_one(connection).await?;
        Ok(Self {
            fsync,
            full_page_writes,
            synchronous_commit,
            standbys,
            is_standby,
        })
    }

    /// Returns an error if the database could lose commits.
    pub fn check(&self) -> Result<(), NotDurable> {
        if self.fsync.as_deref() == Some("off") {
            return Err(NotDurable::Fsync);
        }
        if self.full_page_writes.as_deref() == Some("off") {
            return Err(NotDurable::FullPageWrites);
        }
        if self.is_standby {
            return Err(NotDurable::Standby);
        }
        Ok(())
    }

    /// Returns the value of `synchronous_commit` for the writing connections: the database's own
    /// value if it waits for the disk.
    fn commit(&self) -> &'static str {
        match self.synchronous_commit.as_deref() {
            Some("remote_apply") => "remote_apply",
            _ => "on",
        }
    }

    fn has_synchronous_standby(&self) -> bool {
        self.standbys
            .as_deref()
            .is_some_and(|names| !names.is_empty())
    }
}

/// Describes the failures that commits survive.
impl fmt::Display for Durability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.has_synchronous_standby() {
            "what is told is on the disk of the database and of a synchronous standby: it outlives the loss of the \
             database's machine, if only a standby that was synchronous ever takes over"
        } else {
            "what is told is on the disk of the database: it outlives a crash of either machine; when that disk is \
             lost, or a standby takes over that was not synchronous, the last moments are lost"
        })
    }
}

/// The options for connections to the database.
#[derive(Clone, Debug)]
pub(super) struct Connections {
    pub reading: PgConnectOptions,
    pub writing: PgConnectOptions,
    /// Whether the database has timelines. A standby that took over may lack the last commits of
    /// the primary before it.
    pub has_timeline: bool,
}

/// Inspects a database and migrates its tables to this version.
pub(super) async fn inspect(url: &DatabaseUrl) -> Result<Connections, OpenError> {
    let (mut connection, options) = connect(url).await?;
    let durability = Durability::of(&mut connection).await;
    let durability = durability.map_err(|error| unreachable(&error))?;
    durability.check().map_err(NotUsable::from)?;
    bring_up(&mut connection).await?;
    log_durability(&options, &durability);
    let timeline = "select to_regproc('pg_walfile_name') is not null and to_regproc('pg_current_wal_lsn') is not null";
    let timeline = sqlx::query_scalar(timeline).fetch_one(&mut connection);
    // An engine that only speaks the protocol of PostgreSQL has no timelines, or rejects the query.
    let has_timeline = timeline.await.unwrap_or_default();
    // A connection that can't be closed is closed when it is dropped.
    let _ = connection.close().await;
    let writing = options.clone().options([
        // A batch of records is looked up by keys, whatever its size. A plan for each size costs
        // more than it saves, and a plan from when the table was empty would scan the whole table
        // later.
        ("plan_cache_mode", "force_generic_plan"),
        ("enable_seqscan", "off"),
        ("synchronous_commit", durability.commit()),
    ]);
    Ok(Connections {
        reading: options,
        writing,
        has_timeline,
    })
}

/// Opens a connection. Returns it with its options.
pub(super) async fn connect(
    url: &DatabaseUrl,
) -> Result<(PgConnection, PgConnectOptions), OpenError> {
    let options = url.options().map_err(NotUsable::from)?;
    let options = options
        .application_name("senda")
        .disable_statement_logging();
    let opened = timeout(limits::ANSWER_TIME, options.connect()).await;
    let opened = opened.map_err(|_| NotUsable::Unreachable("no answer".to_owned()))?;
    let connection = opened.map_err(|error| unreachable(&error))?;
    Ok((connection, options))
}

fn unreachable(error: &sqlx::Error) -> NotUsable {
    NotUsable::Unreachable(error.to_string())
}

/// Logs the durability of the database.
fn log_durability(options: &PgConnectOptions, durability: &Durability) {
    let (host, port) = (options.get_host(), options.get_port());
    let database = options.get_database().unwrap_or_default();
    tracing::info!(
        host,
        port,
        database,
        "rooms are kept in PostgreSQL: {durability}"
    );
    let asked = durability.synchronous_commit.as_deref();
    if asked.is_some_and(|asked| asked != durability.commit()) {
        tracing::info!(
            synchronous_commit = asked,
            "this server's own commits wait for the disk all the same: synchronous_commit = {}",
            durability.commit()
        );
    }
    let is_near = options.get_socket().is_some()
        || host.starts_with('/')
        || host.starts_with("127.")
        || matches!(host, "localhost" | "::1" | "[::1]");
    if !is_near {
        tracing::warn!(
            host,
            "what this server and its database say to each other is not encrypted: let nobody else into the network \
             between them"
        );
    }
}

/// Runs all missing migrations, or none if one of them fails.
async fn bring_up(connection: &mut PgConnection) -> Result<(), OpenError> {
    let applied = applied(connection).await?;
    let known = MIGRATIONS.iter().map(|migration| migration.version).max();
    if let Some(&at) = applied.iter().find(|at| !MIGRATIONS.version_exists(**at)) {
        let known = known.unwrap_or_default();
        return Err(OpenError::Newer { at, known });
    }
    let engine = Engine::of(connection).await?;
    engine.prepare(connection).await?;
    let mut transaction = connection.begin().await?;
    engine
        .migrator(&MIGRATIONS)
        .run(&mut *transaction)
        .await
        .map_err(OpenError::Migration)?;
    transaction.commit().await?;
    Ok(())
}

/// Returns the versions of the applied migrations in order; none for a new database.
async fn applied(connection: &mut PgConnection) -> Result<Vec<i64>, OpenError> {
    let table = "select to_regclass('_sqlx_migrations') is not null";
    let is_there: bool = sqlx::query_scalar(table)
        .fetch_one(&mut *connection)
        .await?;
    if !is_there {
        return Ok(Vec::new());
    }
    let versions = "select version from _sqlx_migrations order by version";
    Ok(sqlx::query_scalar(versions).fetch_all(connection).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn durability(fsync: &str, full_page_writes: &str, commit: &str, standbys: &str) -> Durability {
        Durability {
            fsync: Some(fsync.to_owned()),
            full_page_writes: Some(full_page_writes.to_owned()),
            synchronous_commit: Some(commit.to_owned()),
            standbys: Some(standbys.to_owned()),
            is_standby: false,
        }
    }

    #[test]
    fn rejects_a_database_that_could_lose_commits() {
        assert_eq!(durability("on", "on", "on", "").check(), Ok(()));
        assert_eq!(
            durability("off", "on", "on", "").check(),
            Err(NotDurable::Fsync)
        );
        assert_eq!(
            durability("on", "off", "on", "").check(),
            Err(NotDurable::FullPageWrites)
        );
        let standby = Durability {
            is_standby: true,
            ..Durability::default()
        };
        assert_eq!(standby.check(), Err(NotDurable::Standby));
        // An engine without these settings does not have these faults.
        assert_eq!(Durability::default().check(), Ok(()));
    }

    #[test]
    fn commits_wait_for_the_disk_whatever_the_default() {
        for usual in ["off", "local", "remote_write", "on"] {
            assert_eq!(durability("on", "on", usual, "").commit(), "on");
        }
        assert_eq!(
            durability("on", "on", "remote_apply", "").commit(),
            "remote_apply"
        );
    }

    #[test]
    fn describes_the_failures_that_commits_survive() {
        let alone = durability("on", "on", "on", "").to_string();
        assert!(alone.contains("the last moments are lost"), "{alone}");
        let two = durability("on", "on", "on", "ANY 1 (b, c)").to_string();
        assert!(two.contains("synchronous standby"), "{two}");
    }
}
