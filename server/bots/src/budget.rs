//! Limits how long a bot may think.

use std::fmt;

/// A limit on a bot's thinking, in iterations or by a stop condition. The bot stops at whichever
/// limit it reaches first and returns the best decision that it has found by then.
#[derive(Copy, Clone)]
pub struct Budget<'a> {
    iterations: u32,
    is_over: &'a dyn Fn() -> bool,
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("iterations", &self.iterations)
            .finish_non_exhaustive()
    }
}

impl Budget<'static> {
    /// Returns a budget of that many iterations of the search, however long they take.
    pub const fn iterations(iterations: u32) -> Self {
        let is_over = &|| false;
        Self {
            iterations,
            is_over,
        }
    }
}

impl<'a> Budget<'a> {
    /// Returns a budget that lasts until `is_over` returns true, for example because a deadline has
    /// passed or the client no longer waits for the choice. The search calls it between
    /// iterations: every few microseconds to every few milliseconds, depending on the game.
    pub const fn until(is_over: &'a dyn Fn() -> bool) -> Self {
        Self {
            iterations: u32::MAX,
            is_over,
        }
    }

    /// Returns the same budget, limited to at most that many iterations.
    #[must_use]
    pub fn at_most(self, iterations: u32) -> Self {
        let iterations = iterations.min(self.iterations);
        Self { iterations, ..self }
    }

    /// Returns whether the time is over, for work that is not counted in iterations.
    pub fn is_over(&self) -> bool {
        (self.is_over)()
    }

    /// Returns the limit on iterations, which a stop condition can still undercut.
    pub(crate) fn most(&self) -> u32 {
        self.iterations
    }

    /// Returns whether another iteration may run after that many.
    pub(crate) fn allows(&self, iterations: u32) -> bool {
        self.allows_polled(iterations, 1)
    }

    /// Returns whether another iteration may run after that many. It calls the stop condition only
    /// once in `poll` iterations, where reading a clock takes as long as an iteration.
    pub(crate) fn allows_polled(&self, iterations: u32, poll: u32) -> bool {
        let is_over = || iterations.is_multiple_of(poll) && (self.is_over)();
        iterations < self.iterations && !is_over()
    }
}
