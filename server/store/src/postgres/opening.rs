//! A database is looked at before it is used: whether it keeps what it says it has stored, and whether its tables are
//! those of this version.

use std::fmt;

use sqlx::{
    ConnectOptions, Connection, FromRow, PgConnection, Row,
    postgres::{PgConnectOptions, PgRow},
};
use tokio::time::timeout;

use super::{
    database_url::DatabaseUrl,
    engine::{Engine, MIGRATIONS},
    unusable::{NotDurable, NotUsable},
};
use crate::{limits, opening::OpenError};

/// What a database says of how it keeps things; `None` of what another engine does not know.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Durability {
    fsync: Option<String>,
    full_page_writes: Option<String>,
    synchronous_commit: Option<String>,
    standbys: Option<String>,
    is_standby: bool,
}

impl FromRow<'_, PgRow> for Durability {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        Ok(Self {
            fsync: row.try_get("fsync")?,
            full_page_writes: row.try_get("full_page_writes")?,
            synchronous_commit: row.try_get("synchronous_commit")?,
            standbys: row.try_get("standbys")?,
            is_standby: row.try_get("is_standby")?,
        })
    }
}

impl Durability {
    /// What a database says.
    pub async fn of(connection: &mut PgConnection) -> sqlx::Result<Self> {
        let asked = sqlx::query_as(
            "select current_setting('fsync', true) as fsync,
             current_setting('full_page_writes', true) as full_page_writes,
             current_setting('synchronous_commit', true) as synchronous_commit,
             current_setting('synchronous_standby_names', true) as standbys,
             pg_is_in_recovery() as is_standby",
        );
        asked.fetch_one(connection).await
    }

    /// Whether what is committed there stays.
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

    /// The value of `synchronous_commit` by which records are written: the database's own if it waits for the disk.
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

/// What "told means kept" depends on.
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

/// How the database is reached: by those who read, and by those who write.
#[derive(Clone, Debug)]
pub(super) struct Connections {
    pub reading: PgConnectOptions,
    pub writing: PgConnectOptions,
    /// Whether the database tells its lives apart: one that took over may lack the last moments of the one before.
    pub has_timeline: bool,
}

/// Looks at a database, and brings its tables to this version.
pub(super) async fn inspect(url: &DatabaseUrl) -> Result<Connections, OpenError> {
    let options = url.options().map_err(NotUsable::from)?;
    let options = options
        .application_name("senda")
        .disable_statement_logging();
    let opened = timeout(limits::ANSWER_TIME, options.connect()).await;
    let opened = opened.map_err(|_| NotUsable::Unreachable("no answer".to_owned()))?;
    let mut connection = opened.map_err(|error| unreachable(&error))?;
    let durability = Durability::of(&mut connection).await;
    let durability = durability.map_err(|error| unreachable(&error))?;
    durability.check().map_err(NotUsable::from)?;
    bring_up(&mut connection).await?;
    log_durability(&options, &durability);
    let timeline = "select to_regproc('pg_walfile_name') is not null and to_regproc('pg_current_wal_lsn') is not null";
    let timeline = sqlx::query_scalar(timeline).fetch_one(&mut connection);
    // What is only like PostgreSQL has none, or does not know the question.
    let has_timeline = timeline.await.unwrap_or_default();
    // One that can't be closed is closed by its drop.
    let _ = connection.close().await;
    let writing = options.clone().options([
        // A batch of records is looked up by keys, however many there are; a plan for each number costs more than it
        // saves, and one by a table that has just been empty reads all of it later.
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

fn unreachable(error: &sqlx::Error) -> NotUsable {
    NotUsable::Unreachable(error.to_string())
}

/// Says what this server's promise depends on.
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

/// Brings the tables to the last of the migrations: all of it or nothing.
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

/// The migrations that have been applied, in order; none for a new database.
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
    fn a_database_that_forgets_is_refused() {
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
        // Engines that know no such settings have no such faults.
        assert_eq!(Durability::default().check(), Ok(()));
    }

    #[test]
    fn commits_wait_for_the_disk_whatever_is_usual_there() {
        for usual in ["off", "local", "remote_write", "on"] {
            assert_eq!(durability("on", "on", usual, "").commit(), "on");
        }
        assert_eq!(
            durability("on", "on", "remote_apply", "").commit(),
            "remote_apply"
        );
    }

    #[test]
    fn the_promise_says_what_it_depends_on() {
        let alone = durability("on", "on", "on", "").to_string();
        assert!(alone.contains("the last moments are lost"), "{alone}");
        let two = durability("on", "on", "on", "ANY 1 (b, c)").to_string();
        assert!(two.contains("synchronous standby"), "{two}");
    }
}
