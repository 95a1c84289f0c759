//! Writes the contents of a database to a file.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use uuid::Uuid;

use super::{
    Place,
    connection::Connection,
    contents::Contents,
    lines::{Line, LineWriter},
    tables::{TABLES, Table},
};
use crate::{
    opening::{DatabaseMessage, OpenError, UNFINISHED},
    process::{time::wall_clock, utc},
    sqlite::folder,
};

/// The reason why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum NotExported {
    /// The database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file with that name exists already.
    #[error("{0} is there already: choose another name, or put it away")]
    Taken(PathBuf),
    /// The folder has no database.
    #[error("there is no database in {0}: choose the data folder of the server with --data")]
    NoDatabase(PathBuf),
    /// The tables are not those of this version.
    #[error(
        "the tables of the database are of another version than this Senda: start this Senda on it once, or export \
         with the version that wrote it"
    )]
    Tables,
    /// The database can't be read.
    #[error("the database can't be read ({words})", words = DatabaseMessage(.0))]
    Database(#[from] sqlx::Error),
    /// The file can't be written.
    #[error("the export can't be written ({0})")]
    Write(#[from] io::Error),
}

/// Exports a database as it is now, whether or not a server uses it. The file is readable only for
/// its owner, and gets its name when it is complete. `-` stands for the standard output.
///
/// # Errors
/// Returns [`NotExported`] if the database can't be read, or if the file can't be written or exists
/// already.
pub async fn export(place: Place<'_>, file: &Path) -> Result<Contents, NotExported> {
    if let Place::Folder(folder) = place
        && !folder::database(folder).is_file()
    {
        return Err(NotExported::NoDatabase(folder.to_owned()));
    }
    if file == Path::new("-") {
        return write(place, io::stdout())
            .await
            .map(|(contents, _)| contents);
    }
    if file.symlink_metadata().is_ok() {
        return Err(NotExported::Taken(file.to_owned()));
    }
    let unfinished = file.with_added_extension("part");
    let written = write_file(place, &unfinished, file).await;
    if written.is_err() {
        // An incomplete file is useless. Perhaps it could not even be created.
        let _ = fs::remove_file(unfinished);
    }
    written
}

async fn write_file(
    place: Place<'_>,
    unfinished: &Path,
    file: &Path,
) -> Result<Contents, NotExported> {
    let (contents, written) = write(place, folder::create_anew(unfinished)?).await?;
    written.sync_all()?;
    fs::rename(unfinished, file)?;
    let folder = file.parent().filter(|path| !path.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(contents)
}

async fn write<W: Write>(place: Place<'_>, to: W) -> Result<(Contents, W), NotExported> {
    let mut database = Connection::to_read(place).await?;
    if !database.has_own_tables().await? {
        return Err(NotExported::Tables);
    }
    if database.number(UNFINISHED).await? != Some(0) {
        return Err(OpenError::Importing.into());
    }
    let id = Uuid::new_v4();
    let begun = utc::moment(wall_clock());
    let to = BufWriter::new(to);
    let mut lines = LineWriter::begin(to, id, env!("CARGO_PKG_VERSION"), begun)?;
    let mut contents = Contents::default();
    for table in TABLES {
        lines.write(&head(table))?;
        let each = |row| {
            contents.count(table.name);
            Ok::<_, NotExported>(lines.write(&Line::Row(row))?)
        };
        database.read(table, each).await?;
    }
    let to = lines.end()?;
    database.close().await?;
    let to = to.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok((contents, to))
}

/// Returns the line before the rows of a table.
pub(super) fn head(table: &Table) -> Line {
    Line::Table {
        name: table.name.to_owned(),
        columns: table.names().map(str::to_owned).collect(),
    }
}
