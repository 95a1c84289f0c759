//! The processes of a cluster under faults: a server and a standby of the database, each behind
//! proxies.

use anyhow::{Result, bail};

use super::options::{Chaos, Standby};
use crate::{
    postgres::Postgres,
    programs::{ONE_MACHINE, Process, Recipe, free_address},
    proxy::Line,
};

/// The name of the servers' database.
pub(super) const NAME: &str = "chaos";
/// The key that links the servers. It protects nothing, so it is no secret.
const KEY: &str = "only for runs of faults on one machine";

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
        let program = match &chaos.program {
            Some(program) => program.clone(),
            None => std::env::current_exe()?.with_file_name("senda"),
        };
        let name = format!("node-{number}");
        let address = free_address()?;
        let folder = format!("senda-chaos-{}-{}", std::process::id(), address.port());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder)?;
        let database = Line::to(postgres.address()).await?;
        let listen = free_address()?;
        let link = Line::to(listen).await?;
        let mut limits = ONE_MACHINE.map(str::to_owned).to_vec();
        for (option, value) in [
            ("--node", name.clone()),
            ("--cluster-listen", listen.to_string()),
            ("--cluster-address", link.address().to_string()),
            ("--cluster-key", KEY.to_owned()),
            // The rooms of this run have few spectators, and the replicas are to be tested too.
            ("--follow-from", "1".to_owned()),
        ] {
            limits.extend([option.to_owned(), value]);
        }
        let recipe = Recipe {
            program,
            data: folder.join("data"),
            database: Some(postgres.url_by(database.address(), NAME)),
            address,
            mutant: chaos.mutant.clone(),
            limits,
            files: None,
        };
        recipe.order("")?;
        let mut process = recipe.start()?;
        if let Err(status) = process.answer().await {
            bail!(
                "{name} does not begin: {status:?}; see {}",
                recipe.log().display()
            );
        }
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
