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
        Write::Summary { room, summary } => statements.summary(*room, summary)?,
        Write::Alarm { room, alarm } => statements.alarm(*room, *alarm)?,
        Write::Rewrite { room, records } => statements.rewrite(*room, records)?,
        Write::Player(player) => statements.player(player)?,
        Write::Passkey(passkey) => statements.passkey(passkey)?,
        Write::Push(push) => statements.push(push)?,
        Write::Day(day) => statements.day(day),
        Write::Puzzle(puzzle) => statements.puzzle(puzzle),
        Write::Webhook(webhook) => statements.webhook(webhook),
        Write::Report { room, report } => statements.report(*room, report)?,
        Write::Operator(decision) => statements.operator(decision)?,
        Write::Ratings(ratings) => statements.ratings(ratings),
        Write::Sweep(piece) => statements.sweep(piece)?,
        Write::Probe => {}
    }
    Ok(statements.0)
}
