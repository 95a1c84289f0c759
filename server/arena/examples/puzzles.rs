//! Makes puzzles, as `senda puzzles` does, without the server.

use clap::Parser;
use senda_arena::{Puzzles, make_puzzles};

fn main() -> anyhow::Result<()> {
    make_puzzles(&Puzzles::parse())
}
