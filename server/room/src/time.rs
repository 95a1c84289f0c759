//! Moments, as the caller gives them.

/// Milliseconds since 1970-01-01 UTC. Given by the caller; never goes back within one process.
#[derive(
    Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Time(pub u64);

impl Time {
    /// This time and so many milliseconds.
    #[must_use]
    pub const fn plus(self, milliseconds: u64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// The milliseconds from `earlier` to this, 0 if it is not earlier.
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}
