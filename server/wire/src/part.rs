//! Where the parts of a packed value are, so that it need not be read to find them.

/// How deep the parts of a value are noted: those of a room, of its game, and of what lists in that hold.
pub(crate) const DEPTH: u8 = 3;

/// What a packed value holds.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Part {
    /// Bytes.
    pub length: u32,
    /// How many that are noted it has itself.
    pub parts: u32,
}
