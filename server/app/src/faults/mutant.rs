//! Mutants that break one of the server's promises on purpose. The tests must detect each of them.

use std::sync::OnceLock;

use super::order::BadOrder;

/// The environment variable with the name of the promise to break.
pub const MUTANT: &str = "SENDA_MUTANT";

/// A promise that is broken on purpose.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Mutant {
    /// Clients are sent a record before it is stored.
    EarlyAck,
    /// A restored room has forgotten the ids of all commands.
    ForgottenIds,
    /// A turn continues from the time at which the server died, as if it had been up all the time.
    ChargedDowntime,
    /// A record is written in two halves, outside of any transaction.
    HalfCommit,
    /// A server that shares its database sends what is in its memory although another server may
    /// have continued the rooms.
    EndlessTrust,
    /// A room continues as if a standby database that took over had everything that was sent to
    /// clients.
    KeptEpoch,
    /// A record is stored although records before it are missing.
    HeadlessAppend,
}

static CHOSEN: OnceLock<Option<Mutant>> = OnceLock::new();

impl Mutant {
    /// All mutants with their names in the environment variable.
    pub const ALL: [(&str, Self); 7] = [
        ("early-ack", Self::EarlyAck),
        ("forgotten-ids", Self::ForgottenIds),
        ("charged-downtime", Self::ChargedDowntime),
        ("half-commit", Self::HalfCommit),
        ("endless-trust", Self::EndlessTrust),
        ("kept-epoch", Self::KeptEpoch),
        ("headless-append", Self::HeadlessAppend),
    ];

    /// Returns whether this process breaks the promise.
    pub fn is_on(self) -> bool {
        CHOSEN.get() == Some(&Some(self))
    }

    /// Chooses the mutant that the environment names, if any.
    pub(super) fn choose() -> Result<(), BadOrder> {
        let mutant = match std::env::var(MUTANT) {
            Ok(word) => {
                let known = Self::ALL.iter().find(|(name, _)| *name == word);
                Some(known.ok_or(BadOrder(word))?.1)
            }
            Err(_) => None,
        };
        // A second call, by a test in the same process, changes nothing.
        let _ = CHOSEN.set(mutant);
        Ok(())
    }
}
