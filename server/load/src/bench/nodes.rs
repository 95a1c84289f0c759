//! Measures the cost of a move on several servers that share a database, alternately with one
//! server and with SQLite.

use std::fmt;

use anyhow::Result;

use super::{
    figures::{Speed, Speeds, median_of, table},
    options::{Bench, Subject},
    run::speeds,
};

/// The subjects that are measured, in this order.
const SUBJECTS: [Subject; 4] = [
    Subject::Senda,
    Subject::Postgres,
    Subject::Apart,
    Subject::Forwarded,
];

/// The speed of each round, by subject and number of rooms.
#[derive(Clone, Debug)]
pub struct Moves(Speeds);

/// Lets rooms play on each subject in turn.
///
/// # Errors
/// Returns an error if a program is missing, or if the players can't play.
pub async fn moves(bench: &Bench) -> Result<Moves> {
    Ok(Moves(speeds(bench, &SUBJECTS).await?))
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|((subject, rooms), _)| (*rooms, *subject));
        let rows = all.into_iter().map(|((subject, rooms), speeds)| {
            let of = |of| median_of(speeds, of);
            let all = |speed: &Speed| speed.server_us + speed.database_us;
            let one = self.0.get(&(Subject::Postgres, *rooms));
            let one = one.map_or(f64::NAN, |one| median_of(one, all));
            let name = match subject {
                Subject::Senda => "SQLite, one server",
                other => other.name(),
            };
            format!(
                "| {rooms} | {name} | {:.0} | {:.1} and {:.1} ms | {:.0} us | {:.0} us | {:.2}x |\n",
                of(|speed| speed.moves_per_second),
                of(|speed| speed.p50_ms),
                of(|speed| speed.p99_ms),
                of(|speed| speed.server_us),
                of(|speed| speed.database_us),
                of(all) / one,
            )
        });
        let heading = "| rooms of eight | on | moves a second | answer, p50 and p99 | CPU a move: servers | \
                       the database | all, to one server on PostgreSQL |";
        f.write_str(&table(heading, rows))
    }
}
