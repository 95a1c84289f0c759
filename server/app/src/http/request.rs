//! Extractors for the parts of a request that handlers share: the client's address, the player, the
//! device and the body.

mod body;
mod client;
mod device;
mod https;
mod kind;
mod reader;
mod session;

pub use self::{
    body::Body,
    client::{Client, is_health_check},
    device::device_of,
    https::advise_on_https,
    kind::Kind,
    reader::known_language,
    session::{Guest, Known, MaybeKnown},
};
