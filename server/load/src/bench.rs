//! Benchmarks of the server: rooms at full speed on Senda, and alternately on the relay, the
//! minimal server for the same job.
//!
//! The simulated players decide at once and check nothing, so that this program leaves the machine
//! to the server.

mod bytes;
mod figures;
mod memory;
mod nodes;
mod options;
mod page;
mod people;
mod relay;
mod restart;
mod room;
mod run;
mod senda;
mod stage;
mod window;

pub use self::{
    bytes::{Bytes, Viewer},
    figures::{Figures, Memory, Restart, Sizes, Speed},
    nodes::{Moves, moves},
    options::{Bench, Part, Subject},
    run::run,
};
