//! The migrations of the tables, which are files in the folder `migrations` of the repository.
//!
//! They are listed here instead of found by sqlx's macro, which would have all of sqlx, SQLite
//! included, built a second time for the compiler.

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// A migration file: its version, its description and its text.
pub(crate) type File = (i64, &'static str, &'static str);

/// Returns a migrator for these files, in their order.
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

/// Includes a migration file, given its version, its description and its path in `migrations`.
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
