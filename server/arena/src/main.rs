//! The arena as a program of its own: it does the same as `senda arena`, without the server.

use clap::Parser;
use senda_arena::Arena;

fn main() -> anyhow::Result<()> {
    senda_arena::run(&Arena::parse())
}
