//! The types for boards made of square tiles.

mod square;

pub use self::square::{Rotation, Square};
