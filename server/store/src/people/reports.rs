//! The reports of players to the server's operator.

use senda_room::{PlayerId, PlayerReport, ReportedLine, Time};
use serde_json::Value;

use crate::{
    ReadError, Store, limits,
    log::NotStored,
    process::{random, time::milliseconds},
    room_id::RoomId,
    statement::{Statements, stored_time, whole},
};

/// A report, as the operator sees it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredReport {
    /// The id of the report.
    pub id: String,
    /// The id of the room, which may not exist any more.
    pub room: String,
    /// The name of the room's game in the protocol.
    pub game: String,
    /// The time of the report.
    pub at: Time,
    /// The id of the player who reports, unless they were forgotten, and the name as it was shown.
    pub reporter: (Option<String>, String),
    /// The id of the reported player, and the name as it was shown.
    pub reported: (String, String),
    /// The reason in the words of the protocol.
    pub reason: String,
    /// The reporter's own words.
    pub note: Option<String>,
    /// The time at which the operator settled the report.
    pub settled_at: Option<Time>,
}

/// A chat message of a report.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredReportLine {
    /// The time of the message.
    pub at: Time,
    /// The id of the author, if the room knew them.
    pub player: Option<String>,
    /// The name of the author as it was shown.
    pub name: String,
    /// The text; `None` for an emote.
    pub text: Option<String>,
    /// The emote in the words of the protocol; `None` for a text.
    pub emote: Option<String>,
}

impl Statements {
    /// Adds the statements that store a report.
    pub(crate) fn report(&mut self, room: RoomId, report: &PlayerReport) -> Result<(), NotStored> {
        let id = hex::encode(random::bytes::<5>());
        let note = report.note.as_ref().map(ToString::to_string);
        let (author, subject) = (&report.reporter, &report.reported);
        self.add(
            "insert into report (id, room, game, created_at, reporter, reporter_name, reported,
                reported_name, reason, note)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            (
                &id,
                room,
                report.game.word(),
                whole(report.at.0)?,
                author.0,
                author.1.to_string(),
                subject.0,
                subject.1.to_string(),
                report.reason.word(),
                note,
            ),
        );
        for (number, line) in (1..).zip(&report.lines) {
            self.report_line((&id, number), line)?;
        }
        Ok(())
    }

    fn report_line(
        &mut self,
        (report, number): (&String, u32),
        line: &ReportedLine,
    ) -> Result<(), NotStored> {
        self.add(
            "insert into report_line (report, number, created_at, player, name, text, emote)
             values ($1, $2, $3, $4, $5, $6, $7)",
            (
                report,
                number,
                whole(line.at.0)?,
                line.author.map(|author| author.0.to_string()),
                line.name.to_string(),
                line.text.as_ref().map(ToString::to_string),
                match serde_json::to_value(line.emote) {
                    Ok(Value::String(emote)) => Some(emote),
                    _ => None,
                },
            ),
        );
        Ok(())
    }

    /// Adds the statements that remove the reports whose retention has ended.
    pub(crate) fn old_reports(&mut self, now: Time) -> Result<(), NotStored> {
        let before = |age| whole(now.since(Time(milliseconds(age))));
        self.add(
            "delete from report where settled_at < $1 or created_at < $2",
            (
                before(limits::KEEP_SETTLED_REPORTS)?,
                before(limits::KEEP_REPORTS)?,
            ),
        );
        self.add(
            "delete from report where created_at <=
             (select created_at from report order by created_at desc limit 1 offset $1)",
            limits::REPORTS,
        );
        self.add(
            "delete from report_line
             where not exists (select 1 from report where report.id = report_line.report)",
            (),
        );
        Ok(())
    }
}

type Row = (
    String,
    String,
    String,
    i64,
    Option<String>,
    String,
    String,
    String,
    String,
    Option<String>,
    Option<i64>,
);

type LineRow = (i64, Option<String>, String, Option<String>, Option<String>);

fn stored(row: Row) -> StoredReport {
    let (id, room, game, at, author, author_name, subject, subject_name, reason, note, end) = row;
    StoredReport {
        id,
        room,
        game,
        at: stored_time(at),
        reporter: (author, author_name),
        reported: (subject, subject_name),
        reason,
        note,
        settled_at: end.map(stored_time),
    }
}

impl Store {
    /// Returns the newest reports, the newest first: all of them, or only those that are open.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn reports(&self, all: bool) -> Result<Vec<StoredReport>, ReadError> {
        let reports = "select id, room, game, created_at, reporter, reporter_name, reported,
                reported_name, reason, note, settled_at
            from report where $1 = 1 or settled_at is null
            order by created_at desc, id limit $2";
        let parameters = (all, limits::REPORTS_LISTED);
        let rows: Vec<Row> = self.database.all(reports, parameters).await?;
        Ok(rows.into_iter().map(stored).collect())
    }

    /// Counts the reports that the operator has not settled.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn open_reports(&self) -> Result<u64, ReadError> {
        let open = "select count(*) from report where settled_at is null";
        let open: Option<(i64,)> = self.database.first(open, ()).await?;
        Ok(open.map_or(0, |(open,)| open.unsigned_abs()))
    }

    /// Returns a report with its chat messages, the oldest first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn report(
        &self,
        id: &str,
    ) -> Result<Option<(StoredReport, Vec<StoredReportLine>)>, ReadError> {
        let report = "select id, room, game, created_at, reporter, reporter_name, reported,
                reported_name, reason, note, settled_at
            from report where id = $1";
        let row: Option<Row> = self.database.first(report, id).await?;
        let Some(row) = row else { return Ok(None) };
        let lines = "select created_at, player, name, text, emote from report_line
            where report = $1 order by number";
        let lines: Vec<LineRow> = self.database.all(lines, id).await?;
        let lines = lines.into_iter();
        let lines = lines.map(|(at, player, name, text, emote)| StoredReportLine {
            at: stored_time(at),
            player,
            name,
            text,
            emote,
        });
        Ok(Some((stored(row), lines.collect())))
    }

    /// Returns the reports that a player has made, and those about them.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub(super) async fn reports_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<StoredReport>, ReadError> {
        let reports = "select id, room, game, created_at, reporter, reporter_name, reported,
                reported_name, reason, note, settled_at
            from report where reporter = $1 or reported = $1 order by created_at, id";
        let rows: Vec<Row> = self.database.all(reports, player).await?;
        Ok(rows.into_iter().map(stored).collect())
    }
}
