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
//! can be packed and patched. The receiving side is the client's. docs/protocol.md describes the
//! bytes.

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
