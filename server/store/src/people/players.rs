//! The changes of players: their names, devices and codes, and the rooms whose logs contain their
//! names.

use senda_room::{Person, PlayerId, Time, protocol::Name};

use super::{CodeHash, PageChoice, TokenHash, devices::make_room};
use crate::{
    limits,
    log::NotStored,
    process::{random, time::milliseconds},
    room_id::RoomId,
    statement::{Statements, whole},
};

/// A change of a player.
#[derive(Debug)]
pub enum PlayerWrite {
    /// Creates a player with their first device.
    Create {
        /// The hash of the session token of the player's first device.
        token: TokenHash,
        /// The player with their name.
        person: Person,
        /// The description of the device.
        device: String,
        /// The time of the player's creation.
        at: Time,
    },
    /// Creates a code that adds another device to a player's devices. The player's earlier codes of
    /// its kind become invalid.
    DeviceCode {
        /// The hash of the code.
        code: CodeHash,
        /// The id of the player.
        player: PlayerId,
        /// The time until which a device code works, once; `None` for a recovery code, which works
        /// again and again.
        until: Option<Time>,
    },
    /// Adds a device to the devices of a code's owner, if the code is valid. If the owner has the
    /// maximum number of devices, the one that was seen longest ago is signed out. Whether the code
    /// was valid shows in whether the token belongs to a player afterwards.
    SignInByCode {
        /// The hash of the code.
        code: CodeHash,
        /// The hash of the new device's session token.
        token: TokenHash,
        /// The description of the device.
        device: String,
        /// The time of the request.
        at: Time,
    },
    /// Signs out a device of a player.
    SignOut {
        /// The owner of the device.
        player: PlayerId,
        /// The id of the device: the first digits of the hash of its token.
        device: String,
    },
    /// Changes the name of a player.
    Name {
        /// The id of the player.
        player: PlayerId,
        /// The new name of the player.
        name: Name,
    },
    /// Changes the language of a player.
    Language {
        /// The id of the player.
        player: PlayerId,
        /// The language on all devices of the player.
        language: String,
    },
    /// Notes that a player has entered the code for opening rooms.
    Creator {
        /// The id of the player.
        player: PlayerId,
        /// The hash of the code.
        code: CodeHash,
    },
    /// Changes whether a player has a page of their own.
    Page {
        /// The id of the player.
        player: PlayerId,
        /// The parts of the page that the player wants; `None` removes it.
        page: Option<PageChoice>,
        /// The time of the request.
        at: Time,
    },
    /// Notes the visit of a player.
    Visit {
        /// The id of the player.
        player: PlayerId,
        /// The hash of the device's session token.
        token: TokenHash,
        /// The time of the visit.
        at: Time,
    },
    /// Deletes everything that is stored about a player except the name in the logs of rooms, and
    /// lists the player until these logs are rewritten.
    Forget {
        /// The id of the player.
        player: PlayerId,
        /// The name that replaces the player's name in the tables of finished games.
        name: Name,
        /// The time of the request.
        at: Time,
    },
    /// Notes that the log of a room does not contain the name of a forgotten player any more. If
    /// that is not stored, the log is rewritten once more later.
    Forgotten {
        /// The id of the room.
        room: RoomId,
        /// The id of the player.
        player: PlayerId,
        /// The name that replaces the player's name in the tables of finished games.
        name: Name,
    },
}

