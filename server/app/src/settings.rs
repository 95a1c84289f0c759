//! The server's settings. The doc comments of the fields are the text of `--help`.

mod cluster_key;
mod pace;
pub mod proxies;

use std::{env, fmt, net::SocketAddr, num::NonZeroUsize, path::PathBuf, str::FromStr};

use axum::http::{Uri, uri::Authority};
use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
    builder::BoolishValueParser,
};

use senda_arena::Arena;
use senda_push::{HostPattern, Patience, Reach};
use senda_store::{DatabaseUrl, LeaseTimes, Member};
use tokio_util::sync::CancellationToken;

pub use self::{
    cluster_key::{BadKey, ClusterKey},
    pace::Pace,
    proxies::TrustedProxies,
};
use crate::{game_file::Verify, limits};

/// A server for path-tile board games in the browser.
#[derive(Clone, Debug, Parser)]
#[command(name = "senda", version)]
pub struct CommandLine {
    /// Command to run instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The settings of the server.
    #[command(flatten)]
    pub settings: Settings,
}

impl CommandLine {
    /// Reads the arguments and the environment of the process. Exits with a message if they are
    /// invalid. An empty variable counts as unset, since container configuration often has such
    /// lines.
    pub fn read() -> Self {
        let command = Self::command().mut_args(|argument| {
            let value = argument.get_env().and_then(env::var_os);
            if value.is_some_and(|value| value.is_empty()) {
                argument.env(None::<&'static str>)
            } else {
                argument
            }
        });
        Self::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
    }
}

/// Returns the environment variables that look like settings but are not, each with the setting
/// that was probably meant.
pub fn unknown_variables() -> Vec<(String, Option<String>)> {
    let command = CommandLine::command();
    let known: Vec<&str> = command
        .get_arguments()
        .filter_map(|argument| argument.get_env()?.to_str())
        .collect();
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let unknown =
        names.filter(|name| name.starts_with("SENDA_") && !known.contains(&name.as_str()));
    unknown
        .filter(|name| !is_foreign(name))
        .map(|name| {
            let close = known
                .iter()
                .map(|known| (strsim::jaro(known, &name), known));
            let nearest = close.max_by(|(one, _), (other, _)| one.total_cmp(other));
            let meant = nearest.filter(|(closeness, _)| *closeness >= 0.9);
            let meant = meant.map(|(_, meant)| (*meant).to_owned());
            (name, meant)
        })
        .collect()
}

/// Returns whether other programs set a variable: Kubernetes for a service named `senda`, or the
/// tests.
fn is_foreign(name: &str) -> bool {
    let name = &name["SENDA_".len()..];
    let is_link = name == "PORT" || name.starts_with("PORT_") || name.starts_with("SERVICE_");
    is_link || (cfg!(feature = "failpoints") && matches!(name, "FAULTS" | "MUTANT"))
}

/// The commands of the program other than serving.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Asks the server on this machine whether it is ready; exit code 0 if so, else 1.
    Healthcheck,
    /// Copies the database of the data folder, even while a server uses it; exit code 0 if all of
    /// it was copied, else 1.
    Backup {
        /// Where to copy it; must not exist yet. `-` for standard output.
        file: PathBuf,
    },
    /// Replaces the database of the data folder with a backup, after checking that the backup is
    /// complete; exit code 0 if it was restored, else 1, and then nothing has changed. The server
    /// must not run.
    Restore {
        /// The backup; `-` for standard input.
        file: PathBuf,
        /// Restore into a folder that holds a database, which is kept there under another name.
        #[arg(long)]
        replace: bool,
    },
    /// Checks that a finished game was dealt as committed and played by the rules; exit code 0 if
    /// so, 1 if not, 2 if the file can't be read, 3 if it was played by other rules.
    Verify(Verify),
    /// Prints a finished game position by position; exit code 0 at its end, 1 where it breaks the
    /// rules or was shuffled differently, 2 if the file can't be read, 3 where it was played by
    /// other rules.
    Replay {
        /// The file of a finished game; `-` for standard input.
        file: PathBuf,
    },
    /// Has bots play against each other, and reports how often each of them wins; exit code 0 if
    /// all games were played, else 1.
    Arena(Arena),
}

