//! What others cost those who play: the same players measured on a quiet server and under a load,
//! turn by turn, so that what else the machine does falls on both alike.

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

pub use self::{
    attack::{Attack, Attacks, attacked},
    bots::{Accompanied, BotRooms, accompanied},
    figures::{Attacked, Figures, Heading, Part, Side},
    guests::Doors,
    nodes::{Crowds, Watched, crowds},
    options::{Measure, Overload},
    probe::Visits,
    run::run,
};
