//! Measures the cost of a move on several servers that share a database, alternately with one
//! server and with SQLite.

use std::{collections::BTreeMap, fmt, time::Duration};

use anyhow::Result;

use super::{
    figures::Speed,
    options::{Bench, Subject},
    run::{largest, plan},
    window::play,
};

/// The subjects that are measured, in this order.
const SUBJECTS: [Subject; 4] = [
    Subject::Senda,
    Subject::Postgres,
    Subject::Apart,
    Subject::Forwarded,
];

/// The speed of each round, by number of rooms and by subject.
#[derive(Clone, Debug, Default)]
pub struct Moves(BTreeMap<(u32, Subject), Vec<Speed>>);

/// Lets rooms play on each subject in turn.
///
/// # Errors
/// Returns an error if a program is missing, or if the players can't play.
pub async fn moves(bench: &Bench) -> Result<Moves> {
    let time = Duration::from_secs(bench.seconds);
    let mut speeds = Moves::default();
    for round in 1..=bench.rounds {
        for &rooms in &bench.rooms {
            for subject in SUBJECTS {
                let window = play(bench, subject, plan(largest()?, 0), rooms, time).await?;
                let speed = window.speed();
                eprintln!("round {round}, {rooms} rooms, {}: {speed}", subject.name());
                speeds.0.entry((rooms, subject)).or_default().push(speed);
            }
        }
    }
    Ok(speeds)
}

/// Returns the median of one figure over the rounds.
fn median(speeds: &[Speed], of: fn(&Speed) -> f64) -> f64 {
    let mut all: Vec<f64> = speeds.iter().map(of).collect();
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| rooms of eight | on | moves a second | answer, p50 and p99 | CPU a move: servers | \
             the database | all, to one server on PostgreSQL |"
        )?;
        writeln!(f, "|---|---|---|---|---|---|---|")?;
        for ((rooms, subject), speeds) in &self.0 {
            let of = |of| median(speeds, of);
            let all = |speed: &Speed| speed.server_us + speed.database_us;
            let one = self.0.get(&(*rooms, Subject::Postgres));
            let one = one.map_or(f64::NAN, |one| median(one, all));
            let name = match subject {
                Subject::Senda => "SQLite, one server",
                other => other.name(),
            };
            writeln!(
                f,
                "| {rooms} | {name} | {:.0} | {:.1} and {:.1} ms | {:.0} us | {:.0} us | {:.2}x |",
                of(|speed| speed.moves_per_second),
                of(|speed| speed.p50_ms),
                of(|speed| speed.p99_ms),
                of(|speed| speed.server_us),
                of(|speed| speed.database_us),
                of(all) / one,
            )?;
        }
        Ok(())
    }
}
