//! The form in which messages go over the socket: packed JSON, and patches.
//!
//! A view of a room is told again and again to the same few receivers, and most of it is the same each time. Two
//! things make that cheap, and neither knows what the values mean:
//!
//! * **Packed values** leave out the keys of objects. A shape is a list of keys, told once on a
//!   connection; after that an object is an array of the shape's number and the values.
//! * **Patches** say what differs between two values of the same type: the fields that differ, the items replaced,
//!   appended or cut off.
//!
//! Values are packed by their [`serde::Serialize`], so whatever can be sent as JSON can be packed and patched.
//! [`Follower`] is the receiving side, as a browser does it. docs/protocol.md describes the bytes.

mod follow;
mod pack;
mod page;
mod part;
mod patch;
mod shapes;
mod snapshot;
mod steps;
mod tree;
mod value;
mod word;
mod write;

pub use self::{
    follow::{Follower, NotFollowed},
    pack::{Packed, pack},
    patch::patch,
    shapes::{known_shapes, tell_shapes, tell_shapes_anew},
    snapshot::Snapshot,
};
