//! The colours of the players' markers.

use serde::{Deserialize, Serialize};

crate::listed_enum! {
    /// The colour of a marker. The client also gives each colour a shape and a name.
    #[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
    #[serde(rename_all = "snake_case")]
    #[expect(missing_docs, reason = "the names of the fields describe them")]
    pub enum Colour {
        // Players get the colours by default in this order.
        Red,
        Blue,
        Yellow,
        Green,
        Purple,
        Orange,
        White,
        Black,
    }
}
