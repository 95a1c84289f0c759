//! Computes the state of a room from the records of its log.

use senda_rules::{GameKind, Seat};

use super::{
    Answers, InvalidRecord, RoomState, delayed::Delayed, history::HistoryItem, playing::Playing,
    public,
};
use crate::log::{LogEvent, Record, SecretCommitment};

/// The error of a log that can't be continued.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the error messages describe them")]
pub enum NotRestored {
    /// A record of the log is invalid.
    #[error("record {version}: {reason}")]
    Corrupt { version: u32, reason: String },
    /// The running game uses rules that only a later version of this program knows.
    #[error("it plays {game:?} by version {rules} of the rules, which is newer than this program")]
    Newer { game: GameKind, rules: u16 },
}

impl RoomState {
    /// Returns the state after the first record of a room.
    pub(crate) fn begin(record: &Record) -> Result<Self, InvalidRecord> {
        let Some(LogEvent::Created(created)) = record.happened.first() else {
            return Err("the first record does not create the room");
        };
        let sealed = committed(record).ok_or("nothing was committed to")?;
        let mut state = Self::new(record.at, created, *sealed);
        state.apply(record)?;
        Ok(state)
    }

    /// Returns the state after all records of a log.
    pub(crate) fn of(log: impl IntoIterator<Item = Record>) -> Result<Self, NotRestored> {
        let corrupt = |version, reason: &str| NotRestored::Corrupt {
            version,
            reason: reason.to_owned(),
        };
        let mut log = log.into_iter();
        let first = log.next().ok_or_else(|| corrupt(1, "there is none"))?;
        let begun = Self::begin(&first);
        let mut state = begun.map_err(|reason| corrupt(first.version, reason))?;
        for record in log {
            let applied = state.apply(&record);
            applied.map_err(|reason| corrupt(record.version, reason))?;
        }
        match state.playing().and_then(Playing::later_rules) {
            Some((game, rules)) => Err(NotRestored::Newer { game, rules }),
            None => Ok(state),
        }
    }

    /// Applies a record. No other function changes this state.
    pub(crate) fn apply(&mut self, record: &Record) -> Result<(), InvalidRecord> {
        if record.version != self.version + 1 {
            return Err("its version does not follow the one before");
        }
        self.version = record.version;
        let mover = self.playing().and_then(Playing::mover);
        let next = committed(record);
        let mut items = Vec::with_capacity(record.happened.len());
        for event in &record.happened {
            self.names.learn(event);
            items.extend(public::history_item(self, event)?);
            self.apply_event(event, record.at, next)?;
        }
        if record.happened.iter().any(LogEvent::changes_people) {
            self.forget_names();
        }
        if self.stage.game().is_none() {
            items.retain(|item: &HistoryItem| item.events().is_none());
        }
        let owners = self.seat_owners();
        self.history.keep(record, items, owners);
        if let Some(cause) = &record.cause {
            self.answers.remember(cause, record.version);
        }
        self.delay(record, mover)
    }
}

impl RoomState {
    /// Returns the state that spectators see instead of this one, while a game runs whose hands
    /// they see later.
    pub(crate) fn delayed(&self) -> Option<&Delayed<Self>> {
        self.delayed.as_deref()
    }

    /// Updates the delayed state after a record. `mover` is the seat whose turn it was before.
    fn delay(&mut self, record: &Record, mover: Option<Seat>) -> Result<(), InvalidRecord> {
        let starts = |event: &LogEvent| matches!(event, LogEvent::Started(_));
        self.delayed = if self.playing().is_none() {
            None
        } else if record.happened.iter().any(starts) {
            let turns = self.settings.hands_after;
            turns.map(|turns| Box::new(Delayed::begin(self.without_answers(), turns)))
        } else if let Some(mut delayed) = self.delayed.take() {
            delayed.add(record, mover, self.stage.game(), Self::apply)?;
            Some(delayed)
        } else {
            None
        };
        Ok(())
    }

    /// Returns a copy that answers no commands.
    fn without_answers(&self) -> Self {
        Self {
            answers: Answers::default(),
            ..self.clone()
        }
    }
}

/// Returns the commitment to the next game that a record contains.
fn committed(record: &Record) -> Option<&SecretCommitment> {
    record.happened.iter().find_map(|event| match event {
        LogEvent::Committed(committed) => Some(committed),
        _ => None,
    })
}
