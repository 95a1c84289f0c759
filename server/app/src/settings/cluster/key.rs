//! The shared secret that servers authenticate each other with.

use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::limits;

/// The secret that all servers of one database share. It never appears in logs or debug output.
#[derive(Clone, Eq, PartialEq)]
pub struct ClusterKey([u8; 32]);

/// The key is too short and could be guessed.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "a key has at least {least} characters that nobody can guess, as `openssl rand -hex 32` makes them",
    least = limits::CLUSTER_KEY_LEAST
)]
pub struct BadKey;

impl ClusterKey {
    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl FromStr for ClusterKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let text = text.trim();
        if text.len() < limits::CLUSTER_KEY_LEAST {
            return Err(BadKey);
        }
        let mut hash = Sha256::new();
        hash.update(b"senda-cluster-1");
        hash.update(text);
        Ok(Self(hash.finalize().into()))
    }
}

senda_rules::hidden_in_debug!(ClusterKey);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_long_and_hidden_in_debug_output() {
        let key: ClusterKey = "0123456789abcdef0123456789abcdef\n".parse().unwrap();
        let same: ClusterKey = "  0123456789abcdef0123456789abcdef".parse().unwrap();
        let other: ClusterKey = "0123456789abcdef0123456789abcdeF".parse().unwrap();
        assert!(key == same && key != other);
        assert_eq!(format!("{key:?}"), "ClusterKey(..)");
        assert_eq!(
            "0123456789abcdef".parse::<ClusterKey>(),
            Err(BadKey),
            "one that can be found by trying"
        );
    }
}