impl Statements {
    /// Adds the statements of a change of a player.
    pub(crate) fn player(&mut self, write: &PlayerWrite) -> Result<(), NotStored> {
        match write {
            PlayerWrite::Create {
                token,
                person,
                device,
                at,
            } => self.add(
                "insert into player (id, token_hash, name, created_at, seen_at, device)
                 values ($1, $2, $3, $4, $4, $5)",
                (person.player, token, &person.name, whole(at.0)?, device),
            ),
            PlayerWrite::DeviceCode {
                code,
                player,
                until,
            } => {
                let until = until.map_or(Ok(0), |until| whole(until.0))?;
                self.add(
                    "delete from pass where player = $1 and (expires_at = 0) = ($2 = 0)",
                    (player, until),
                );
                self.add(
                    "insert into pass (code_hash, player, expires_at) values ($1, $2, $3)",
                    (code, player, until),
                );
            }
            PlayerWrite::SignInByCode {
                code,
                token,
                device,
                at,
            } => {
                let latest = at.plus(milliseconds(limits::PASS_TIME));
                let (at, latest) = (whole(at.0)?, whole(latest.0)?);
                // A code that is valid for longer was created by a clock that was ahead.
                self.add(
                    "delete from pass where code_hash = $1 and expires_at > 0
                     and (expires_at <= $2 or expires_at > $3)",
                    (code, at, latest),
                );
                make_room!(
                    self,
                    "(select player from pass where code_hash in ($1, $2))",
                    code,
                    code
                );
                self.add(
                    "insert into device (token_hash, player, device, created_at, seen_at)
                     select $2, player, $3, $4, $4 from pass where code_hash = $1",
                    (code, token, device, at),
                );
                let used = "delete from pass where code_hash = $1 and expires_at > 0";
                self.add(used, code);
            }
            PlayerWrite::SignOut { player, device } => self.sign_out(*player, device),
            PlayerWrite::Name { player, name } => self.name(*player, name),
            PlayerWrite::Language { player, language } => self.add(
                "update player set language = $2 where id = $1",
                (player, language),
            ),
            PlayerWrite::Creator { player, code } => self.add(
                "update player set creator = $2 where id = $1",
                (player, code),
            ),
            PlayerWrite::Page { player, page, at } => self.page(*player, *page, *at)?,
            PlayerWrite::Visit { player, token, at } => {
                let at = whole(at.0)?;
                self.add("update player set seen_at = $2 where id = $1", (player, at));
                let device = "update device set seen_at = $2 where token_hash = $1";
                self.add(device, (token, at));
            }
            PlayerWrite::Forget { player, name, at } => self.forget(*player, name, *at)?,
            PlayerWrite::Forgotten { room, player, name } => self.forgotten(*room, *player, name),
        }
        Ok(())
    }

    /// Notes that the log of a room contains the name of a player.
    pub(crate) fn named(&mut self, room: RoomId, player: PlayerId) {
        self.add(
            "insert into named (room, player) values ($1, $2) on conflict do nothing",
            (room, player),
        );
    }

    /// Changes the name of a player.
    pub(crate) fn name(&mut self, player: PlayerId, name: &Name) {
        self.add("update player set name = $2 where id = $1", (player, name));
    }

    /// Signs a device out. The token of the first device is a column of the player and can't be
    /// null, so it is replaced by a random one that no client has.
    fn sign_out(&mut self, player: PlayerId, device: &str) {
        let unused = format!("none-{}", hex::encode(random::bytes::<16>()));
        self.add(
            "delete from push where player = $1 and substr(device, 1, 16) = $2",
            (player, device),
        );
        self.add(
            "delete from device where player = $1 and substr(token_hash, 1, 16) = $2",
            (player, device),
        );
        self.add(
            "update player set token_hash = $3, device = ''
             where id = $1 and substr(token_hash, 1, 16) = $2",
            (player, device, unused),
        );
    }

    /// Deletes a player: from now on no cookie, code or passkey belongs to them. The rooms whose
    /// logs contain their name stay listed until each log has been rewritten.
    fn forget(&mut self, player: PlayerId, name: &Name, at: Time) -> Result<(), NotStored> {
        self.add(
            "insert into forgotten (player, at) values ($1, $2) on conflict do nothing",
            (player, whole(at.0)?),
        );
        self.unname(player, name);
        for rest in [
            "delete from summary where room in (select room from named where player = $1)",
            "delete from member where player = $1",
            "delete from device where player = $1",
            "delete from pass where player = $1",
            "delete from passkey where player = $1",
            "delete from push where player = $1",
            "delete from public_page where player = $1",
            "delete from day_game where player = $1",
            "delete from puzzle_try where player = $1",
            "delete from puzzle_player where player = $1",
            "delete from rating where player = $1",
            "delete from webhook where player = $1",
            "delete from server_ban where subject = $1",
            "delete from report_line where player = $1
             or report in (select id from report where reported = $1)",
            "delete from report where reported = $1",
            "delete from player where id = $1",
        ] {
            self.add(rest, player);
        }
        Ok(())
    }

    /// Notes that the log of a room does not contain the name of a forgotten player any more.
    fn forgotten(&mut self, room: RoomId, player: PlayerId, name: &Name) {
        self.unname(player, name);
        self.add(
            "insert into never_back (room, player)
             select id, $2 from room where id = $1 and playing = 1 on conflict do nothing",
            (room, player),
        );
        self.add("delete from summary where room = $1", room);
        for rest in [
            "delete from member where room = $1 and player = $2",
            "delete from named where room = $1 and player = $2",
        ] {
            self.add(rest, (room, player));
        }
    }

    fn unname(&mut self, player: PlayerId, name: &Name) {
        self.add(
            "update finished_place set name = $2, player = null where player = $1",
            (player, name),
        );
        self.add(
            "update finished_place set name = $2, guest_of = null where guest_of = $1",
            (player, name),
        );
        // A game that was in progress may have been added since the request.
        self.add("delete from played where player = $1", player);
        self.add(
            "update report set reporter_name = $2, reporter = null where reporter = $1",
            (player, name),
        );
    }
}
