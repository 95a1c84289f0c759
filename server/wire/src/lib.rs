//! The encoding of messages on the socket: packed JSON, and patches.
//!
//! The server sends the view of a room to the same few receivers over and over, and most of the
//! view is the same each time. Two encodings make that cheap. Neither depends on what the values
//! mean:
//!
//! * **Packed values** leave out the keys of objects. A shape is a list of keys, defined once per
//!   connection. After that, an object is an array of the shape's number and the values.
//! * **Patches** encode the difference between two values of the same type: the fields that differ,
//!   and the items replaced, appended or cut off.
//!
//! Values are packed through their [`serde::Serialize`], so every value that can be sent as JSON
//! can be packed and patched.
//!
//! ```
//! use senda_wire::{Snapshot, patch};
//!
//! #[derive(serde::Serialize)]
//! struct View {
//!     phase: &'static str,
//!     seats: Vec<&'static str>,
//! }
//!
//! let lobby = Snapshot::of(&View { phase: "lobby", seats: vec!["Anna"] });
//! // The first shape of this process, and a list.
//! assert_eq!(lobby.packed().0, r#"[1,"lobby",[0,"Anna"]]"#);
//!
//! let playing = Snapshot::of(&View { phase: "playing", seats: vec!["Anna", "Bruno"] });
//! let change = patch(&lobby, &playing).expect("a value of the same shape");
//! // Place 0 is replaced; place 1 is patched: an item is appended.
//! assert_eq!(change.0, r#"[0,"playing",-2,["+",["Bruno"]]]"#);
//! ```
//!
//! # Tour
//!
//! * [`pack`] writes a message. [`Packed`] is a value that is written once and embedded in several
//!   messages.
//! * [`Snapshot`] is a packed value with the lengths of its parts, which [`patch`] compares.
//! * The receiving side is `senda-client`: it collects shapes, unpacks values and applies patches.
//!
//! `docs/protocol.md` describes the bytes, and `web/client/lib/packed.js` is the browser's side.

mod pack;
mod page;
mod part;
mod patch;
mod shapes;
mod snapshot;
mod steps;
mod value;
mod word;
mod write;

pub use self::{
    pack::{Packed, pack},
    patch::patch,
    shapes::{known_shapes, tell_shapes, tell_shapes_anew},
    snapshot::Snapshot,
};
