//! Fixed work costs so many instructions, on every machine: a change that makes it slower is seen wherever it is tested.
//!
//! Counted by Valgrind, not timed: the same build does the same to within some thousandths, however busy the machine
//! is. It needs no rights, which the processor's own counters do, and no program besides. The build is that of the
//! tests, in which the rules are optimised and the room a little; another compiler may move a count by some
//! hundredths.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

use crate::{
    root,
    tools::{built, run},
};

/// Some work of `server/room/examples/work.rs`.
struct Work {
    name: &'static str,
    /// Instructions that it may take: what it took when this was written, and a tenth more.
    most: u64,
}

const WORKS: [Work; 4] = [
    Work {
        name: "step",
        most: 439_000,
    },
    Work {
        name: "view",
        most: 640_000,
    },
    Work {
        name: "delta",
        most: 5_150_000,
    },
    Work {
        name: "playout",
        most: 489_000,
    },
];

/// Where the counts are left, to be looked at with `callgrind_annotate`.
const FOLDER: &str = "target/callgrind";
/// The program, beside this one.
const PROGRAM: &str = "examples/work";

/// Counts all of it, and holds it to its bounds.
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
    Ok(())
}

fn count(program: &Path, name: &str) -> Result<u64> {
    let program = program.to_str().context("a path that is text")?;
    let file = format!("{FOLDER}/{name}.out");
    let to = format!("--callgrind-out-file={file}");
    let valgrind = ["valgrind", "--quiet", "--tool=callgrind", &to];
    // Nothing is counted before it, nor after it.
    let only = ["--toggle-collect=work::measured*", program, name];
    run(".", &[&valgrind[..], &only[..]].concat())?;
    let text = fs::read_to_string(root().join(&file)).context(file)?;
    let took = total(&text).context("a file without a total")?;
    ensure!(took > 0, "{name}: nothing was counted");
    Ok(took)
}

/// The instructions in all, as the file says.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("totals: "));
    line?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_that_of_the_file() {
        assert_eq!(
            total("events: Ir\nfn=(1)\n3 5\ntotals: 1234\n"),
            Some(1_234)
        );
        assert_eq!(total("events: Ir\n"), None);
    }
}
