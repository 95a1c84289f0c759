//! The people of the server: the identity of a client, codes that sign devices in, and passkeys.

pub mod identity;
pub mod pass;
pub mod passkey;
