//! The one source of randomness of the process: the operating system's.

use rand::{TryRng, rngs::SysRng};
use senda_room::Entropy;
use senda_rules::Secret;

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

/// Returns a number of `least..=most`, for spreading things over time; not for secrets.
pub fn between(least: u32, most: u32) -> u32 {
    least + u32::from_le_bytes(bytes()) % (most - least + 1)
}

/// The source of the secrets for the shuffles of the rooms.
#[derive(Copy, Clone, Debug)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn secret(&mut self) -> Secret {
        Secret(bytes())
    }
}
