//! The server under everything that can happen to a process: kills at any moment and at chosen
//! points, pauses, a bad network, a bad disk, a wrong clock. Meanwhile a swarm plays, and holds each
//! life of the server to what the lives before it have said.

mod crowd;
mod faults;
mod figures;
mod look;
mod nodes;
mod options;
mod plan;
mod process;
mod run;

use anyhow::Result;

pub(crate) use self::process::{ONE_MACHINE, Process, Recipe, free_address};
pub use self::{
    figures::Figures,
    options::{Chaos, Database, Only, Standby},
    plan::{Disk, End, Life, Plan, Trouble},
};

/// Runs; what was wrong is in the figures.
///
/// # Errors
/// It could not be run as planned.
pub async fn run(chaos: &Chaos) -> Result<Figures> {
    if chaos.nodes > 1 {
        nodes::run(chaos).await
    } else {
        run::run(chaos).await
    }
}
