//! The number of files that the process may open, and their distribution. Each connection is a
//! file, and without a free file neither a room nor the store can work.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::{limits, settings::Settings};

/// The system lets the process open too few files to serve clients.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "the system lets this process open {files} files and it needs {least} at least: allow more with \
     ulimit -n, LimitNOFILE (systemd) or ulimits (Docker)",
    least = limits::FILES_LEAST
)]
pub struct TooFew {
    /// The number of files that the process may open.
    pub files: u64,
}

/// Raises the process's limit of open files as far as the system allows, and returns the new limit.
///
/// # Errors
/// Returns [`TooFew`] if the process may open too few files.
pub fn raise() -> Result<u64, TooFew> {
    let before = getrlimit(Resource::Nofile);
    let wanted = before.maximum.unwrap_or(limits::FILES_MOST);
    if before.current.is_some_and(|current| current < wanted) {
        let raised = Rlimit {
            current: Some(wanted),
            maximum: before.maximum,
        };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!(%error, wanted, "the limit of open files can't be raised");
        }
    }
    let files = allowed();
    if files < limits::FILES_LEAST {
        return Err(TooFew { files });
    }
    Ok(files)
}

/// Returns the number of files that the process may open now.
pub fn allowed() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    limit.current.unwrap_or(limits::FILES_MOST)
}

/// The distribution of the files that the process may open.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Shares {
    /// The maximum number of WebSockets.
    pub sockets: u32,
    /// The maximum number of WebSockets from one address.
    pub sockets_each: u32,
    /// The maximum number of other connections.
    pub connections: u32,
    /// The maximum number of other connections from one address.
    pub connections_each: u32,
    /// The maximum number of connections that are being answered that the server is full.
    pub turned_away: u32,
}

impl Shares {
    /// Distributes this many files. Each use gets its usual share if there are enough files.
    /// [`limits::FILES_KEPT`] files are left in any case, and no address gets more than a quarter
    /// of the connections, or of the sockets if these are fewer than the settings ask for.
    pub fn of(files: u64, settings: &Settings) -> Self {
        let files = files.saturating_sub(limits::FILES_KEPT);
        let files = u32::try_from(files).unwrap_or(u32::MAX);
        let turned_away = limits::TURNED_AWAY.min(files / 8);
        let files = files - turned_away;
        let sockets = settings.sockets.min(files / 2);
        let connections = limits::CONNECTIONS.min(files - sockets);
        Self {
            sockets,
            sockets_each: settings
                .sockets_each
                .min(quarter(sockets, settings.sockets)),
            connections,
            connections_each: limits::CONNECTIONS_EACH.min(quarter(connections, u32::MAX)),
            turned_away,
        }
    }
}

/// Returns a quarter of the share, but no less than one, or all of it if it is as large as `asked`.
fn quarter(share: u32, asked: u32) -> u32 {
    if share == asked {
        return share;
    }
    (share / 4).max(1)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::settings::CommandLine;

    fn shares(files: u64, arguments: &[&str]) -> Shares {
        let arguments = ["senda"].iter().chain(arguments);
        let settings = CommandLine::try_parse_from(arguments).unwrap().settings;
        Shares::of(files, &settings)
    }

    #[test]
    fn gives_the_usual_shares_with_enough_files() {
        let usual = Shares {
            sockets: limits::SOCKETS,
            sockets_each: limits::SOCKETS_EACH,
            connections: limits::CONNECTIONS,
            connections_each: limits::CONNECTIONS_EACH,
            turned_away: limits::TURNED_AWAY,
        };
        assert_eq!(shares(1_048_576, &[]), usual);
        assert_eq!(shares(limits::FILES_MOST, &[]), usual);
        // The shares are those of the settings, if there are enough files.
        let few = shares(1_048_576, &["--sockets", "3", "--sockets-each", "3"]);
        assert_eq!((few.sockets, few.sockets_each), (3, 3));
    }

    #[test]
    fn reserves_files_and_limits_each_address_with_few_files() {
        for files in [limits::FILES_LEAST, 256, 1_024, 4_096, 20_000, 65_536] {
            let shares = shares(files, &[]);
            let used = shares.sockets + shares.connections + shares.turned_away;
            assert!(u64::from(used) + limits::FILES_KEPT <= files, "{shares:?}");
            assert!(shares.sockets_each <= shares.sockets / 4, "{shares:?}");
            assert!(
                shares.connections_each <= shares.connections / 4,
                "{shares:?}"
            );
            let least = shares.sockets_each.min(shares.connections_each);
            assert!(least >= 8 && shares.turned_away >= 8, "{shares:?}");
        }
    }
}
