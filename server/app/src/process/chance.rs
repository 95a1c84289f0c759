//! The one source of randomness of the process: the operating system's.

use senda_room::Entropy;
use senda_rules::Secret;
pub use senda_store::process::random::bytes;

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
