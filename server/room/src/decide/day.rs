//! The limits of a room in which one person plays the deal of a day.

use crate::{
    protocol::{Command, RoomProblem},
    state::RoomState,
};

/// Returns an error if the command would change the conditions of the deal of a day, give the
/// player help, or start it again. In other rooms every command passes.
pub(super) fn may(state: &RoomState, command: &Command) -> Result<(), RoomProblem> {
    if state.settings.day.is_none() {
        return Ok(());
    }
    let passes = match command {
        Command::Act { .. }
        | Command::TakeBack { .. }
        | Command::DeclineTakeBack {}
        | Command::Name { .. }
        | Command::Colour { .. }
        | Command::Remove { .. }
        | Command::Readmit { .. }
        | Command::Admit { .. }
        | Command::Lock { .. }
        | Command::Hush { .. }
        | Command::Back {}
        | Command::VoteToSkip { .. }
        | Command::VoteToEnd { .. }
        | Command::Pause { .. }
        | Command::Vacation { .. }
        | Command::GoOn {}
        | Command::Report { .. } => true,
        Command::Ready { .. } | Command::Start { .. } => state.round == 0,
        Command::AskTakeBack { .. }
        | Command::AgreeTakeBack { .. }
        | Command::Hint { .. }
        | Command::Sit { .. }
        | Command::Guest { .. }
        | Command::Stand {}
        | Command::Set { .. }
        | Command::Bot { .. }
        | Command::Token { .. }
        | Command::Host { .. }
        | Command::Hand { .. } => false,
    };
    if passes {
        Ok(())
    } else {
        Err(RoomProblem::SameForAll)
    }
}
