//! Section X: two to four players dig tunnels from a prison island and lead their prisoners through
//! them.
//!
//! The rules are those of a Portuguese review that contains the whole rulebook. Comments name its
//! sections in parentheses, as in (phase 2 A). The pictures of the review are lost. Where the
//! review is silent, a comment marks our own decision with **\[R\]**. Everything that the review
//! leaves open about the components is in [`COMPONENTS`] alone.
//!
//! The module implements the whole game: the three phases of a turn, doors and the fights for
//! tunnels, hide-outs and the distance rule, master keys, free zones, rounds and their collapse,
//! the last round, the game of two and the variant for experienced players.
//!
//! A decision passes through these modules: `turn` checks whose turn it is and dispatches the
//! action; `lay`, `fight`, `step`, `door` and `round` validate it and produce the events; `apply`
//! applies the events to the game. `tunnel` works out which sections form a tunnel and who owns it,
//! once after each change of a tile or a door. `legal` and `choices` use the same checks as the
//! decisions, for all possible decisions at once.

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

/// The name of the game, as printed on the box.
pub const NAME: &str = "Section X";
/// The version of these rules.
///
/// 1. The rules as they were first played.
/// 2. A turn that ends by resigning does not count as a turn in which nothing was done. A player
///    can move or turn a tile that carries one of the player's own doors. A fight counts the tiles
///    as they lay before. Prisoners on one tile are in different tunnels. A master key is given at
///    once.
///    key is given at once.
pub const RULES: u16 = 2;
/// The oldest version of the rules whose events still have the same meaning.
pub const OLDEST_RULES: u16 = 1;

/// The minimum number of players.
pub const FEWEST: u8 = 2;
/// The maximum number of players.
pub const MOST: u8 = 4;
