//! Deduplicates and throttles commands. It holds the state about commands that the log does not:
//! the used part of each sender's budget, and the answers to commands without a record.

use super::budget::{Budget, Price};
use crate::{
    decide::{self, Situation},
    log::{Cause, LogEvent},
    person::{Person, PlayerId},
    protocol::{Command, Problem, RoomProblem},
    state::{Answers, RoomState},
    step::Entropy,
    time::Time,
};

/// The result of handling a command.
pub(crate) enum CommandOutcome {
    /// The command is a repeat. The first copy was answered with this version.
    Repeated(u32),
    /// The command was rejected, and nothing has changed.
    Rejected(Problem),
    /// The command is to be recorded. A command that changes nothing is recorded too: a repeat of
    /// it, even after a restart and after other commands in between, must have no effect.
    Recorded(Vec<LogEvent>),
    /// The command leaves no record and is answered with this version. For a repeated hint it is
    /// the version of the first hint on the same decision, and for a name it is the version of the
    /// room.
    Unrecorded(u32),
}

/// The state of command handling, in memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Commands {
    budget: Budget,
    /// The answers to commands without a record: the names of spectators, and repeated hints on one
    /// decision. They are lost with the process. A command that is sent again after that is carried
    /// out again.
    unrecorded: Answers,
}

impl Commands {
    /// Handles a command. Unless the command is rejected, its price is deducted from the sender's
    /// budget.
    pub fn handle(
        &mut self,
        at: Situation,
        person: &Person,
        cause: &Cause,
        command: &Command,
        entropy: &mut dyn Entropy,
    ) -> CommandOutcome {
        if let Some(version) = self.version(at.state, cause) {
            return CommandOutcome::Repeated(version);
        }
        let price = Price::of(command, person, at.state);
        let events = match self.decide(at, person, command, price, entropy) {
            Ok(events) => events,
            Err(problem) => return CommandOutcome::Rejected(problem),
        };
        self.charge(at.now, cause.player, command, price);
        if price.is_recorded {
            CommandOutcome::Recorded(events)
        } else {
            let hinted =
                matches!(command, Command::Hint { .. }).then(|| at.state.hinted_at(person.player));
            let version = hinted.flatten().unwrap_or(at.state.version);
            self.unrecorded.remember(cause, version);
            CommandOutcome::Unrecorded(version)
        }
    }

    /// Forgets the answer to a command without a record whose effect was not stored.
    pub fn forget(&mut self, cause: &Cause) {
        self.unrecorded.forget(cause);
    }

    /// Returns the version that an earlier copy of this command was answered with.
    fn version(&self, state: &RoomState, cause: &Cause) -> Option<u32> {
        let recorded = state.answers.version(cause);
        recorded.or_else(|| self.unrecorded.version(cause))
    }

    /// Returns the events of a command, if its sender may give it, has budget left, and the log
    /// still accepts it.
    fn decide(
        &mut self,
        at: Situation,
        person: &Person,
        command: &Command,
        price: Price,
        entropy: &mut dyn Entropy,
    ) -> Result<Vec<LogEvent>, Problem> {
        let used_up = at.state.is_used_up();
        let payer = person.connects_as();
        if used_up && !price.has_place {
            return Err(RoomProblem::UsedUp.into());
        }
        if price.is_paid_for {
            self.budget.check(at.now, payer)?;
        }
        if matches!(command, Command::Hint { .. }) {
            self.budget.check_hint(at.now, payer)?;
        }
        let events = decide::command(at, person, command, entropy)?;
        if matches!(command, Command::Report { .. }) {
            self.budget.spend_report(at.now, payer)?;
        }
        if used_up && price.is_recorded && events.is_empty() {
            return Err(RoomProblem::UsedUp.into());
        }
        Ok(events)
    }

    /// Deducts the price of a command that [`Commands::decide`] accepted from the sender's budget.
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

    /// Returns the events that the arrival of a person causes. A changed name is included only if
    /// the person's budget and the log still permit the record.
    pub fn arrival(&mut self, now: Time, state: &RoomState, person: &Person) -> Vec<LogEvent> {
        let player = person.player;
        let mut events = decide::renamed(state, player, &person.name);
        let is_paid_for = !events.is_empty() && player != state.creator;
        if state.is_used_up() || (is_paid_for && self.budget.spend(now, player).is_err()) {
            events.clear();
        }
        events.extend(decide::arrival(state, person));
        events
    }
}
