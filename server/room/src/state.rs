//! The state of a room, computed from its log. Only records change it.

mod alarm;
mod answers;
mod apply;
mod days;
mod decisions;
mod delayed;
mod history;
mod names;
mod playing;
mod public;
mod replay;
mod room_state;
mod seats;
mod stage;
mod standing;
mod take_back;

/// The reason why a record can't follow the records before it.
pub(crate) type InvalidRecord = &'static str;

pub(crate) use self::{
    answers::Answers,
    decisions::Decisions,
    history::Hidden,
    names::Names,
    playing::{Play, PlayerState, Playing, completes_turn},
    seats::SeatState,
    take_back::{Checkpoints, Decided},
};
pub use self::{replay::NotRestored, room_state::RoomState};
