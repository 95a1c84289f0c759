//! What is sent to people who are not here: Web Push messages, and the requests that bring them anywhere.
//!
//! It knows no room. Where it sends to was said by somebody who may mean harm, so it goes to public addresses only,
//! follows nowhere, and waits and reads within limits.

mod address;
mod client;
mod delivery;
mod target;
mod vapid;
mod web_push;

pub use self::{
    address::is_public,
    client::{Answer, Client, NotSent, Request},
    delivery::{Outcome, Patience, deliver},
    target::{BadTarget, Reach, Target},
    vapid::{BadKey, VapidKey},
    web_push::{BadSubscription, Subscription},
};
