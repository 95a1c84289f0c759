//! A connection to a database of either engine, for whole tables.

use std::fs::File;

use futures_util::TryStreamExt;
use sqlx::{
    AssertSqlSafe, ColumnIndex, Connection as _, Database, Decode, Encode, Executor, IntoArguments,
    PgConnection, QueryBuilder, Row, SqliteConnection, Type,
};

use super::{
    Place,
    lines::Value,
    tables::{Kind, Table},
};
use crate::{opening::OpenError, postgres, sqlite};

/// A connection for an export or an import.
pub(super) struct Connection {
    engine: Engine,
    /// The lock of the data folder, for an import.
    _lock: Option<File>,
}

enum Engine {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Evaluates an expression with the connection of whichever engine it is.
macro_rules! with {
    ($engine:expr, $connection:ident => $do:expr) => {
        match $engine {
            Engine::Sqlite($connection) => $do,
            Engine::Postgres($connection) => $do,
        }
    };
}

impl Connection {
    /// Connects to a database that may be in use, and begins a transaction that sees it as it is
    /// now.
    pub async fn to_read(place: Place<'_>) -> Result<Self, OpenError> {
        let (engine, begin) = match place {
            Place::Folder(folder) => (Engine::Sqlite(sqlite::connect(folder).await?), "begin"),
            Place::Url(url) => (
                Engine::Postgres(postgres::connect(url).await?),
                "begin isolation level repeatable read read only",
            ),
        };
        let mut connection = Self {
            engine,
            _lock: None,
        };
        connection.execute(begin).await?;
        Ok(connection)
    }

    /// Connects to a database that no server uses, and creates its tables if they do not exist.
    pub async fn to_write(place: Place<'_>) -> Result<Self, OpenError> {
        Ok(match place {
            Place::Folder(folder) => {
                let lock = sqlite::prepare(folder, &sqlite::MIGRATIONS).await?;
                Self {
                    engine: Engine::Sqlite(sqlite::connect(folder).await?),
                    _lock: Some(lock),
                }
            }
            Place::Url(url) => Self {
                engine: Engine::Postgres(postgres::prepare(url).await?),
                _lock: None,
            },
        })
    }

    /// Returns whether the tables have the version of this program.
    pub async fn has_own_tables(&mut self) -> sqlx::Result<bool> {
        let migrations = match self.engine {
            Engine::Sqlite(_) => &*sqlite::MIGRATIONS,
            Engine::Postgres(_) => &*postgres::MIGRATIONS,
        };
        let own = migrations.iter().map(|migration| migration.version).max();
        let version = "select max(version) from _sqlx_migrations";
        Ok(self.number(version).await? == own)
    }

    /// Returns the names of the servers that use the database.
    pub async fn servers(&mut self) -> sqlx::Result<Vec<String>> {
        match &mut self.engine {
            // Otherwise the folder would not be locked.
            Engine::Sqlite(_) => Ok(Vec::new()),
            Engine::Postgres(connection) => {
                let names = "select name from node order by name";
                sqlx::query_scalar(names).fetch_all(connection).await
            }
        }
    }

    /// Executes a statement.
    pub async fn execute(&mut self, statement: &str) -> sqlx::Result<()> {
        let query = sqlx::raw_sql(AssertSqlSafe(statement.to_owned()));
        with!(&mut self.engine, connection => query.execute(connection).await.map(drop))
    }

    /// Returns the number that a query selects; `None` if it selects no row.
    pub async fn number(&mut self, query: &str) -> sqlx::Result<Option<i64>> {
        let query = AssertSqlSafe(query.to_owned());
        with!(&mut self.engine, connection => {
            sqlx::query_scalar(query).fetch_optional(connection).await
        })
    }

    /// Returns the text that a query selects; `None` if it selects no row.
    pub async fn text(&mut self, query: &str) -> sqlx::Result<Option<String>> {
        let query = AssertSqlSafe(query.to_owned());
        with!(&mut self.engine, connection => {
            sqlx::query_scalar(query).fetch_optional(connection).await
        })
    }

    /// Passes the rows of a table, in the order of their keys, to a function that may stop it with
    /// an error.
    pub async fn read<E: From<sqlx::Error>>(
        &mut self,
        table: &Table,
        each: impl FnMut(Vec<Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        with!(&mut self.engine, connection => read(connection, table, each).await)
    }

    /// Inserts rows into a table.
    pub async fn insert(&mut self, table: &Table, rows: Vec<Vec<Value>>) -> sqlx::Result<()> {
        with!(&mut self.engine, connection => insert(connection, table, rows).await)
    }

    /// Closes the connection.
    pub async fn close(self) -> sqlx::Result<()> {
        with!(self.engine, connection => connection.close().await)
    }
}

async fn read<'c, DB: Database, E: From<sqlx::Error>>(
    connection: impl Executor<'c, Database = DB>,
    table: &Table,
    mut each: impl FnMut(Vec<Value>) -> Result<(), E>,
) -> Result<(), E>
where
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'r> i64: Decode<'r, DB> + Type<DB>,
    for<'r> String: Decode<'r, DB> + Type<DB>,
{
    let mut rows = sqlx::query(AssertSqlSafe(table.select())).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        let values = table.columns.iter().enumerate().map(|(place, column)| {
            Ok(match column.kind {
                Kind::Text => row.try_get::<Option<String>, _>(place)?.map(Value::Text),
                Kind::Whole => row.try_get::<Option<i64>, _>(place)?.map(Value::Whole),
            }
            .unwrap_or(Value::Null(())))
        });
        each(values.collect::<sqlx::Result<_>>()?)?;
    }
    Ok(())
}

async fn insert<'c, DB: Database>(
    connection: impl Executor<'c, Database = DB>,
    table: &Table,
    rows: Vec<Vec<Value>>,
) -> sqlx::Result<()>
where
    DB::Arguments: IntoArguments<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<String>: Encode<'q, DB> + Type<DB>,
{
    let mut statement = QueryBuilder::<DB>::new(table.insert());
    statement.push_values(rows, |mut values, row| {
        for (column, value) in table.columns.iter().zip(row) {
            match (column.kind, value) {
                (Kind::Text, Value::Text(text)) => values.push_bind(Some(text)),
                (Kind::Whole, Value::Whole(whole)) => values.push_bind(Some(whole)),
                (Kind::Text, _) => values.push_bind(None::<String>),
                (Kind::Whole, _) => values.push_bind(None::<i64>),
            };
        }
    });
    statement.build().execute(connection).await.map(drop)
}
