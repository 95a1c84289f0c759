//! The effort of a test run.

/// The effort of a test run. docs/testing.md describes the effect on each step.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Effort {
    /// Tests for a developer who waits for the result between two edits.
    Fast,
    /// Tests that must pass before a change is merged.
    Normal,
    /// More random tests, and whole games in browsers.
    Deep,
}

impl Effort {
    /// Returns the name. Except for `normal`, it is also the name of the profile of cargo-nextest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Normal => "normal",
            Self::Deep => "deep",
        }
    }

    /// Returns the environment variable that tells the tests the effort.
    pub fn environment(self) -> (&'static str, &'static str) {
        ("SENDA_TESTS", self.name())
    }
}
