//! Random bytes of the operating system.

use rand::{TryRng, rngs::SysRng};

/// Returns bytes that are unpredictable.
///
/// # Panics
/// Panics if the operating system provides no randomness; without it, no secret can be created.
pub fn bytes<const COUNT: usize>() -> [u8; COUNT] {
    let mut bytes = [0; COUNT];
    SysRng
        .try_fill_bytes(&mut bytes)
        .expect("randomness of the operating system");
    bytes
}
