//! The figures of the process, for the log and for Prometheus. The code that does the work records
//! them in atomics; nothing here writes a log line for a move or formats a text.

mod census;
mod deliveries;
mod play;
mod refusals;

use std::{ops::Deref, sync::Arc};

pub use self::{
    census::{Census, Counted, PHASES, Totals},
    deliveries::{Delivered, Deliveries, Receiver},
    play::Play,
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
    /// The work of the rooms.
    pub play: Play,
    /// The attempts to deliver notifications.
    pub deliveries: Deliveries,
}

impl Deref for Metrics {
    type Target = Figures;

    fn deref(&self) -> &Figures {
        &self.0
    }
}
