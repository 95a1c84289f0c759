//! Tsuro, designed by Tom McMurchie: two to eight markers on paths that grow tile by tile.
//!
//! The default rules are those of the 2020 edition's rulebook (IT). The 2005 style (PT), a summary
//! sheet (FR) and a few house rules are available as [`Options`]. Where the rulebooks are silent, a
//! decision of ours is marked **\[R\]**.

mod action;
mod apply;
mod board;
mod cards;
mod decision;
mod determinize;
mod draw;
mod event;
mod game;
mod legal;
mod lessons;
mod list;
mod log;
mod mark;
mod notation;
mod options;
mod play;
mod position;
mod ranking;
mod redact;
mod rulebook;
mod sound;
mod state;
mod table;
mod tile;
mod turn;
mod view;
mod walk;

pub use self::{
    action::{Action, Illegal, Safe},
    board::{Board, Prospect, Walks},
    determinize::Worlds,
    event::{Card, Event, Returned},
    legal::{HAND, Legal},
    lessons::LESSONS,
    mark::{Mark, Port, Side, Stand, Step},
    options::{Eliminated, Options, Preset, Starts, SuicideRule},
    rulebook::{Values, rulebooks},
    state::{Laid, State},
    table::{Phase, Table},
    tile::{Face, Tile},
    view::{Branch, Choices, Hand, Marker, Offer, Placement, Private, ShownHand, View},
    walk::{Out, Walk, WalkEnd},
};

/// The name on the box.
pub const NAME: &str = "Tsuro";
/// The version of these rules:
/// 1. the rules as first implemented;
/// 2. under the rules of 2005, draws continue round after round until no player lacks a tile.
pub const RULES: u16 = 2;
/// The oldest version whose events mean the same today.
pub const OLDEST_RULES: u16 = 1;

/// The minimum number of players (IT, introduction).
pub const FEWEST: u8 = 2;
/// The maximum number of players (IT, introduction).
pub const MOST: u8 = 8;
