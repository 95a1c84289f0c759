//! The tests of Tsuro's rules.

mod case;
mod contract;
mod counts;
mod game;
mod laws;
mod opening;
mod options;
mod position;
mod secrets;
mod strands;
mod walking;
