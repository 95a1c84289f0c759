//! The people of the server: the identity of a client, its cookies, codes that sign devices in,
//! and passkeys.

pub mod cookies;
pub mod device_code;
pub mod identity;
pub mod passkey;
