//! Sends notifications to other servers: Web Push messages to browsers, webhook messages to
//! channels, and the HTTP requests that deliver both.
//!
//! The crate knows nothing about rooms. Untrusted users choose the addresses, so by default it
//! connects only to public addresses. It follows no redirects, and limits the time that it waits
//! and the bytes that it reads.
//!
//! ```
//! use senda_push::{BadTarget, Channel, Reach, SigningSecret, Target};
//!
//! // Addresses of the server's own network are rejected.
//! let private = Target::parse("https://192.168.0.1/hook", Reach::Public);
//! assert_eq!(private, Err(BadTarget::NotPublic));
//! let target = Target::parse("https://chat.example/hook/secret", Reach::Public)?;
//! assert_eq!(target.origin(), "https://chat.example");
//! // An address is as good as a password, so it is not printed.
//! assert_eq!(format!("{target:?}"), "Target(..)");
//!
//! // User input can't mention people in a channel.
//! assert_ne!(Channel::Discord.quoted("@everyone"), "@everyone");
//!
//! // A program verifies messages with the secret of its webhook.
//! let secret = SigningSecret::draw().expect("random numbers");
//! let [(name, _), ..] = secret.headers("message-1", 1_800_000_000, b"{}");
//! assert_eq!(name, "webhook-id");
//! # Ok::<(), BadTarget>(())
//! ```
//!
//! # Tour
//!
//! * [`Target`] is a checked address. [`HostList`] has the hosts of push services and of well-known
//!   channels, and [`HostPattern`] adds others.
//! * [`Client`] sends one [`Request`]; [`Names`] looks up hosts without occupying a thread.
//! * [`attempt`] makes one attempt to deliver and returns whether to retry. [`Patience`] has the
//!   pauses.
//! * [`Subscription`] encrypts a Web Push message for one browser, and [`VapidKey`] identifies the
//!   server to push services.
//! * [`Channel`] and [`Message`] write the format of a service; [`SigningSecret`] signs it.

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
