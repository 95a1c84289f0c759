//! Section X: two to four players dig tunnels from a prison island and lead their prisoners through them.
//!
//! The rules are those of a Portuguese review that has the whole rulebook; its sections are named in brackets.
//! Its pictures are lost, and where it is silent a decision of ours is marked **\[R\]**. What it doesn't say of
//! the components is in [`COMPONENTS`] alone.
//!
//! The module has the whole game: the three phases of a turn, doors and the fights for tunnels, hide-outs and the
//! distance rule, master keys, free zones, rounds and their collapse, the last round, the game of two and the
//! variant for experienced players.
//!
//! A decision goes this way: `turn` looks whose it is and what for, `lay`, `fight`, `step`, `door` and `round` say
//! what it makes happen, and `apply` changes the game. Which sections make a tunnel, and whose it is, is worked out
//! there, once when a tile or a door changes (`tunnel`). `legal` and `choices` ask the same questions as the decisions
//! do, for everything at once.

mod action;
mod apply;
mod board;
mod cards;
mod cell;
mod choice;
mod choices;
mod components;
mod decision;
mod determinize;
mod door;
mod event;
mod fight;
mod game;
mod lay;
mod legal;
mod lessons;
mod look;
mod notation;
mod options;
mod phase;
mod place;
mod position;
mod redact;
mod rotations;
mod round;
mod rulebook;
mod score;
mod shape;
mod sound;
mod state;
mod step;
mod tile;
mod tunnel;
mod turn;
mod view;

pub use self::{
    action::{Action, Illegal},
    board::BoardTile,
    cell::{Cell, Ground, NoCell, Side},
    choice::{
        Barred, Beside, Choices, Does, DoorChoice, Fight, FightAhead, Fixed, Movable, Placeable,
        Steps, Target, TileChoices, Turnable,
    },
    components::{BadComponents, COMPONENTS, Components, MOST_SECTIONS, SectionOf, Tiles},
    event::{Card, Collapse, Door, End, Event, Length, Prisoner, RoundEnd},
    lessons::LESSONS,
    options::{Options, Preset},
    phase::{Done, Phase, ROUNDS, STALLS, STEPS, STEPS_EACH, STOCK, TURNS_EACH},
    place::{NoPlace, Place, Spot},
    rotations::{ByCell, Rotations},
    rulebook::{Values, rulebooks},
    state::State,
    tile::{Kind, Rotation},
    tunnel::Tunnel,
    view::{Area, KindShape, LaidTile, Pile, Player, Private, SectionShape, Stock, View},
};

/// The name on the box.
pub const NAME: &str = "Section X";
/// The version of these rules:
/// 1. as they were first played;
/// 2. a turn that is left by resigning is not one in which nothing was done; a tile with an own door on it can be
///    touched; a fight counts the tiles as they lay before; prisoners on one tile are in different tunnels; a master
///    key is given at once.
pub const RULES: u16 = 2;
/// The oldest version whose events mean the same today.
pub const OLDEST_RULES: u16 = 1;

/// The fewest who can play (players).
pub const FEWEST: u8 = 2;
/// The most who can play (players).
pub const MOST: u8 = 4;