/// The settings. Each is an option and an environment variable; the option wins.
#[derive(Clone, Debug, Args)]
pub struct Settings {
    /// Address and port to listen on.
    #[arg(
        long,
        env = "SENDA_LISTEN",
        default_value = "127.0.0.1:8080",
        global = true
    )]
    pub listen: SocketAddr,

    /// Folder of the database; created if it doesn't exist. Not used with PostgreSQL.
    #[arg(long, env = "SENDA_DATA", default_value = "./data", global = true)]
    pub data: PathBuf,

    /// PostgreSQL database to keep everything in, instead of the data folder:
    /// `postgres://USER:PASSWORD@HOST/NAME`. Others on the machine can read it on the command line,
    /// but not in the environment.
    #[arg(
        long,
        env = "SENDA_DATABASE",
        value_name = "URL",
        hide_env_values = true,
        global = true
    )]
    pub database: Option<DatabaseUrl>,

    /// Unique name of this server among those that share a PostgreSQL database. A server that
    /// starts under a name replaces the one that had it.
    #[arg(
        long,
        env = "SENDA_NODE",
        value_name = "NAME",
        value_parser = node_name,
        requires = "database"
    )]
    pub node: Option<String>,

    /// Address and port on which this server listens for the others that share its database. With
    /// it, any server can take any connection, whichever server has the room. Encrypted with the
    /// shared key.
    #[arg(
        long,
        env = "SENDA_CLUSTER_LISTEN",
        value_name = "ADDRESS",
        requires = "node"
    )]
    pub cluster_listen: Option<SocketAddr>,

    /// Host and port at which the other servers reach this one, if different from the address that
    /// it listens on.
    #[arg(
        long,
        env = "SENDA_CLUSTER_ADDRESS",
        value_name = "HOST:PORT",
        value_parser = node_address,
        requires = "cluster_listen"
    )]
    pub cluster_address: Option<String>,

    /// Number of connections to a room of another server that makes this server keep a replica of
    /// the room: spectators who come later are served here and cost the other server nothing each.
    /// For fewer, forwarding is less work.
    #[arg(
        long,
        env = "SENDA_FOLLOW_FROM",
        value_name = "COUNT",
        default_value_t = limits::FOLLOW_FROM,
        value_parser = at_least_one
    )]
    pub follow_from: usize,

    /// Secret key that all servers of the database share: at least 32 characters, such as the
    /// output of `openssl rand -hex 32`. Others on the machine can read it on the command line, but
    /// not in the environment.
    #[arg(
        long,
        env = "SENDA_CLUSTER_KEY",
        value_name = "KEY",
        hide_env_values = true,
        conflicts_with = "cluster_key_file"
    )]
    pub cluster_key: Option<ClusterKey>,

    /// File that contains the shared key.
    #[arg(long, env = "SENDA_CLUSTER_KEY_FILE", value_name = "FILE")]
    pub cluster_key_file: Option<PathBuf>,

    /// The times of the leases of servers that share a database; not a setting for operators.
    #[arg(skip)]
    pub lease_times: LeaseTimes,

    /// Address at which browsers reach the server, if it is behind a proxy. Requests for other
    /// hosts and from pages of other origins are then rejected; with https, browsers are instructed
    /// to use nothing else.
    #[arg(long, env = "SENDA_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<PublicUrl>,

    /// Proxies that report the addresses of clients in X-Forwarded-For or Forwarded: their
    /// addresses and networks, separated by commas, such as 127.0.0.1,172.16.0.0/12. Without a
    /// value: the one proxy that opens the connections. Only behind a proxy that sets one of these
    /// headers.
    #[arg(
        long,
        env = "SENDA_TRUST_PROXY",
        value_name = "NETWORKS",
        num_args = 0..=1,
        require_equals = true,
        default_value = "false",
        default_missing_value = "true"
    )]
    pub trust_proxy: TrustedProxies,

    /// Instruct browsers for a year to use nothing but https for the host of the public URL, also
    /// on other ports. By default that is done if the public URL is https without a port.
    #[arg(long, env = "SENDA_HSTS", value_parser = BoolishValueParser::new())]
    pub hsts: bool,

    /// Also send notifications to private addresses and without encryption, for a push service on
    /// your own network. Any player can then make this server send requests there.
    #[arg(long, env = "SENDA_ALLOW_PRIVATE_ADDRESSES", value_parser = BoolishValueParser::new())]
    pub allow_private_addresses: bool,

    /// Hosts of push services in addition to those that browsers use, separated by commas, such as
    /// `ntfy.example` or `*.push.example`; `*` for all hosts. For Web Push without a browser
    /// maker's service. Any player can then make this server send requests there.
    #[arg(
        long,
        env = "SENDA_PUSH_HOSTS",
        value_name = "HOSTS",
        value_delimiter = ','
    )]
    pub push_hosts: Vec<HostPattern>,

    /// The pauses before a push service is retried; not a setting for operators.
    #[arg(skip)]
    pub push_patience: Patience,

    /// The name server to query for the addresses of push services and webhooks, instead of the
    /// system's; not a setting for operators.
    #[arg(skip)]
    pub name_server: Option<SocketAddr>,

    /// Log level: error, warn, info, debug, trace, or a filter such as `senda=debug,info`.
    #[arg(long, env = "SENDA_LOG", default_value = "info")]
    pub log: String,

    /// Format of the log.
    #[arg(long, env = "SENDA_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,

    /// Sockets open at once.
    #[arg(long, env = "SENDA_SOCKETS", default_value_t = limits::SOCKETS,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub sockets: u32,

    /// Sockets open at once from one client address.
    #[arg(long, env = "SENDA_SOCKETS_EACH", default_value_t = limits::SOCKETS_EACH,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub sockets_each: u32,

    /// Rooms created from one client address in an hour.
    #[arg(long, env = "SENDA_ROOMS_PER_HOUR", default_value_t = limits::ROOMS_CREATED_PER_HOUR,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub rooms_per_hour: u32,

    /// Sessions created from one client address in an hour.
    #[arg(long, env = "SENDA_SESSIONS_PER_HOUR", default_value_t = limits::SESSIONS_PER_HOUR,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub sessions_per_hour: u32,

    /// Commands in rooms from one client address in an hour; their effects are stored.
    #[arg(long, env = "SENDA_COMMANDS_PER_HOUR", default_value_t = limits::COMMANDS_PER_HOUR,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub commands_per_hour: u32,

    /// Messages from one socket in a second, and three times as many in a burst; only a load test
    /// needs more.
    #[arg(long, env = "SENDA_MESSAGES_PER_SECOND", default_value_t = limits::MESSAGES_PER_SECOND,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub messages_per_second: u32,

    /// Rooms in memory at once.
    #[arg(long, env = "SENDA_ROOMS", default_value_t = limits::ROOMS, value_parser = at_least_one)]
    pub rooms: usize,

    /// Threads on which bots think, in addition to those that serve players; by default half as
    /// many as there are processors.
    #[arg(long, env = "SENDA_BOT_THREADS")]
    pub bot_threads: Option<NonZeroUsize>,

    /// Shortest and longest time in milliseconds that a bot takes for a decision in a game with
    /// people.
    #[arg(long, env = "SENDA_BOT_PACE", default_value = "600-1500")]
    pub bot_pace: Pace,

    /// Days to keep a room with a finished or running game, counted from its last activity; 0 for
    /// ever.
    #[arg(long, env = "SENDA_KEEP_FINISHED_DAYS", default_value_t = limits::KEEP_FINISHED_DAYS)]
    pub keep_finished_days: u32,

    /// Days to keep any other room; 0 for ever.
    #[arg(long, env = "SENDA_KEEP_DESERTED_DAYS", default_value_t = limits::KEEP_DESERTED_DAYS)]
    pub keep_deserted_days: u32,

    /// Days to remember a player who has no seat in any room, counted from their last visit; 0 for
    /// ever.
    #[arg(long, env = "SENDA_KEEP_VISITORS_DAYS", default_value_t = limits::KEEP_VISITORS_DAYS)]
    pub keep_visitors_days: u32,
}

