//! Tests of the wire format: a decoded message equals the encoded one.

// A test may panic on the first unexpected value.
#![allow(clippy::unwrap_used)]

mod values;
