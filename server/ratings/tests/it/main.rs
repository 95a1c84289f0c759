//! Tests of the ratings: properties of one game, and pools of players of known strength.

mod pools;
mod properties;
mod simulation;
