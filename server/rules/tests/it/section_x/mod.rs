//! What the rules of Section X do.

mod components;
mod game;
mod shuffle;
mod size;
