//! The engine behind a connection: PostgreSQL, or another one with its protocol.

use std::sync::LazyLock;

use sqlx::{
    AssertSqlSafe, PgConnection, SqlSafeStr,
    migrate::{Migration, Migrator},
};

use crate::migrations::{file, migrator};

/// The migrations of this version.
pub(crate) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    migrator(&[
        file!(1001, "tables", "postgres/1001_tables.sql"),
        file!(1002, "taken", "postgres/1002_taken.sql"),
        file!(1003, "summary", "postgres/1003_summary.sql"),
        file!(1004, "device", "postgres/1004_device.sql"),
        file!(1005, "alarm", "postgres/1005_alarm.sql"),
        file!(1006, "push", "postgres/1006_push.sql"),
        file!(1007, "webhook", "postgres/1007_webhook.sql"),
        file!(1008, "passkey", "postgres/1008_passkey.sql"),
        file!(1011, "person", "postgres/1011_person.sql"),
        file!(1012, "language", "postgres/1012_language.sql"),
        file!(1013, "creator", "postgres/1013_creator.sql"),
        file!(1014, "import", "postgres/1014_import.sql"),
        file!(1015, "operator", "postgres/1015_operator.sql"),
        file!(1016, "report", "postgres/1016_report.sql"),
        file!(1017, "replay", "postgres/1017_replay.sql"),
        file!(1018, "history", "postgres/1018_history.sql"),
        file!(1019, "ratings", "postgres/1019_ratings.sql"),
        file!(1020, "day_game", "postgres/1020_day_game.sql"),
        file!(1021, "guest", "postgres/1021_guest.sql"),
        file!(1022, "puzzle", "postgres/1022_puzzle.sql"),
        file!(1023, "start", "postgres/1023_start.sql"),
    ])
});

/// The clause that makes PostgreSQL compare keys byte by byte. `CockroachDB` always does so, and
/// rejects the clause in a column definition.
const COLLATION: &str = " collate \"C\"";

/// The engine, as far as its differences matter here.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Engine {
    /// PostgreSQL, or an unknown engine.
    Postgres,
    /// `YugabyteDB`, which has advisory locks only since 2025.
    Yugabyte,
    /// `CockroachDB`, which has no advisory locks, and makes integers wider than requested by
    /// default.
    Cockroach,
}

impl Engine {
    /// Returns the engine of a connection, by the version that it reports.
    pub async fn of(connection: &mut PgConnection) -> sqlx::Result<Self> {
        let version: String = sqlx::query_scalar("select version()")
            .fetch_one(connection)
            .await?;
        Ok(Self::by(&version))
    }

    fn by(version: &str) -> Self {
        if version.contains("CockroachDB") {
            Self::Cockroach
        } else if version.contains("-YB-") {
            Self::Yugabyte
        } else {
            Self::Postgres
        }
    }

    /// Returns the migrations in the engine's SQL. Without advisory locks, two servers that run the
    /// same migration at the same time collide, and one of them retries.
    pub fn migrator(self, migrations: &Migrator) -> Migrator {
        let in_its_words = migrations.iter().map(|migration| {
            let text = migration.sql.as_str();
            let text = match self {
                Self::Cockroach => text.replace(COLLATION, ""),
                Self::Postgres | Self::Yugabyte => text.to_owned(),
            };
            Migration::new(
                migration.version,
                migration.description.clone(),
                migration.migration_type,
                AssertSqlSafe(text).into_sql_str(),
                migration.no_tx,
            )
        });
        let mut migrator = Migrator::with_migrations(in_its_words.collect());
        migrator.set_locking(self == Self::Postgres);
        migrator
    }

    /// Makes the connection create integers as wide as requested.
    pub async fn prepare(self, connection: &mut PgConnection) -> sqlx::Result<()> {
        if self == Self::Cockroach {
            sqlx::query("set default_int_size = 4")
                .execute(connection)
                .await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_the_engine_by_its_version() {
        for (version, engine) in [
            (
                "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64",
                Engine::Postgres,
            ),
            (
                "PostgreSQL 15.12-YB-2025.1.0.0-b0 on x86_64",
                Engine::Yugabyte,
            ),
            (
                "CockroachDB CCL v25.2.0 (x86_64-pc-linux-gnu)",
                Engine::Cockroach,
            ),
        ] {
            assert_eq!(Engine::by(version), engine, "{version}");
        }
    }

    #[test]
    fn every_engine_gets_the_same_tables() {
        let texts = |engine: Engine| -> Vec<String> {
            let migrator = engine.migrator(&MIGRATIONS);
            migrator
                .iter()
                .map(|one| one.sql.as_str().to_owned())
                .collect()
        };
        let own: Vec<_> = MIGRATIONS.iter().map(|one| one.sql.as_str()).collect();
        assert_eq!(texts(Engine::Postgres), own);
        assert_eq!(texts(Engine::Yugabyte), own);
        let plain = texts(Engine::Cockroach);
        assert!(plain.iter().all(|text| !text.contains(" collate ")));
        let without = own.iter().map(|text| text.replace(COLLATION, ""));
        assert!(without.eq(plain));
        // The checksums of released files must not change.
        let sums = |migrator: &Migrator| -> Vec<_> {
            migrator.iter().map(|one| one.checksum.clone()).collect()
        };
        assert_eq!(
            sums(&Engine::Postgres.migrator(&MIGRATIONS)),
            sums(&MIGRATIONS)
        );
    }
}
