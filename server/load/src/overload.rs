//! Measures how much other load slows down the players of games. The same players are measured
//! alternately on a quiet server and on a loaded one, so that other work of the machine affects
//! both sides.

mod attack;
mod bots;
mod crowd;
mod figures;
mod guests;
mod heads;
mod nodes;
mod notified;
mod options;
mod probe;
mod run;
mod scene;
mod sockets;

pub use self::{
    attack::{Attack, Attacks, attacked},
    bots::{Accompanied, BotRooms, accompanied},
    figures::{Attacked, Figures, HEADING, Part, Side},
    guests::Doors,
    nodes::{Crowds, Watched, crowds},
    options::{Measure, Overload},
    probe::Visits,
    run::run,
};
