//! The processes of a cluster under faults: a server and a standby of the database, each behind
//! proxies.

use anyhow::Result;

use super::options::{Chaos, Standby};
use crate::{
    postgres::Postgres,
    programs::{ONE_MACHINE, Process, Recipe, RunningServer, free_address, linked},
    proxy::Line,
};

/// The name of the servers' database.
pub(super) const NAME: &str = "chaos";

/// One server of the cluster, with its proxies.
pub(super) struct Node {
    pub name: String,
    pub recipe: Recipe,
    pub process: Process,
    /// The proxy between the server and the database.
    pub database: Line,
    /// The proxy through which the other servers connect to this server.
    pub link: Line,
}

/// The standby of the database.
pub(super) struct ReplicatingStandby {
    pub kind: Standby,
    pub postgres: Postgres,
    /// The proxy between the standby and its primary.
    pub line: Line,
}

impl Node {
    /// Starts the server with that number, and waits until it answers.
    pub async fn begin(chaos: &Chaos, number: u8, postgres: &Postgres) -> Result<Self> {
        let name = format!("node-{number}");
        let database = Line::to(postgres.address()).await?;
        let listen = free_address()?;
        let link = Line::to(listen).await?;
        let limits = linked(ONE_MACHINE, &name, listen);
        let address = link.address();
        // The rooms of this run have few spectators, and the replicas are to be tested too.
        let limits = format!("{limits} --cluster-address {address} --follow-from 1");
        let mut recipe = Recipe::new("chaos", chaos.program.as_deref(), limits)?;
        recipe.database = Some(postgres.url_by(database.address(), NAME));
        recipe.mutant.clone_from(&chaos.mutant);
        recipe.order("")?;
        let RunningServer { recipe, process } = RunningServer::start(recipe).await?;
        Ok(Self {
            name,
            recipe,
            process,
            database,
            link,
        })
    }
}

impl ReplicatingStandby {
    /// Starts a standby of that database. A synchronous standby delays commits from here on.
    pub async fn begin(kind: Standby, followed: &Postgres) -> Result<Self> {
        let line = Line::to(followed.address()).await?;
        let way = line.address();
        let postgres = tokio::task::block_in_place(|| Postgres::follow(way))?;
        if kind == Standby::Synchronous {
            followed.wait_for_standby().await?;
        }
        Ok(Self {
            kind,
            postgres,
            line,
        })
    }
}
