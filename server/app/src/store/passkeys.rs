//! The passkeys by which somebody is known.

use senda_room::{PlayerId, Time};

use super::{ReadError, Store, log::NotStored, number::whole, parameter::Statement};
use crate::{
    identity::TokenHash,
    limits,
    passkey::{ChallengeHash, Key, NewPasskey, Use},
    store::devices::make_room,
    time::milliseconds,
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
    /// Whether the device verified its holder then, or when the passkey was made.
    pub verified: bool,
    /// When its counter went back last: another device may have a copy of the key.
    pub warned: Option<Time>,
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
        passkey: NewPasskey,
        device: String,
        at: Time,
    },
    /// A device is one of the owner's of a key, if the challenge was asked. Where they have too many, the device
    /// that was seen longest ago is signed out.
    Shown {
        challenge: ChallengeHash,
        id: String,
        used: Use,
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
        let lasts = milliseconds(limits::CHALLENGE_TIME);
        Ok(match self {
            Self::Ask {
                challenge,
                until,
                now,
            } => vec![
                // One that lasts longer than any was asked by a clock that was ahead.
                Statement::new(
                    "delete from challenge where expires_at <= $1 or expires_at > $2",
                    [whole(now.0)?.into(), whole(now.plus(lasts).0)?.into()],
                ),
                Statement::new(
                    "insert into challenge (hash, expires_at) values ($1, $2)",
                    [challenge.as_str().into(), whole(until.0)?.into()],
                ),
            ],
            Self::Made {
                challenge,
                player,
                passkey: NewPasskey { id, key, used },
                device,
                at,
            } => vec![
                unexpired(challenge, *at)?,
                Statement::new(
                    "insert into passkey (id, player, key, device, created_at, verified, sign_count)
                     select $2, $3, $4, $5, $6, $8, $9 from challenge
                     where hash = $1
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
                        i64::from(used.verified).into(),
                        used.count.into(),
                    ],
                ),
                answered(challenge),
            ],
            Self::Shown {
                challenge,
                id,
                used,
                token,
                device,
                at,
            } => {
                let mut statements = vec![unexpired(challenge, *at)?];
                statements.extend(make_room!(
                    "(select player from passkey, challenge where passkey.id = $1 and hash = $2)",
                    id.as_str(),
                    challenge.as_str()
                ));
                statements.push(Statement::new(
                    "insert into device (token_hash, player, device, created_at, seen_at)
                     select $3, player, $4, $5, $5 from passkey, challenge
                     where passkey.id = $2 and hash = $1",
                    [
                        challenge.as_str().into(),
                        id.as_str().into(),
                        token.as_str().into(),
                        device.as_str().into(),
                        whole(at.0)?.into(),
                    ],
                ));
                statements.push(shown(challenge, id, *used, *at)?);
                statements.push(answered(challenge));
                statements
            }
            Self::Gone { player, id } => vec![Statement::new(
                "delete from passkey where player = $1 and id = $2",
                [(*player).into(), id.as_str().into()],
            )],
        })
    }
}

/// Removes a challenge that is not valid now: it has expired, or a clock that was ahead has asked it.
fn unexpired(challenge: &ChallengeHash, now: Time) -> Result<Statement, NotStored> {
    let latest = now.plus(milliseconds(limits::CHALLENGE_TIME));
    Ok(Statement::new(
        "delete from challenge where hash = $1 and (expires_at <= $2 or expires_at > $3)",
        [
            challenge.as_str().into(),
            whole(now.0)?.into(),
            whole(latest.0)?.into(),
        ],
    ))
}

/// Notes the use of a passkey. A counter that doesn't grow warns the owner: two devices have the key, and the other one
/// has used it since. Nobody is refused for that, since a repaired device may start again.
fn shown(challenge: &ChallengeHash, id: &str, used: Use, at: Time) -> Result<Statement, NotStored> {
    Ok(Statement::new(
        "update passkey set used_at = $3, verified = $4, sign_count = $5,
         warned_at = case when (sign_count > 0 or $5 > 0) and $5 <= sign_count then $3
            else warned_at end
         where id = $2 and exists (select 1 from challenge where hash = $1)",
        [
            challenge.as_str().into(),
            id.into(),
            whole(at.0)?.into(),
            i64::from(used.verified).into(),
            used.count.into(),
        ],
    ))
}

impl Store {
    /// The passkeys of a person, the first one first.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn passkeys(&self, player: PlayerId) -> Result<Vec<Passkey>, ReadError> {
        type Row = (String, String, i64, Option<i64>, i64, Option<i64>);
        let rows: Vec<Row> = self
            .database
            .all(
                "select id, device, created_at, used_at, verified, warned_at from passkey
                 where player = $1 order by created_at, id",
                vec![player.into()],
            )
            .await?;
        let time = |at: i64| Time(u64::try_from(at).unwrap_or(0));
        let passkeys = rows.into_iter().map(|row| {
            let (id, device, since, used, verified, warned) = row;
            Passkey {
                id,
                device,
                since: time(since),
                used: used.map(time),
                verified: verified != 0,
                warned: warned.map(time),
            }
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
