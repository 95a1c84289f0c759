//! Copies the contents of a database to a file (an export), and from there into another database,
//! of either engine (an import).
//!
//! An export is a text of one JSON value a line, with a checksum at its end. It is a snapshot: a
//! server may use the database meanwhile. An import stores the rows in many transactions, each with
//! the number of rows that are stored by then, so that an interrupted import continues where it
//! stopped. Until it is complete no server starts on the database.

mod connection;
mod contents;
mod exclusive;
mod export;
mod import;
mod lines;
mod ratings;
mod tables;

use std::path::Path;

pub use self::{
    contents::Contents,
    exclusive::{NotExclusive, open_exclusively},
    export::{NotExported, export},
    import::{NotImported, import},
    ratings::{NoRatings, rebuild_ratings},
};
use crate::opening::DatabaseUrl;

/// The place of a database.
#[derive(Copy, Clone, Debug)]
pub enum Place<'a> {
    /// The SQLite database of a data folder.
    Folder(&'a Path),
    /// A PostgreSQL database.
    Url(&'a DatabaseUrl),
}
