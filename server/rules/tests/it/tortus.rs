//! The tests of Tortus's rules.

mod case;
mod components;
mod contract;
mod counts;
mod game;
mod greedy;
mod laws;
mod position;
mod secrets;
