//! The part of the chat that a player's report to the operator of the server contains.

use super::{Audience, people::Attendee};
use crate::{
    limits::REPORTED_LINES,
    person::PlayerId,
    protocol::{PersonId, RoomProblem, ShownName},
    state::RoomState,
    step::ReportedLine,
    time::Time,
};

/// A person whom a report is about, and the chat messages that belong to it.
type Subject = ((PlayerId, ShownName), Vec<ReportedLine>);

impl Audience {
    /// Returns the person with that id and, if `at` names a chat message of theirs, the message
    /// with those before it.
    pub fn reported(
        &self,
        state: &RoomState,
        id: PersonId,
        at: Option<u64>,
    ) -> Result<Subject, RoomProblem> {
        let Some(at) = at else {
            let person = self.named(state, id).filter(|person| !person.is_bot());
            let person = person.ok_or(RoomProblem::NoSuchPerson)?;
            let here = self.people.get(person.player).map(Attendee::shown);
            let name = here.unwrap_or_else(|| state.shown(&person));
            // The person who named a guest answers for the name.
            return Ok(((person.connects_as(), name), Vec::new()));
        };
        let lines = &self.chat.lines;
        let index = lines
            .iter()
            .rposition(|line| line.at == at && line.person == id);
        let index = index.ok_or(RoomProblem::NoSuchLine)?;
        let author = |person| self.chat.authors.get(person).copied();
        let player = author(&id).ok_or(RoomProblem::NoSuchLine)?;
        let first = index.saturating_sub(REPORTED_LINES - 1);
        let reported = lines.range(first..=index).map(|line| ReportedLine {
            at: Time(line.at),
            author: author(&line.person),
            name: line.name.clone(),
            text: line.text.clone(),
            emote: line.emote,
        });
        Ok(((player, lines[index].name.clone()), reported.collect()))
    }
}
