//! The reports of players to the operator of the server.

use super::{Decision, Situation};
use crate::{
    person::{Person, PlayerId},
    protocol::{Command, RoomProblem},
    step::PlayerReport,
};

/// Checks a report. It changes nothing in the room.
pub(super) fn check(at: Situation, player: PlayerId, command: &Command) -> Decision {
    let Command::Report {
        person, at: line, ..
    } = command
    else {
        return Ok(Vec::new());
    };
    let ((reported, _), _) = at.audience.reported(at.state, *person, *line)?;
    if reported == player {
        return Err(RoomProblem::NoSuchPerson.into());
    }
    Ok(Vec::new())
}

/// Returns the report of a command that [`check`] has accepted. It is `None` for any other command.
pub(crate) fn report(at: Situation, person: &Person, command: &Command) -> Option<PlayerReport> {
    let Command::Report {
        person: id,
        at: line,
        reason,
        note,
    } = command
    else {
        return None;
    };
    let (reported, lines) = at.audience.reported(at.state, *id, *line).ok()?;
    let here = at.audience.people.get(person.player)?;
    Some(PlayerReport {
        at: at.now,
        game: at.state.settings.options.kind(),
        reporter: (person.player, here.shown()),
        reported,
        reason: *reason,
        note: note.clone(),
        lines,
    })
}
