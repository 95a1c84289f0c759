//! What the rules of Section X do.

mod case;
mod components;
mod conformance;
mod game;
mod laws;
mod secrets;
mod shuffle;
mod size;
