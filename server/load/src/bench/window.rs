//! Rooms at full speed, for a while.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::{
    figures::{Load, Speed},
    options::{Bench, Subject},
    room::Counts,
    senda::Plan,
    stage::Stage,
};
use crate::usage::Usage;

/// Records of a room after which its people open another one: the server takes few more.
const LONG: u32 = 9_500;
/// For all to come into full swing.
const WARM_UP: Duration = Duration::from_millis(1_500);
/// Records of a room within that time, at most, of those that it may have.
const WARM: u32 = LONG / 4;

/// What was counted, and what it cost.
#[derive(Debug, Default)]
pub(super) struct Window {
    pub counts: Counts,
    time: Duration,
    server: Duration,
    database: Duration,
    load: Duration,
}

/// Lets so many rooms play for so long. When one has become long, all open others, and go on.
///
/// # Errors
/// The server does not run, or somebody can't play.
pub(super) async fn play(
    bench: &Bench,
    subject: Subject,
    plan: Plan,
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
    /// What it says of the speed.
    #[allow(clippy::cast_precision_loss)] // for people to read
    pub fn speed(&self) -> Speed {
        let counts = &self.counts;
        let moves = (counts.decisions + counts.others) as f64;
        let each = |time: Duration| time.as_secs_f64() * 1e6 / moves;
        let ms = |part| counts.answers.within(part) as f64 / 1e3;
        Speed {
            moves_per_second: moves / self.time.as_secs_f64(),
            decisions_part: counts.decisions as f64 / moves,
            p50_ms: ms(0.5),
            p99_ms: ms(0.99),
            server_us: each(self.server),
            database_us: each(self.database),
            load: Load {
                us: each(self.load),
                cores: self.load.as_secs_f64() / self.time.as_secs_f64(),
            },
            bytes: counts.bytes.to_players() as f64 / counts.decisions as f64,
        }
    }
}
