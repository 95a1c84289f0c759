//! The database of a test: a file in its folder, or a database of its own on the PostgreSQL server
//! that the environment names.

use std::path::Path;

use senda_store::{Member, OpenError, PlainDisk, Store};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, SqliteConnection,
    error::DatabaseError,
};

use crate::world;

/// The environment variable with the URL of a database on a PostgreSQL server, for a user who may
/// create databases.
pub const SERVER: &str = "SENDA_TEST_DATABASE";

/// Returns the URL of the database for the test with that folder; `None` if the database is in the
/// folder.
pub fn url(folder: &Path) -> Option<String> {
    let server = std::env::var(SERVER).ok()?;
    let (server, _) = server.rsplit_once('/').expect("the address of a database");
    Some(format!("{server}/{}", name(folder)))
}

fn name(folder: &Path) -> String {
    let name = folder.file_name().unwrap().to_str().unwrap();
    name.replace('-', "_")
}

/// The error code of PostgreSQL for a statement that has timed out.
const TIMED_OUT: &str = "57014";

/// Creates the database for the test with that folder.
pub fn make(folder: &Path) {
    tell_server(&[&format!("create database {}", name(folder))]).unwrap();
}

/// Removes the database. The test's own thread blocks meanwhile, which can also block a connection
/// to that database that it has begun to open. PostgreSQL would wait for that connection for a
/// minute, so the statement times out sooner, and such a database is left behind.
pub fn remove(folder: &Path) {
    let drop = format!("drop database {} with (force)", name(folder));
    let removed = tell_server(&["set statement_timeout = '3s'", &drop]);
    if let Err(error) = removed {
        let code = error.as_database_error().and_then(DatabaseError::code);
        assert_eq!(code.as_deref(), Some(TIMED_OUT), "{error}");
    }
}

/// Executes statements on the PostgreSQL server, if there is one. Folders are created and removed
/// in synchronous code, so the statements run on a thread of their own.
fn tell_server(statements: &[&str]) -> sqlx::Result<()> {
    let Ok(server) = std::env::var(SERVER) else {
        return Ok(());
    };
    let statements: Vec<String> = statements.iter().map(|&one| one.to_owned()).collect();
    let telling = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let mut connection = PgConnection::connect(&server).await?;
            for statement in statements {
                connection.execute(AssertSqlSafe(statement)).await?;
            }
            connection.close().await
        })
    });
    telling.join().unwrap()
}

/// Opens the store of the test with that folder.
pub async fn open(folder: &Path) -> Result<Store, OpenError> {
    match url(folder) {
        Some(url) => Store::connect(&url.into(), Member::default(), PlainDisk).await,
        None => Store::open(folder).await,
    }
}

/// A database connection in addition to the server's own.
pub enum Sql {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Sql {
    pub async fn of(folder: &Path) -> Self {
        match url(folder) {
            Some(url) => {
                let options: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
                Self::Postgres(options.connect().await.unwrap())
            }
            None => Self::Sqlite(world::database(folder).await),
        }
    }

    /// Executes a statement and returns the number of rows that it changed.
    pub async fn execute(&mut self, statement: impl Into<String>) -> u64 {
        let query = sqlx::raw_sql(AssertSqlSafe(statement.into()));
        match self {
            Self::Sqlite(connection) => query.execute(connection).await.unwrap().rows_affected(),
            Self::Postgres(connection) => query.execute(connection).await.unwrap().rows_affected(),
        }
    }

    /// Returns the number that a query selects.
    pub async fn number(&mut self, statement: impl Into<String>) -> i64 {
        self.try_number(statement).await.unwrap()
    }

    /// Returns the texts that a query selects.
    pub async fn texts(&mut self, statement: &str) -> Vec<String> {
        let query = AssertSqlSafe(statement.to_owned());
        let texts = match self {
            Self::Sqlite(connection) => sqlx::query_scalar(query).fetch_all(connection).await,
            Self::Postgres(connection) => sqlx::query_scalar(query).fetch_all(connection).await,
        };
        texts.unwrap()
    }

    /// Returns the number that a query selects, or the reason why the database rejects it.
    pub async fn try_number(&mut self, statement: impl Into<String>) -> sqlx::Result<i64> {
        let query = AssertSqlSafe(statement.into());
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar(query).fetch_one(connection).await,
            Self::Postgres(connection) => sqlx::query_scalar(query).fetch_one(connection).await,
        }
    }

    /// Makes the database reject every new record with a constraint violation, which rolls its
    /// transaction back.
    pub async fn refuse_records(&mut self) {
        let trigger = match self {
            Self::Sqlite(_) => {
                "create trigger refusal before insert on record begin select raise(rollback, 'full'); end"
            }
            Self::Postgres(_) => {
                "create function refuse() returns trigger language plpgsql as
                 $$ begin raise exception using errcode = 'check_violation'; end $$;
                 create trigger refusal before insert on record for each row execute function refuse()"
            }
        };
        self.execute(trigger).await;
    }

    /// Makes the database accept records again.
    pub async fn take_records(&mut self) {
        let trigger = match self {
            Self::Sqlite(_) => "drop trigger refusal",
            Self::Postgres(_) => "drop trigger refusal on record; drop function refuse",
        };
        self.execute(trigger).await;
    }
}
