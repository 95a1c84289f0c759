//! The token that lets the operator in over the network.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use sha2::{Digest, Sha256};

use crate::limits;

/// The permission bits of all users but the owner of a file and its group.
const OTHERS: u32 = 0o007;

/// The hash of the operator's token.
#[derive(Clone, Eq, PartialEq)]
pub struct AdminToken([u8; 32]);

/// The token is unusable.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadAdminToken {
    /// The file can't be read.
    #[error("the file of the operator's token can't be read: {0}")]
    File(String),
    /// Every user of the machine could act as the operator.
    #[error(
        "the file of the operator's token is open to all users of this machine: chmod 600 closes it"
    )]
    Open,
    /// The token could be found by trying.
    #[error(
        "the operator's token has at least {least} characters: openssl rand -hex 32 makes one",
        least = limits::ADMIN_TOKEN_LEAST
    )]
    Short,
}

impl AdminToken {
    /// Reads the token from a file.
    ///
    /// # Errors
    /// Returns [`BadAdminToken`] if the file can't be read or is open to all users, or if the token
    /// is too short.
    pub fn of_file(path: &Path) -> Result<Self, BadAdminToken> {
        let unread = |error: std::io::Error| BadAdminToken::File(error.to_string());
        let text = fs::read_to_string(path).map_err(unread)?;
        let mode = fs::metadata(path).map_err(unread)?.permissions().mode();
        if mode & OTHERS != 0 {
            return Err(BadAdminToken::Open);
        }
        let token = text.trim();
        if token.chars().count() < limits::ADMIN_TOKEN_LEAST {
            return Err(BadAdminToken::Short);
        }
        Ok(Self(Sha256::digest(token).into()))
    }

    /// Returns whether this is the token. The time does not depend on the number of bytes that are
    /// right.
    pub fn is(&self, token: &str) -> bool {
        let given: [u8; 32] = Sha256::digest(token).into();
        let pairs = self.0.iter().zip(given);
        pairs.fold(0, |differs, (own, given)| differs | (own ^ given)) == 0
    }
}

senda_rules::hidden_in_debug!(AdminToken);

#[cfg(test)]
mod tests {
    use std::os::unix::fs::OpenOptionsExt;
    use std::{fs::OpenOptions, io::Write};

    use super::*;

    fn read(text: &str, mode: u32) -> Result<AdminToken, BadAdminToken> {
        let path = std::env::temp_dir().join(format!("senda-token-{}-{mode}", text.len()));
        let mut options = OpenOptions::new();
        let mut file = options
            .create(true)
            .write(true)
            .truncate(true)
            .mode(mode)
            .open(&path)
            .unwrap();
        file.write_all(text.as_bytes()).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let token = AdminToken::of_file(&path);
        fs::remove_file(path).unwrap();
        token
    }

    #[test]
    fn a_token_is_long_and_in_a_file_that_is_closed_to_others() {
        let long = "0123456789abcdef0123";
        let token = read(&format!("{long}\n"), 0o600).unwrap();
        assert!(token.is(long) && !token.is("0123456789abcdef0124") && !token.is(""));
        assert_eq!(format!("{token:?}"), "AdminToken(..)");
        assert!(read(long, 0o640).is_ok());
        assert_eq!(read(long, 0o644), Err(BadAdminToken::Open));
        assert_eq!(read(&long[1..], 0o600), Err(BadAdminToken::Short));
        let missing = AdminToken::of_file(Path::new("/nowhere/token"));
        assert!(matches!(missing, Err(BadAdminToken::File(_))));
    }
}
