//! The index of the parts of a packed value, which finds a part without parsing the text.

/// The number of levels of parts that are recorded: the parts of a room, the parts of its
/// game, and the items of the lists in that game.
pub(crate) const DEPTH: u8 = 3;

/// The size of one part of a packed value.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Part {
    /// The length of the part in bytes.
    pub length: u32,
    /// The number of recorded parts inside this one, at all depths. They follow it in the list.
    pub parts: u32,
}
