//! What the rules of Tortus do.

mod case;
mod components;
mod conformance;
mod counts;
mod game;
mod laws;
mod position;

mod secrets;