impl Settings {
    /// Returns the `Strict-Transport-Security` header; `None` if browsers reach the server without
    /// https.
    ///
    /// The header applies to a host and not to a port. Other services of the host may have no
    /// https, so by default it is sent only if the public URL has no port. With a port, the header
    /// has a lifetime of 0, so that browsers discard an earlier one.
    pub fn strict_transport(&self) -> Option<&'static str> {
        let url = self.public_url.as_ref().filter(|url| url.is_https())?;
        if self.hsts || url.has_usual_port() {
            Some("max-age=31536000")
        } else {
            Some("max-age=0")
        }
    }

    /// Returns the addresses that notifications may be sent to.
    pub fn reach(&self) -> Reach {
        if self.allow_private_addresses {
            Reach::Anything
        } else {
            Reach::Public
        }
    }

    /// Returns this process as a member of the servers that share its database. The others reach it
    /// at that address until `shutdown` is cancelled.
    pub fn member(&self, address: &str, shutdown: &CancellationToken) -> Member {
        let name = self.node.as_deref().unwrap_or(Member::NAME);
        Member {
            name: name.to_owned(),
            address: address.to_owned(),
            times: self.lease_times,
            shutdown: shutdown.clone(),
        }
    }
}

/// Parses a number from 1 on.
fn at_least_one(text: &str) -> Result<usize, String> {
    let number: NonZeroUsize = text
        .parse()
        .map_err(|_| "expected a number from 1".to_owned())?;
    Ok(number.get())
}

/// Validates the name of a server, which may appear in logs and in addresses.
fn node_name(name: &str) -> Result<String, &'static str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if (1..=limits::NODE_NAME).contains(&name.len()) && name.chars().all(is_plain) {
        Ok(name.to_owned())
    } else {
        Err("a name of a server has 1 to 63 letters, digits, hyphens, underscores and dots")
    }
}

