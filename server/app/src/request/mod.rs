//! What a request says of itself, before it is handled: where it comes from, who sends it, its body.

mod body;
mod client;
mod device;
mod https;
mod session;

pub use self::{
    body::Body,
    client::{Client, is_health_check},
    device::device_of,
    https::advise_on_https,
    session::{Guest, Known},
};
