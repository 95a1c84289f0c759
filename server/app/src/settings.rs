//! The server's settings. The doc comments of the fields are the text of `--help`.

mod admin;
mod cluster;
mod command_line;
mod config_file;
mod create;
mod in_force;
mod interval;
mod listen;
mod option;
mod pace;
mod parse;
pub mod proxies;
mod public_url;
mod site;
mod tls;

use std::{
    fs,
    net::SocketAddr,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use clap::{ArgAction, Args, ValueEnum};
use senda_push::{HostPattern, Patience, Reach};
use senda_store::DatabaseUrl;

use self::parse::{at_least_one, days, on_or_off};
pub use self::{
    admin::{
        AdminAction, AdminCommand, AdminSettings, AdminSocket, AdminToken, BadAdminToken, BadDelay,
        Delay,
    },
    cluster::{BadKey, ClusterKey, ClusterSettings},
    command_line::{Command, CommandLine, RatingsCommand, unknown_variables},
    create::{Create, CreateCode},
    in_force::{SettingInForce, Source},
    interval::{BadInterval, Interval},
    listen::{BadListen, Listen},
    pace::Pace,
    proxies::{ClientHeader, TrustedProxies},
    public_url::{BadPublicUrl, PathPrefix, PublicUrl, listed, without_usual_port},
    site::{
        BadSecurityContact, Color, FrameOrigin, NoColor, NoFrameOrigin, NoSiteName, NoWebLink,
        SecurityContact, SiteName, SiteSettings, WebLink,
    },
    tls::TlsSettings,
};
use crate::limits;

/// The settings. Each is an option, an environment variable, and a key of the configuration file;
/// the option wins over the variable, and both over the file.
#[derive(Clone, Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub struct Settings {
    /// Configuration file in TOML with any of these settings under the names of their options, such
    /// as `public-url = "https://senda.example"`. Options and environment variables win over it.
    #[arg(long, env = "SENDA_CONFIG", value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,

    /// Address and port to listen on, or a Unix socket for a proxy on the same machine, such as
    /// `unix:/run/senda/senda.sock`. A socket that systemd passes on is used instead.
    #[arg(
        long,
        env = "SENDA_LISTEN",
        default_value = "127.0.0.1:8080",
        global = true
    )]
    pub listen: Listen,

    /// Https without a proxy.
    #[command(flatten)]
    pub tls: TlsSettings,

    /// Folder of the database; created if it doesn't exist. Not used with PostgreSQL.
    #[arg(long, env = "SENDA_DATA", default_value = "./data", global = true)]
    pub data: PathBuf,

    /// Use a data folder on a network drive (NFS or SMB) all the same. SQLite can lose data there.
    #[arg(long, env = "SENDA_ALLOW_NETWORK_FOLDER", value_parser = on_or_off)]
    pub allow_network_folder: bool,

    /// PostgreSQL database to keep everything in, instead of the data folder:
    /// `postgres://USER:PASSWORD@HOST/NAME`. Others on the machine can read it on the command line,
    /// but not in the environment.
    #[arg(
        long,
        env = "SENDA_DATABASE",
        value_name = "URL",
        hide_env_values = true,
        group = "shared",
        global = true
    )]
    pub database: Option<DatabaseUrl>,

    /// File that contains the URL of the PostgreSQL database.
    #[arg(
        long,
        env = "SENDA_DATABASE_FILE",
        value_name = "FILE",
        group = "shared",
        global = true
    )]
    pub database_file: Option<PathBuf>,

    /// The part of this server among several.
    #[command(flatten)]
    pub cluster: ClusterSettings,

    /// Address at which browsers reach the server, if it is behind a proxy, such as
    /// `https://senda.example` or `https://example.org/senda/`. Requests for other hosts and from
    /// pages of other origins are then rejected; with https, browsers are instructed to use nothing
    /// else, unless there is a path. Several addresses are separated by commas; the first one is in
    /// messages to other services.
    #[arg(
        long,
        env = "SENDA_PUBLIC_URL",
        value_name = "URL",
        value_delimiter = ','
    )]
    pub public_url: Vec<PublicUrl>,

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

    /// Header in which the outermost trusted proxy alone reports the address of the client, such as
    /// CF-Connecting-IP for Cloudflare. Requests without it count by X-Forwarded-For. Only if no
    /// client can get around that proxy and send the header itself.
    #[arg(long, env = "SENDA_CLIENT_HEADER", value_name = "NAME")]
    pub client_header: Option<ClientHeader>,

    /// Instruct browsers for a year to use nothing but https for the host of the public URL, also
    /// on other ports. By default that is done if the public URL is https without a port and a
    /// path.
    #[arg(long, env = "SENDA_HSTS", value_parser = on_or_off)]
    pub hsts: bool,

    /// Also send notifications to private addresses and without encryption, for a push service on
    /// your own network. Any player can then make this server send requests there.
    #[arg(long, env = "SENDA_ALLOW_PRIVATE_ADDRESSES", value_parser = on_or_off)]
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

    /// Address and port on which this server offers figures to Prometheus, at `/metrics`. Off by
    /// default; they contain no personal data.
    #[arg(long, env = "SENDA_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<Listen>,

    /// The operator's own way into the server.
    #[command(flatten)]
    pub admin: AdminSettings,

    /// Log each request with the address of the client, for programs such as fail2ban. These lines
    /// are personal data.
    #[arg(long, env = "SENDA_ACCESS_LOG", value_parser = on_or_off)]
    pub access_log: bool,

    /// Sockets open at once.
    #[arg(long, env = "SENDA_SOCKETS", default_value_t = limits::SOCKETS,
          value_parser = at_least_one::<u32>)]
    pub sockets: u32,

    /// Sockets open at once from one client address.
    #[arg(long, env = "SENDA_SOCKETS_EACH", default_value_t = limits::SOCKETS_EACH,
          value_parser = at_least_one::<u32>)]
    pub sockets_each: u32,

    /// People who may open rooms. Guests with the link of a room are always welcome.
    #[arg(long, env = "SENDA_CREATE", value_enum, default_value_t)]
    pub create: Create,

    /// Code that people enter once before they open their first room, with `--create code`: at
    /// least 6 characters.
    #[arg(
        long,
        env = "SENDA_CREATE_CODE",
        value_name = "CODE",
        hide_env_values = true,
        conflicts_with = "create_code_file"
    )]
    pub create_code: Option<CreateCode>,

    /// File that contains the code for opening rooms.
    #[arg(long, env = "SENDA_CREATE_CODE_FILE", value_name = "FILE")]
    pub create_code_file: Option<PathBuf>,

    /// List the public rooms on the front page, and their latest finished games at `/games/latest`.
    /// Without the lists, rooms and games are found by their links alone.
    #[arg(
        long,
        env = "SENDA_PUBLIC_LOBBY",
        value_name = "on|off",
        action = ArgAction::Set,
        default_value = "on",
        value_parser = on_or_off
    )]
    pub public_lobby: bool,

    /// Folder with books of puzzles that take the place of the shipped ones: `GAME.jsonl.br` as
    /// `senda puzzles` writes it, where GAME is the word of the game in addresses.
    #[arg(long, env = "SENDA_PUZZLES", value_name = "FOLDER")]
    pub puzzles: Option<PathBuf>,

    /// The site as its visitors see it.
    #[command(flatten)]
    pub site: SiteSettings,

    /// Rooms created from one client address in an hour.
    #[arg(long, env = "SENDA_ROOMS_PER_HOUR", default_value_t = limits::ROOMS_CREATED_PER_HOUR,
          value_parser = at_least_one::<u32>)]
    pub rooms_per_hour: u32,

    /// Sessions created from one client address in an hour.
    #[arg(long, env = "SENDA_SESSIONS_PER_HOUR", default_value_t = limits::SESSIONS_PER_HOUR,
          value_parser = at_least_one::<u32>)]
    pub sessions_per_hour: u32,

    /// Commands in rooms from one client address in an hour; their effects are stored.
    #[arg(long, env = "SENDA_COMMANDS_PER_HOUR", default_value_t = limits::COMMANDS_PER_HOUR,
          value_parser = at_least_one::<u32>)]
    pub commands_per_hour: u32,

    /// Messages from one socket in a second, and three times as many in a burst; only a load test
    /// needs more.
    #[arg(long, env = "SENDA_MESSAGES_PER_SECOND", default_value_t = limits::MESSAGES_PER_SECOND,
          value_parser = at_least_one::<u32>)]
    pub messages_per_second: u32,

    /// Rooms in memory at once.
    #[arg(long, env = "SENDA_ROOMS", default_value_t = limits::ROOMS, value_parser = at_least_one::<usize>)]
    pub rooms: usize,

    /// Threads on which bots think, in addition to those that serve players; by default half as
    /// many as there are processors.
    #[arg(long, env = "SENDA_BOT_THREADS", value_parser = at_least_one::<NonZeroUsize>)]
    pub bot_threads: Option<NonZeroUsize>,

    /// Shortest and longest time in milliseconds that a bot takes for a decision in a game with
    /// people.
    #[arg(long, env = "SENDA_BOT_PACE", default_value = "600-1500")]
    pub bot_pace: Pace,

    /// Days to keep a room with a finished or running game, counted from its last activity; 0 for
    /// ever.
    #[arg(long, env = "SENDA_KEEP_FINISHED_DAYS", default_value_t = limits::KEEP_FINISHED_DAYS, value_parser = days)]
    pub keep_finished_days: u32,

    /// Days to keep any other room; 0 for ever.
    #[arg(long, env = "SENDA_KEEP_DESERTED_DAYS", default_value_t = limits::KEEP_DESERTED_DAYS, value_parser = days)]
    pub keep_deserted_days: u32,

    /// Days to remember a player who has no seat in any room, counted from their last visit; 0 for
    /// ever.
    #[arg(long, env = "SENDA_KEEP_VISITORS_DAYS", default_value_t = limits::KEEP_VISITORS_DAYS, value_parser = days)]
    pub keep_visitors_days: u32,

    /// Hours or days between two backups of the data folder's database, such as `12h` or `1d`. The
    /// newest ones are kept. Not with PostgreSQL.
    #[arg(
        long,
        env = "SENDA_BACKUP_EVERY",
        value_name = "INTERVAL",
        conflicts_with = "shared"
    )]
    pub backup_every: Option<Interval>,

    /// Number of those backups to keep.
    #[arg(
        long,
        env = "SENDA_BACKUP_KEEP",
        value_name = "COUNT",
        default_value_t = limits::BACKUPS_KEPT,
        value_parser = at_least_one::<usize>
    )]
    pub backup_keep: usize,

    /// Folder of those backups; created if it doesn't exist. By default `backups` in the data
    /// folder, which a lost disk takes along.
    #[arg(long, env = "SENDA_BACKUP_FOLDER", value_name = "FOLDER")]
    pub backup_folder: Option<PathBuf>,
}

