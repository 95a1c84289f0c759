//! A cluster for measurements: one server or several linked ones, with a PostgreSQL of their own.

use std::{
    env, fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, anyhow, ensure};

use super::{
    postgres::Postgres,
    server::{Process, Recipe, free_address},
};
use crate::{swarm::Server, usage::Usage};

/// The name of the servers' database.
const NAME: &str = "measured";
/// The key that links the servers. It protects nothing, so it is no secret.
const KEY: &str = "only for measuring servers on one machine";

/// One server or several over one database.
#[derive(Debug)]
pub(crate) struct Cluster {
    pub servers: Vec<Server>,
    processes: Vec<Process>,
    postgres: Postgres,
    folder: PathBuf,
}

impl Cluster {
    /// Starts that number of servers with these options.
    ///
    /// # Errors
    /// Returns an error if a program is missing, or if a server does not answer.
    pub async fn start(program: &Path, count: usize, options: &[String]) -> Result<Self> {
        let name = program.display();
        ensure!(program.exists(), "there is no {name}: build it first");
        let postgres = Postgres::start(&[])?;
        postgres.create(NAME).await?;
        let folder = env::temp_dir().join(format!("senda-cluster-{}", std::process::id()));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let mut cluster = Self {
            servers: Vec::new(),
            processes: Vec::new(),
            postgres,
            folder,
        };
        for number in 0..count {
            let linked = count > 1;
            cluster.add(program, number, linked, options).await?;
        }
        Ok(cluster)
    }

    async fn add(
        &mut self,
        program: &Path,
        number: usize,
        linked: bool,
        options: &[String],
    ) -> Result<()> {
        let folder = self.folder.join(number.to_string());
        fs::create_dir_all(&folder)?;
        let address = free_address()?;
        let mut limits = options.to_vec();
        if linked {
            for (option, value) in [
                ("--node", format!("node-{number}")),
                ("--cluster-listen", free_address()?.to_string()),
                ("--cluster-key", KEY.to_owned()),
            ] {
                limits.extend([option.to_owned(), value]);
            }
        }
        let recipe = Recipe {
            program: program.to_path_buf(),
            data: folder.join("data"),
            database: Some(self.postgres.url(NAME)),
            address,
            mutant: None,
            limits,
            files: None,
        };
        let mut process = recipe.start()?;
        let answer = process.answer().await;
        answer.map_err(|ended| anyhow!("a server does not answer: {ended:?}"))?;
        self.servers.push(Server(address));
        self.processes.push(process);
        Ok(())
    }

    /// Returns the processor time that each server has used.
    pub fn used(&self) -> Result<Vec<Duration>> {
        let ids = self.processes.iter().map(Process::id);
        ids.map(|id| Ok(Usage::of(id.context("a process that runs")?)?.cpu))
            .collect()
    }

    /// Returns the processor time that the database has used.
    pub fn used_by_database(&self) -> Result<Duration> {
        let id = self.postgres.id().context("a database that runs")?;
        Ok(Usage::of_family(id)?)
    }

    /// Stops the servers, and deletes their folders.
    ///
    /// # Errors
    /// Returns an error if a server can't be stopped.
    pub async fn end(mut self) -> Result<()> {
        for process in &mut self.processes {
            process.kill().await?;
        }
        Ok(fs::remove_dir_all(&self.folder)?)
    }
}
