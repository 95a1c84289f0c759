//! Tortus: two players push each other's pawns into holes. The tiles under the pawns determine
//! where a pawn may go on.
//!
//! The rules are those of the manual of the Tabletopia edition (Portuguese). Comments name its
//! sections in parentheses, as in (preparation 3). The pictures of the manual are lost. Where the
//! manual is silent, a comment marks our own decision with **\[R\]**. Everything that the manual
//! leaves open about the components is in [`COMPONENTS`] alone.
//!
//! The module implements the whole game: preparation with exchange and placement, the four kinds of
//! actions, the three actions per turn of a player with one pawn (Pindaíba), flow, captures, holes,
//! stars and the pit, the penalty for opening a wrong tile (an option), and draws.

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

/// The name of the game, as printed on the box.
pub const NAME: &str = "Tortus";
/// The version of these rules.
///
/// 1. The rules as they were first played.
/// 2. An offer of a draw stands through the turn of the other player, who can decline it.
/// 3. A turn in which nothing was done no longer counts towards a draw by repetition.
pub const RULES: u16 = 3;
/// The oldest version of the rules whose events still have the same meaning.
pub const OLDEST_RULES: u16 = 1;

/// The minimum number of players: the manual names a first and a second player.
pub const FEWEST: u8 = 2;
/// The maximum number of players.
pub const MOST: u8 = 2;
