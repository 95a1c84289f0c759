//! Measures the cost of storing records and of restoring a room: `cargo bench -p senda --bench
//! store`.
//!
//! Rooms of eight play random games of Tsuro. First their records are appended; each room waits for
//! one record before it sends the next, as real rooms do. `SENDA_BENCH_DATA` is the folder for the
//! databases, so that the caller can choose the disk. Then the longest log that a room may have is
//! read and restored to a room.

mod log;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use senda_room::{Record, Room, Time, limits::RECORDS};
use senda_store::{Log, RoomId, Store};

/// The numbers of rooms that append at the same time.
const ROOMS: [usize; 3] = [1, 20, 100];
/// The time for which they append.
const SPAN: Duration = Duration::from_secs(3);
/// The number of times that the log is read.
const READINGS: usize = 15;

#[tokio::main]
async fn main() -> Result<()> {
    let folder =
        std::env::var_os("SENDA_BENCH_DATA").map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("senda-bench-{}", std::process::id()));
    let log = log::of_eight(RECORDS as usize);
    let measured = measure(&folder, &log).await;
    std::fs::remove_dir_all(&folder)?;
    measured
}

async fn measure(folder: &Path, log: &[Record]) -> Result<()> {
    println!("rooms  records/s  processor us/record  records/commit");
    for rooms in ROOMS {
        append(&folder.join(rooms.to_string()), rooms, log).await?;
    }
    read(&folder.join("long"), log).await
}

async fn append(folder: &Path, rooms: usize, log: &[Record]) -> Result<()> {
    let store = Store::open(folder).await?;
    let log: Arc<[Record]> = log.into();
    let (began, used) = (Instant::now(), processor_time()?);
    let mut appending = tokio::task::JoinSet::new();
    for _ in 0..rooms {
        let (writer, log) = (store.writer().clone(), log.clone());
        appending.spawn(async move {
            let room = RoomId::draw();
            let mut appended = 0;
            for record in log.iter() {
                if began.elapsed() > SPAN {
                    break;
                }
                writer.append(room, record.clone(), None, None).await?;
                appended += 1;
            }
            anyhow::Ok(appended)
        });
    }
    let mut appended = 0_u32;
    for room in appending.join_all().await {
        appended += room?;
    }
    let used = processor_time()?.saturating_sub(used);
    let records = f64::from(appended);
    #[expect(clippy::cast_precision_loss, reason = "some thousand commits")]
    let commits = store.writer().figures().transactions as f64;
    println!(
        "{rooms:5}  {:9.0}  {:19.1}  {:14.1}",
        records / began.elapsed().as_secs_f64(),
        used.as_secs_f64() * 1e6 / records,
        records / commits
    );
    store.close().await;
    Ok(())
}

async fn read(folder: &Path, log: &[Record]) -> Result<()> {
    let store = Store::open(folder).await?;
    let room = RoomId::draw();
    let appends = log
        .iter()
        .map(|record| store.writer().append(room, record.clone(), None, None));
    futures_util::future::try_join_all(appends).await?;
    store.close().await;
    drop(store);
    let file = std::fs::metadata(folder.join("senda.sqlite"))?.len();
    println!("{} bytes a record in the file", file / log.len() as u64);
    let store = Store::open(folder).await?;
    let (mut reading, mut restoring) = (Vec::new(), Vec::new());
    let mut used = Duration::ZERO;
    for _ in 0..READINGS {
        let began = Instant::now();
        store.stream_log(room, |log| log.count()).await?;
        reading.push(began.elapsed());
        let (began, before) = (Instant::now(), processor_time()?);
        let restored = store
            .stream_log(room, |log| Room::restore(Time(0), log))
            .await?;
        restoring.push(began.elapsed());
        used += processor_time()?.saturating_sub(before);
        drop(restored?);
    }
    println!(
        "a log of {} records: {:?} to read, {:?} to become a room, {:?} of processor time",
        log.len(),
        median(reading),
        median(restoring),
        used / u32::try_from(READINGS)?
    );
    store.close().await;
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Returns the processor time of this process so far, in steps of 10 ms.
fn processor_time() -> Result<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(')').context("the name's end")?;
    let ticks: u64 = fields
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(str::parse::<u64>)
        .sum::<Result<_, _>>()?;
    Ok(Duration::from_millis(10 * ticks))
}
