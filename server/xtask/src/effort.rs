//! How much is tested.

use std::path::Path;

/// How much is tested; docs/testing.md says what that means for each step.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
pub enum Effort {
    /// What somebody waits for between two edits.
    Fast,
    /// What must hold before a change is taken.
    #[default]
    Normal,
    /// With more left to chance, and whole games in browsers.
    Deep,
}

impl Effort {
    /// Its name, which is also that of the profile of cargo-nextest, but for the usual one.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Normal => "normal",
            Self::Deep => "deep",
        }
    }

    /// What the tests read in their environment.
    pub fn environment(self) -> (&'static str, &'static Path) {
        ("SENDA_TESTS", Path::new(self.name()))
    }
}
