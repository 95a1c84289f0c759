//! How it is written by which passkeys somebody is known.

use senda_room::{PlayerId, Time};

use super::{log::NotStored, passkeys::PasskeyWrite, write::Write, writer::Writer};
use crate::{
    identity::TokenHash,
    passkey::{ChallengeHash, NewPasskey, Use},
};

impl Writer {
    /// Keeps what browsers are asked to sign, until then; what is too old is forgotten.
    ///
    /// # Errors
    /// It is not kept.
    pub async fn challenge(
        &self,
        challenge: ChallengeHash,
        until: Time,
        now: Time,
    ) -> Result<(), NotStored> {
        self.write(Write::Passkey(PasskeyWrite::Ask {
            challenge,
            until,
            now,
        }))
        .await
    }

    /// Makes a key somebody's, if the challenge was asked and they have not too many. Whether it did is seen by their
    /// keys afterwards.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn passkey(
        &self,
        challenge: ChallengeHash,
        player: PlayerId,
        passkey: NewPasskey,
        device: String,
        at: Time,
    ) -> Result<(), NotStored> {
        self.write(Write::Passkey(PasskeyWrite::Made {
            challenge,
            player,
            passkey,
            device,
            at,
        }))
        .await
    }

    /// Makes a device one of the owner of a key, if the challenge was asked. Where they have as many devices as there may
    /// be, the one that was seen longest ago is signed out for it. Whether it did is seen by whom the token is of
    /// afterwards.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn enter_by_passkey(
        &self,
        challenge: ChallengeHash,
        (id, used): (String, Use),
        token: TokenHash,
        device: String,
        at: Time,
    ) -> Result<(), NotStored> {
        self.write(Write::Passkey(PasskeyWrite::Shown {
            challenge,
            id,
            used,
            token,
            device,
            at,
        }))
        .await
    }

    /// Makes a key nobody's.
    ///
    /// # Errors
    /// It is still theirs.
    pub async fn no_passkey(&self, player: PlayerId, id: String) -> Result<(), NotStored> {
        self.write(Write::Passkey(PasskeyWrite::Gone { player, id }))
            .await
    }
}
