//! A client of Senda's protocol, for bots, load generators and tests.
//!
//! * [`Client`] is a person with a session. It sends HTTP requests, creates rooms and joins them.
//! * [`RoomConnection`] is a connection to a room. It sends commands and waits for their answers,
//!   and its fields are what a page shows: the view, the events, who is there.
//! * [`PackedReader`] turns the frames of a WebSocket into plain JSON, and a diff into the whole
//!   view, as a browser does. [`Shapes`] reads single packed values, for a program that doesn't
//!   need the whole view of every message.
//! * [`Socket`] and [`request()`] are the transport, for a caller that sends its own headers.
//!
//! The messages are JSON values as docs/protocol.md describes them. The types of the rules are in
//! `senda-rules`.
//!
//! # Writing a bot
//!
//! This bot joins a room and plays the first legal action whenever its seat has a decision to make.
//! With a token, it takes the seat that the host has made the token for. Otherwise it takes a free
//! seat under its own name and gets ready for the game that the host starts.
//!
//! ```no_run
//! use std::env;
//!
//! use senda_client::{Client, Error, RoomConnection};
//! use senda_rules::{AnyGame, AnyView, Chance, Game, Seat};
//! use serde::Deserialize;
//! use serde_json::json;
//!
//! /// The legal actions don't depend on hidden information, so any order of hidden tiles will do.
//! struct Unshuffled;
//!
//! impl Chance for Unshuffled {
//!     fn shuffle(&mut self, _: &mut [u32]) {}
//! }
//!
//! async fn play(mut room: RoomConnection) -> Result<(), Error> {
//!     loop {
//!         room.until(RoomConnection::must_decide).await?;
//!         let view = AnyView::deserialize(room.game()).expect("the view of a game");
//!         let seat = room.seat().and_then(|seat| Seat::new(seat.try_into().ok()?));
//!         let game = AnyGame::determinize(&view, &mut Unshuffled);
//!         let legal = game.legal_actions(seat.expect("a seat that decides"));
//!         match room.act(&legal[0]).await {
//!             Ok(_) => {}
//!             // The clock or another player came first. The new view is on its way.
//!             Err(Error::Rejected(problem)) if problem["code"] == "stale" => {
//!                 room.receive().await?;
//!             }
//!             Err(error) => return Err(error),
//!         }
//!     }
//! }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut client = Client::new("127.0.0.1:8080".parse()?);
//!     let id = env::args().nth(1).expect("the id of a room");
//!     let room = if let Some(token) = env::args().nth(2) {
//!         client.join_as_program(&id, &token).await?
//!     } else {
//!         client.arrive("Bot").await?;
//!         let mut room = client.join(&id).await?;
//!         room.command(json!({ "type": "sit" })).await?;
//!         // The nonce is this player's part in the shuffle. A real bot draws it at random.
//!         let nonce = format!("{:032x}", 7);
//!         room.command(json!({ "type": "ready", "ready": true, "nonce": nonce })).await?;
//!         room
//!     };
//!     Ok(play(room).await?)
//! }
//! ```
//!
//! If the connection ends with a [close code](Error::Closed) below 4500, [`Client::rejoin`] goes on
//! where it ended.

mod client;
mod error;
mod http;
mod packed;
mod reader;
mod response;
mod room;
mod socket;

pub use self::{
    client::{Client, PROTOCOL},
    error::Error,
    http::request,
    packed::{PackedMessage, Shapes, Unreadable, overlay},
    reader::PackedReader,
    response::Response,
    room::RoomConnection,
    socket::Socket,
};
