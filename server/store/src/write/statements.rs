//! The statements of a write, in SQL that every engine understands.

use super::Write;
use crate::{
    log::NotStored,
    statement::{Statement, Statements},
};

/// Returns the statements of a write in the order of their execution. The insertion of a record
/// into the log is not among them, since it differs between the engines.
pub(crate) fn statements(write: &Write) -> Result<Vec<Statement>, NotStored> {
    let mut statements = Statements::default();
    match write {
        Write::Record {
            room,
            record,
            finished,
            alarm,
        } => statements.record(*room, record, finished.as_ref(), *alarm)?,
        Write::Player {
            token,
            person,
            device,
            at,
        } => statements.player(token, person, device, *at)?,
        Write::DeviceCode {
            code,
            player,
            until,
        } => statements.device_code(code, *player, *until)?,
        Write::SignInByCode {
            code,
            token,
            device,
            at,
        } => statements.sign_in_by_code(code, token, device, *at)?,
        Write::SignOut { player, device } => statements.sign_out(*player, device),
        Write::Name { player, name } => statements.name(*player, name),
        Write::Language { player, language } => statements.language(*player, language),
        Write::Creator { player, code } => statements.creator(*player, code),
        Write::Visit { player, token, at } => statements.visit(*player, token, *at)?,
        Write::Summary { room, summary } => statements.summary(*room, summary)?,
        Write::Alarm { room, alarm } => statements.alarm(*room, *alarm)?,
        Write::Rewrite { room, records } => statements.rewrite(*room, records)?,
        Write::Forget { player, name, at } => statements.forget(*player, name, *at)?,
        Write::Forgotten { room, player, name } => statements.forgotten(*room, *player, name),
        Write::Passkey(passkey) => statements.passkey(passkey)?,
        Write::Push(push) => statements.push(push)?,
        Write::Webhook(webhook) => statements.webhook(webhook),
        Write::Sweep(piece) => statements.sweep(piece)?,
        Write::Probe => {}
    }
    Ok(statements.0)
}
