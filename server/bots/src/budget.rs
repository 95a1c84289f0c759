//! How long a bot may think.

use std::fmt;

/// How long a bot may think. It stops at whichever limit it comes to first, with the best it has found by then.
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
    /// So many iterations of its search, however long they take.
    pub const fn iterations(iterations: u32) -> Self {
        let is_over = &|| false;
        Self {
            iterations,
            is_over,
        }
    }
}

impl<'a> Budget<'a> {
    /// Until that is so: a time has come, or nobody waits for the choice any more. It is asked every few
    /// microseconds to every few milliseconds, by what an iteration takes in the game.
    pub const fn until(is_over: &'a dyn Fn() -> bool) -> Self {
        Self {
            iterations: u32::MAX,
            is_over,
        }
    }

    /// The same, and at most so many iterations.
    #[must_use]
    pub fn at_most(self, iterations: u32) -> Self {
        let iterations = iterations.min(self.iterations);
        Self { iterations, ..self }
    }

    /// Iterations that it allows at most, if there is time for them.
    pub(crate) fn most(&self) -> u32 {
        self.iterations
    }

    /// Whether there is time for another iteration after so many.
    pub(crate) fn allows(&self, iterations: u32) -> bool {
        iterations < self.iterations && !(self.is_over)()
    }
}
