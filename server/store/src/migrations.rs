//! The changes of the tables, which are files of `migrations`.
//!
//! They are listed here, and not found by sqlx's macro: that would have all of sqlx, SQLite included, built a second
//! time for the compiler.

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// A file: its version, what it does in a word, and its text.
pub(crate) type File = (i64, &'static str, &'static str);

/// Those changes, in order.
pub(crate) fn migrator(files: &[File]) -> Migrator {
    let migrations = files.iter().map(|&(version, description, text)| {
        let text = text.into_sql_str();
        Migration::new(
            version,
            description.into(),
            MigrationType::Simple,
            text,
            false,
        )
    });
    Migrator::with_migrations(migrations.collect())
}

/// The file of that name in the folder of that name.
macro_rules! file {
    ($version:literal, $description:literal, $path:literal) => {
        (
            $version,
            $description,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../migrations/",
                $path
            )),
        )
    };
}
pub(crate) use file;
