//! The statements about players: their devices and codes, and the rooms whose logs contain their
//! names.

use senda_room::{Person, PlayerId, Time, protocol::Name};

use super::{CodeHash, TokenHash, devices::make_room};
use crate::{
    limits,
    log::NotStored,
    process::{random, time::milliseconds},
    room_id::RoomId,
    statement::{Statements, whole},
};

impl Statements {
    pub(crate) fn player(
        &mut self,
        token: &TokenHash,
        person: &Person,
        device: &str,
        at: Time,
    ) -> Result<(), NotStored> {
        self.add(
            "insert into player (id, token_hash, name, created_at, seen_at, device)
             values ($1, $2, $3, $4, $4, $5)",
            [
                person.player.into(),
                token.as_str().into(),
                person.name.to_string().into(),
                whole(at.0)?.into(),
                device.into(),
            ],
        );
        Ok(())
    }

    pub(crate) fn visit(
        &mut self,
        player: PlayerId,
        token: &TokenHash,
        at: Time,
    ) -> Result<(), NotStored> {
        let at = whole(at.0)?;
        self.add(
            "update player set seen_at = $2 where id = $1",
            [player.into(), at.into()],
        );
        self.add(
            "update device set seen_at = $2 where token_hash = $1",
            [token.as_str().into(), at.into()],
        );
        Ok(())
    }

    /// Notes that the log of a room contains the name of a player.
    pub(crate) fn named(&mut self, room: RoomId, player: PlayerId) {
        self.add(
            "insert into named (room, player) values ($1, $2) on conflict do nothing",
            [room.into(), player.into()],
        );
    }

    pub(crate) fn name(&mut self, player: PlayerId, name: &Name) {
        self.add(
            "update player set name = $2 where id = $1",
            [player.into(), name.to_string().into()],
        );
    }

    pub(crate) fn language(&mut self, player: PlayerId, language: &str) {
        self.add(
            "update player set language = $2 where id = $1",
            [player.into(), language.into()],
        );
    }

    pub(crate) fn creator(&mut self, player: PlayerId, code: &CodeHash) {
        self.add(
            "update player set creator = $2 where id = $1",
            [player.into(), code.as_str().into()],
        );
    }

    pub(crate) fn device_code(
        &mut self,
        code: &CodeHash,
        player: PlayerId,
        until: Option<Time>,
    ) -> Result<(), NotStored> {
        let until = until.map_or(Ok(0), |until| whole(until.0))?;
        self.add(
            "delete from pass where player = $1 and (expires_at = 0) = ($2 = 0)",
            [player.into(), until.into()],
        );
        self.add(
            "insert into pass (code_hash, player, expires_at) values ($1, $2, $3)",
            [code.as_str().into(), player.into(), until.into()],
        );
        Ok(())
    }

    pub(crate) fn sign_in_by_code(
        &mut self,
        code: &CodeHash,
        token: &TokenHash,
        device: &str,
        at: Time,
    ) -> Result<(), NotStored> {
        let latest = at.plus(milliseconds(limits::PASS_TIME));
        let (at, latest) = (whole(at.0)?, whole(latest.0)?);
        // A code that is valid for longer was created by a clock that was ahead.
        self.add(
            "delete from pass where code_hash = $1 and expires_at > 0
             and (expires_at <= $2 or expires_at > $3)",
            [code.as_str().into(), at.into(), latest.into()],
        );
        self.0.extend(make_room!(
            "(select player from pass where code_hash in ($1, $2))",
            code.as_str(),
            code.as_str()
        ));
        self.add(
            "insert into device (token_hash, player, device, created_at, seen_at)
             select $2, player, $3, $4, $4 from pass where code_hash = $1",
            [
                code.as_str().into(),
                token.as_str().into(),
                device.into(),
                at.into(),
            ],
        );
        self.add(
            "delete from pass where code_hash = $1 and expires_at > 0",
            [code.as_str().into()],
        );
        Ok(())
    }

    /// Signs a device out. The token of the first device is a column of the player and can't be
    /// null, so it is replaced by a random one that no client has.
    pub(crate) fn sign_out(&mut self, player: PlayerId, device: &str) {
        let unused = format!("none-{}", hex::encode(random::bytes::<16>()));
        self.add(
            "delete from push where player = $1 and substr(device, 1, 16) = $2",
            [player.into(), device.into()],
        );
        self.add(
            "delete from device where player = $1 and substr(token_hash, 1, 16) = $2",
            [player.into(), device.into()],
        );
        self.add(
            "update player set token_hash = $3, device = ''
             where id = $1 and substr(token_hash, 1, 16) = $2",
            [player.into(), device.into(), unused.into()],
        );
    }

    /// Deletes a player: from now on no cookie, code or passkey belongs to them. The rooms whose
    /// logs contain their name stay listed until each log has been rewritten.
    pub(crate) fn forget(
        &mut self,
        player: PlayerId,
        name: &Name,
        at: Time,
    ) -> Result<(), NotStored> {
        self.add(
            "insert into forgotten (player, at) values ($1, $2) on conflict do nothing",
            [player.into(), whole(at.0)?.into()],
        );
        self.unname(player, name);
        for rest in [
            "delete from summary where room in (select room from named where player = $1)",
            "delete from member where player = $1",
            "delete from device where player = $1",
            "delete from pass where player = $1",
            "delete from passkey where player = $1",
            "delete from push where player = $1",
            "delete from webhook where player = $1",
            "delete from player where id = $1",
        ] {
            self.add(rest, [player.into()]);
        }
        Ok(())
    }

    /// Notes that the log of a room does not contain the name of a forgotten player any more.
    pub(crate) fn forgotten(&mut self, room: RoomId, player: PlayerId, name: &Name) {
        self.unname(player, name);
        self.add(
            "insert into never_back (room, player)
             select id, $2 from room where id = $1 and playing = 1 on conflict do nothing",
            [room.into(), player.into()],
        );
        self.add(
            "delete from member where room = $1 and player = $2",
            [room.into(), player.into()],
        );
        self.add("delete from summary where room = $1", [room.into()]);
        self.add(
            "delete from named where room = $1 and player = $2",
            [room.into(), player.into()],
        );
    }

    fn unname(&mut self, player: PlayerId, name: &Name) {
        self.add(
            "update finished_place set name = $2, player = null where player = $1",
            [player.into(), name.to_string().into()],
        );
    }
}
