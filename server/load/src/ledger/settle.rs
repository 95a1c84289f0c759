//! The end of a run: what was acknowledged is there, or lost.

use std::collections::HashMap;

use super::{
    Ledger, Rule,
    book::{Answer, Book},
    lock,
};

/// The commands that the logs of all rooms name as causes of their records, by room and version.
pub type Causes = HashMap<(String, u32), String>;

impl Ledger {
    /// Once everybody has come back and was told all: what was acknowledged and told to nobody is lost.
    pub fn settle(&self) {
        for book in self.books() {
            book.settle();
        }
    }

    /// The same by the logs: whatever was acknowledged, and told to somebody or not, must be there as the cause of its
    /// record. So nothing is called lost that could not be entered when it was told, and of which a newcomer, after
    /// another game has begun, is told no more.
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
