//! The lines of an export.

use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The version of the format.
const FORMAT: u32 = 1;
/// The maximum length of a line in bytes: more than any record of a room has.
const LONGEST: u64 = 64 << 20;

/// A value of a row.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    Null(()),
    Whole(i64),
    Text(String),
}

/// A line of an export.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// The first line.
    Senda(Header),
    /// The rows of a table follow.
    Table { name: String, columns: Vec<String> },
    /// A row of the table, one value for each column.
    Row(Vec<Value>),
    /// The last line.
    End(Trailer),
}

/// The first line of an export.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Header {
    /// The version of the format.
    export: u32,
    /// Distinguishes this export from all others.
    pub id: Uuid,
    /// The version of the program that wrote it.
    pub version: String,
    /// The time at which it was begun, as in 2026-11-21 13:05:09 UTC.
    pub begun: String,
}

/// The last line of an export.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Trailer {
    /// The number of rows.
    pub rows: u64,
    /// The SHA-256 in hexadecimal of all lines before this one.
    pub sha256: String,
}

/// The reason why a file can't be read as an export.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The file begins with something else.
    #[error("it is no export of Senda")]
    NoExport,
    /// The file was written in a later version of the format.
    #[error("a newer Senda has written it (format {0}): import it with that one")]
    Newer(u32),
    /// A line can't be parsed.
    #[error("its line {0} is damaged")]
    Line(u64),
    /// The file ends before its last line.
    #[error("it is cut off after line {0}")]
    CutOff(u64),
    /// The lines are not those that were written.
    #[error("it was changed: its checksum doesn't fit")]
    Checksum,
    /// The file can't be read.
    #[error(transparent)]
    Read(#[from] io::Error),
}

/// Writes the lines of an export.
pub(super) struct LineWriter<W> {
    to: W,
    digest: Sha256,
    rows: u64,
}

impl<W: Write> LineWriter<W> {
    /// Writes the first line.
    pub fn begin(to: W, id: Uuid, version: &str, begun: String) -> io::Result<Self> {
        let mut writer = Self {
            to,
            digest: Sha256::new(),
            rows: 0,
        };
        let version = version.to_owned();
        writer.write(&Line::Senda(Header {
            export: FORMAT,
            id,
            version,
            begun,
        }))?;
        Ok(writer)
    }

    /// Writes a line.
    pub fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.digest.update(&text);
        self.rows += u64::from(matches!(line, Line::Row(_)));
        self.to.write_all(&text)
    }

    /// Writes the last line.
    pub fn end(mut self) -> io::Result<W> {
        let end = Line::End(Trailer {
            rows: self.rows,
            sha256: hex::encode(self.digest.clone().finalize()),
        });
        self.write(&end)?;
        self.to.flush()?;
        Ok(self.to)
    }
}

/// Reads the lines of an export and checks them.
pub(super) struct LineReader<R> {
    from: R,
    digest: Sha256,
    rows: u64,
    lines: u64,
}

impl<R: BufRead> LineReader<R> {
    /// Reads the first line.
    pub fn begin(from: R) -> Result<(Self, Header), Unreadable> {
        let mut reader = Self {
            from,
            digest: Sha256::new(),
            rows: 0,
            lines: 0,
        };
        match reader.next() {
            Ok(Line::Senda(header)) if header.export == FORMAT => Ok((reader, header)),
            Ok(Line::Senda(header)) => Err(Unreadable::Newer(header.export)),
            Err(Unreadable::Read(error)) => Err(Unreadable::Read(error)),
            Ok(_) | Err(_) => Err(Unreadable::NoExport),
        }
    }

    /// Reads the next line. The last one is returned if the number of rows and the checksum in it
    /// are those of the lines before.
    pub fn next(&mut self) -> Result<Line, Unreadable> {
        let mut text = Vec::new();
        (&mut self.from)
            .take(LONGEST)
            .read_until(b'\n', &mut text)?;
        if text.last() != Some(&b'\n') {
            return Err(Unreadable::CutOff(self.lines));
        }
        self.lines += 1;
        let line = serde_json::from_slice(&text).map_err(|_| Unreadable::Line(self.lines))?;
        match &line {
            Line::End(trailer) => {
                let sum = hex::encode(self.digest.clone().finalize());
                if trailer.rows != self.rows || trailer.sha256 != sum {
                    return Err(Unreadable::Checksum);
                }
            }
            Line::Row(_) => self.rows += 1,
            Line::Senda(_) | Line::Table { .. } => {}
        }
        self.digest.update(&text);
        Ok(line)
    }

    /// Returns an error that names the line that was read last.
    pub fn damaged(&self) -> Unreadable {
        Unreadable::Line(self.lines)
    }
}
