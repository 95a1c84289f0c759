//! Sends notifications to other servers: Web Push messages to browsers, webhook messages to
//! channels, and the HTTP requests that deliver both.
//!
//! The crate knows nothing about rooms. Untrusted users choose the addresses, so by default it
//! connects only to public addresses. It follows no redirects, and limits the time that it waits
//! and the bytes that it reads.

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