/// Validates the address at which other servers reach this one.
fn node_address(address: &str) -> Result<String, &'static str> {
    let is_plain = |c: char| c.is_ascii_graphic();
    let port = address
        .rsplit_once(':')
        .and_then(|(host, port)| (!host.is_empty()).then(|| port.parse::<u16>().ok())?);
    if port.is_some_and(|port| port > 0)
        && address.len() <= limits::NODE_ADDRESS
        && address.chars().all(is_plain)
    {
        Ok(address.to_owned())
    } else {
        Err("expected a host and a port, such as senda-a.internal:7000")
    }
}

/// The format of the log.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people to read.
    Text,
    /// One JSON object per line.
    Json,
}

/// The scheme, host and port of the server as browsers see it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PublicUrl {
    scheme: String,
    authority: String,
}

/// The error for text that is not the address of a server.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "expected http:// or https:// with a host and nothing after it, such as https://senda.example"
)]
pub struct BadPublicUrl;

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<Self, BadPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| BadPublicUrl)?;
        let scheme = uri
            .scheme_str()
            .filter(|scheme| matches!(*scheme, "http" | "https"));
        let (Some(scheme), Some(authority)) = (scheme, uri.authority()) else {
            return Err(BadPublicUrl);
        };
        if !matches!(uri.path(), "" | "/")
            || uri.query().is_some()
            || authority.as_str().contains('@')
        {
            return Err(BadPublicUrl);
        }
        Ok(Self {
            scheme: scheme.to_owned(),
            authority: without_usual_port(scheme, authority),
        })
    }
}

impl PublicUrl {
    /// Returns whether browsers reach the server over TLS.
    pub fn is_https(&self) -> bool {
        self.scheme == "https"
    }

    /// Returns whether the URL has no port, so that browsers can reach other services of the host
    /// only on other ports.
    pub fn has_usual_port(&self) -> bool {
        self.authority
            .parse::<Authority>()
            .is_ok_and(|authority| authority.port().is_none())
    }

    /// Returns the scheme, `http` or `https`.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// Returns the host and port, without the port if it is the scheme's default.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// Returns whether this address has the same host and port as the public URL.
    pub fn is_at(&self, authority: &Authority) -> bool {
        without_usual_port(&self.scheme, authority) == self.authority
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.authority)
    }
}

/// Returns the host and port of an address in lower case, without the port if it is the scheme's
/// default.
pub fn without_usual_port(scheme: &str, authority: &Authority) -> String {
    let usual = if scheme == "https" { ":443" } else { ":80" };
    let authority = authority.as_str().to_ascii_lowercase();
    let short = authority.strip_suffix(usual);
    short.unwrap_or(&authority).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_a_scheme_and_a_host() {
        let url: PublicUrl = "https://Senda.Example:443/".parse().unwrap();
        assert_eq!(
            (url.scheme(), url.authority(), url.is_https()),
            ("https", "senda.example", true)
        );
        let url: PublicUrl = "http://10.0.0.1:8080".parse().unwrap();
        assert_eq!(
            (url.scheme(), url.authority(), url.is_https()),
            ("http", "10.0.0.1:8080", false)
        );
        for bad in [
            "",
            "senda.example",
            "ftp://senda.example",
            "https://senda.example/here",
            "https://a@b",
        ] {
            assert_eq!(bad.parse::<PublicUrl>(), Err(BadPublicUrl), "{bad}");
        }
    }

    #[test]
    fn a_node_has_a_plain_name_and_a_database_to_share() {
        let longest = "a".repeat(limits::NODE_NAME);
        for good in ["a", "node-1.example_2", &longest] {
            assert_eq!(node_name(good).as_deref(), Ok(good));
        }
        for bad in ["", "two words", "über", "a\nb", &format!("{longest}a")] {
            assert!(node_name(bad).is_err(), "{bad}");
        }
        let parsed = |more: &[&str]| {
            let line = [&["senda", "--node", "a"], more].concat();
            CommandLine::try_parse_from(line).map(|line| line.settings.node)
        };
        let shared = parsed(&["--database", "postgres://senda@127.0.0.1/senda"]);
        assert_eq!(shared.unwrap().as_deref(), Some("a"));
        assert!(
            parsed(&[]).is_err(),
            "a folder is nobody's but its server's"
        );
    }

    #[test]
    fn a_server_is_reached_at_a_host_and_a_port() {
        for good in ["senda-a:7000", "10.0.0.1:7000", "[::1]:7000"] {
            assert_eq!(node_address(good).as_deref(), Ok(good));
        }
        let long = format!("{}:7000", "a".repeat(limits::NODE_ADDRESS));
        for bad in ["", "senda-a", ":7000", "a b:7000", "a:0", "a:b", &long] {
            assert!(node_address(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        CommandLine::command().debug_assert();
    }
}
