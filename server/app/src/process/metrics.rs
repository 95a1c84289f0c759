//! The figures of the process, for the log and for Prometheus. The code that does the work records
//! them in atomics; nothing here writes a log line for a move or formats a text.

mod census;
mod refusals;

use std::{ops::Deref, sync::Arc};

pub use self::{
    census::{Census, Counted, Totals},
    refusals::{Limit, Refusals},
};

/// The recorded figures; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Metrics(Arc<Figures>);

/// The figures that are recorded.
#[derive(Debug, Default)]
pub struct Figures {
    /// The rooms in memory, and the people and bots in them.
    pub census: Arc<Census>,
    /// The refusals of clients, by the limit that they have reached.
    pub refusals: Refusals,
}

impl Deref for Metrics {
    type Target = Figures;

    fn deref(&self) -> &Figures {
        &self.0
    }
}
