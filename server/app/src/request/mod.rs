//! What a request says of itself, before it is handled: where it comes from, who sends it, its body.

mod body;
mod client;
mod session;

pub use self::{
    body::Body,
    client::{Client, is_health_check},
    session::{Guest, Known},
};
