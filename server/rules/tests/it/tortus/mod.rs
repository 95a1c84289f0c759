//! What the rules of Tortus do.

mod case;
mod components;
mod conformance;
mod counts;
mod game;
mod greedy;
mod laws;
mod position;
mod secrets;
