//! Tests of the guarantees of the bots, in games that they play against each other.

mod arena;
mod choosing;
mod games;
mod judging;
mod reasons;
mod section_x;
mod solving;
mod tsuro;
