//! The server under everything that can happen to a process: kills at any moment and at chosen
//! points, pauses, a bad network, a bad disk, a wrong clock. Meanwhile a swarm plays, and holds each
//! life of the server to what the lives before it have said.

mod faults;
mod figures;
mod look;
mod nodes;
mod options;
mod plan;
mod process;
mod run;

pub(crate) use self::process::{ONE_MACHINE, Process, Recipe, free_address};
pub use self::{
    figures::Figures,
    options::{Chaos, Database},
    plan::{Disk, End, Life, Plan, Trouble},
    run::run,
};
