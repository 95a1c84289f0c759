//! The options and rulebooks that a host can choose from.

use std::collections::BTreeMap;

use serde::Serialize;

/// The values of a rule that is either on or off.
pub(crate) const EITHER: [bool; 2] = [true, false];

/// The description of a game before it is played. The form that chooses the rules and the pages
/// that draw the game's tiles use it.
#[derive(Clone, Debug, Serialize)]
pub struct Rulebooks<P: Ord, O, V, F = ()> {
    /// The options of each rulebook, keyed by its name.
    pub presets: BTreeMap<P, O>,
    /// The rulebook of a new room.
    pub usual: P,
    /// The possible values of each option, in the order of the form. Any value can be combined with
    /// any other.
    pub values: V,
    /// The faces of the tiles, for drawing those that files of finished games name only by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<F>,
}
