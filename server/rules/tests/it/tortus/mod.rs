//! What the rules of Tortus do.

mod case;
mod components;
mod contract;
mod counts;
mod game;
mod greedy;
mod laws;
mod position;
mod secrets;
