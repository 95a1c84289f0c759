//! What goes over the wire. The TypeScript declarations are generated from here.

mod colour;
mod down;
mod happening;
mod likeness;
mod name;
mod person;
mod problem;
mod settings;
mod text;
mod up;
mod view;

pub use self::{
    colour::Colour,
    down::{ChatLine, Down, PersonView, Presence, Update, You},
    happening::{By, Happening, PauseReason, Player, Told},
    likeness::Likeness,
    name::{Name, ShownName},
    person::PersonId,
    problem::{CloseCode, Problem, RoomProblem},
    settings::{Clock, First, Setting, Settings},
    text::{BadText, ChatText, CommandId},
    up::{Since, Up},
    view::{AwaitedView, BarredView, ClockView, HostView, Phase, RoomView, RunningClock, SeatView},
};
