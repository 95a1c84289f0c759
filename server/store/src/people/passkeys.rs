//! The passkeys of players, and the challenges that browsers sign.

use senda_room::{PlayerId, Time};
use serde::Serialize;

use super::{ChallengeHash, TokenHash, devices::make_room};
use crate::{
    ReadError, Store, limits,
    log::NotStored,
    process::time::milliseconds,
    statement::{Statements, stored_time, whole},
};

/// A passkey of a player, as the player's devices list it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Passkey {
    /// The credential id that browsers know the passkey by.
    pub id: String,
    /// The description of the browser that created it.
    pub device: String,
    /// The time of its creation.
    pub since: Time,
    /// The time of the last sign-in with it.
    pub used: Option<Time>,
    /// Whether the device verified the user at the last use, or else at the creation.
    pub verified: bool,
    /// The last time at which its signature counter went back, which means that another device may
    /// have a copy of the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warned: Option<Time>,
}

/// The part of the authenticator data that differs from one use of a passkey to the next.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct PasskeyUse {
    /// Whether the device verified the user, rather than only noticed a touch. The server requests
    /// verification but does not require it: a device without fingerprint, face or PIN can't do it.
    pub verified: bool,
    /// The signature counter; 0 on every use of a device that doesn't count.
    pub count: u32,
}

/// A change of the passkeys of a player.
#[derive(Debug)]
pub enum PasskeyWrite {
    /// Stores a challenge that browsers are asked to sign, and removes expired ones.
    Challenge {
        /// The hash of the challenge.
        challenge: ChallengeHash,
        /// The time when it expires.
        until: Time,
        /// The time of the request.
        now: Time,
    },
    /// Registers a passkey if the challenge is valid and the player has not the maximum number of
    /// passkeys. Whether that was so shows in the list of the player's passkeys afterwards.
    Register {
        /// The hash of the signed challenge.
        challenge: ChallengeHash,
        /// The owner of the passkey.
        player: PlayerId,
        /// The credential id of the passkey.
        id: String,
        /// The public key, as text.
        key: String,
        /// The use at the registration.
        used: PasskeyUse,
        /// The description of the browser.
        device: String,
        /// The time of the request.
        at: Time,
    },
    /// Adds a device to the devices of a passkey's owner if the challenge is valid. If the owner
    /// has the maximum number of devices, the one that was seen longest ago is signed out. Whether
    /// the challenge was valid shows in whether the token belongs to a player afterwards.
    SignIn {
        /// The hash of the signed challenge.
        challenge: ChallengeHash,
        /// The credential id of the passkey.
        id: String,
        /// The use at this sign-in.
        used: PasskeyUse,
        /// The hash of the new device's session token.
        token: TokenHash,
        /// The description of the browser.
        device: String,
        /// The time of the request.
        at: Time,
    },
    /// Removes a passkey of a player.
    Remove {
        /// The owner of the passkey.
        player: PlayerId,
        /// The credential id of the passkey.
        id: String,
    },
}

impl Statements {
    /// Adds the statements of a change of passkeys.
    pub(crate) fn passkey(&mut self, write: &PasskeyWrite) -> Result<(), NotStored> {
        match write {
            PasskeyWrite::Challenge {
                challenge,
                until,
                now,
            } => {
                let latest = now.plus(milliseconds(limits::CHALLENGE_TIME));
                // A challenge that is valid for longer was created by a clock that was ahead.
                self.add(
                    "delete from challenge where expires_at <= $1 or expires_at > $2",
                    (whole(now.0)?, whole(latest.0)?),
                );
                self.add(
                    "insert into challenge (hash, expires_at) values ($1, $2)",
                    (challenge, whole(until.0)?),
                );
            }
            PasskeyWrite::Register {
                challenge,
                player,
                id,
                key,
                used,
                device,
                at,
            } => {
                let (since, most) = (whole(at.0)?, limits::PASSKEYS);
                let PasskeyUse { verified, count } = *used;
                self.expire(challenge, *at)?;
                self.add(
                    "insert into passkey (id, player, key, device, created_at, verified, sign_count)
                     select $2, $3, $4, $5, $6, $8, $9 from challenge
                     where hash = $1
                     and (select count(*) from passkey where passkey.player = $3) < $7
                     on conflict (id) do nothing",
                    (challenge, id, player, key, device, since, most, verified, count),
                );
                self.answered(challenge);
            }
            PasskeyWrite::SignIn {
                challenge,
                id,
                used,
                token,
                device,
                at,
            } => {
                self.expire(challenge, *at)?;
                make_room!(
                    self,
                    "(select player from passkey, challenge where passkey.id = $1 and hash = $2)",
                    id,
                    challenge
                );
                self.add(
                    "insert into device (token_hash, player, device, created_at, seen_at)
                     select $3, player, $4, $5, $5 from passkey, challenge
                     where passkey.id = $2 and hash = $1",
                    (challenge, id, token, device, whole(at.0)?),
                );
                // A counter that doesn't grow warns the owner: two devices have the key, and the
                // other one has used it since. The sign-in is not rejected for that, since a
                // repaired device may count from 0 again.
                self.add(
                    "update passkey set used_at = $3, verified = $4, sign_count = $5,
                     warned_at = case when (sign_count > 0 or $5 > 0) and $5 <= sign_count then $3
                        else warned_at end
                     where id = $2 and exists (select 1 from challenge where hash = $1)",
                    (challenge, id, whole(at.0)?, used.verified, used.count),
                );
                self.answered(challenge);
            }
            PasskeyWrite::Remove { player, id } => self.add(
                "delete from passkey where player = $1 and id = $2",
                (player, id),
            ),
        }
        Ok(())
    }

    /// Removes a challenge that has been answered, since each one counts once.
    fn answered(&mut self, challenge: &ChallengeHash) {
        self.add("delete from challenge where hash = $1", challenge);
    }

    /// Removes a challenge that is not valid now: it has expired, or was created by a clock that
    /// was ahead.
    fn expire(&mut self, challenge: &ChallengeHash, now: Time) -> Result<(), NotStored> {
        let latest = now.plus(milliseconds(limits::CHALLENGE_TIME));
        self.add(
            "delete from challenge where hash = $1 and (expires_at <= $2 or expires_at > $3)",
            (challenge, whole(now.0)?, whole(latest.0)?),
        );
        Ok(())
    }
}

impl Store {
    /// Returns the passkeys of a player, from the oldest to the newest.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn passkeys(&self, player: PlayerId) -> Result<Vec<Passkey>, ReadError> {
        type Row = (String, String, i64, Option<i64>, i64, Option<i64>);
        let passkeys = "select id, device, created_at, used_at, verified, warned_at from passkey
            where player = $1 order by created_at, id";
        let rows: Vec<Row> = self.database.all(passkeys, player).await?;
        let passkeys = rows.into_iter().map(|row| {
            let (id, device, since, used, verified, warned) = row;
            Passkey {
                id,
                device,
                since: stored_time(since),
                used: used.map(stored_time),
                verified: verified != 0,
                warned: warned.map(stored_time),
            }
        });
        Ok(passkeys.collect())
    }

    /// Returns the public key of a passkey, as text; `None` if there is no such passkey.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn passkey_key(&self, id: &str) -> Result<Option<String>, ReadError> {
        let key = "select key from passkey where id = $1";
        let key: Option<(String,)> = self.database.first(key, id).await?;
        Ok(key.map(|(key,)| key))
    }
}
