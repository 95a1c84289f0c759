//! Runs the server under all failures that can happen to a process: kills at random moments and at
//! chosen points, pauses, a bad network, a bad disk and a wrong clock. Meanwhile a swarm plays, and
//! checks each life of the server against the messages of the lives before it.

mod faults;
mod figures;
mod look;
mod node;
mod nodes;
mod options;
mod plan;
mod run;
mod trial;

use anyhow::Result;

pub use self::{
    figures::Figures,
    options::{Chaos, Database, Only, Standby},
    plan::{Disk, End, Life, Plan, Trouble},
};

/// Runs the plan. Violations are in the figures.
///
/// # Errors
/// Returns an error if the run could not be carried out as planned.
pub async fn run(chaos: &Chaos) -> Result<Figures> {
    if chaos.nodes > 1 {
        nodes::run(chaos).await
    } else {
        run::run(chaos).await
    }
}
