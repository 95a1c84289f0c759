//! What a room keeps of commands beside its log: what their senders have used up, and answers that no record holds.

use crate::{
    budget::{Budget, Price},
    decide::{self, Situation},
    log::{Cause, LogEvent},
    person::{Person, PlayerId},
    protocol::{Command, Problem, RoomProblem},
    state::{Answers, RoomState},
    step::Entropy,
    time::Time,
};

/// What becomes of a command.
pub(crate) enum Taken {
    /// It came before, and was answered with that version.
    Before(u32),
    /// Nothing has changed.
    Refused(Problem),
    /// To be recorded, also where all is as it asks for already: sent once more, even after a restart and when
    /// something else has been asked for since, it must not happen then.
    Recorded(Vec<LogEvent>),
    /// It is in no record, and is answered with that version: of a hint that of the first one on the same decision,
    /// of a name that of the room.
    Unrecorded(u32),
}

/// The commands that have come. In memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Commands {
    budget: Budget,
    /// The answers to commands that are in no record: the names of those who only watch, and further hints on one
    /// decision. Lost with the process: a command that is sent once more after that is carried out once more.
    unrecorded: Answers,
}

impl Commands {
    /// Takes a command, and its price from whoever sent it unless it is refused.
    pub fn take(
        &mut self,
        at: Situation,
        person: &Person,
        cause: &Cause,
        command: &Command,
        entropy: &mut dyn Entropy,
    ) -> Taken {
        if let Some(version) = self.version(at.state, cause) {
            return Taken::Before(version);
        }
        let price = Price::of(command, person.player, at.state);
        let events = match self.decide(at, person, command, price, entropy) {
            Ok(events) => events,
            Err(problem) => return Taken::Refused(problem),
        };
        self.charge(at.now, person.player, command, price);
        if price.is_recorded {
            Taken::Recorded(events)
        } else {
            let hinted =
                matches!(command, Command::Hint { .. }).then(|| at.state.hinted_at(person.player));
            let version = hinted.flatten().unwrap_or(at.state.version());
            self.unrecorded.remember(cause, version);
            Taken::Unrecorded(version)
        }
    }

    /// The version that this command was answered with when it came before.
    fn version(&self, state: &RoomState, cause: &Cause) -> Option<u32> {
        let recorded = state.answers().version(cause);
        recorded.or_else(|| self.unrecorded.version(cause))
    }

    /// What follows from a command, as far as its sender may and the log still takes it.
    fn decide(
        &self,
        at: Situation,
        person: &Person,
        command: &Command,
        price: Price,
        entropy: &mut dyn Entropy,
    ) -> Result<Vec<LogEvent>, Problem> {
        let used_up = at.state.is_used_up();
        if used_up && !price.has_place {
            return Err(RoomProblem::UsedUp.into());
        }
        if price.is_paid_for {
            self.budget.check(at.now, person.player)?;
        }
        if matches!(command, Command::Hint { .. }) {
            self.budget.check_hint(at.now, person.player)?;
        }
        let events = decide::command(at, person, command, entropy)?;
        if used_up && price.is_recorded && events.is_empty() {
            return Err(RoomProblem::UsedUp.into());
        }
        Ok(events)
    }

    /// Takes its price from whoever sent a command that [`Commands::decide`] let pass.
    fn charge(&mut self, now: Time, player: PlayerId, command: &Command, price: Price) {
        if price.is_paid_for {
            self.budget.spend(now, player).expect("what was checked");
        } else if matches!(command, Command::Start { .. }) {
            self.budget = Budget::default();
        }
        if matches!(command, Command::Hint { .. }) {
            let hint = self.budget.spend_hint(now, player);
            hint.expect("what was checked");
        }
    }

    /// What changes because somebody comes. Their new name does as far as they may have it written.
    pub fn arrival(&mut self, now: Time, state: &RoomState, person: &Person) -> Vec<LogEvent> {
        let player = person.player;
        let mut events = decide::renamed(state, player, &person.name);
        let is_paid_for = !events.is_empty() && player != state.creator();
        if state.is_used_up() || (is_paid_for && self.budget.spend(now, player).is_err()) {
            events.clear();
        }
        events.extend(decide::arrival(state, person));
        events
    }
}
