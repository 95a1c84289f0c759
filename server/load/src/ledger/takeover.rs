//! The failover to a standby database. Everything that the standby did not have is lost, and the
//! servers send its state to all clients again.

use std::{collections::HashMap, sync::Arc, time::Instant};

use super::{
    Ledger, Rule,
    book::{Answer, Book, Pages},
    clocks::Clocks,
    lock,
    received::ReceivedUpdate,
};

impl Ledger {
    /// Records that a standby has taken over, which has the rooms up to those versions. Returns the
    /// number of versions that a client had received and that are lost.
    pub fn failed_over(&self, kept: &HashMap<String, i64>) -> u64 {
        let now = Instant::now();
        lock(&self.0.failed_over).replace(now);
        let books = self.books();
        let lost = books.iter().map(|book| {
            let kept = kept.get(&**book.name()).copied().unwrap_or(0);
            book.failed_over(now, u32::try_from(kept).unwrap_or(u32::MAX))
        });
        lost.sum()
    }

    /// Returns whether a room that a host asked for at that moment may be lost, because a standby
    /// took over before the answer came.
    pub(super) fn may_have_lost(&self, asked: Instant) -> bool {
        lock(&self.0.failed_over).is_some_and(|last| asked < last)
    }
}

impl Book {
    /// Returns whether the room was lost with the database that held it.
    pub fn is_lost(&self) -> bool {
        lock(&self.pages).failovers.is_lost
    }

    /// Records that the room's people leave it for good.
    pub fn left(&self) {
        let floor = self.floor();
        lock(&self.pages).failovers.left.get_or_insert(floor);
    }

    /// Returns whether the room is lost, or its people left it at a version that was lost in a
    /// failover. The end of its game may be lost with that version, and the room is empty.
    pub fn is_deserted(&self) -> bool {
        let failovers = &lock(&self.pages).failovers;
        failovers.is_lost || failovers.is_deserted
    }

    /// Returns whether an update belongs to the current history. An update from before the failover
    /// may still be under way, but a client that connects later must not receive one.
    pub(super) fn goes_on(&self, pages: &Pages, update: &ReceivedUpdate) -> bool {
        let failovers = &pages.failovers;
        let is_former = failovers.former.contains(&update.epoch);
        if is_former && failovers.is_late(update.opened) {
            let seen = format!(
                "the epoch is still {}, though a standby took over",
                update.epoch
            );
            self.violated(Rule::Continued, update.person, seen);
        }
        let is_known = pages.epoch == Some(update.epoch);
        let may_be_former = !is_known && failovers.may_be_former(update.opened);
        !is_former && !may_be_former
    }

    fn failed_over(&self, now: Instant, kept: u32) -> u64 {
        let mut pages = lock(&self.pages);
        let told = pages.version.max(pages.acked);
        let epoch = pages.epoch.take();
        pages.failovers.former.extend(epoch);
        pages.failovers.is_former_unknown = epoch.is_none();
        pages.failovers.last = Some(now);
        pages.failovers.kept = kept;
        pages.failovers.is_lost |= kept == 0;
        pages.failovers.is_deserted |= pages.failovers.left.is_some_and(|left| left > kept);
        pages.forget_after(kept);
        told.saturating_sub(kept).into()
    }
}

impl Pages {
    /// Discards everything after that version, since it is lost.
    fn forget_after(&mut self, kept: u32) {
        // Clocks have nothing to be compared with, since the updates of the time in between are
        // missing.
        self.clocks = Clocks::default();
        if kept >= self.version.max(self.acked) {
            return;
        }
        self.version = self.version.min(kept);
        self.acked = self.acked.min(kept);
        self.forgotten = self.forgotten.min(kept);
        self.facts = Arc::default();
        self.began.retain(|began| *began <= kept);
        self.views.retain(|version, _| *version <= kept);
        self.read.retain(|(version, _, _)| *version <= kept);
        self.untold.retain(|(version, _)| *version <= kept);
        for version in self.versions.split_off(&(kept + 1)).into_values() {
            for action in version.actions {
                let (_, told) = self.asked.entry(action).or_default();
                *told = told.saturating_sub(1);
            }
        }
        for sent in self.commands.values_mut() {
            if matches!(sent.answer, Answer::Done(version) if version > kept) {
                sent.answer = Answer::Open;
            }
        }
        for fixed in self.settled.values_mut() {
            *fixed = fixed.filter(|version| *version <= kept);
        }
    }
}
