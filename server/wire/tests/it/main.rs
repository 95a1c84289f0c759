//! Tests of the wire format: a decoded message equals the encoded one.

// A test may panic on the first unexpected value.
#![expect(clippy::unwrap_used, reason = "checked beside it")]

mod values;
