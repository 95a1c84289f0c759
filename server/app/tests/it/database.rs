//! The database of a test: in its folder, or one of its own in the PostgreSQL that the environment names.

use std::path::Path;

use senda::store::{Member, OpenError, PlainDisk, Store};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, SqliteConnection,
    error::DatabaseError,
};

use crate::world;

/// Names a PostgreSQL: an address of a database there, as somebody who may make others.
pub const SERVER: &str = "SENDA_TEST_DATABASE";

/// Where everything of a test with that folder is kept, unless it is in the folder.
pub fn url(folder: &Path) -> Option<String> {
    let server = std::env::var(SERVER).ok()?;
    let (server, _) = server.rsplit_once('/').expect("the address of a database");
    Some(format!("{server}/{}", name(folder)))
}

fn name(folder: &Path) -> String {
    let name = folder.file_name().unwrap().to_str().unwrap();
    name.replace('-', "_")
}

/// What PostgreSQL says of a statement that has had its time.
const TIMED_OUT: &str = "57014";

/// Makes the database of a test with that folder.
pub fn make(folder: &Path) {
    tell_server(&[&format!("create database {}", name(folder))]).unwrap();
}

/// Removes it. The test's own thread waits for this, and with it a connection to that database that it may be just
/// making, which PostgreSQL would wait for in turn, for a minute: such a database is left there.
pub fn remove(folder: &Path) {
    let drop = format!("drop database {} with (force)", name(folder));
    let removed = tell_server(&["set statement_timeout = '3s'", &drop]);
    if let Err(error) = removed {
        let code = error.as_database_error().and_then(DatabaseError::code);
        assert_eq!(code.as_deref(), Some(TIMED_OUT), "{error}");
    }
}

/// Tells the PostgreSQL something, if there is one. Folders are made and removed where nobody can wait, so it is done
/// on a thread of its own.
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

/// Opens the store of a test with that folder.
pub async fn open(folder: &Path) -> Result<Store, OpenError> {
    match url(folder) {
        Some(url) => Store::connect(&url.into(), Member::default(), PlainDisk).await,
        None => Store::open(folder).await,
    }
}

/// A connection beside the server's own.
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

    /// How many rows it changes.
    pub async fn execute(&mut self, statement: impl Into<String>) -> u64 {
        let query = sqlx::raw_sql(AssertSqlSafe(statement.into()));
        match self {
            Self::Sqlite(connection) => query.execute(connection).await.unwrap().rows_affected(),
            Self::Postgres(connection) => query.execute(connection).await.unwrap().rows_affected(),
        }
    }

    /// The number that it selects.
    pub async fn number(&mut self, statement: impl Into<String>) -> i64 {
        let query = AssertSqlSafe(statement.into());
        match self {
            Self::Sqlite(connection) => {
                let query = sqlx::query_scalar(query);
                query.fetch_one(connection).await.unwrap()
            }
            Self::Postgres(connection) => {
                let query = sqlx::query_scalar(query);
                query.fetch_one(connection).await.unwrap()
            }
        }
    }

    /// From now on the database refuses every record, as one that breaks a rule; of a transaction nothing is left.
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

    /// And takes them again.
    pub async fn take_records(&mut self) {
        let trigger = match self {
            Self::Sqlite(_) => "drop trigger refusal",
            Self::Postgres(_) => "drop trigger refusal on record; drop function refuse",
        };
        self.execute(trigger).await;
    }
}
