//! Measures rooms at full speed for a given time.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::{
    figures::{Load, Speed},
    options::{Bench, Subject},
    people::RoomPlan,
    room::Counts,
    stage::Stage,
};
use crate::{latency::float, usage::Usage};

/// The number of records after which the people leave a room for another one. A room may have only
/// a few more.
const LONG: u32 = 9_500;
/// The time that rooms take to reach full speed.
const WARM_UP: Duration = Duration::from_millis(1_500);
/// The version at which the warm-up ends early, so that most of the records that a room may have
/// are left for the measurement.
const WARM: u32 = LONG / 4;

/// The counters of a measurement, and the processor time that it took.
#[derive(Debug, Default)]
pub(super) struct Window {
    pub counts: Counts,
    time: Duration,
    server: Duration,
    database: Duration,
    load: Duration,
}

/// Lets that number of rooms play for that time. When one of them becomes long, all people move to
/// new rooms and go on.
///
/// # Errors
/// Returns an error if the server does not run, or if a person can't play.
pub(super) async fn play(
    bench: &Bench,
    subject: Subject,
    plan: RoomPlan,
    rooms: u32,
    time: Duration,
) -> Result<Window> {
    let mut stage = Stage::set(bench, subject).await?;
    let mut window = Window::default();
    while window.time < time {
        stage.open(rooms, plan, u32::MAX).await?;
        stage.until(Instant::now() + WARM_UP, WARM).await?;
        let own = std::process::id();
        let (server, load) = (stage.used()?, Usage::of(own)?);
        let began = Instant::now();
        stage.measure(true);
        let left = time.saturating_sub(window.time);
        stage.until(began + left, LONG).await?;
        stage.measure(false);
        window.time += began.elapsed();
        let used = stage.used()?;
        window.server += used[0].saturating_sub(server[0]);
        window.database += used[1].saturating_sub(server[1]);
        window.load += Usage::of(own)?.cpu.saturating_sub(load.cpu);
        window.counts.add(&stage.take_counts());
        stage.clear();
    }
    stage.end().await?;
    ensure!(window.counts.decisions > 0, "nobody decided anything");
    Ok(window)
}

impl Window {
    /// Returns the speed figures of the measurement.
    pub fn speed(&self) -> Speed {
        let counts = &self.counts;
        let moves = float(counts.decisions + counts.others);
        let each = |time: Duration| time.as_secs_f64() * 1e6 / moves;
        let ms = |part| float(counts.answers.within(part)) / 1e3;
        Speed {
            moves_per_second: moves / self.time.as_secs_f64(),
            decisions_part: float(counts.decisions) / moves,
            p50_ms: ms(0.5),
            p99_ms: ms(0.99),
            server_us: each(self.server),
            database_us: each(self.database),
            load: Load {
                us: each(self.load),
                cores: self.load.as_secs_f64() / self.time.as_secs_f64(),
            },
            bytes: float(counts.bytes.to_players()) / float(counts.decisions),
        }
    }
}
