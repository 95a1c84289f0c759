//! Tests of the client without a server: the decoder, and a connection to a socket of the test.

// A test may panic on the first unexpected value.
#![expect(clippy::unwrap_used, reason = "checked beside it")]

mod reader;
mod room;
