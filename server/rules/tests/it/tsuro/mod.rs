//! What the rules of Tsuro do.

mod case;
mod conformance;
mod counts;
mod game;
mod laws;
mod opening;
mod options;
mod position;
mod secrets;
mod strands;
mod walking;