impl Settings {
    /// Checks whether the settings fit together, and reads the secrets that are kept in files of
    /// their own.
    ///
    /// # Errors
    /// Returns a sentence if settings contradict each other, if a file can't be read, or if a
    /// secret is invalid or missing.
    fn complete(&mut self) -> Result<(), String> {
        public_url::check(&self.public_url).map_err(|error| error.to_string())?;
        if self.client_header.is_some() && !self.trust_proxy.is_any() {
            return Err("--client-header has an effect only with --trust-proxy".to_owned());
        }
        if self.tls.is_on() && matches!(self.listen, Listen::Unix(_)) {
            return Err(
                "--tls-certificate has an effect only with --listen ADDRESS:PORT: what connects to a Unix socket is \
                 on this machine"
                    .to_owned(),
            );
        }
        let read = |file: &Path, what: &str| {
            let text = fs::read_to_string(file);
            text.map_err(|error| format!("the file of {what} can't be read: {error}"))
        };
        if let Some(file) = &self.database_file {
            let url = read(file, "the database's URL")?;
            self.database = Some(url.trim().to_owned().into());
        }
        if let Some(file) = &self.cluster.key_file {
            let key = read(file, "the key")?.parse();
            self.cluster.key = Some(key.map_err(|error: BadKey| error.to_string())?);
        }
        if let Some(file) = &self.create_code_file {
            let code = CreateCode::of_file(file).map_err(|error| error.to_string())?;
            self.create_code = Some(code);
        }
        if let Some(file) = &self.admin.token_file {
            let token = AdminToken::of_file(file).map_err(|error| error.to_string())?;
            self.admin.token = Some(token);
        }
        match (self.create, &self.create_code) {
            (Create::Code, None) => {
                Err("--create code needs the code: --create-code or --create-code-file".to_owned())
            }
            (Create::Anyone | Create::Nobody, Some(_)) => {
                Err("--create-code has an effect only with --create code".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Returns the path of the operator's socket, if there is one.
    pub fn admin_socket(&self) -> Option<PathBuf> {
        match &self.admin.socket {
            Some(AdminSocket::Off) => None,
            Some(AdminSocket::At(path)) => Some(path.clone()),
            // Without SQLite there may be no data folder.
            None => (self.database.is_none()).then(|| self.data.join("admin.sock")),
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
}

/// The format of the log.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people to read.
    Text,
    /// One JSON object per line.
    Json,
}
