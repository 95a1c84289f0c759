//! Copies an export into a database that is empty, or that holds the beginning of the same export.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    mem,
    path::{Path, PathBuf},
};

use uuid::Uuid;

use super::{
    Place,
    connection::Connection,
    contents::Contents,
    export::head,
    lines::{Header, Line, LineReader, Unreadable, Value},
    tables::{Kind, TABLES, Table},
};
use crate::opening::{DatabaseMessage, OpenError};

/// The maximum number of rows of a transaction. SQLite allows 32,766 values in a statement.
const ROWS: usize = 1_000;
/// The number of bytes of text from which on a transaction gets no further rows.
const BYTES: usize = 4 << 20;
/// The tables that an empty database may have a row in: a server draws these keys on its own.
const OWN_KEYS: [&str; 2] = ["push_key", "day_key"];

/// The reason why an export was not imported, or not completely.
#[derive(Debug, thiserror::Error)]
pub enum NotImported {
    /// The file can't be opened.
    #[error("the export {path} can't be read ({error})", path = .path.display())]
    Source {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is no complete export. Nothing has changed.
    #[error("the export can't be used, and nothing has changed: {0}")]
    Unusable(Unreadable),
    /// The standard input was no complete export.
    #[error(
        "the import was not completed: {0}. No server starts on this database until `senda import` has got a complete \
         export; if it gets another one, it begins anew"
    )]
    Interrupted(Unreadable),
    /// The export contains other tables than this version's.
    #[error(
        "the export is of Senda {version}, whose tables differ from this one's ({own}): import it with that version, \
         and update then"
    )]
    OtherVersion {
        /// The version that wrote the export.
        version: String,
        /// The version of this program.
        own: &'static str,
    },
    /// The database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database holds something already.
    #[error(
        "the database isn't empty (its table {0} has rows), and an import never mixes: choose an empty folder with \
         --data, or a new database with --database"
    )]
    NotEmpty(&'static str),
    /// Servers use the database.
    #[error(
        "a server uses the database ({0}): stop it; after one that was killed, create a new database"
    )]
    InUse(String),
    /// The database has other rows than the export.
    #[error(
        "the database has {stored} rows and the export {read}: something else has written to it; import into a new \
         database"
    )]
    Rows {
        /// The number of rows in the database.
        stored: i64,
        /// The number of rows in the export.
        read: u64,
    },
    /// The database rejects a statement.
    #[error(
        "the import was interrupted ({words}): run it again with the same export, and it continues",
        words = DatabaseMessage(.0)
    )]
    Database(#[from] sqlx::Error),
}

/// Imports an export into a database that no server uses, or continues an interrupted import. `-`
/// stands for an export on the standard input. A file is checked completely before anything is
/// stored.
///
/// # Errors
/// Returns [`NotImported`] if the export is damaged or of another version, if the database is not
/// empty or in use, or if it rejects a statement.
pub async fn import(place: Place<'_>, file: &Path) -> Result<Contents, NotImported> {
    if file == Path::new("-") {
        let from = io::stdin().lock();
        let opened = LineReader::begin(from).map_err(NotImported::Unusable)?;
        return copy(place, opened, NotImported::Interrupted).await;
    }
    let open = || {
        File::open(file)
            .map(BufReader::new)
            .map_err(|error| NotImported::Source {
                path: file.to_owned(),
                error,
            })
    };
    check(open()?).map_err(NotImported::Unusable)?;
    let opened = LineReader::begin(open()?).map_err(NotImported::Unusable)?;
    copy(place, opened, NotImported::Interrupted).await
}

/// Reads a complete export without storing anything.
fn check(from: impl BufRead) -> Result<(), Unreadable> {
    let (mut lines, _) = LineReader::begin(from)?;
    while !matches!(lines.next()?, Line::End(_)) {}
    Ok(())
}

/// Copies the rows of an export. `unreadable` makes the error for a damaged line.
async fn copy(
    place: Place<'_>,
    (mut lines, header): (LineReader<impl BufRead>, Header),
    unreadable: fn(Unreadable) -> NotImported,
) -> Result<Contents, NotImported> {
    let mut import = Import::begin(place, &header).await?;
    let mut table = None;
    loop {
        match lines.next().map_err(unreadable)? {
            Line::Table { name, columns } => {
                import.store().await?;
                let known = Table::by_name(&name);
                let same = known.filter(|known| head(known) == Line::Table { name, columns });
                table = Some(same.ok_or_else(|| NotImported::OtherVersion {
                    version: header.version.clone(),
                    own: env!("CARGO_PKG_VERSION"),
                })?);
            }
            Line::Row(row) => match table {
                Some(table) if fits(table, &row) => import.add(table, row).await?,
                _ => return Err(unreadable(lines.damaged())),
            },
            Line::End(_) => return import.finish().await,
            Line::Senda(_) => return Err(unreadable(lines.damaged())),
        }
    }
}

