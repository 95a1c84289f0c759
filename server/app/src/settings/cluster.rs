//! Settings of a server that shares its database with others.

mod key;
mod node;

use std::{net::SocketAddr, path::PathBuf};

use clap::Args;
use senda_store::{LeaseTimes, Member};
use tokio_util::sync::CancellationToken;

pub use self::key::{BadKey, ClusterKey};
use super::parse::{at_least_one, socket_address};
use crate::limits;

/// Settings of a server that shares its database with others.
#[derive(Clone, Debug, Args)]
pub struct ClusterSettings {
    /// Unique name of this server among those that share a PostgreSQL database. A server that
    /// starts under a name replaces the one that had it.
    #[arg(
        long,
        env = "SENDA_NODE",
        value_name = "NAME",
        value_parser = node::name,
        requires = "shared"
    )]
    pub node: Option<String>,

    /// Address and port on which this server listens for the others that share its database. With
    /// it, any server can take any connection, whichever server has the room. Encrypted with the
    /// shared key.
    #[arg(
        id = "cluster_listen",
        long = "cluster-listen",
        env = "SENDA_CLUSTER_LISTEN",
        value_name = "ADDRESS",
        value_parser = socket_address,
        requires = "node"
    )]
    pub listen: Option<SocketAddr>,

    /// Host and port at which the other servers reach this one, if different from the address that
    /// it listens on.
    #[arg(
        id = "cluster_address",
        long = "cluster-address",
        env = "SENDA_CLUSTER_ADDRESS",
        value_name = "HOST:PORT",
        value_parser = node::address,
        requires = "cluster_listen"
    )]
    pub address: Option<String>,

    /// Number of connections to a room of another server that makes this server keep a replica of
    /// the room: spectators who come later are served here and cost the other server nothing each.
    /// For fewer, forwarding is less work.
    #[arg(
        long,
        env = "SENDA_FOLLOW_FROM",
        value_name = "COUNT",
        default_value_t = limits::FOLLOW_FROM,
        value_parser = at_least_one::<usize>
    )]
    pub follow_from: usize,

    /// Secret key that all servers of the database share: at least 32 characters, such as the
    /// output of `openssl rand -hex 32`. Others on the machine can read it on the command line, but
    /// not in the environment.
    #[arg(
        id = "cluster_key",
        long = "cluster-key",
        env = "SENDA_CLUSTER_KEY",
        value_name = "KEY",
        hide_env_values = true,
        conflicts_with = "cluster_key_file"
    )]
    pub key: Option<ClusterKey>,

    /// File that contains the shared key.
    #[arg(
        id = "cluster_key_file",
        long = "cluster-key-file",
        env = "SENDA_CLUSTER_KEY_FILE",
        value_name = "FILE"
    )]
    pub key_file: Option<PathBuf>,

    /// The times of the leases of servers that share a database; not a setting for operators.
    #[arg(skip)]
    pub lease_times: LeaseTimes,
}

impl ClusterSettings {
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
