//! Tests of the client without a server: the decoder, and a connection to a socket of the test.

// A test may panic on the first unexpected value.
#![allow(clippy::unwrap_used)]

mod reader;
mod room;
