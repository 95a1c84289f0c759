//! What goes over the wire comes out as it went in.

// Tests may stop at the first thing that is not as it should be.
#![allow(clippy::unwrap_used)]

mod follow;
mod values;
