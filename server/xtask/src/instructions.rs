//! Checks that fixed workloads execute no more instructions than a bound, the same on every
//! machine. So a change that makes them slower is detected wherever the tests run.
//!
//! Valgrind counts the instructions; nothing is timed. The same build has the same count to within
//! some thousandths, however busy the machine is. Unlike the processor's own counters, this needs
//! no special rights, and no further program. The build is that of the tests, in which the rules
//! are fully optimised and the room only a little. Another compiler may change a count by some
//! hundredths. Valgrind also measures the memory of a room, for the same reasons.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

use crate::{
    root,
    tools::{built, run},
};

/// A workload that `server/room/examples/work.rs` runs.
struct Work {
    name: &'static str,
    /// The bound on instructions: the count when this was written, plus a tenth.
    most: u64,
}

const WORKS: [Work; 5] = [
    Work {
        name: "step",
        most: 289_000,
    },
    Work {
        name: "view",
        most: 640_000,
    },
    Work {
        name: "delta",
        most: 3_980_000,
    },
    Work {
        name: "playout",
        most: 489_000,
    },
    Work {
        name: "restore",
        most: 15_400_000,
    },
];

/// The bound on the bytes of memory that a full room in the middle of a game keeps: the value when
/// this was written, plus a tenth. It does not include the server's part (the task, the queues and
/// the sockets).
const ROOM_BYTES: u64 = 25_600;
/// The number of rooms that the average is taken over.
const ROOMS: u64 = 32;

/// The folder of the output files, for `callgrind_annotate`, or `ms_print` for memory.
const FOLDER: &str = "target/callgrind";
/// The path of the program, relative to the folder of this one.
const PROGRAM: &str = "examples/work";

/// Measures all workloads and fails if one exceeds its bound.
pub fn check() -> Result<()> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        println!("instructions are counted on Linux and x86-64 alone");
        return Ok(());
    }
    run(".", &built(&["--example", "work"]))?;
    let own = std::env::current_exe().context("xtask")?;
    let program = own.with_file_name(PROGRAM);
    fs::create_dir_all(root().join(FOLDER))?;
    let mut slower = Vec::new();
    for work in &WORKS {
        let took = count(&program, work.name)?;
        println!(
            "{:<8} {took:>10} of {:>10} instructions",
            work.name, work.most
        );
        if took > work.most {
            slower.push(work.name);
        }
    }
    ensure!(
        slower.is_empty(),
        "{} costs more than it may: see where with `callgrind_annotate {FOLDER}/NAME.out`. If it is worth it, \
         raise the bound in server/xtask/src/instructions.rs",
        slower.join(", ")
    );
    let bytes = (memory(&program, ROOMS + 1)? - memory(&program, 1)?) / ROOMS;
    println!("{:<8} {bytes:>10} of {ROOM_BYTES:>10} bytes", "room");
    ensure!(
        bytes <= ROOM_BYTES,
        "a room keeps more in memory than it may: see what with `ms_print {FOLDER}/rooms-{}.out`. If it is worth it, \
         raise the bound in server/xtask/src/instructions.rs",
        ROOMS + 1
    );
    Ok(())
}

/// Returns the peak memory in bytes while that many rooms are kept.
fn memory(program: &Path, rooms: u64) -> Result<u64> {
    let program = program.to_str().context("a path that is text")?;
    let file = format!("{FOLDER}/rooms-{rooms}.out");
    let to = format!("--massif-out-file={file}");
    let count = rooms.to_string();
    let exact = "--peak-inaccuracy=0.0";
    let valgrind = ["valgrind", "--quiet", "--tool=massif", exact, &to];
    run(".", &[&valgrind[..], &[program, "rooms", &count]].concat())?;
    let text = fs::read_to_string(root().join(&file)).context(file)?;
    most(&text).context("a file without a snapshot")
}

/// Returns the largest number of bytes in all snapshots of the file.
fn most(text: &str) -> Option<u64> {
    let bytes = text
        .lines()
        .filter_map(|line| line.strip_prefix("mem_heap_B="));
    bytes.filter_map(|bytes| bytes.parse().ok()).max()
}

fn count(program: &Path, name: &str) -> Result<u64> {
    let program = program.to_str().context("a path that is text")?;
    let file = format!("{FOLDER}/{name}.out");
    let to = format!("--callgrind-out-file={file}");
    let valgrind = ["valgrind", "--quiet", "--tool=callgrind", &to];
    // Count only inside of the measured function.
    let only = ["--toggle-collect=work::measured*", program, name];
    run(".", &[&valgrind[..], &only[..]].concat())?;
    let text = fs::read_to_string(root().join(&file)).context(file)?;
    let took = total(&text).context("a file without a total")?;
    ensure!(took > 0, "{name}: nothing was counted");
    Ok(took)
}

/// Returns the total number of instructions in the file.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("totals: "));
    line?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_total_of_the_file() {
        assert_eq!(
            total("events: Ir\nfn=(1)\n3 5\ntotals: 1234\n"),
            Some(1_234)
        );
        assert_eq!(total("events: Ir\n"), None);
    }

    #[test]
    fn reads_the_largest_snapshot() {
        let file = "mem_heap_B=12\nmem_heap_extra_B=900\nmem_heap_B=34\nmem_heap_B=5\n";
        assert_eq!(most(file), Some(34));
        assert_eq!(most("time=0\n"), None);
    }
}
