//! What is sent to people who are not here: Web Push messages, messages to channels of people elsewhere, and the requests
//! that bring them there.
//!
//! It knows no room. Where it sends to was said by somebody who may mean harm, so it goes to public addresses only,
//! follows nowhere, and waits and reads within limits.

mod address;
mod channel;
mod client;
mod delivery;
mod hosts;
mod names;
mod not_sent;
mod signing;
mod target;
mod vapid;
mod web_push;

pub use self::{
    address::is_public,
    channel::{Channel, Message},
    client::{Answer, Client, Request},
    delivery::{Attempt, Outcome, Patience, attempt},
    hosts::{BadHostPattern, HostList, HostPattern},
    names::Names,
    not_sent::NotSent,
    signing::{BadSecret, SigningSecret},
    target::{BadTarget, Reach, Target},
    vapid::{BadKey, VapidKey},
    web_push::{BadSubscription, Subscription},
};