/// Returns whether a row has a value of the right type for each column.
fn fits(table: &Table, row: &[Value]) -> bool {
    let fits = |(value, kind): (&Value, Kind)| match value {
        Value::Null(()) => true,
        Value::Whole(_) => kind == Kind::Whole,
        Value::Text(_) => kind == Kind::Text,
    };
    let kinds = table.columns.iter().map(|column| column.kind);
    row.len() == table.columns.len() && row.iter().zip(kinds).all(fits)
}

/// An import that is going on.
struct Import {
    database: Connection,
    /// The number of rows that were stored before, by an interrupted run.
    before: u64,
    /// The rows that were read.
    contents: Contents,
    /// The rows that are stored next, all of one table.
    batch: Vec<Vec<Value>>,
    table: Option<&'static Table>,
    /// The number of bytes of text in the batch.
    bytes: usize,
}

impl Import {
    /// Begins an import, or continues it.
    async fn begin(place: Place<'_>, header: &Header) -> Result<Self, NotImported> {
        let mut database = Connection::to_write(place).await?;
        let source = database.text("select source from import").await?;
        if source.is_none() {
            refuse_rows(&mut database).await?;
        }
        let servers = database.servers().await?;
        if !servers.is_empty() {
            return Err(NotImported::InUse(servers.join(", ")));
        }
        let before = if source == Some(header.id.to_string()) {
            database.number("select stored from import").await?
        } else {
            begin_anew(&mut database, header.id).await?;
            None
        };
        Ok(Self {
            database,
            before: before.map_or(0, i64::unsigned_abs),
            contents: Contents::default(),
            batch: Vec::new(),
            table: None,
            bytes: 0,
        })
    }

    /// Stores a row, sooner or later, unless it is stored already.
    async fn add(&mut self, table: &'static Table, row: Vec<Value>) -> Result<(), NotImported> {
        self.contents.count(table.name);
        if self.contents.rows <= self.before {
            return Ok(());
        }
        let text = |value: &Value| match value {
            Value::Text(text) => text.len(),
            Value::Null(()) | Value::Whole(_) => 0,
        };
        self.bytes += row.iter().map(text).sum::<usize>();
        self.batch.push(row);
        self.table = Some(table);
        if self.batch.len() >= ROWS || self.bytes >= BYTES {
            self.store().await?;
        }
        Ok(())
    }

    /// Stores the rows of the batch, and that they are stored, in one transaction.
    async fn store(&mut self) -> Result<(), NotImported> {
        let Some(table) = self.table.take() else {
            return Ok(());
        };
        self.bytes = 0;
        let rows = mem::take(&mut self.batch);
        let stored = format!("update import set stored = {}", self.contents.rows);
        self.database.execute("begin").await?;
        self.database.insert(table, rows).await?;
        self.database.execute(&stored).await?;
        Ok(self.database.execute("commit").await?)
    }

    /// Compares the database with the export, and makes it one that servers start on.
    async fn finish(mut self) -> Result<Contents, NotImported> {
        self.store().await?;
        let mut rows = 0;
        for table in TABLES {
            let count = format!("select count(*) from {}", table.name);
            rows += self.database.number(&count).await?.unwrap_or(0);
        }
        if u64::try_from(rows) != Ok(self.contents.rows) {
            return Err(NotImported::Rows {
                stored: rows,
                read: self.contents.rows,
            });
        }
        self.database.execute("delete from import").await?;
        self.database.close().await?;
        Ok(self.contents)
    }
}

/// Returns an error if the database has rows that an import would mix with its own.
async fn refuse_rows(database: &mut Connection) -> Result<(), NotImported> {
    let tables = TABLES.iter();
    for table in tables.filter(|table| !OWN_KEYS.contains(&table.name)) {
        let any = format!("select cast(1 as bigint) from {} limit 1", table.name);
        if database.number(&any).await?.is_some() {
            return Err(NotImported::NotEmpty(table.name));
        }
    }
    Ok(())
}

/// Removes the rows of an interrupted import, and notes that another one begins.
async fn begin_anew(database: &mut Connection, id: Uuid) -> Result<(), NotImported> {
    database.execute("begin").await?;
    for table in TABLES
        .iter()
        .rev()
        .map(|table| table.name)
        .chain(["import"])
    {
        database.execute(&format!("delete from {table}")).await?;
    }
    let insert = format!("insert into import (source, stored) values ('{id}', 0)");
    database.execute(&insert).await?;
    Ok(database.execute("commit").await?)
}
