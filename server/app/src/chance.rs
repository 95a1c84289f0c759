//! The one source of randomness of the process: the operating system's.

use rand::{TryRng, rngs::SysRng};
use senda_room::Entropy;
use senda_rules::Secret;

/// So many bytes that nobody can foresee.
///
/// # Panics
/// If the operating system gives none; nothing secret can then be made.
pub fn bytes<const COUNT: usize>() -> [u8; COUNT] {
    let mut bytes = [0; COUNT];
    SysRng
        .try_fill_bytes(&mut bytes)
        .expect("randomness of the operating system");
    bytes
}

/// A number of `least..=most`, for spreading things; not for secrets.
pub fn between(least: u32, most: u32) -> u32 {
    least + u32::from_le_bytes(bytes()) % (most - least + 1)
}

/// Secrets for the shuffles of the rooms.
#[derive(Copy, Clone, Debug)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn secret(&mut self) -> Secret {
        Secret(bytes())
    }
}
