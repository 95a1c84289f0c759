//! The tests of Section X's rules.

mod case;
mod components;
mod contract;
mod counts;
mod game;
mod greedy;
mod laws;
mod position;
mod secrets;
mod shuffle;
mod size;
