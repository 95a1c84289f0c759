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

/// The commands that have come. In memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Commands {
    budget: Budget,
    /// The answers to those who only watch and changed their name: the one command that is in no
    /// record. Lost with the process: sent once more after that, it sets the same name once more.
    unrecorded: Answers,
}

impl Commands {
    /// The version that this command was answered with when it came before.
    pub fn version(&self, state: &RoomState, cause: &Cause) -> Option<u32> {
        let recorded = state.answers().version(cause);
        recorded.or_else(|| self.unrecorded.version(cause))
    }

    /// What follows from a command, as far as its sender may and the log still takes it.
    pub fn decide(
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
    pub fn charge(&mut self, now: Time, player: PlayerId, command: &Command, price: Price) {
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

    /// Remembers the answer to a command that is in no record.
    pub fn remember(&mut self, cause: &Cause, version: u32) {
        self.unrecorded.remember(cause, version);
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
