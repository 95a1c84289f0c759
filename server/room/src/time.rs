//! Points in time, which the caller passes in.

/// The time in milliseconds since 1970-01-01 UTC. The caller passes it in, and it never goes back
/// within one process.
#[derive(
    Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Time(pub u64);

senda_rules::in_typescript!(Time, "number");
senda_rules::in_json_schema!(Time, "Time", {
    "type": "integer",
    "minimum": 0,
    "description": "The time in milliseconds since 1970-01-01 UTC.",
});

impl Time {
    /// Returns this time plus `milliseconds`, saturating.
    #[must_use]
    pub const fn plus(self, milliseconds: u64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// Returns the milliseconds from `earlier` to this time, or 0 if it is not earlier.
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}
