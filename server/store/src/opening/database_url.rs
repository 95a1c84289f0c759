//! The URL of a database, which may contain a password.

use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// The allowed parameters after the question mark of a URL. The driver would log others as they
/// are.
const KNOWN: [&str; 11] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "password",
    "port",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "user",
];

/// The URL of a PostgreSQL database as the operator wrote it. It is never shown.
#[derive(Clone, Eq, PartialEq)]
pub struct DatabaseUrl(String);

/// The reason why a URL is invalid, without any part of the URL.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadDatabaseUrl {
    /// The URL has another scheme than PostgreSQL's.
    #[error("it must begin with postgres://, as in postgres://senda@db.example/senda")]
    Scheme,
    /// The URL has an unknown parameter. Its name is not shown, since it may be a part of a
    /// password.
    #[error(
        "after a question mark it may say no more than {known}",
        known = KNOWN.join(", ")
    )]
    Unknown,
    /// The URL can't be parsed.
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

senda_rules::hidden_in_debug!(DatabaseUrl);

impl DatabaseUrl {
    /// Checks the URL without a connection.
    ///
    /// # Errors
    /// Returns [`BadDatabaseUrl`] if the URL is invalid.
    pub fn check(&self) -> Result<(), BadDatabaseUrl> {
        self.options().map(drop)
    }

    /// Returns the driver's options for a connection.
    ///
    /// # Errors
    /// Returns [`BadDatabaseUrl`] if the URL is invalid.
    pub(crate) fn options(&self) -> Result<PgConnectOptions, BadDatabaseUrl> {
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
        PgConnectOptions::from_str(&self.0).map_err(|_| BadDatabaseUrl::Unreadable)
    }
}

#[cfg(test)]
mod tests {
    use sqlx::postgres::PgSslMode;

    use super::*;

    fn options(text: &str) -> Result<PgConnectOptions, BadDatabaseUrl> {
        DatabaseUrl::from(text.to_owned()).options()
    }

    #[test]
    fn parses_the_host_and_the_user_of_a_url() {
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
    fn a_url_can_demand_tls() {
        let options = options("postgres://ana@db/senda?sslmode=verify-full&sslrootcert=ca.pem");
        assert!(matches!(
            options.unwrap().get_ssl_mode(),
            PgSslMode::VerifyFull
        ));
    }

    #[test]
    fn rejects_invalid_urls_without_showing_them() {
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
                "postgres://ana:hush@db/senda?sslmode=always",
                BadDatabaseUrl::Unreadable,
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
