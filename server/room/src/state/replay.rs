//! Computes the state of a room from the records of its log.

use senda_rules::GameKind;

use super::{InvalidRecord, RoomState, history::HistoryItem, playing::Playing, public};
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
        Ok(())
    }
}

/// Returns the commitment to the next game that a record contains.
fn committed(record: &Record) -> Option<&SecretCommitment> {
    record.happened.iter().find_map(|event| match event {
        LogEvent::Committed(committed) => Some(committed),
        _ => None,
    })
}
