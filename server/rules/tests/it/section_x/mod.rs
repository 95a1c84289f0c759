//! What the rules of Section X do.

mod game;
mod size;
