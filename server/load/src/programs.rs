//! Runs the programs that a measurement needs: the server, PostgreSQL, and a cluster of both.

mod cluster;
pub mod postgres;
mod server;

pub(crate) use self::{
    cluster::Cluster,
    server::{HANG, ONE_MACHINE, Process, Recipe, RunningServer, free_address, linked, panics},
};
