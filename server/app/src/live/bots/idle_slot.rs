//! A permit to compute for work that gives way to the bots.

use std::{cell::RefCell, sync::atomic::Ordering, thread, time::Instant};

use tokio::{runtime::Handle, sync::SemaphorePermit};
use tokio_util::sync::CancellationToken;

use super::Thinkers;
use crate::limits;

/// A permit that no bot needs, for as long as no question waits; or for a guaranteed slice of time,
/// at intervals.
pub(super) struct IdleSlot<'a> {
    thinkers: &'a Thinkers,
    runtime: Handle,
    place: RefCell<Option<Held<'a>>>,
}

/// A permit, and the time until which it is kept although questions are waiting.
struct Held<'a> {
    _permit: SemaphorePermit<'a>,
    until: Instant,
}

impl<'a> IdleSlot<'a> {
    /// Creates the slot without a permit.
    pub fn new(thinkers: &'a Thinkers, runtime: Handle) -> Self {
        Self {
            thinkers,
            runtime,
            place: RefCell::new(None),
        }
    }

    /// Waits until there is such a permit. Returns whether there is one before the server stops.
    pub fn is_open(&self, stop: &CancellationToken) -> bool {
        let is_wanted = || self.thinkers.waiting.load(Ordering::Relaxed) > 0;
        let mut place = self.place.borrow_mut();
        if let Some(held) = &*place
            && is_wanted()
            && Instant::now() >= held.until
        {
            *place = None;
        }
        let patience = Instant::now() + limits::REVIEW_PATIENCE;
        while place.is_none() && !stop.is_cancelled() {
            let thinkers = self.thinkers;
            let free = thinkers.places.try_acquire().ok();
            *place = free.map(|permit| Held {
                _permit: permit,
                until: Instant::now(),
            });
            if place.is_none() && Instant::now() >= patience {
                *place = self.in_row(stop);
            } else if place.is_none() {
                thread::sleep(limits::GAP_EVERY);
            }
        }
        !stop.is_cancelled()
    }

    /// Waits for a permit in the queue of all questions. Returns `None` if the server stops.
    fn in_row(&self, stop: &CancellationToken) -> Option<Held<'a>> {
        let thinkers = self.thinkers;
        let permit = self.runtime.block_on(async {
            tokio::select! {
                permit = thinkers.places.acquire() => permit.ok(),
                () = stop.cancelled() => None,
            }
        });
        permit.map(|permit| Held {
            _permit: permit,
            until: Instant::now() + limits::REVIEW_SLICE,
        })
    }
}
