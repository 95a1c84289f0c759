//! The final check of a run: every acknowledged command must be recorded.

use std::collections::HashMap;

use super::{
    Ledger, Rule,
    book::{Answer, Book},
    lock,
};

/// The ids of the commands that caused the records in the logs of all rooms, by room and version.
pub type Causes = HashMap<(String, u32), String>;

impl Ledger {
    /// Reports acknowledged commands at versions that no viewer has received as lost. Call it after
    /// all people have reconnected and received everything.
    pub fn settle(&self) {
        for book in self.books() {
            book.settle();
        }
    }

    /// Does the same check by the logs. Every acknowledged command must be in the log as the cause
    /// of its record, whether or not a viewer received its version. This does not report commands
    /// as lost whose version could not be entered when it arrived, and which a newcomer no longer
    /// receives since another game has begun.
    pub fn settle_by(&self, causes: &Causes) {
        for book in self.books() {
            book.settle_by(causes);
        }
    }
}

impl Book {
    fn settle(&self) {
        let mut pages = lock(&self.pages);
        for (version, id) in std::mem::take(&mut pages.untold) {
            if let Some(sent) = pages.commands.get(&id) {
                let seen = format!(
                    "{id} ({:?}) was acknowledged at {version}, which nobody is told",
                    sent.action
                );
                self.violated(Rule::Kept, &sent.person, seen);
            }
        }
    }

    fn settle_by(&self, causes: &Causes) {
        let mut pages = lock(&self.pages);
        pages.untold.clear();
        let of_late = pages.commands.iter().filter_map(|(id, sent)| {
            let Answer::Done(version) = sent.answer else {
                return None;
            };
            sent.action.leaves_a_trace().then_some((id, version))
        });
        let settled = pages.settled.iter();
        let settled = settled.filter_map(|(id, version)| version.map(|version| (id, version)));
        for (id, version) in of_late.chain(settled) {
            let cause = causes.get(&(self.name().to_string(), version));
            if cause != Some(id) {
                let seen =
                    format!("{id} was acknowledged at {version}, where the log has {cause:?}");
                self.violated(Rule::Kept, "the database", seen);
            }
        }
    }
}
