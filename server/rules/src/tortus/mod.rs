//! Tortus: two players push each other's pawns into holes, by what the tiles under the pawns say.
//!
//! The rules are those of the manual of the Tabletopia edition (Portuguese); its sections are named in
//! brackets. Its pictures are lost, and where it is silent a decision of ours is marked **\[R\]**. What it
//! doesn't say of the components is in [`COMPONENTS`] alone.
//!
//! The module has the whole game: preparation with exchange and placement, the four actions and the three of
//! a player with one pawn (Pindaíba), flow, captures, holes, stars and the pit, the penalty for opening a wrong
//! tile (an option), and draws.

mod action;
mod apply;
mod board;
mod cards;
mod components;
mod decision;
mod determinize;
mod event;
mod fatal;
mod game;
mod landing;
mod legal;
mod lessons;
mod notation;
mod options;
mod position;
mod redact;
mod repeats;
mod rulebook;
mod sound;
mod squares;
mod state;
mod tile;
mod turn;
mod view;

pub use self::{
    action::{Action, Illegal},
    board::Pawn,
    components::{BadComponents, COMPONENTS, Components},
    event::{By, Card, Dealt, End, Event},
    fatal::SquareSet,
    landing::LANDINGS,
    lessons::LESSONS,
    options::Options,
    rulebook::{Values, rulebooks},
    squares::{Side, neighbours, squares},
    state::{Held, Phase, State, Step},
    tile::Tile,
    turn::{REPEATS, TURNS},
    view::{Choices, Field, HandTile, Meets, Moves, Private, Target, Turns, View},
};

/// The name on the box.
pub const NAME: &str = "Tortus";
/// The version of these rules:
/// 1. as they were first played;
/// 2. an offer of a draw stands through the turn of the other, who can decline it.
pub const RULES: u16 = 2;
/// The oldest version whose events mean the same today.
pub const OLDEST_RULES: u16 = 1;

/// The fewest who can play: the manual knows a first and a second player.
pub const FEWEST: u8 = 2;
/// The most who can play.
pub const MOST: u8 = 2;
