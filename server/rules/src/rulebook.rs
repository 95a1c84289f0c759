//! The rules that a host can choose.

use std::collections::BTreeMap;

use serde::Serialize;

/// What a rule can be that is kept or not.
pub(crate) const EITHER: [bool; 2] = [true, false];

/// What a game offers before it is played: to the form where its rules are chosen, and to the pages that draw its tiles.
#[derive(Clone, Debug, Serialize)]
pub struct Rulebooks<P: Ord, O, V, F = ()> {
    /// The options of each rulebook, by its name.
    pub presets: BTreeMap<P, O>,
    /// The rulebook that a new room begins with.
    pub usual: P,
    /// What each option can be, in the order in which the form asks; any value goes with any other.
    pub values: V,
    /// How the tiles are drawn that files of finished games name by their numbers alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<F>,
}
