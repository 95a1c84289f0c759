//! The passkeys by which somebody is known.

use senda_room::{PlayerId, Time};

use super::{ReadError, Store, log::NotStored, number::whole, parameter::Statement};
use crate::{
    identity::TokenHash,
    limits,
    passkey::{ChallengeHash, Key},
};

/// A passkey of a person.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Passkey {
    /// By which browsers know it.
    pub id: String,
    /// Where it was made, in a few words of the browser.
    pub device: String,
    /// When it was made.
    pub since: Time,
    /// When somebody came by it last.
    pub used: Option<Time>,
}

/// What of this can be written.
#[derive(Debug)]
pub(super) enum PasskeyWrite {
    /// Browsers are asked to sign it, until then.
    Ask {
        challenge: ChallengeHash,
        until: Time,
        now: Time,
    },
    /// A key is somebody's, if the challenge was asked and they have not too many.
    Made {
        challenge: ChallengeHash,
        player: PlayerId,
        id: String,
        key: Key,
        device: String,
        at: Time,
    },
    /// A device is one of the owner's of a key, if the challenge was asked and they have not too many.
    Shown {
        challenge: ChallengeHash,
        id: String,
        token: TokenHash,
        device: String,
        at: Time,
    },
    /// A key is nobody's any more.
    Gone { player: PlayerId, id: String },
}

impl PasskeyWrite {
    /// What is to be said to the database, in this order.
    pub(super) fn statements(&self) -> Result<Vec<Statement>, NotStored> {
        let answered = |challenge: &ChallengeHash| {
            Statement::new(
                "delete from challenge where hash = $1",
                [challenge.as_str().into()],
            )
        };
        Ok(match self {
            Self::Ask {
                challenge,
                until,
                now,
            } => vec![
                Statement::new(
                    "delete from challenge where expires_at <= $1",
                    [whole(now.0)?.into()],
                ),
                Statement::new(
                    "insert into challenge (hash, expires_at) values ($1, $2)",
                    [challenge.as_str().into(), whole(until.0)?.into()],
                ),
            ],
            Self::Made {
                challenge,
                player,
                id,
                key,
                device,
                at,
            } => vec![
                Statement::new(
                    "insert into passkey (id, player, key, device, created_at)
                     select $2, $3, $4, $5, $6 from challenge
                     where hash = $1 and expires_at > $6
                     and (select count(*) from passkey where passkey.player = $3) < $7
                     on conflict (id) do nothing",
                    [
                        challenge.as_str().into(),
                        id.as_str().into(),
                        (*player).into(),
                        key.to_text().into(),
                        device.as_str().into(),
                        whole(at.0)?.into(),
                        limits::PASSKEYS.into(),
                    ],
                ),
                answered(challenge),
            ],
            Self::Shown {
                challenge,
                id,
                token,
                device,
                at,
            } => {
                let at = whole(at.0)?;
                vec![
                    Statement::new(
                        "insert into device (token_hash, player, device, created_at, seen_at)
                         select $3, player, $4, $5, $5 from passkey, challenge
                         where passkey.id = $2 and hash = $1 and expires_at > $5
                         and (select count(*) from device where device.player = passkey.player) < $6",
                        [
                            challenge.as_str().into(),
                            id.as_str().into(),
                            token.as_str().into(),
                            device.as_str().into(),
                            at.into(),
                            limits::DEVICES.into(),
                        ],
                    ),
                    Statement::new(
                        "update passkey set used_at = $2 where id = $1",
                        [id.as_str().into(), at.into()],
                    ),
                    answered(challenge),
                ]
            }
            Self::Gone { player, id } => vec![Statement::new(
                "delete from passkey where player = $1 and id = $2",
                [(*player).into(), id.as_str().into()],
            )],
        })
    }
}

impl Store {
    /// The passkeys of a person, the first one first.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn passkeys(&self, player: PlayerId) -> Result<Vec<Passkey>, ReadError> {
        let rows: Vec<(String, String, i64, Option<i64>)> = self
            .database
            .all(
                "select id, device, created_at, used_at from passkey
                 where player = $1 order by created_at, id",
                vec![player.into()],
            )
            .await?;
        let time = |at: i64| Time(u64::try_from(at).unwrap_or(0));
        let passkeys = rows.into_iter().map(|(id, device, since, used)| Passkey {
            id,
            device,
            since: time(since),
            used: used.map(time),
        });
        Ok(passkeys.collect())
    }

    /// The public half of a passkey, if it is anybody's.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn passkey(&self, id: &str) -> Result<Option<Key>, ReadError> {
        let key = "select key from passkey where id = $1";
        let key: Option<(String,)> = self.database.first(key, vec![id.into()]).await?;
        Ok(key.and_then(|(key,)| Key::parse(&key).ok()))
    }
}
