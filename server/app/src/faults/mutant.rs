//! Promises that are broken on purpose: the proof must see each.

use std::sync::OnceLock;

use super::order::BadOrder;

/// Names the promise to break.
pub const MUTANT: &str = "SENDA_MUTANT";

/// A promise that is broken on purpose.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Mutant {
    /// People are told before the record is stored.
    EarlyAck,
    /// A room that is brought back knows no command's id.
    ForgottenIds,
    /// A turn goes on from where the server died, as if it had been up all the time.
    ChargedDowntime,
    /// A record is written in two halves, outside of any transaction.
    HalfCommit,
    /// A server that shares its database tells what it has in memory though others may have gone on with it.
    EndlessTrust,
    /// A room goes on as if a standby that took over had all that was told.
    KeptEpoch,
    /// A record is stored though others are missing before it.
    HeadlessAppend,
}

static CHOSEN: OnceLock<Option<Mutant>> = OnceLock::new();

impl Mutant {
    /// All of them, with the words of the environment variable.
    pub const ALL: [(&str, Self); 7] = [
        ("early-ack", Self::EarlyAck),
        ("forgotten-ids", Self::ForgottenIds),
        ("charged-downtime", Self::ChargedDowntime),
        ("half-commit", Self::HalfCommit),
        ("endless-trust", Self::EndlessTrust),
        ("kept-epoch", Self::KeptEpoch),
        ("headless-append", Self::HeadlessAppend),
    ];

    /// Whether this is the process that breaks it.
    pub fn is_on(self) -> bool {
        CHOSEN.get() == Some(&Some(self))
    }

    /// Chooses the one that the environment names, if any.
    pub(super) fn choose() -> Result<(), BadOrder> {
        let mutant = match std::env::var(MUTANT) {
            Ok(word) => {
                let known = Self::ALL.iter().find(|(name, _)| *name == word);
                Some(known.ok_or(BadOrder(word))?.1)
            }
            Err(_) => None,
        };
        // Asked a second time by a test in the same process, it stays as it was.
        let _ = CHOSEN.set(mutant);
        Ok(())
    }
}
