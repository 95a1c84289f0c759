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
    files, root,
    tools::{beside, built, command, run},
};

/// The workloads that `server/room/examples/work.rs` runs. Each has a bound on its instructions:
/// the count when this was written, plus a tenth.
const WORKS: [(&str, u64); 5] = [
    ("step", 289_000),
    ("view", 640_000),
    ("delta", 3_980_000),
    ("playout", 489_000),
    ("restore", 15_400_000),
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
    run(&mut built("--example work"))?;
    let program = beside(PROGRAM)?;
    fs::create_dir_all(root().join(FOLDER))?;
    let mut slower = Vec::new();
    for (name, most) in WORKS {
        let took = count(&program, name)?;
        println!("{name:<8} {took:>10} of {most:>10} instructions");
        if took > most {
            slower.push(name);
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

/// Runs the program under a tool of Valgrind. Returns the text that the tool writes.
fn valgrind(
    tool: &str,
    option: &str,
    program: &Path,
    name: &str,
    words: &[&str],
) -> Result<String> {
    let file = format!("{FOLDER}/{name}.out");
    let valgrind = format!("valgrind --quiet --tool={tool} --{tool}-out-file={file} {option}");
    run(command(&valgrind).arg(program).args(words))?;
    files::read(&file)
}

/// Returns the peak memory in bytes while that many rooms are kept.
fn memory(program: &Path, rooms: u64) -> Result<u64> {
    let (exact, name) = ("--peak-inaccuracy=0.0", format!("rooms-{rooms}"));
    let text = valgrind(
        "massif",
        exact,
        program,
        &name,
        &["rooms", &rooms.to_string()],
    )?;
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
    // Count only inside of the measured function.
    let only = "--toggle-collect=work::measured*";
    let text = valgrind("callgrind", only, program, name, &[name])?;
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
