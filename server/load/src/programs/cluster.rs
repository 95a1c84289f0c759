//! The servers of a measurement: a single one with SQLite, or one or several linked ones with a
//! PostgreSQL of their own.

use std::{path::Path, time::Duration};

use anyhow::{Context, Result};

use super::{
    postgres::Postgres,
    server::{Recipe, RunningServer, free_address, linked},
};
use crate::usage::Usage;

/// The name of the servers' database.
const NAME: &str = "measured";

/// One server or several over one database.
#[derive(Debug)]
pub(crate) struct Cluster {
    pub servers: Vec<RunningServer>,
    /// The database, if it is a process of its own.
    postgres: Option<Postgres>,
}

impl Cluster {
    /// Starts a single server without a PostgreSQL.
    ///
    /// # Errors
    /// Returns an error if the server does not answer.
    pub async fn alone(recipe: Recipe) -> Result<Self> {
        let servers = vec![RunningServer::start(recipe).await?];
        let postgres = None;
        Ok(Self { servers, postgres })
    }

    /// Starts that number of servers with these options.
    ///
    /// # Errors
    /// Returns an error if a program is missing, or if a server does not answer.
    pub async fn start(program: Option<&Path>, count: usize, options: &str) -> Result<Self> {
        let postgres = Postgres::start(&[])?;
        postgres.create(NAME).await?;
        let mut servers = Vec::new();
        for number in 0..count {
            let options = match count {
                1 => options.to_owned(),
                _ => linked(options, &format!("node-{number}"), free_address()?),
            };
            let mut recipe = Recipe::new("cluster", program, options)?;
            recipe.database = Some(postgres.url(NAME));
            servers.push(RunningServer::start(recipe).await?);
        }
        let postgres = Some(postgres);
        Ok(Self { servers, postgres })
    }

    /// Returns the processor time that each server has used.
    pub fn used(&self) -> Result<Vec<Duration>> {
        let used = self.servers.iter().map(|server| server.process.usage());
        used.map(|used| Ok(used?.cpu)).collect()
    }

    /// Returns the processor time that the database has used, if it is a process.
    pub fn used_by_database(&self) -> Result<Duration> {
        let Some(postgres) = &self.postgres else {
            return Ok(Duration::ZERO);
        };
        let id = postgres.id().context("a database that runs")?;
        Ok(Usage::of_family(id)?)
    }

    /// Stops the servers, and deletes their folders.
    ///
    /// # Errors
    /// Returns an error if a server can't be stopped.
    pub async fn end(self) -> Result<()> {
        for server in self.servers {
            server.end().await?;
        }
        Ok(())
    }
}
