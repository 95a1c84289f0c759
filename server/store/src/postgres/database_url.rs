//! Where a database is, which may hold a password.

use std::{fmt, str::FromStr};

use sqlx::postgres::{PgConnectOptions, PgSslMode};

/// What an address may say after its question mark. The driver would write others into the log as they are.
const KNOWN: [&str; 8] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "password",
    "port",
    "sslmode",
    "user",
];

/// The address of a PostgreSQL database as somebody wrote it. What it holds is shown to nobody.
#[derive(Clone, Eq, PartialEq)]
pub struct DatabaseUrl(String);

/// Why an address leads nowhere; never what it says.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadDatabaseUrl {
    /// It is none of PostgreSQL.
    #[error("it must begin with postgres://, as in postgres://senda@db.example/senda")]
    Scheme,
    /// It asks for something that is not known. What exactly may be a part of a password.
    #[error(
        "after a question mark it may say no more than {known}",
        known = KNOWN.join(", ")
    )]
    Unknown,
    /// It asks for TLS.
    #[error(
        "it asks for TLS (sslmode), which this program does not speak to a database: use a socket, this machine, or a \
         network that encrypts by itself"
    )]
    Tls,
    /// It makes no sense.
    #[error(
        "a part of it makes no sense; in a password, write what is no letter or digit as % and its code"
    )]
    Unreadable,
}

impl From<String> for DatabaseUrl {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(..)")
    }
}

impl DatabaseUrl {
    /// How the driver connects to it.
    pub(super) fn options(&self) -> Result<PgConnectOptions, BadDatabaseUrl> {
        if !["postgres://", "postgresql://"]
            .iter()
            .any(|scheme| self.0.starts_with(scheme))
        {
            return Err(BadDatabaseUrl::Scheme);
        }
        let asked = self.0.split_once('?').map_or("", |(_, asked)| asked);
        for part in asked.split('&').filter(|part| !part.is_empty()) {
            let (key, _) = part.split_once('=').unwrap_or((part, ""));
            if !KNOWN.contains(&key) {
                return Err(BadDatabaseUrl::Unknown);
            }
        }
        let options = PgConnectOptions::from_str(&self.0);
        let options = options.map_err(|_| BadDatabaseUrl::Unreadable)?;
        match options.get_ssl_mode() {
            PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull => {
                Err(BadDatabaseUrl::Tls)
            }
            _ => Ok(options),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Result<PgConnectOptions, BadDatabaseUrl> {
        DatabaseUrl::from(text.to_owned()).options()
    }

    #[test]
    fn an_address_says_where_and_as_whom() {
        let options = options("postgres://ana:p%25w@db.example:5433/senda").unwrap();
        assert_eq!(
            (options.get_host(), options.get_port()),
            ("db.example", 5433)
        );
        assert_eq!(options.get_username(), "ana");
        assert_eq!(options.get_database(), Some("senda"));
        let options =
            DatabaseUrl::from("postgresql:///senda?host=/run/postgresql&user=ana".to_owned());
        let options = options.options().unwrap();
        let socket = options.get_socket().unwrap();
        assert_eq!(socket.to_str(), Some("/run/postgresql"));
    }

    #[test]
    fn an_address_that_leads_nowhere_is_refused_without_what_it_says() {
        for (text, expected) in [
            ("mysql://ana:hush@db/senda", BadDatabaseUrl::Scheme),
            ("hush", BadDatabaseUrl::Scheme),
            (
                "postgres://ana:hush@db:many/senda",
                BadDatabaseUrl::Unreadable,
            ),
            (
                "postgres://ana@db/senda?pasword=hush",
                BadDatabaseUrl::Unknown,
            ),
            (
                "postgres://ana:hush@db/senda?sslmode=require",
                BadDatabaseUrl::Tls,
            ),
        ] {
            let refused = options(text).unwrap_err();
            assert_eq!(refused, expected);
            assert!(!refused.to_string().contains("hush"), "{refused}");
        }
        let secret = DatabaseUrl::from("postgres://ana:hush@db/senda".to_owned());
        assert_eq!(format!("{secret:?}"), "DatabaseUrl(..)");
    }
}
